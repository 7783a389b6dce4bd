"""Characters and safe cuts."""

import pytest

from qa.text.chars import join_cjk_lines, safe_cut, strip_controls


@pytest.mark.parametrize(
    ("text", "length", "cut"),
    [
        ("abc", 5, 3),
        ("abc", 2, 2),
        ("ae\u0301b", 2, 1),
        ("ae\u0301b", 3, 3),
        ("a👨\u200d👩b", 2, 1),
        ("a👨\u200d👩b", 3, 1),
        ("a👍\U0001f3fdb", 2, 1),
        ("🇨🇳🇫🇷", 2, 2),
        ("🇨🇳🇫🇷", 3, 2),
        ("e\u0301\u0301\u0301", 2, 2),
        ("❤\ufe0f!", 1, 1),
    ],
)
def test_safe_cut(text, length, cut):
    assert safe_cut(text, length) == cut


def test_flags_are_counted_in_bounded_time():
    assert safe_cut("🇨🇳" * 50_000, 99_999) == 99_998


def test_strip_controls_keeps_lines_and_tabs():
    assert strip_controls("a\tb\r\nc\x00\x1b\x7f\x9f\ud800\ufffe") == "a\tb\r\nc"


def test_join_cjk_lines():
    assert join_cjk_lines("中 \n 文\nabc\n中") == "中文\nabc\n中"
