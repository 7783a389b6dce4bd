"""Whatever is typed, only harmless HTML comes out, and it comes out in time."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qa.text.highlight import CSS_CLASSES, LANGUAGES
from qa.text.markdown import render, render_inline
from qa.text.raw_html import TAGS
from qa.text.sanitise import clean, clean_inline
from tests.text.payloads import VOID, XSS, Elements
from tests.timing import assert_takes_less_than

MATHML = re.compile(r"m[a-z]+|none")
ATTRIBUTES = {
    *("href", "rel", "title", "class", "src", "alt", "loading", "width", "height", "align", "tabindex", "start"),
    *("open", "colspan", "rowspan", "scope", "reversed", "display", "displaystyle", "scriptlevel", "stretchy"),
    *("mathvariant", "mathcolor", "mathbackground", "mathsize", "accent", "fence", "form", "linethickness", "notation"),
    *("columnalign", "columnlines", "rowlines", "lspace", "rspace", "minsize", "maxsize", "movablelimits", "largeop"),
    *("depth", "voffset", "separator", "columnspacing", "rowspacing", "accentunder"),
}
CLASSES = {"code", "table-scroll", "math-block", "math-error", "image-link", *CSS_CLASSES}
CLASSES |= {f"language-{language}" for language in LANGUAGES}
SAFE_HREF = re.compile(r"(?:https?|mailto):|(?![a-z][a-z0-9+.-]*:)", re.IGNORECASE)
OWN_IMAGE = re.compile(r"/media/[\w./-]+")

FRAGMENTS = [*XSS, "**", "*", "_", "`", "```", "\n", "\n\n", "> ", "- ", "    ", "$", "$$", "|", "[", "](", ")", "<b>"]
FRAGMENTS += [
    "</b>",
    "<div>",
    "</div>",
    "<table>",
    "<td>",
    "<p>",
    "<pre>\n",
    "中文",
    "\\",
    "&",
    "&lt;",
    "\x00",
    "\ud800",
]


class Balance(HTMLParser):
    """Fails on an end tag that does not end the innermost open element."""

    def __init__(self, html):
        super().__init__()
        self.open = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def assert_safe(html):
    assert "<script" not in html.lower()
    assert "<!--" not in html
    for tag, attributes in Elements(html).tags:
        assert tag in TAGS or MATHML.fullmatch(tag), tag
        assert set(attributes) <= ATTRIBUTES, attributes
        assert SAFE_HREF.match(attributes.get("href", ""))
        assert not any(ord(char) < 32 for value in attributes.values() for char in value or "" if char not in "\t\n")
        assert set((attributes.get("class") or "").split()) <= CLASSES
        assert tag != "img" or "src" not in attributes or OWN_IMAGE.fullmatch(attributes["src"])
        assert ".." not in (attributes.get("src") or "")


@pytest.mark.parametrize("payload", XSS)
def test_hostile_post_is_harmless(payload):
    for source in (payload, f"text {payload} text", f"> - {payload}", f"<div>{payload}</div>", f"a\n{payload}\nb"):
        html = render(source)
        assert_safe(html)
        Balance(html)


@pytest.mark.parametrize("payload", XSS)
def test_hostile_comment_is_harmless(payload):
    html = render_inline(payload)
    assert_safe(html)
    assert {tag for tag, _ in Elements(html).tags if not tag.startswith("m")} <= {
        "a",
        "br",
        "code",
        "em",
        "s",
        "strong",
    }


@pytest.mark.parametrize("payload", XSS)
def test_sanitiser_alone_is_enough(payload):
    assert_safe(clean(payload))
    assert_safe(clean_inline(payload))


@settings(max_examples=150, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=8), max_size=12).map("".join))
def test_any_mixture_is_harmless_and_stable(source):
    html = render(source)
    assert_safe(html)
    Balance(html)
    once = clean(html)
    assert_safe(once)
    assert clean(once) == once
    assert_safe(render_inline(source))


@settings(max_examples=100, derandomize=True, deadline=None)
@given(st.text(alphabet=st.characters(), max_size=200))
def test_any_text_is_rendered(source):
    assert_safe(render(source))
    assert_safe(render_inline(source))


@settings(max_examples=100, derandomize=True, deadline=None)
@given(st.text(alphabet="<>/abim \"'=&;!-[]()`$*_\n", max_size=60))
def test_any_markup_like_text_is_harmless(source):
    assert_safe(render(source))


def test_link_says_that_it_is_not_ours():
    for html in (
        render("[x](https://example.org)"),
        render_inline("https://example.org"),
        render("<a href=/q/1>x</a>"),
    ):
        assert all(link["rel"] == "nofollow ugc noopener" for link in Elements(html).named("a"))
        assert Elements(html).named("a")


def test_user_cannot_set_ids_or_foreign_classes():
    html = render('<p id="x" name="y" class="navbar">a</p> <span class="hl-k navbar">b</span>')
    assert "id=" not in html
    assert "navbar" not in html


def test_control_characters_and_surrogates_go():
    assert render("a\x00b\x07c\ud800d") == "<p>abcd</p>\n"
    assert "\x01" not in render("<div>&#1;&#x7f;</div>")


def test_typed_mathml_and_svg_are_text():
    html = render("<math><mi>x</mi></math> <svg></svg>")
    assert Elements(html).tags == [("p", {})]


SIZE = 12_000
"""Characters of each hostile text below; bounds are for this size, and growth that is not linear breaks them."""


def _fill(text):
    return (text * (SIZE // len(text) + 1))[:SIZE]


FLOODS = [
    *(">", "> ", "[", "![", "[]", "[[]", "[](", "![](", "[a][", "[a](<b", "*", "**a ", "_a ", "*a_ ", "a**", "~~a "),
    *("`", "<", "<a ", "<!-- ", "<![CDATA[", "<?", "<b>", "<div>", "<table>", "<details>\n\n", '<a href="x">', "<p>"),
    *("$", "$a ", "$$a\n", "$$\na\n\n", "$a$ ", "- ", "- a\n", "1. ", "a\n", "# \n", "|", "a|\n-|-\n", "http:", "\\"),
    *(
        "http://a.b ",
        "&",
        "&#1",
        "```\n",
        "```python\nx\n```\n",
        "    a\n",
        "\t",
        " ",
        "\n",
        "中\n",
        "中文，",
        "e\u0301",
    ),
    *("<b><i></b></i>", "<sup><b>", "<table><b>", "![a](b)", "[x](y ", "<img src=x>", "> ```\n", "abcdefghij"),
]
NESTED = {
    "quotes": ">" * 10_000 + "a",
    "brackets": "[" * 5_000 + "a" + "](b)" * 3_000,
    "stars": "*" * 10_000 + "a" + "*" * 10_000,
    "lists": "".join(" " * 2 * depth + "- a\n" for depth in range(140)),
    "reference": "[a]: " + "b" * 10_000 + "\n\n" + "[a] " * 2_500,
    "wide table": "|".join("a" * 900) + "\n" + "|".join("-" * 900) + "\n" + "x\n" * 9_000,
    "formats": "".join(f"<b a={i}>" for i in range(1_000)) + "<p>x" * 2_500,
    "unclosed": "<a href=x><b><i><u><s><small><strong><em><code>\n\n" + "a\n\n" * 6_000,
    "braces": "$"
    + "{" * 1_900
    + "$ $"
    + "\\sqrt" * 390
    + "$ $"
    + "\\left(" * 300
    + "$ $x"
    + "^{x" * 600
    + "}" * 600
    + "$",
    "macros": "$" + "\\newcommand{\\a}{xx}" + "\\a" * 100 + "$",
    "formulas": " ".join(f"${i}+x$" for i in range(2_500)),
    "address": "http://a.b" + ")" * 15_000,
    "c blank lines": "```c\n" + "\n" * 15_000 + "```",
    "html code": "```html\n" + (("<?" * 100 + "\n") * 60) + "```",
    "long code line": "```make\n" + "a" * 15_000 + "\n```",
    "marks": "e" + "\u0301" * 15_000,
}


@pytest.mark.parametrize("source", [*map(_fill, FLOODS), *NESTED.values()], ids=[*map(repr, FLOODS), *NESTED])
def test_hostile_text_is_rendered_in_time(source):
    assert_takes_less_than(6, lambda: (render(source), render_inline(source)))
    assert len(render(source)) < 60 * SIZE
