"""Tables up to a size: the parser fills every short row with empty cells, up to 65,000 of them; beyond, it is text."""

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import table as parse_table

CELLS_MAX = 20_000

_DELIMITER = re.compile(r"[|:\- \t]*-[|:\- \t]*")


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _extent(state: StateBlock, start: int, end: int) -> tuple[int, int]:
    """Columns of the header, and the next blank line; no columns where no delimiter row follows the header."""
    if start + 1 >= end or not _DELIMITER.fullmatch(_line(state, start + 1)):
        return 0, start
    last = start + 1
    while last < end and not state.isEmpty(last):
        last += 1
    return _line(state, start).count("|") + 1, last


def _table_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The rule is asked again for every line of a paragraph; what was found too large once is not measured again."""
    if start < state.env.get("text_until", 0):
        return False
    columns, last = _extent(state, start, end)
    if columns * (last - start) > CELLS_MAX:
        state.env["text_until"] = last
        return False
    return parse_table(state, start, end, silent)


def tables_plugin(md: MarkdownIt) -> None:
    """Put the bound in front of the parser's own rule."""
    md.block.ruler.at("table", _table_rule, {"alt": ["paragraph", "reference"]})
