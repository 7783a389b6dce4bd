"""What changed between two versions of a text, line by line and word by word."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import escape
from typing import Literal, TypeAlias

from qa.text.chars import CJK, strip_controls

Kind: TypeAlias = Literal["same", "removed", "added", "changed"]

CONTEXT = 3
"""Unchanged lines that stay around a change."""

_LINES_MAX = 4_000
_LINE_WORK_MAX = 400_000
_WORDS_MAX = 400
_WORK_MAX = 400_000
"""Bounds on pairs of lines and words that are compared, because matching is quadratic when everything differs."""

_LIKENESS_MIN = 0.35
"""Share of two lines that must agree for one to be an edit of the other; below, one went and another came."""

_WORD = re.compile(rf"[{CJK}]|[^\W{CJK}]+|\s+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line: `same` in both versions, or only in the `removed` or `added` one."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a comparison.

    `kind` says whether it is in both versions, went, came, or was changed; `pieces` hold its text in order, and a
    changed line holds the pieces of both versions. `old` and `new` are its line numbers, None where it does not exist.
    """

    kind: Kind
    pieces: tuple[Piece, ...]
    old: int | None = None
    new: int | None = None


_Numbered: TypeAlias = tuple[int, str]


class _Comparison:
    """One comparison, with what is left of the work it may spend on words."""

    def __init__(self, old: str, new: str) -> None:
        self._old, self._new = _lines(old), _lines(new)
        self._work = _WORK_MAX

    def lines(self) -> Iterator[Line]:
        for tag, start, end, new_start, new_end in _opcodes(self._old, self._new):
            old = list(enumerate(self._old[start:end], start + 1))
            new = list(enumerate(self._new[new_start:new_end], new_start + 1))
            if tag == "equal":
                yield from (_whole("same", line, i, j) for (i, line), (j, _) in zip(old, new, strict=True))
            else:
                yield from self._replaced(old, new)

    def _replaced(self, old: list[_Numbered], new: list[_Numbered]) -> Iterator[Line]:
        """Pair lines in order where they are alike; the rest went or came."""
        common = min(len(old), len(new))
        for (i, before), (j, after) in zip(old[:common], new[:common], strict=True):
            pieces = self._pieces(before, after)
            if pieces:
                yield Line("changed", pieces, i, j)
            else:
                yield _whole("removed", before, i, None)
                yield _whole("added", after, None, j)
        yield from (_whole("removed", line, i, None) for i, line in old[common:])
        yield from (_whole("added", line, None, j) for j, line in new[common:])

    def _pieces(self, before: str, after: str) -> tuple[Piece, ...]:
        """Return the pieces of a changed line; none when the lines are too unlike, too long, or the work is used up."""
        old, new = _WORD.findall(before), _WORD.findall(after)
        work = len(old) * len(new)
        if not old or not new or max(len(old), len(new)) > _WORDS_MAX or work > self._work:
            return ()
        self._work -= work
        matcher = SequenceMatcher(None, old, new, autojunk=False)
        if matcher.ratio() < _LIKENESS_MIN:
            return ()
        return tuple(_word_pieces(matcher, old, new))


def _lines(text: str) -> list[str]:
    return strip_controls(text).replace("\r\n", "\n").rstrip("\n").split("\n") if text.strip() else []


def _whole(kind: Kind, text: str, old: int | None, new: int | None) -> Line:
    return Line(kind, (Piece(kind, text),), old, new)


def _opcodes(old: list[str], new: list[str]) -> list[tuple[str, int, int, int, int]]:
    """Match lines; where equal lines are too many to match in bounded time, only the common ends are."""
    head = _common_head(old, new)
    tail = _common_head(old[head:][::-1], new[head:][::-1])
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    codes = [("equal", 0, head, 0, head)] if head else []
    codes += _middle_opcodes(middle_old, middle_new, head)
    if tail:
        codes.append(("equal", len(old) - tail, len(old), len(new) - tail, len(new)))
    return codes


def _common_head(old: list[str], new: list[str]) -> int:
    pairs = zip(old, new, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(old), len(new)))


def _middle_opcodes(old: list[str], new: list[str], shift: int) -> list[tuple[str, int, int, int, int]]:
    if not old and not new:
        return []
    if max(len(old), len(new)) > _LINES_MAX or _pairs(old, new) > _LINE_WORK_MAX:
        return [("replace", shift, shift + len(old), shift, shift + len(new))]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [(tag, a + shift, b + shift, c + shift, d + shift) for tag, a, b, c, d in matcher.get_opcodes()]


def _pairs(old: list[str], new: list[str]) -> int:
    """Count the pairs of equal lines: what the matcher looks at, once for each stretch it finds."""
    counts: dict[str, int] = {}
    for line in new:
        counts[line] = counts.get(line, 0) + 1
    return sum(counts.get(line, 0) for line in old)


def _word_pieces(matcher: SequenceMatcher[str], old: list[str], new: list[str]) -> Iterator[Piece]:
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            yield Piece("same", "".join(old[start:end]))
            continue
        if start < end:
            yield Piece("removed", "".join(old[start:end]))
        if new_start < new_end:
            yield Piece("added", "".join(new[new_start:new_end]))


def diff(old: str, new: str) -> list[Line]:
    """Return the lines of both versions in reading order, with word-level pieces in lines that were edited.

    Chinese is compared by character, everything else by word. For very long or very different texts the words, and in
    the end the lines, are no longer matched; the result then says more than needed, but is still right.
    """
    return list(_Comparison(old, new).lines())


_PIECE_TAGS = {"removed": "del", "added": "ins"}


def _piece_html(piece: Piece) -> str:
    text = escape(piece.text, quote=False)
    tag = _PIECE_TAGS.get(piece.kind)
    return f"<{tag}>{text}</{tag}>" if tag else text


def _line_html(line: Line) -> str:
    return f'<div class="diff-line diff-{line.kind}">{"".join(map(_piece_html, line.pieces))}</div>'


def _near_change(lines: list[Line]) -> list[bool]:
    """Say for each line whether it is a change or within `CONTEXT` lines of one."""
    near = [False] * len(lines)
    for index, line in enumerate(lines):
        if line.kind != "same":
            low, high = max(index - CONTEXT, 0), min(index + CONTEXT + 1, len(lines))
            near[low:high] = [True] * (high - low)
    return near


def diff_html(old: str, new: str) -> str:
    """Return the difference as escaped HTML: a `<div class="diff-line diff-…">` a line, `<del>` and `<ins>` inside.

    Unchanged lines further than `CONTEXT` from a change become one row with `⋯`. Two equal texts give "".
    """
    lines = diff(old, new)
    shown: list[str] = []
    skipping = False
    for line, near in zip(lines, _near_change(lines), strict=True):
        if near:
            shown.append(_line_html(line))
        elif not skipping:
            shown.append('<div class="diff-line diff-skip">⋯</div>')
        skipping = not near
    return "\n".join(shown) if any(line.kind != "same" for line in lines) else ""
