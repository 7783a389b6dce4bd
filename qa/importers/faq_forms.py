"""The markup of FAQ pages: finds the questions of one page in all forms that the releases have used.

A question is a line `Q: …` that stands bare, as a heading (`## Q: …`), or in bold inside `<font>`, there also over
several lines and with a damaged end tag. Its item ends at the next question, at a `<br/>` alone on a line, or at a
heading of the same or a higher level; deeper headings belong to the answer. Text before `A:` is the body of the
question. Nothing inside a code fence is markup.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import islice

from .text import Fence, collapse, trim_blank

_QUESTION = re.compile(
    r"^\s{0,3}(?:(?P<hashes>#{1,6})\s*)?(?P<font><(?i:font)[^>]*>\s*)?(?P<bold>\*\*\s*)?[QＱ]\s*[:：](?P<text>.*)$"
)
_NO_COLON = re.compile(r"^\s{0,3}<font[^>]*>\s*\*\*Q\s+\S")
_HEADING = re.compile(r"^\s{0,3}(?P<hashes>#{1,6})\s(?P<text>.*)$")
_BREAK = re.compile(r"^\s*<br\s*/?>\s*$", re.IGNORECASE)
_ANSWER = re.compile(r"^\s{0,3}(?:\*\*)?[AＡ]\s*[:：](?:\*\*)?\s*(?P<rest>.*)$")
_BOLD_END = re.compile(r" ?\*{0,2} ?(?:</font>)?$", re.IGNORECASE)
_HASHES_END = re.compile(r" #+$")
_FONT_END = "</font>"

_BACKTICKS = re.compile(r"`+")
_LINK = re.compile(
    r"!?\[(?P<text>[^\[\]]*)\]\(\s*<?(?P<target>[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+\"[^\"]*\")?\s*\)"
)
_ABSOLUTE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)

_SECTION_LEVEL = 2
"""Level of the headings that divide a page; a question that is no heading itself ends at least there."""


@dataclass(frozen=True, slots=True)
class Item:
    """One question of a page: the number of its line, its text, what stands before `A:`, and the answer."""

    line: int
    question: str
    body: str
    answer: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A line of a page that cannot be understood, with a sentence that says why."""

    line: int
    message: str


class _Kind(Enum):
    QUESTION = auto()
    NO_COLON = auto()
    HEADING = auto()
    BREAK = auto()
    TEXT = auto()
    CODE = auto()


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    kind: _Kind
    text: str
    level: int = 0

    @property
    def is_blank(self) -> bool:
        """Whether the line holds nothing; a blank line in code is code."""
        return self.kind is _Kind.TEXT and not self.text.strip()


@dataclass(slots=True)
class _Open:
    """An item under construction; a heading of `level` or higher ends it."""

    line: int
    title: str
    level: int
    lines: list[_Line] = field(default_factory=list)


def asked_items(lines: list[str]) -> Iterator[Item | Fault]:
    """Yield the `Q:` items of a page, and a `Fault` for what looks like one and is none."""
    current, section, after_break = None, _SECTION_LEVEL, False
    for line in _marked(lines):
        if current and _ends(current, line):
            yield _item(current)
            current, after_break = None, line.kind is _Kind.BREAK
        if current:
            current.lines.append(line)
            continue
        if line.kind is _Kind.QUESTION:
            current = _Open(line.number, line.text, line.level or section)
        elif line.kind is _Kind.HEADING:
            section, after_break = max(line.level, _SECTION_LEVEL), False
        elif fault := _fault(line, after_break):
            yield fault
            after_break = False
    if current:
        yield _item(current)
    yield from _open_fence(lines)


def headed_items(lines: list[str]) -> Iterator[Item | Fault]:
    """Yield the items of a page without any `Q:`: each heading with text below it is a question.

    A heading without text of its own only groups the ones below it. Deeper headings belong to the answer above them.
    """
    current = None
    for line in _marked(lines):
        if line.kind is _Kind.HEADING and not (current and current.lines and line.level > current.level):
            if current and current.lines:
                yield _headed(current)
            current = _Open(line.number, line.text, line.level) if line.level > 1 else None
        elif current and not (line.is_blank and not current.lines):
            current.lines.append(line)
    if current and current.lines:
        yield _headed(current)
    yield from _open_fence(lines)


def has_questions(lines: list[str]) -> bool:
    """Say whether a page has at least one `Q:` item."""
    return any(line.kind is _Kind.QUESTION for line in _marked(lines))


def _marked(lines: list[str]) -> Iterator[_Line]:
    """Yield every line with its kind; a question that runs over several lines is one."""
    fence, done = Fence(), 0
    for number, text in enumerate(lines, 1):
        is_code = fence.takes(text)
        if number <= done:
            continue
        if is_code:
            yield _Line(number, _Kind.CODE, text)
        elif question := _QUESTION.match(text):
            title, done = _whole_question(lines, number, question)
            yield _Line(number, _Kind.QUESTION, title, len(question["hashes"] or ""))
        else:
            yield _other(number, text)


def _whole_question(lines: list[str], number: int, match: re.Match[str]) -> tuple[str, int]:
    """Return the question that starts in line `number`, and the number of its last line.

    The end tag closes it; where that is missing, a blank line or the answer does.
    """
    parts = [match["text"]]
    if match["font"]:
        for row in lines[number:]:
            if _FONT_END in parts[-1].lower() or not row.strip() or _ANSWER.match(row):
                break
            parts.append(row)
    title = _heading_text(" ".join(parts))
    if match["font"] or match["bold"]:
        title = _BOLD_END.sub("", title)
    return title, number + len(parts) - 1


def _heading_text(text: str) -> str:
    """Return `text` on one line, without the hashes that may close a heading."""
    return _HASHES_END.sub("", collapse(text))


def _other(number: int, text: str) -> _Line:
    if _NO_COLON.match(text):
        return _Line(number, _Kind.NO_COLON, text)
    if heading := _HEADING.match(text):
        return _Line(number, _Kind.HEADING, _heading_text(heading["text"]), len(heading["hashes"]))
    if _BREAK.match(text):
        return _Line(number, _Kind.BREAK, text)
    return _Line(number, _Kind.TEXT, text)


def _ends(current: _Open, line: _Line) -> bool:
    if line.kind is _Kind.HEADING:
        return line.level <= current.level
    return line.kind in {_Kind.QUESTION, _Kind.NO_COLON, _Kind.BREAK}


def _fault(line: _Line, after_break: bool) -> Fault | None:
    if line.kind is _Kind.NO_COLON:
        return Fault(line.number, "This looks like a question, but the colon after Q is missing.")
    if after_break and line.kind in {_Kind.TEXT, _Kind.CODE} and not line.is_blank:
        return Fault(line.number, "The text after the separator belongs to no question.")
    return None


def _open_fence(lines: list[str]) -> Iterator[Fault]:
    fence = Fence()
    for line in lines:
        fence.takes(line)
    if fence.opened:
        yield Fault(fence.opened, "The code fence opened here is never closed, so all below it was read as code.")


def _item(current: _Open) -> Item:
    """Split the lines of an item at the first `A:`; without one they are the answer."""
    for index, line in enumerate(current.lines):
        answer = _ANSWER.match(line.text) if line.kind is _Kind.TEXT else None
        if answer:
            first = _Line(line.number, _Kind.TEXT, answer["rest"])
            rest = [first, *current.lines[index + 1 :]]
            return Item(current.line, current.title, _markdown(current.lines[:index]), _markdown(rest))
    return _headed(current)


def _headed(current: _Open) -> Item:
    return Item(current.line, current.title, "", _markdown(current.lines))


def _markdown(lines: Iterable[_Line]) -> str:
    return "\n".join(trim_blank([_cleaned(line) for line in lines])).rstrip()


def _cleaned(line: _Line) -> str:
    text = line.text.replace("\u00a0", " ")
    if line.kind is _Kind.HEADING:
        return f"{'#' * line.level} {text}"
    return text if line.kind is _Kind.CODE else _without_relative_links(text)


def _without_relative_links(text: str) -> str:
    """Return `text` with the words of relative links and images in their place; code spans stay as they are."""
    result, position = "", 0
    for start, end in _code_spans(text):
        result += _LINK.sub(_kept_link, text[position:start]) + text[start:end]
        position = end
    return result + _LINK.sub(_kept_link, text[position:])


def _code_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the code spans of a line are: from a run of backticks to the next run of the same length."""
    runs = [match.span() for match in _BACKTICKS.finditer(text)]
    position = 0
    for index, (start, after) in enumerate(runs):
        if start < position:
            continue
        # Runs of one length find each other at once, so only runs of different lengths are searched for in vain.
        ends = (end for other, end in islice(runs, index + 1, None) if end - other == after - start)
        if end := next(ends, 0):
            yield start, end
            position = end


def _kept_link(match: re.Match[str]) -> str:
    return match[0] if _ABSOLUTE.match(match["target"]) else match["text"]
