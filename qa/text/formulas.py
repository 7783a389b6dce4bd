"""Formulas in Markdown: where `$…$` is one, and LaTeX turned into MathML."""

import re
from functools import lru_cache
from html import escape

from latex2mathml import exceptions
from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

from qa.text.chars import CJK_WIDE

LENGTH_MAX = 2_000
"""Characters of one formula; a longer one is shown as its source."""

_INLINE = re.compile(r"\$(?![\s$])([^$\n]*?[^$\n\\\s])\$(?![A-Za-z0-9_$({])")
_INLINE_DISPLAY = re.compile(r"\$\$(?![\s$])([^$\n]*?[^$\n\\\s])\$\$(?!\$)")
_MONEY = re.compile(rf"\d[\d.,]*(?:\s+[A-Za-z]{{2}}|\s*[{CJK_WIDE}])")
"""How the inside of "$5, or 10$" begins: a number and then a word."""

_WORD_BEFORE = re.compile(r"[A-Za-z0-9_$\\]")
_BLOCK_ONE_LINE = re.compile(r"\$\$\s*(\S[^$]*?)\s*\$\$\s*$")
_REFUSED = re.compile(r"\\(?:newcommand|renewcommand|providecommand|def|let|gdef|href|style|class|unicode)(?![A-Za-z])")
"""Macros can grow without bound when expanded; the others carry addresses and styles that belong to the page."""

_LATEX_ERRORS = (
    exceptions.DenominatorNotFoundError,
    exceptions.DoubleSubscriptsError,
    exceptions.DoubleSuperscriptsError,
    exceptions.ExtraLeftOrMissingRightError,
    exceptions.InvalidAlignmentError,
    exceptions.InvalidStyleForGenfracError,
    exceptions.InvalidWidthError,
    exceptions.LimitsMustFollowMathOperatorError,
    exceptions.MissingEndError,
    exceptions.MissingSuperScriptOrSubscriptError,
    exceptions.NoAvailableTokensError,
    exceptions.NumeratorNotFoundError,
    # The converter's own errors have no common base, and on half-typed input it also trips over its own indexes
    # (LookupError, StopIteration inside a generator as RuntimeError, which includes RecursionError).
    *(AttributeError, LookupError, RuntimeError, StopIteration, TypeError, ValueError),
)


@lru_cache(maxsize=512)
def mathml(latex: str, display: str = "inline") -> str:
    """Return MathML for a formula, or its escaped source in `<code class="math-error">` when it cannot be read.

    `display` is "inline" or "block". The result is not sanitised.
    """
    if len(latex) <= LENGTH_MAX and not _REFUSED.search(latex):
        try:
            return convert(latex, display=display)
        except _LATEX_ERRORS:
            pass
    return source(latex)


def source(latex: str) -> str:
    """Return the markup that shows a formula as it was typed."""
    return f'<code class="math-error">{escape(latex, quote=False)}</code>'


def _inline_rule(state: StateInline, silent: bool) -> bool:
    src, pos = state.src, state.pos
    if src[pos] != "$" or (pos and _WORD_BEFORE.match(src, pos - 1)):
        return False
    display = src.startswith("$$", pos)
    match = (_INLINE_DISPLAY if display else _INLINE).match(src, pos, state.posMax)
    if match is None or _MONEY.match(match[1]):
        return False
    if not silent:
        token = state.push("math_block" if display else "math_inline", "math", 0)
        token.content = match[1]
    state.pos = match.end()
    return True


def _closing_line(state: StateBlock, start: int, end: int) -> int | None:
    """Find the line that ends with `$$`; remember a stretch without one, so that it is not searched again."""
    if start < state.env.get("no_formula_before", 0):
        return None
    for line in range(start + 1, end):
        if state.isEmpty(line) or state.sCount[line] < state.blkIndent:
            break
        if state.src[state.bMarks[line] : state.eMarks[line]].rstrip().endswith("$$"):
            return line
    else:
        line = end
    state.env["no_formula_before"] = line
    return None


def _block_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if not first.startswith("$$") or state.is_code_block(start):
        return False
    one_line = _BLOCK_ONE_LINE.match(first)
    last = start if one_line else None
    if not one_line and "$$" not in first[2:]:
        last = _closing_line(state, start, end)
    if last is None:
        return False
    if not silent:
        content = one_line[1] if one_line else first[2:] + "\n" + state.getLines(start + 1, last + 1, 0, False)
        token = state.push("math_block", "math", 0)
        token.block, token.map = True, [start, last + 1]
        token.content = content.rstrip().removesuffix("$$").strip()
        state.line = last + 1
    return True


def formulas_plugin(md: MarkdownIt) -> None:
    """Teach a parser `$…$` within a line and `$$…$$` in a line or around a block.

    A dollar next to a letter or digit on its outer side, or to a space on its inner side, is money or a shell
    variable and stays text. Tokens are `math_inline` and `math_block` with the LaTeX as content.
    """
    md.inline.ruler.before("escape", "math_inline", _inline_rule)
    md.block.ruler.before("fence", "math_block", _block_rule, {"alt": ["paragraph", "reference", "blockquote", "list"]})
