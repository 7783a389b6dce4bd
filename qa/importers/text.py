"""Text helpers that the parsers share: normal forms, stable keys, tags, titles, code fences, paragraphs."""

import contextlib
import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence

from qa import rules
from qa.text.tags import TagError, normalise_tag

_CODE = re.compile(r"```.*?```|~~~.*?~~~|`[^`\n]*`", re.DOTALL)
_FENCE = re.compile(r"^\s*(?:>\s*)*(?P<item>(?:[-*+]|\d+[.)])\s+)?(?P<mark>`{3,}|~{3,})(?P<rest>.*)$")
_SENTENCE_END = re.compile(r"[。！？!?；;]+|\.(?=\s)")
_CLAUSE_END = re.compile(r"[，、：]|[,:](?=\s)")
_LIST_LINE = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+\S")


def collapse(text: str) -> str:
    """Return `text` on one line: runs of white space, line breaks and no-break spaces become one space."""
    return " ".join(text.split())


def digest(text: str) -> str:
    """Return a short key of `text` that case, width, spaces and punctuation do not change."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(char for char in plain if char.isalnum()) or plain
    return hashlib.sha256(kept.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def derived_tags(*names: str) -> tuple[str, ...]:
    """Return the tags that a parser makes out of headings and names: normalised, each once, at most `TAGS_MAX`.

    A heading that cannot be a tag is left out: it was not written to be one, and stands in the text as well.
    """
    found: dict[str, None] = {}
    for name in filter(None, names):
        with contextlib.suppress(TagError):
            found[normalise_tag(name)] = None
    return tuple(found)[: rules.TAGS_MAX]


def leading_part(text: str, limit: int) -> str:
    """Return as many whole sentences of `text` as fit into `limit` characters, else whole clauses; empty if none fits.

    A code span is never cut: error messages hold full stops and colons of their own.
    """
    shielded = _CODE.sub(lambda match: "x" * len(match[0]), text)
    for boundary in (_SENTENCE_END, _CLAUSE_END):
        ends = [match.end() for match in boundary.finditer(shielded) if match.end() <= limit]
        if ends:
            return text[: ends[-1]].rstrip("，、：；,:; ")
    return ""


def title_and_rest(question: str, limit: int) -> tuple[str, str]:
    """Return (title, text for the body): a question that is too long keeps its start as title, and all of it below.

    Without a boundary where it may be cut the question stays whole, for the check of the limits to report.
    """
    title = question if len(question) <= limit else leading_part(question, limit)
    return (title, "" if title == question else question) if title else (question, "")


class Distinct:
    """Hands out names that were not handed out before: a second `x` becomes `x` + `pattern` with the number 2."""

    def __init__(self, pattern: str = "-{}") -> None:
        self._pattern = pattern
        self._given: set[str] = set()

    def of(self, name: str) -> str:
        """Return `name`, or `name` with the first number that makes it new."""
        result, number = name, 1
        while result in self._given:
            number += 1
            result = name + self._pattern.format(number)
        self._given.add(result)
        return result


class Fence:
    """Follows Markdown code fences line by line, so that nothing inside a fence is taken for markup.

    `opened` is the number (from 1) of the line with the fence that is still open, or 0.
    """

    def __init__(self) -> None:
        self.opened = 0
        self._mark = ""
        self._line = 0

    def takes(self, line: str) -> bool:
        """Take the next line and say whether it is code; the fence lines themselves count as code."""
        self._line += 1
        match = _FENCE.match(line)
        if self.opened:
            self._close(match)
            return True
        # CommonMark: the info string of a backtick fence holds no backtick, else the line is inline code.
        if match and not (match["mark"][0] == "`" and "`" in match["rest"]):
            self.opened, self._mark = self._line, match["mark"]
            return True
        return False

    def _close(self, match: re.Match[str] | None) -> None:
        closes = match and match["mark"].startswith(self._mark) and not match["rest"].strip()
        if closes and not match["item"]:
            self.opened = 0


def trim_blank(lines: Sequence[str]) -> list[str]:
    """Return `lines` without the blank ones at both ends."""
    kept = list(lines)
    while kept and not kept[-1].strip():
        kept.pop()
    while kept and not kept[0].strip():
        kept.pop(0)
    return kept


def paragraphs(lines: Iterable[str]) -> str:
    """Return Markdown for plain text in which every line is a paragraph; code and neighbouring list lines stay."""
    fence, result, before = Fence(), "", ""
    for line in lines:
        kind = _paragraph_kind(fence.takes(line), line)
        if kind == "blank":
            before = ""
            continue
        close = kind == before and kind in {"code", "list"}
        result += ("" if not result else "\n" if close else "\n\n") + (
            line.rstrip() if kind == "code" else line.strip()
        )
        before = kind
    return result


def _paragraph_kind(is_code: bool, line: str) -> str:
    if is_code:
        return "code"
    if not line.strip():
        return "blank"
    return "list" if _LIST_LINE.match(line) else "text"
