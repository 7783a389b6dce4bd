"""Did you mean."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qa.models import Question
from qa.search import spelling, sync

pytestmark = pytest.mark.django_db


@pytest.fixture
def some(add: Callable[..., Question]) -> None:
    add("GeneratorDataset hangs", "The datasets of max_msg_mb_size, kernel E80012, nn.Conv2d", tags=("pynative",))
    add("Another dataset", "allocate memory", answers=("Use the quantization tool.",))
    add("Rare detaset", "")


def corrected(text: str) -> str | None:
    return spelling.corrected(sync.before_search(), text)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("datset", "dataset"),
        ("dtaaset", "dataset"),
        ("Datset 报错", "Dataset 报错"),
        ("DATSET", "DATASET"),
        ("GeneratorDatset hangs", "GeneratorDataset hangs"),
        ("报错memry不足", "报错memory不足"),
        ("max_msg_mb_szie", "max_msg_mb_size"),
        ("quantizaton tool", "quantization tool"),
        ('[datset] memroy "exact datset" -datset', '[datset] memory "exact datset" -datset'),
        ("  kernl   memory ", "  kernel   memory "),
        ("kernl memroy", "kernel memory"),
    ],
)
def test_an_unknown_word_becomes_the_nearest_known_one(some: None, typed: str, meant: str) -> None:
    assert corrected(typed) == meant


@pytest.mark.parametrize(
    "typed",
    [
        *("dataset", "datasets", "detaset", "hang", "pynative", "Conv2d", "e80012"),
        *("E80013", "datset1", "mxx", "résumé", "报错", "xyzzy", "cernel", "memmmmry", "[datset]", ""),
    ],
)
def test_what_is_known_or_too_far_away_stays(some: None, typed: str) -> None:
    assert corrected(typed) is None


def test_a_short_word_may_have_one_change_and_a_long_one_two(some: None) -> None:
    assert corrected("toll") == "tool"
    assert corrected("tlol") == "tool"
    assert corrected("tlll") is None
    assert corrected("memmorry") == "memory"


def test_of_equally_near_words_the_more_frequent_is_meant(some: None) -> None:
    assert corrected("ddtaset") == "dataset"


def test_at_most_three_words_are_corrected(some: None) -> None:
    assert corrected("datset " * 4) == "dataset " * 3 + "datset "


@given(st.text(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80, deadline=None)
def test_any_text_may_be_misspelt(some: None, text: str) -> None:
    view = sync.before_search()
    meant = spelling.corrected(view, text)
    assert meant != text
