"""Names of tags."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qa.rules import TAG_LENGTH_MAX
from qa.text.tags import TagError, normalise_tag, split_tags

DISTINCT = ["c", "c++", "c#", ".net", "node.js", "c/c++", "μc", "静态图", "f#", "asp.net", "c-", "objective-c"]


@pytest.mark.parametrize("name", DISTINCT)
def test_name_stays_as_it_is(name):
    assert normalise_tag(name) == name


def test_names_stay_distinct():
    assert [normalise_tag(name) for name in split_tags(" ".join(DISTINCT))] == DISTINCT


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("Python", "python"),
        (" data  type ", "data-type"),
        ("Ｃ＋＋", "c++"),
        ("ＭｉｎｄＳｐｏｒｅ", "mindspore"),
        ("µc", "μc"),
        ("cafe\u0301", "café"),
        ("É", "é"),
        ("हिन्दी", "हिन्दी"),
        ("عَرَبِيّ", "عَرَبِيّ"),
        ("静态\u3000图", "静态-图"),
        ("a\tb", "a-b"),
    ],
)
def test_one_spelling(name, tag):
    assert normalise_tag(name) == tag


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "empty"),
        (" \u3000", "empty"),
        ("a" * (TAG_LENGTH_MAX + 1), "too_long"),
        ("a<b>", "character"),
        ("a?b", "character"),
        ("a%b", "character"),
        ("a&b", "character"),
        ("标签！", "character"),
        ("😂", "character"),
        ("\u0301a", "character"),
        ("a\u200bb", "invisible"),
        ("a\u202eb", "invisible"),
        ("a\x00b", "invisible"),
        ("a\u3164", "invisible"),
        ("\u2800", "invisible"),
        ("a\ufe0f", "invisible"),
        ("a\ud800", "invisible"),
        (".", "no_letter"),
        ("..", "no_letter"),
        ("+#-", "no_letter"),
        ("/c", "slash"),
        ("c/", "slash"),
        ("a//b", "slash"),
        ("a/../b", "slash"),
        ("a/./b", "slash"),
    ],
)
def test_refused(name, code):
    with pytest.raises(TagError) as caught:
        normalise_tag(name)
    assert caught.value.code == code
    assert str(caught.value) == (
        caught.value.message % caught.value.params if caught.value.params else str(caught.value)
    )


def test_slash_with_spaces_keeps_its_page():
    assert normalise_tag("Something / something") == "something-/-something"


def test_longest_name():
    assert normalise_tag("中" * TAG_LENGTH_MAX) == "中" * TAG_LENGTH_MAX


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("python, c++，静态图、c#;go；rust\tjs\nts", ["python", "c++", "静态图", "c#", "go", "rust", "js", "ts"]),
        ("MS ms", ["MS", "ms"]),
        (" ,, ，", []),
        ("", []),
        ("a\u3000b", ["a", "b"]),
    ],
)
def test_split(text, names):
    assert split_tags(text) == names


@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.text(max_size=60))
def test_normalising_twice_changes_nothing(name):
    try:
        tag = normalise_tag(name)
    except TagError:
        return
    assert normalise_tag(tag) == tag
    assert len(tag) <= TAG_LENGTH_MAX
    assert not any(char.isspace() for char in tag)
