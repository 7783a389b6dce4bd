"""Turns the plain text of notes, as copied from a document, into Markdown: nested lists, tables, no rules."""

import re
from collections.abc import Iterable, Iterator

from .text import Fence

_RULE = re.compile(r"^\s*(?:-{3,}|\*{3,}|_{3,})\s*$")
_NUMBER = re.compile(r"^\s*(?P<number>\d{1,3})[.、]\s+(?P<text>\S.*)$")
_BULLET = re.compile(r"^(?P<indent>\s*)[•·●▪◦]\s*(?P<text>\S.*)$")


def to_markdown(lines: Iterable[str]) -> str:
    """Return Markdown for `lines`; every word stays, in its order."""
    blocks = (_block(kind, block) for kind, block in _blocks(lines))
    return "\n\n".join(block for block in blocks if block)


def _blocks(lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield runs of neighbouring lines of one kind."""
    fence, kind, block = Fence(), "blank", []
    for line in lines:
        found = "code" if fence.takes(line) else _kind(line, kind)
        if found != kind:
            yield kind, block
            kind, block = found, []
        block.append(line.rstrip())
    yield kind, block


def _kind(line: str, before: str) -> str:
    if not line.strip() or _RULE.match(line):
        return "blank"
    if "\t" in line.strip():
        return "table"
    if _NUMBER.match(line) or _BULLET.match(line):
        return "list"
    # An indented line below a list item goes on with that item.
    return "list" if before == "list" and line[0].isspace() else "text"


def _block(kind: str, lines: list[str]) -> str:
    if kind == "table":
        return _table(lines)
    if kind == "list":
        return "\n".join(_list_lines(lines))
    return "" if kind == "blank" else "\n".join(lines)


def _list_lines(lines: list[str]) -> Iterator[str]:
    """Yield Markdown list lines; a bullet below a numbered item is indented to the text of that item."""
    width = 0
    for line in lines:
        if number := _NUMBER.match(line):
            marker = f"{number['number']}. "
            width = len(marker)
            yield marker + number["text"]
        elif bullet := _BULLET.match(line):
            # A bullet at the margin stands for itself, one that is indented belongs to the item above it.
            yield (" " * width if bullet["indent"] else "") + "- " + bullet["text"]
        else:
            yield " " * width + line.strip()


def _table(lines: list[str]) -> str:
    rows = [[cell.strip().replace("|", "\\|") for cell in line.strip("\n").split("\t")] for line in lines]
    width = max(map(len, rows))
    rows = [row + [""] * (width - len(row)) for row in rows]
    head, *body = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([head, "|" + " --- |" * width, *body])
