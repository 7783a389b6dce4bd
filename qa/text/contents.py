"""A table of contents for a long text, from its rendered HTML."""

import re
from dataclasses import dataclass
from html import unescape

LEAST = 3
"""Headings from which on a text has a table of contents."""
_HEADING = re.compile(r"<h([3-6])>(.*?)</h\1>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Heading:
    """`depth` counts from 0, the highest level that the text has."""

    anchor: str
    text: str
    depth: int


def with_contents(html: str, prefix: str) -> tuple[str, list[Heading]]:
    """The HTML of a post with an id on each heading, and the headings; both as before when they are few.

    `prefix` tells the posts of one page apart. A heading without text is no place to go to.
    """
    found = [match for match in _HEADING.finditer(html) if _text(match)]
    if len(found) < LEAST:
        return html, []
    top = min(int(match[1]) for match in found)
    parts, headings, end = [], [], 0
    for number, match in enumerate(found, 1):
        anchor = f"{prefix}-{number}"
        parts += html[end : match.start()], f'<h{match[1]} id="{anchor}">', match[2], f"</h{match[1]}>"
        headings.append(Heading(anchor, _text(match), int(match[1]) - top))
        end = match.end()
    return "".join((*parts, html[end:])), headings


def _text(match: re.Match[str]) -> str:
    return " ".join(unescape(_TAG.sub("", match[2])).split())
