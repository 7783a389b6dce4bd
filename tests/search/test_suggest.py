"""Suggestions while somebody types."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qa.models import Question
from qa.search import suggest, sync

pytestmark = pytest.mark.django_db


@pytest.fixture
def some(add: Callable[..., Question]) -> None:
    add("GeneratorDataset hangs on Ascend", tags=("dataset", "ascend"))
    add("静态图怎么切换", tags=("静态图", "ascend"))
    add("動態圖報錯 RuntimeError", tags=("动态图", "graph-mode"))
    add("An ascending sort", "GeneratorDataset", tags=("ascend-910b", "ascend"))


def titles(text: str) -> list[str]:
    found = dict(Question.objects.values_list("pk", "title"))
    return [found[pk] for pk in suggest.titles(sync.before_search(), text, 5)]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("generatord", "GeneratorDataset hangs on Ascend"),
        ("GeneratorDataset ha", "GeneratorDataset hangs on Ascend"),
        ("generators", None),
        ("静态", "静态图怎么切换"),
        ("图怎么", "静态图怎么切换"),
        ("怎么切换静态图", "静态图怎么切换"),
        ("动态图runt", "動態圖報錯 RuntimeError"),
        ("[ascend] 切换", "静态图怎么切换"),
        ("hanging ascend", "GeneratorDataset hangs on Ascend"),
        ("缺席", None),
        ("", None),
        ("[ascend]", None),
        ("a.*", None),
    ],
)
def test_a_title_is_found_by_what_is_typed_so_far(some: None, text: str, title: str | None) -> None:
    assert titles(text)[:1] == ([title] if title else [])


def test_only_the_last_word_is_unfinished(some: None) -> None:
    assert titles("asc") != []
    assert titles("asc ") == []


def test_one_letter_begins_no_word(some: None) -> None:
    assert titles("g") == []
    assert titles("静") == ["静态图怎么切换"]


def test_not_more_than_the_limit(some: None) -> None:
    assert len(suggest.titles(sync.before_search(), "asc", 1)) == 1


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("asc", ["ascend", "ascend-910b"]),
        ("loss [asc", ["ascend", "ascend-910b"]),
        ("-[asc", ["ascend", "ascend-910b"]),
        ("loss ASC", ["ascend", "ascend-910b"]),
        ("ａｓｃ", ["ascend", "ascend-910b"]),
        ("910", ["ascend-910b"]),
        ("[graph m", ["graph-mode"]),
        ("静", ["静态图"]),
        ("jtt", ["静态图"]),
        ("jingtai", ["静态图"]),
        ("[jingt", ["静态图"]),
        ("dtt", ["动态图"]),
        ("态图", []),
        ("ascend ", []),
        ("", []),
        ("%", []),
        ("_", []),
        ("a[asc", []),
        ("\x00", []),
        ("\ud800", []),
    ],
)
def test_a_tag_is_found_by_name_pinyin_and_initials(some: None, text: str, names: list[str]) -> None:
    assert [tag.name for tag in suggest.tags(text, 5)] == names


def test_an_open_bracket_offers_the_most_used_tag(some: None) -> None:
    assert [tag.name for tag in suggest.tags("loss [", 1)] == ["ascend"]


@given(st.text(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80, deadline=None)
def test_any_text_may_be_typed(some: None, text: str) -> None:
    suggest.titles(sync.before_search(), text, 5)
    suggest.tags(text, 5)
