"""Words of a query in the one language find posts in the other."""

from collections.abc import Callable, Iterator

import pytest

from qa.models import Question
from qa.search import glossary, sync, terms
from qa.search.tokens import tokens
from tests.timing import assert_takes_less_than, cpu_seconds


@pytest.fixture
def entries(monkeypatch, tmp_path) -> Iterator[None]:
    """A small glossary of its own."""
    file = tmp_path / "glossary.tsv"
    lines = ("数据集\tdataset", "数据\tdata", "显存不足\tout of memory, OOM", "训练\ttraining, train", "算子\toperator")
    file.write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setattr(glossary, "FILE", file)
    for made in (glossary.chinese_to_english, glossary.english_to_chinese):
        made.cache_clear()
    yield
    for made in (glossary.chinese_to_english, glossary.english_to_chinese):
        made.cache_clear()


@pytest.mark.usefixtures("entries")
@pytest.mark.parametrize(
    ("text", "translated"),
    [
        ("数据集", "dataset"),
        ("數據集", "dataset"),
        ("怎么用数据集训练", "dataset training train"),
        ("数据在哪", "data"),
        ("显存不足", "out of memory OOM"),
        ("Out of Memory", "显存不足"),
        ("datasets", "数据集"),
        ("my dataset and operators", "数据集 算子"),
        ("memory out of", ""),
        ("", ""),
        ("数", ""),
        ("\ud800 \x00", ""),
    ],
)
def test_the_longest_terms_are_translated_both_ways(text: str, translated: str) -> None:
    assert glossary.translations(text) == set(tokens(translated))


def test_every_entry_has_a_chinese_and_an_english_side() -> None:
    lines = glossary.FILE.read_text(encoding="utf-8").splitlines()
    assert len({line.split("\t")[0] for line in lines}) == len(lines)
    for chinese, english in glossary.chinese_to_english().items():
        assert chinese.strip() == chinese != ""
        assert all(tokens(term) and term.isascii() for term in english), chinese


@pytest.mark.usefixtures("entries")
@pytest.mark.parametrize("text", ["数据" * 20_000, "out of " * 15_000, "x" * 100_000])
def test_any_length_takes_time_in_proportion(text: str) -> None:
    tenth = cpu_seconds(lambda: glossary.translations(text[: len(text) // 10]))
    assert_takes_less_than(max(2, 25 * tenth), lambda: glossary.translations(text))


@pytest.mark.django_db
@pytest.mark.usefixtures("entries")
def test_only_translations_that_some_post_has_are_looked_for(add: Callable[..., Question]) -> None:
    add("A question", "about a dataset that is out of memory")
    view = sync.before_search()
    plain = terms.weigh(view, "数据集训练")
    sought = terms.translated(view, plain, "数据集训练")
    assert set(sought.terms) - set(plain.terms) == {"dataset"}
    assert (sought.weight, sought.named) == (plain.weight, plain.named)


@pytest.mark.django_db
@pytest.mark.usefixtures("entries")
def test_a_word_that_was_typed_keeps_its_own_count(add: Callable[..., Question]) -> None:
    add("A question", "about a dataset")
    view = sync.before_search()
    plain = terms.weigh(view, "dataset dataset 数据集")
    assert terms.translated(view, plain, "dataset dataset 数据集").terms["dataset"] == plain.terms["dataset"] > 1
