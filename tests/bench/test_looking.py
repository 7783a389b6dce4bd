"""Build and look-ups on a small site: what is timed is what finds, and every look-up is timed."""

from collections.abc import Iterator

import pytest

from bench import build, corpus, looking, stand_in
from qa.models import Aspect, Question
from qa.search import meaning, sync, terms, vectors
from tests.bench.records import record

pytestmark = pytest.mark.django_db


@pytest.fixture
def site() -> Iterator[dict]:
    corpus.fill([record(number) for number in range(20)], lambda done: None)
    with stand_in.in_place():
        yield build.built(lambda done: None)


def test_building_tells_how_long_and_how_large(site):
    assert sync.before_search().num_docs == 20
    assert site["vectors"]["number"] == len(vectors.reader.view()) == 60
    assert site["index"]["bytes"] > 1_000
    assert site["vectors"]["bytes"] > 60 * stand_in.DIMENSIONS
    assert min(part["seconds"] for part in site.values()) > 0


def test_vectors_have_a_say(site):
    title = record(3)["title"]
    assert meaning.of_query(title, Aspect.TITLE).nearest()[0] == 4
    assert meaning.of_texts({Aspect.TITLE: title}).nearest()[0] == 4
    assert meaning.of_question(4).nearest()[0] == 4


@pytest.mark.parametrize("lookup", looking.LOOKUPS, ids=lambda lookup: lookup.name)
def test_the_bare_query_has_the_terms_of_the_look_up(site, lookup):
    question = Question.objects.with_row().get(pk=3)
    found = lookup.whole(question)
    found = found[0] if isinstance(found, tuple) else found
    assert found.hits
    sought = lookup.sought(sync.before_search(), question)
    assert sought == found.hits[0].looked_for
    assert sync.before_search().search(terms.any_of(sought, lookup.fields), 10).hits


def test_each_look_up_is_timed_with_half_of_the_texts(site, monkeypatch):
    monkeypatch.setattr(looking, "TEXTS", 4)
    measured = looking.all_measured()
    assert list(measured) == [lookup.name for lookup in looking.LOOKUPS]
    assert {len(pairs) for pairs in measured.values()} == {4}
    assert all(whole > 0 and bare > 0 for pairs in measured.values() for whole, bare in pairs)


def test_relatives_are_sought_each_time(site):
    question = Question.objects.with_row().get(pk=3)
    related = next(lookup for lookup in looking.LOOKUPS if lookup.name == "related to a question")
    asked: list[int] = []
    timed = looking.Lookup(
        related.name,
        lambda q: asked.append(looking.cache.get_or_set("remembered", len(asked))),
        related.sought,
        related.fields,
    )
    looking.pair(timed, question, bare_first=True)
    looking.pair(timed, question, bare_first=False)
    assert asked == [0, 1]


def test_what_is_typed_is_as_short_as_people_type():
    chinese = Question(lang="zh", title="数据集训练时报错应该怎么办才好")
    english = Question(lang="en", title="How do I set an option of the dataset")
    assert looking.few_words(chinese) == "数据集训练时报错应该"
    assert looking.few_words(english) == "How do I set"


def test_what_is_pasted_is_the_traceback_alone_or_at_the_end_of_a_log():
    question = Question(**{key: record(1)[key] for key in ("title", "body")})
    assert looking.error(question).startswith("Traceback (most recent call last):\n")
    assert "```" not in looking.error(question)
    assert looking.log(question).endswith(looking.error(question))
    assert looking.log(question).count("\n") > looking.LOG_LINES
