"""Markdown to readable plain text: for the search index, excerpts and descriptions.

Works with regular expressions over lines, an order of magnitude faster than a parser; it follows the renderer closely
but not in every corner. The result is text and not HTML: whoever puts it into a page escapes it.
"""

import re
from html import unescape

from qa.text.chars import join_cjk_lines, safe_cut, strip_controls
from qa.text.fences import segments
from qa.text.raw_html import is_known, without_comments

_QUOTED_CJK = re.compile(r"\n(?:> ?)+(?=[^\x00-\x7f])")
_RULES = re.compile(r"^[> ]{0,40}(?:[-=_*] ?){3,}$|^\|?(?: ?:?-+:? ?\|)+(?: ?:?-+:?)?$", re.MULTILINE)
_BLOCK_MARKS = re.compile(r"^(?:> ?|#{1,6} |[-*+] (?:\[[ xX]\] )?|\d{1,9}[.)] )+| #{1,6}$", re.MULTILINE)
_DEFINITIONS = re.compile(r"^\[[^\[\]\n]{1,200}\]: ?\S+.*$", re.MULTILINE)
_TABLE_ROWS = re.compile(r"^\|.*$", re.MULTILINE)
_LITERAL = re.compile(r"\\([!-/:-@\[-`{-~])|(?<!`)(`{1,9})(?!`)([^`]{1,5000}|.{1,5000}?[^`])\2(?!`)", re.DOTALL)
_LINK = re.compile(
    r"!?\[([^\[\]]{0,1000})\](?:"
    r"\(\s?(?:<[^<>\n]{0,2000}>|(?:[^()\s]|\([^()\s]{0,500}\)){0,2000})"
    r"(?:\s[\"'(][^\"')]{0,500}[\"')])?\s?\)"
    r"|\[[^\[\]]{0,200}\])"
)
_ADDRESS = re.compile(r"<((?:https?|mailto):[^<>\s]{1,2000})>")
_TAG = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]*)(?:\s[^<>]{0,1000})?/?>")
_SEPARATING_TAGS = frozenset(("blockquote", "br", "dd", "div", "dt", "li", "p", "pre", "summary", "td", "th", "tr"))
_HEADING = re.compile(r"[hH][1-6]")
_STARS = re.compile(r"(\*{1,3}|~~)(?=\S)([^*~\n]{1,1000}?)(?<=\S)\1")
_UNDERSCORES = re.compile(r"(?<!\w)(_{1,3})(?=[^\s_])([^\n]{1,300}?)(?<=[^\s_])\1(?!\w)")
_HELD = re.compile("\ue000(\\d+)\ue001")


def _tag_text(match: re.Match[str]) -> str:
    name = match[1]
    if not is_known(name):
        return match[0]
    return " " if name.lower() in _SEPARATING_TAGS or _HEADING.match(name) else ""


def _hold_literals(text: str, held: list[str]) -> str:
    """Put marks in place of inline code and escaped characters, which no later rule may change."""

    def hold(match: re.Match[str]) -> str:
        held.append(match[1] or match[3].strip(" "))
        return f"\ue000{len(held) - 1}\ue001"

    return _LITERAL.sub(hold, text)


def _without_blocks(text: str) -> str:
    text = _RULES.sub("", text)
    text = _BLOCK_MARKS.sub("", text)
    if "]:" in text:
        text = _DEFINITIONS.sub("", text)
    if "|" in text:
        text = _TABLE_ROWS.sub(lambda row: row[0].replace("|", " "), text)
    return text


def _without_spans(text: str) -> str:
    if "](" in text or "][" in text:
        text = _LINK.sub(r"\1", _LINK.sub(r"\1", text))
    if "<" in text:
        text = _TAG.sub(_tag_text, _ADDRESS.sub(r"\1", without_comments(text)))
    if "*" in text or "~~" in text:
        text = _STARS.sub(r"\2", _STARS.sub(r"\2", text))
    if "_" in text:
        text = _UNDERSCORES.sub(r"\2", text)
    return unescape(text) if "&" in text else text


def _squeezed(text: str) -> str:
    """Return the lines that are not blank with single spaces; also what keeps the expressions above linear."""
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _prose(text: str) -> str:
    """Return the readable text of Markdown that holds no fences."""
    held: list[str] = []
    text = _squeezed(text)
    text = join_cjk_lines(_QUOTED_CJK.sub("\n", text) if "\n>" in text else text)
    if "`" in text or "\\" in text:
        text = _hold_literals(text, held)
    text = _without_spans(_without_blocks(text))
    if held:
        text = _HELD.sub(lambda match: held[int(match[1])], text)
    return _squeezed(text)


def plain_text(source: str) -> str:
    """Return the words of a Markdown text: code and link texts stay, marks and link addresses go.

    Lines stay lines, without blank ones; a break inside Chinese text is closed up.
    """
    source = strip_controls(source).replace("\r\n", "\n").replace("\ue000", "").replace("\ue001", "")
    parts = [part.text.strip("\n") if part.is_code else _prose(part.text) for part in segments(source)]
    return "\n".join(part for part in parts if part)


def _cut(text: str, length: int) -> str:
    """Cut to `length` with an ellipsis; at a space if one is near, so that no Latin word is broken."""
    if len(text) <= length:
        return text
    at = safe_cut(text, max(length - 1, 1))
    if _is_latin(text[at]) and _is_latin(text[at - 1]):
        start = at
        while start and _is_latin(text[start - 1]):
            start -= 1
        at = start if start > length // 2 else at
    return text[:at].rstrip(" ,;:，、；：([（") + "…"


def _is_latin(char: str) -> bool:
    return char.isalnum() and ord(char) < 0x2E80


def summary(source: str, length: int = 200) -> str:
    """Return at most `length` characters of a Markdown text in one line, cut between words or characters with `…`.

    Plain text, not escaped.
    """
    # Prose is never longer than its source by much, and a text can be 500 times as long as its summary.
    text = plain_text(source[: length * 20 + 2000])
    return _cut(" ".join(join_cjk_lines(text).split()), length)
