"""Markdown to HTML: the one renderer of previews and pages.

The way of a text: control characters out, markdown-it with the rules below, typed HTML through `raw_html.Gate`, and
the whole result through `sanitise.clean`.
"""

import re
from collections.abc import Sequence
from html import escape
from typing import Any, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from qa.text import raw_html
from qa.text.chars import is_cjk_wide, strip_controls
from qa.text.formulas import formulas_plugin, mathml, source
from qa.text.highlight import highlight, language_of
from qa.text.inline_rules import inline_rules_plugin
from qa.text.sanitise import clean, clean_inline
from qa.text.tables import tables_plugin

HIGHLIGHTED_MAX = 40_000
"""Characters of code that are coloured in one text; blocks beyond are shown plain."""

FORMULAS_MAX = 500
"""Formulas that are typeset in one text; those beyond are shown as source."""

ADDRESSES_MAX = 200_000
"""Characters of link and image addresses and their titles in one text; links beyond lead nowhere."""

NESTING_MAX = 20
_CLEAN_ADDRESS = re.compile(r"https?://[a-z0-9.-]+(?:[/?#](?:[A-Za-z0-9\-._~/?#@!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*)?")

_Tokens: TypeAlias = Sequence[Token]
_Env: TypeAlias = Any


def _edge_char(tokens: _Tokens, start: int, step: int) -> str:
    """Return the character nearest to `tokens[start]` in one direction, looking through emphasis and link marks."""
    index = start + step
    while 0 <= index < len(tokens):
        if tokens[index].content:
            return tokens[index].content[0 if step > 0 else -1]
        if tokens[index].nesting == 0 and tokens[index].type != "text":
            return ""
        index += step
    return ""


def _spend(env: _Env, purse: str, amount: int, limit: int) -> bool:
    """Take `amount` from one of a text's budgets; False when it is used up."""
    env[purse] = env.get(purse, 0) + amount
    return env[purse] <= limit


def _gate(env: _Env) -> raw_html.Gate:
    """Return the gate of the text that is being rendered."""
    if "gate" not in env:
        env["gate"] = raw_html.Gate()
    return env["gate"]


class _Renderer(RendererHTML):
    """Writes the HTML of this site: shifted headings, coloured code, formulas, and images of this site only."""

    _shows_images = True

    def heading_open(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        return f"<{raw_html.heading(int(tokens[idx].tag[1]))}>"

    def heading_close(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        return f"</{raw_html.heading(int(tokens[idx].tag[1]))}>\n"

    def fence(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        code = tokens[idx].content
        language = language_of(tokens[idx].info)
        if language and not _spend(env, "highlighted", len(code), HIGHLIGHTED_MAX):
            language = None
        named = f' class="language-{language}"' if language else ""
        return f'<pre class="code" tabindex="0"><code{named}>{highlight(code, language)}</code></pre>\n'

    def code_block(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        return f'<pre class="code" tabindex="0"><code>{highlight(tokens[idx].content, None)}</code></pre>\n'

    def math_inline(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        return self._formula(tokens[idx], "inline", env)

    def math_block(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        formula = self._formula(tokens[idx], "block", env)
        return f'<div class="math-block">{formula}</div>\n' if tokens[idx].block else formula

    @staticmethod
    def _formula(token: Token, display: str, env: _Env) -> str:
        if not _spend(env, "formulas", 1, FORMULAS_MAX):
            return source(token.content)
        return mathml(token.content, display)

    def table_open(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        return '<div class="table-scroll"><table>\n'

    def table_close(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        return "</table></div>\n"

    def th_open(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        """The parser aligns with a style attribute, which the site's content policy forbids."""
        style = str(tokens[idx].attrGet("style") or "")
        aligned = f' align="{style.removeprefix("text-align:")}"' if style else ""
        return f"<{tokens[idx].tag}{aligned}>"

    td_open = th_open

    def td_close(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        """The same as without this rule, but a table can have 65,000 cells."""
        return "</td>\n"

    def list_item_open(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        """A task is marked with a character: a form control that does nothing would mislead."""
        mark = {True: "☑ ", False: "☐ "}.get(tokens[idx].meta.get("checked"), "")
        return "<li>" + mark

    def softbreak(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        """Chinese has no spaces, so a line break between two of its characters must not become one."""
        before, after = _edge_char(tokens, idx, -1), _edge_char(tokens, idx, 1)
        return "" if before and after and is_cjk_wide(before) and is_cjk_wide(after) else "\n"

    def link_open(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        """One long definition could be referred to by every other word of a text, so addresses have a budget."""
        env["in_link"] = True
        href, title = str(tokens[idx].attrs["href"]), str(tokens[idx].attrs.get("title", ""))
        if not _spend(env, "addresses", len(href) + len(title), ADDRESSES_MAX):
            return "<a>"
        titled = f' title="{escape(title)}"' if title else ""
        return f'<a href="{escape(href)}"{titled}>'

    def link_close(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        env["in_link"] = False
        return "</a>"

    def image(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        token = tokens[idx]
        src, title = str(token.attrs["src"]), str(token.attrs.get("title", ""))
        alt = self.renderInlineAsText(token.children, options, env)
        if not _spend(env, "addresses", len(src) + len(title), ADDRESSES_MAX):
            return escape(alt)
        return raw_html.image(src, alt, title, linked=env.get("in_link", False), shown=self._shows_images)

    def html_inline(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        return _gate(env).let_pass(tokens[idx].content)

    def html_block(self, tokens: _Tokens, idx: int, options: Any, env: _Env) -> str:
        return _gate(env).let_pass(tokens[idx].content) + _gate(env).close()

    def renderInline(self, tokens: _Tokens, options: Any, env: _Env) -> str:  # noqa: N802 - the parser's name
        rendered = super().renderInline(tokens, options, env)
        return rendered + env["gate"].close() if "gate" in env else rendered


class _Markdown(MarkdownIt):
    """The parser, without its slow way of escaping for addresses in which there is nothing to escape."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802 - the parser's name
        return url if _CLEAN_ADDRESS.fullmatch(url) else super().normalizeLink(url)


class _CommentRenderer(_Renderer):
    """The same within a line, but an image is a link to it."""

    _shows_images = False


def _parser(renderer: type[_Renderer], *, html: bool) -> MarkdownIt:
    options = {"html": html, "maxNesting": NESTING_MAX, "tasklists": True}
    md = _Markdown("commonmark", options, renderer_cls=renderer).enable(["table", "strikethrough"])
    return md.use(tables_plugin).use(formulas_plugin).use(inline_rules_plugin)


_POSTS = _parser(_Renderer, html=True)
_COMMENTS = _parser(_CommentRenderer, html=False)


def render(source: str) -> str:
    """Return safe HTML for the Markdown of a post. Never raises for any text."""
    return clean(_POSTS.render(strip_controls(source)))


def render_inline(source: str) -> str:
    """Return safe HTML for a comment: emphasis, code, links and formulas, without blocks and images."""
    return clean_inline(_COMMENTS.renderInline(strip_controls(source)))
