"""Where the code blocks of a Markdown text are; found line by line, without parsing the rest."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_MARK = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(`{3,}|~{3,})([^\n]*)")
_QUOTE = re.compile(r"[ ]{0,3}>[ ]?")
_BACKTICKS = re.compile(r"`+")


class Segment(NamedTuple):
    """A stretch of a text: code with the info string of its fence, or anything else with an empty one."""

    is_code: bool
    text: str
    info: str = ""


def _opening(line: str) -> re.Match[str] | None:
    match = _MARK.match(line)
    return None if match is None or (match[1][0] == "`" and "`" in match[2]) else match


def _unquoted(line: str, depth: int) -> str:
    for _ in range(depth):
        line = _QUOTE.sub("", line, count=1)
    return line


def _closes(line: str, mark: str) -> bool:
    bare = line.strip(" \t>\r\n")
    return bare.startswith(mark) and not bare.strip(mark[0])


def segments(source: str) -> Iterator[Segment]:
    """Yield the stretches of a Markdown text in order; a fence that is never closed reaches to the end."""
    if "```" not in source and "~~~" not in source:
        yield Segment(False, source)
        return
    held: list[str] = []
    mark, info, depth = "", "", 0
    for line in source.splitlines(keepends=True):
        opening = None if mark else _opening(line)
        if opening or (mark and _closes(line, mark)):
            yield Segment(bool(mark), "".join(held), info)
            held = []
            mark, info = (opening[1], opening[2].strip()) if opening else ("", "")
            depth = line.split(mark, 1)[0].count(">") if opening else 0
        else:
            held.append(_unquoted(line, depth) if mark else line)
    yield Segment(bool(mark), "".join(held), info)


def fenced(text: str) -> str:
    """Return a text as a code block of Markdown, between marks that are longer than any inside."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    mark = "`" * max(3, longest + 1)
    return f"{mark}text\n{text}\n{mark}\n"
