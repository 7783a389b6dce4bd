"""Rules within a line that CommonMark lacks: bare web addresses, and emphasis next to Chinese punctuation."""

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.emphasis import tokenize as tokenize_emphasis

from qa.text.chars import is_cjk

_ADDRESS = re.compile(r"://(?:[A-Za-z0-9]|\[[0-9a-fA-F:.]{2,45}\])[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]{0,2000}")
"""ASCII only: in Chinese the sentence goes on right behind an address, without a space."""

_SCHEME = re.compile(r"(?<![A-Za-z0-9+.\-])https?$")
_SCHEME_REACH = 6
"""Characters to look back for a scheme and the border before it; looking at all of them would be quadratic."""

_BRACKETS_MAX = 5
"""Brackets inside each other that can still be links and images."""

_TAIL = frozenset("?!.,:;*_~'[]")


def _trim(address: str) -> str:
    """Take off the punctuation of the sentence around an address, and closing brackets that it did not open."""
    unopened = address.count(")") - address.count("(")
    end = len(address)
    while address[end - 1] in _TAIL or (address[end - 1] == ")" and unopened > 0):
        unopened -= address[end - 1] == ")"
        end -= 1
    return address[:end]


def _address_rule(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != ":" or silent or state.linkLevel > 0:
        return False
    scheme = _SCHEME.search(state.pending[-_SCHEME_REACH:])
    rest = scheme and _ADDRESS.match(state.src, state.pos, state.posMax)
    if not rest:
        return False
    address = _trim(scheme[0] + rest[0])
    state.pending = state.pending[: -len(scheme[0])]
    _push_link(state, address)
    state.pos += len(address) - len(scheme[0])
    return True


def _push_link(state: StateInline, address: str) -> None:
    state.push("link_open", "a", 1).attrs = {"href": state.md.normalizeLink(address)}
    state.push("text", "", 0).content = address
    state.push("link_close", "a", -1)


def _emphasis_rule(state: StateInline, silent: bool) -> bool:
    """CommonMark's rule, but Han and kana count as a border: `**注意：**请` is bold.

    The rule takes the letters around a mark for parts of one word, and Chinese does not separate words.
    """
    start, known = state.pos, len(state.delimiters)
    if not tokenize_emphasis(state, silent):
        return False
    if state.src[start] == "*":
        before = state.src[start - 1] if start else " "
        after = state.src[state.pos] if state.pos < state.posMax else " "
        for delimiter in state.delimiters[known:]:
            delimiter.open = delimiter.open or (is_cjk(before) and not after.isspace())
            delimiter.close = delimiter.close or (is_cjk(after) and not before.isspace())
    return True


def _shallow_rule(state: StateInline, silent: bool) -> bool:
    """Give up the search for a link when brackets stand deep inside each other, as in `[[[[…`.

    The parser does the same at its limit for nesting, but that one serves blocks too and so cannot be as low.
    """
    if not silent or state.level < _BRACKETS_MAX or state.src[state.pos] not in "[!":
        return False
    state.pos = state.posMax
    return True


def inline_rules_plugin(md: MarkdownIt) -> None:
    """Teach a parser links for bare `http(s)://` addresses, and emphasis that works in Chinese text."""
    md.inline.ruler.before("link", "shallow", _shallow_rule)
    md.inline.ruler.push("address", _address_rule)
    md.inline.ruler.at("emphasis", _emphasis_rule)
