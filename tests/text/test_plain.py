"""Markdown as plain text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qa.text.plain import plain_text, summary
from tests.text.payloads import XSS
from tests.text.test_markdown_safety import FLOODS, NESTED, _fill
from tests.timing import assert_takes_less_than


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("# Title\n\ntext", "Title\ntext"),
        ("## Title ##", "Title"),
        ("**bold** *it* ***both*** ~~old~~ __b__ _i_", "bold it both old b i"),
        ("**a *b* c**", "a b c"),
        ("a * b * c and 2*3", "a * b * c and 2*3"),
        ("snake_case_name and __init__.py", "snake_case_name and init.py"),
        ("`__init__` `a *b* c` ``x ` y``", "__init__ a *b* c x ` y"),
        ("\\*not bold\\*", "*not bold*"),
        ('[docs](https://a.example/x_(y) "t") and [ref][1]\n\n[1]: https://b.example', "docs and ref"),
        ("[`ops.add`](/x)", "ops.add"),
        ("![图](/media/x.png) [![CI](http://x/y.svg)](http://ci)", "图 CI"),
        ("<https://a.example> https://b.example", "https://a.example https://b.example"),
        ("- a\n* b\n+ c\n1. d\n- [x] e\n> f\n> - g", "a\nb\nc\nd\ne\nf\ng"),
        ("a\n\n---\n\nb\n===", "a\nb"),
        ("|a|b|\n|-|:-:|\n|1|2|", "a b\n1 2"),
        ("a<br>b <kbd>Ctrl</kbd> <!-- c --> List<String>", "a b Ctrl List<String>"),
        ("<h1>a</h1><p>b</p>", "a b"),
        ("a &lt; b &amp;&amp; c", "a < b && c"),
        ("`&lt;`", "&lt;"),
        ("a < b && c", "a < b && c"),
        ("中文第一行\n第二行，\n> 引用一\n> 引用二", "中文第一行第二行，引用一引用二"),
        ("one\ntwo", "one\ntwo"),
        ("text\n```python\nx  = '**1**'\n\n```\nend", "text\nx  = '**1**'\nend"),
        ("> ```\n> quoted code\n> ```", "quoted code"),
        ("```\nnever closed", "never closed"),
        ("", ""),
        (" \n\n ", ""),
        ("a\x00b\ud800c", "abc"),
        ("$x^2$", "$x^2$"),
    ],
)
def test_plain_text(source, text):
    assert plain_text(source) == text


def test_words_of_error_lines_stay():
    source = "报错：\n```\nRuntimeError: For 'MatMul', the x1 shape < 2 & y: (2, 3)\n  File \"a.py\", line 3\n```"
    assert "RuntimeError: For 'MatMul', the x1 shape < 2 & y: (2, 3)\n  File \"a.py\", line 3" in plain_text(source)


@pytest.mark.parametrize(
    ("source", "length", "text"),
    [
        ("short", 10, "short"),
        ("one two three", 10, "one two…"),
        ("abcdefghijklmnop", 10, "abcdefghi…"),
        ("一二三四五六七八九十一二", 10, "一二三四五六七八九…"),
        ("使用MindSpore框架训练", 9, "使用MindSp…"),
        ("一二三四五六MindSpore", 10, "一二三四五六…"),
        ("aaaa 👨‍👩‍👧 bbb", 8, "aaaa…"),
        ("abcde\u0301\u0301fgh", 7, "abcd…"),
        ("one,\ntwo", 20, "one, two"),
        ("第一句。\n\n第二句", 20, "第一句。第二句"),
        ("hello, world of text", 8, "hello…"),
    ],
)
def test_summary(source, length, text):
    assert summary(source, length) == text
    assert len(summary(source, length)) <= length


def test_summary_is_text_and_not_html():
    assert summary("<img src=x onerror=alert(1)> a < b && c") == "a < b && c"
    assert summary("<script>alert('&')</script>") == "<script>alert('&')</script>"


@settings(max_examples=150, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from([*XSS, "`", "*", "_", "[", "](", ")", "\n", "> ", "|", "中"]) | st.text(max_size=6)))
def test_any_text_is_read(parts):
    source = "".join(parts)
    assert "\x00" not in plain_text(source)
    assert "\n" not in summary(source, 30)
    assert len(summary(source, 30)) <= 30


@pytest.mark.parametrize("source", [*map(_fill, FLOODS), *NESTED.values()], ids=[*map(repr, FLOODS), *NESTED])
def test_hostile_text_is_read_in_time(source):
    assert_takes_less_than(2, lambda: (plain_text(source), summary(source)))


def test_typical_post_is_fast():
    source = ("When I call `ops.matmul` I get a **RuntimeError**, see [docs](https://a.example/x). " * 8 + "\n\n") * 2
    assert_takes_less_than(0.01, lambda: plain_text(source))
