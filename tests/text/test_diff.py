"""Differences between two versions of a text."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qa.text.diff import diff, diff_html
from tests.text.payloads import XSS, Elements
from tests.timing import assert_takes_less_than


def kinds(old, new):
    return [line.kind for line in diff(old, new)]


def pieces(old, new):
    return [(piece.kind, piece.text) for line in diff(old, new) for piece in line.pieces]


def test_same_removed_added():
    assert kinds("a\nb\nc", "a\nc\nd") == ["same", "removed", "same", "added"]


def test_chinese_is_compared_by_character():
    assert pieces("这是中文的一行", "这是英文的一行") == [
        ("same", "这是"),
        ("removed", "中"),
        ("added", "英"),
        ("same", "文的一行"),
    ]


def test_latin_is_compared_by_word():
    assert pieces("use ops.add now", "use ops.addn now") == [
        ("same", "use ops."),
        ("removed", "add"),
        ("added", "addn"),
        ("same", " now"),
    ]


def test_unlike_lines_are_not_mixed():
    assert kinds("entirely different", "什么都不一样") == ["removed", "added"]


def test_line_numbers():
    assert [(line.old, line.new) for line in diff("a\nb", "x y z\na\nb c")] == [(None, 1), (1, 2), (2, 3)]


def test_empty_versions():
    assert diff("", "") == []
    assert kinds("", "a") == ["added"]
    assert kinds("a", " ") == ["removed"]


def test_html_collapses_what_did_not_change():
    old = "\n".join(map(str, range(40)))
    html = diff_html(old, old.replace("20", "twenty"))
    assert html.count("⋯") == 2
    assert html.count("diff-same") == 6
    assert diff_html(old, old) == ""


@pytest.mark.parametrize("payload", XSS)
def test_html_is_escaped(payload):
    for html in (diff_html("a", payload), diff_html(payload, "a"), diff_html(payload + " x", payload + " y")):
        assert {tag for tag, _ in Elements(html).tags} <= {"div", "del", "ins"}


@settings(max_examples=150, derandomize=True, deadline=None)
@given(st.text(alphabet="ab 中\n", max_size=60), st.text(alphabet="ab 中\n", max_size=60))
def test_both_versions_can_be_read_from_the_result(old, new):
    lines = diff(old, new)

    def version(dropped, number):
        kept = [line for line in lines if getattr(line, number) is not None]
        return ["".join(piece.text for piece in line.pieces if piece.kind != dropped) for line in kept]

    assert version("added", "old") == (old.rstrip("\n").split("\n") if old.strip() else [])
    assert version("removed", "new") == (new.rstrip("\n").split("\n") if new.strip() else [])


def _words(lines, words):
    source = random.Random(1)
    return ["\n".join(" ".join(source.choices("abcd", k=words)) for _ in range(lines)) for _ in range(2)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        _words(25_000, 1),
        _words(2_800, 1),
        _words(3_900, 3),
        _words(500, 50),
        _words(1, 25_000),
        ("中" * 100_000, "文" * 100_000),
        ("a\nb\n" * 1_400, "b\na\n" * 1_400),
        ("".join(f"{i}\n" for i in range(3_900)), "".join(f"{i}\n" for i in range(3_900, 0, -1))),
        ("\n" * 99_999 + "a", "b" + "\n" * 99_999 + "c"),
    ],
    ids=range(9),
)
def test_large_texts_are_compared_in_time(old, new):
    assert_takes_less_than(10, lambda: diff_html(old, new))
