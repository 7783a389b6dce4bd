"""What Markdown becomes."""

import pytest

from qa.text.markdown import FORMULAS_MAX, HIGHLIGHTED_MAX, render, render_inline
from tests.text.payloads import Elements
from tests.timing import assert_takes_less_than


def paragraph(source):
    return render(source).strip().removeprefix("<p>").removesuffix("</p>")


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("`if (n <= 5) cout << 5;`", "<code>if (n &lt;= 5) cout &lt;&lt; 5;</code>"),
        ("`a && b &lt;`", "<code>a &amp;&amp; b &amp;lt;</code>"),
        ("a < b && c", "a &lt; b &amp;&amp; c"),
        ("List<String> vs Vec<T>", "List&lt;String&gt; vs Vec&lt;T&gt;"),
        ("a<br>b", "a<br>b"),
        ("a\\\nb", "a<br>\nb"),
        ("H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd>", "H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd>"),
        ("~~old~~", "<s>old</s>"),
        ("a <!-- hidden --> b", "a  b"),
        ("<b>never closed", "<b>never closed</b>"),
        ("stray</b> end", "stray end"),
    ],
)
def test_inline_markup(source, html):
    assert paragraph(source) == html


def test_unclosed_formatting_ends_with_its_paragraph():
    assert render("<b>a\n\nb") == "<p><b>a</b></p>\n<p>b</p>\n"


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("这是一行\n中文", "这是一行中文"),
        ("第一行，\n第二行", "第一行，第二行"),
        ("**第一行**\n[第二行](/q/1)", '<strong>第一行</strong><a href="/q/1" rel="nofollow ugc noopener">第二行</a>'),
        ("中文\nEnglish\n中文", "中文\nEnglish\n中文"),
        ("`code`\n中文", "<code>code</code>\n中文"),
        ("ひらがな\nカタカナ", "ひらがなカタカナ"),
        ("한국어\n띄어쓰기", "한국어\n띄어쓰기"),
        ("one\ntwo", "one\ntwo"),
    ],
)
def test_line_break_between_chinese_characters_leaves_no_space(source, html):
    assert paragraph(source) == html


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("**注意：**请看", "<strong>注意：</strong>请看"),
        ("这是**“引用”**的话", "这是<strong>“引用”</strong>的话"),
        ("用**`ops.add`**算", "用<strong><code>ops.add</code></strong>算"),
        ("a * b * c", "a * b * c"),
        ("snake_case_name", "snake_case_name"),
    ],
)
def test_emphasis_next_to_chinese(source, html):
    assert paragraph(source) == html


@pytest.mark.parametrize(
    "source",
    [
        "$5 and $6",
        "It costs $5, or 10$ there",
        "原价$5，折后4$",
        "US$5 and US$6",
        "echo $HOME and $PATH",
        "$HOME:$PATH",
        "${A}/${B}",
        "a $ b $ c",
        "$$",
        "cost is 5$",
        "\\$x$",
    ],
)
def test_dollars_in_ordinary_text_stay(source):
    assert "<math" not in render(source)
    assert Elements(render(source)).text.strip() == source.replace("\\$", "$")


@pytest.mark.parametrize("source", ["$x$", "公式$x^2$是", "($a_1$)", "$\\alpha$-loss", "$x$, $y$。"])
def test_formula_in_a_line(source):
    assert '<math display="inline">' in render(source)
    assert '<math display="inline">' in render_inline(source)


@pytest.mark.parametrize("source", ["$$x^2$$", "$$\nx^2\n$$", "text\n$$\nx^2\n$$\ntext", "> $$\n> x\n> $$", "- $$x$$"])
def test_formula_block(source):
    assert '<div class="math-block"><math display="block">' in render(source)


def test_formula_block_takes_no_marks_of_its_container():
    assert "<mo>&gt;</mo>" not in render("> $$\n> x\n> y\n> $$")


@pytest.mark.parametrize(
    "latex", ["\\frac{1}{", "\\left(", "x^", "\\begin{matrix}", "\\newcommand{\\a}{b}\\a", "}{", "a_b_c"]
)
def test_broken_formula_is_shown_as_source(latex):
    assert f'<code class="math-error">{latex}</code>' in render(f"${latex}$")


@pytest.mark.parametrize(
    "latex", ["&&&", "\\\\", "^^^", "\\sqrt" * 300, "{" * 900, "'" * 500, "\\color", "\\text", "\\hline"]
)
def test_odd_formula_never_raises(latex):
    assert render(f"${latex}$")
    assert render(f"$$\n{latex}\n$$")


def test_formulas_beyond_the_limit_are_source():
    html = render("$x$ " * (FORMULAS_MAX + 1))
    assert html.count("<math") == FORMULAS_MAX
    assert html.count("math-error") == 1


def test_dollar_in_code_is_code():
    assert paragraph("`$HOME$`") == "<code>$HOME$</code>"


@pytest.mark.parametrize(
    ("source", "address"),
    [
        ("请看https://example.com/a_b_c?x=1&y=2，谢谢", "https://example.com/a_b_c?x=1&y=2"),
        ("see https://example.com.", "https://example.com"),
        ("(https://a.example/x_(y))", "https://a.example/x_(y)"),
        ("**https://example.com**", "https://example.com"),
        ("<https://example.com/中>", "https://example.com/%E4%B8%AD"),
        ("https://[::1]:8000/x", "https://[::1]:8000/x"),
        ("http://localhost:8000", "http://localhost:8000"),
    ],
)
def test_bare_address_becomes_a_link(source, address):
    assert [link["href"] for link in Elements(render(source)).named("a")] == [address]


@pytest.mark.parametrize(
    "source", ["`https://a.example`", "xhttp://a.example", "http:", "https:// x", "a: b", "a@b.example"]
)
def test_other_text_is_no_link(source):
    assert "<a" not in render(source)


def test_link_in_link_text_stays_one_link():
    assert len(Elements(render("[https://a.example](https://b.example)")).named("a")) == 1


def test_headings_begin_below_those_of_the_page():
    html = render("# a\n## b\n### c\n#### d\n##### e\n###### f")
    assert [tag for tag, _ in Elements(html).tags] == ["h3", "h4", "h5", "h6", "h6", "h6"]
    assert render("a\n=") == "<h3>a</h3>\n"
    assert render("<h1 id=x>a</h1>\n<H2>b</H2>") == "<h3>a</h3>\n<h4>b</h4>"


def test_nested_quotes_and_code_in_a_quote_survive():
    html = render("> > inner\n>\n> ```python\n> x = 1\n> ```\n> end")
    assert html.count("<blockquote>") == 2
    assert Elements(html).text.split() == ["inner", "x", "=", "1", "end"]


def test_own_image_is_shown_and_loads_late():
    image = {"src": "/media/2026/a-b.png", "alt": "图", "title": "t", "loading": "lazy"}
    assert Elements(render('![图](/media/2026/a-b.png "t")')).named("img") == [image]
    assert Elements(render("<img alt=图 title=t src=/media/2026/a-b.png>")).named("img") == [image]


@pytest.mark.parametrize(
    "source", ["![图](https://other.example/a.png)", '<img src="https://other.example/a.png" alt="图">']
)
def test_image_from_elsewhere_is_a_link(source):
    elements = Elements(render(source))
    assert elements.named("img") == []
    assert elements.named("a")[0]["href"] == "https://other.example/a.png"
    assert elements.text.strip() == "图"


def test_badge_in_a_link_is_its_text():
    html = render("[![CI](https://ci.example/badge.svg)](https://ci.example)")
    assert html == '<p><a href="https://ci.example" rel="nofollow ugc noopener">CI</a></p>\n'


def test_image_without_text_shows_its_address():
    assert Elements(render("![](https://other.example/a.png)")).text.strip() == "https://other.example/a.png"


def test_table_scrolls_and_aligns_without_style():
    html = render("|a|b|\n|:-|-:|\n|1|2|")
    assert html.startswith('<div class="table-scroll"><table>')
    assert '<td align="right">2</td>' in html
    assert "style" not in html
    assert '<div class="table-scroll"><table>' in render("<table><tr><td>1</td></tr></table>")


def test_tasks_are_marked_with_characters():
    assert render("- [ ] a\n- [x] b") == "<ul>\n<li>☐ a</li>\n<li>☑ b</li>\n</ul>\n"


def test_details_hold_markdown():
    html = render("<details><summary>more</summary>\n\n**x**\n\n</details>")
    assert "<details><summary>more</summary>" in html
    assert "<strong>x</strong>" in html


def test_unknown_tag_in_html_block_is_text():
    assert "&lt;custom-tag&gt;" in render("<custom-tag>\nx\n</custom-tag>")
    assert Elements(render("<script>alert(1)</script>")).text.strip() == "<script>alert(1)</script>"


@pytest.mark.parametrize(
    "info", ["c++", "C++", "cpp {1,2}", "py", "python3", "pycon", "pytb", "traceback", "shell", "json"]
)
def test_known_language_is_coloured(info):
    html = render(f'```{info}\n>>> x = "1" # c\nint x; true\nValueError: x\n```')
    assert '<pre class="code" tabindex="0"><code class="language-' in html
    assert "style" not in html


@pytest.mark.parametrize("info", ["", "text", "unknown", '"><b>', "console2"])
def test_other_code_is_plain_and_escaped_once(info):
    html = render(f'```{info}\n<b> & "q" &lt;\n```')
    assert html == '<pre class="code" tabindex="0"><code>&lt;b&gt; &amp; "q" &amp;lt;\n</code></pre>\n'


def test_code_keeps_lines_and_indentation():
    assert Elements(render("```python\ndef f():\n\n    return  1\n```")).text == "def f():\n\n    return  1\n\n"
    assert Elements(render("    a\n      b")).text == "a\n  b\n\n"


def test_long_code_is_plain():
    code = "x = 1\n" * (HIGHLIGHTED_MAX // 6)
    assert "<span" not in render(f"```python\n{code}```")
    assert "<span" not in render("```python\nx = '" + "1" * 400 + "'\n```")


def test_comment_has_no_blocks_and_no_images():
    assert render_inline("# a\n- b") == "# a\n- b"
    assert render_inline("<b>x</b>") == "&lt;b&gt;x&lt;/b&gt;"
    assert "<img" not in render_inline("![a](/media/x.png)")
    assert 'href="/media/x.png"' in render_inline("![a](/media/x.png)")
    assert render_inline("**a** `b` ~~c~~") == "<strong>a</strong> <code>b</code> <s>c</s>"


def test_empty_text():
    assert render("") == render(" \n\n") == render_inline("") == ""


def test_emoji_survive():
    assert paragraph("报错 😂👨‍👩‍👧 怎么办") == "报错 😂👨‍👩‍👧 怎么办"


def test_rendering_is_repeatable():
    source = "[a]: /x\n\n[a] $x$ ```\n```python\nx\n```"
    assert render(source) == render(source)
    assert render("[a]") == "<p>[a]</p>\n"


def test_typical_paragraph_is_fast():
    source = "When I call `ops.matmul` with two tensors I get a **RuntimeError**, see [docs](https://a.example/x). " * 5
    render(source)
    assert_takes_less_than(0.01, lambda: render(source))


def test_a_table_beyond_what_a_reader_can_take_in_is_text():
    row = "|".join("a" * 50) + "\n"
    head = row + "|".join("-" * 50) + "\n"
    assert "<table>" in render(head + row * 300)
    assert "<table>" not in render(head + row * 500)
