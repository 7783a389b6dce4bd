"""Each look-up beside the bare index query underneath: the same terms in the same fields, ten hits and their number.

Both are timed once for each text, one right after the other and each as often first, after a warm-up with other texts.
The texts are those of questions among the first of the corpus, which every size has alike.
"""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import tantivy
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache

from qa.models import Question
from qa.search import filters, lookups, pasted, ranking, sync, terms
from qa.search.lookups import Slice
from qa.search.query import parse

TEXTS = 100
"""Texts that are timed for each look-up, and as many for the warm-up."""
FIRST = 1_000
"""Questions of the corpus from which they come."""
SEED = 7
READER = AnonymousUser()
TEN = Slice(limit=10)
TRACEBACK = "Traceback"
LOG_LINES = 300

Terms = Mapping[str, float]


@dataclass(frozen=True)
class Lookup:
    """`whole`: what a page or the API calls; `sought`: the terms that it looks for; `fields`: and where."""

    name: str
    whole: Callable[[Question], object]
    sought: Callable[[tantivy.Searcher, Question], Terms]
    fields: Terms


def few_words(question: Question) -> str:
    """The beginning of a title, as long as what people type."""
    return question.title[:10] if question.lang == "zh" else " ".join(question.title.split()[:4])


def error(question: Question) -> str:
    """The traceback in its text; empty without one."""
    _, found, rest = question.body.partition(TRACEBACK)
    return (found + rest).removesuffix("```")


def log(question: Question) -> str:
    """The same at the end of a training log."""
    steps = (f"epoch: 1 step: {at}, loss is {2 / (at + 1):.4f}" for at in range(LOG_LINES))
    return "\n".join([*steps, error(question)])


def typed(view: tantivy.Searcher, text: str) -> Terms:
    asked = filters.known_tags(view, parse(text))
    return terms.translated(view, terms.weigh(view, asked.words), asked.words).terms


def told(view: tantivy.Searcher, text: str) -> Terms:
    return terms.weigh(view, pasted.read(text).telling).terms


def tag_names(question: Question) -> list[str]:
    return [tag.name for tag in question.tag_list]


def about(view: tantivy.Searcher, question: Question) -> Terms:
    return terms.weigh(view, lookups.about(question.title, question.body, tag_names(question))).terms


def related(question: Question) -> object:
    return lookups.related(title=question.title, body=question.body, tags=tag_names(question), user=READER, wanted=TEN)


def typed_lookup(name: str, text: Callable[[Question], str]) -> Lookup:
    return Lookup(
        name,
        lambda question: lookups.search(text(question), user=READER, wanted=TEN),
        lambda view, question: typed(view, text(question)),
        ranking.SEARCH.fields,
    )


def pasted_lookup(name: str, text: Callable[[Question], str]) -> Lookup:
    return Lookup(
        name,
        lambda question: lookups.diagnose(text(question), user=READER, wanted=TEN),
        lambda view, question: told(view, text(question)),
        ranking.DIAGNOSE.fields,
    )


LOOKUPS = [
    typed_lookup("search, a few words", few_words),
    typed_lookup("search, a title", lambda question: question.title),
    Lookup(
        "related to a question",
        lambda question: lookups.related_to(question, user=READER, wanted=TEN),
        about,
        ranking.RELATED.fields,
    ),
    Lookup("related to a text", related, about, ranking.RELATED.fields),
    pasted_lookup("diagnose, a traceback", error),
    pasted_lookup("diagnose, a log", log),
]


def milliseconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


def sample() -> list[Question]:
    """Questions with a traceback, as the question page has them: first those of the warm-up, then those to time."""
    first = Question.objects.live().filter(pk__lte=FIRST, body__contains=TRACEBACK).with_row().order_by("pk")
    usual = [question for question in first if not pasted.looks_like_error(question.title)]
    return random.Random(SEED).sample(usual, min(2 * TEXTS, len(usual)))


def pair(lookup: Lookup, question: Question, *, bare_first: bool) -> tuple[float, float]:
    """Milliseconds of the look-up and of the bare query; the terms are chosen beforehand."""
    view = sync.before_search()
    query = terms.any_of(lookup.sought(view, question), lookup.fields)
    cache.clear()
    if bare_first:
        bare = milliseconds(lambda: view.search(query, TEN.limit, count=True))
    whole = milliseconds(lambda: lookup.whole(question))
    if not bare_first:
        bare = milliseconds(lambda: view.search(query, TEN.limit, count=True))
    return whole, bare


def measured(lookup: Lookup, questions: Sequence[Question]) -> list[tuple[float, float]]:
    pairs = [pair(lookup, question, bare_first=at % 2 == 0) for at, question in enumerate(questions)]
    return pairs[len(pairs) // 2 :]


def all_measured() -> dict[str, list[tuple[float, float]]]:
    """Look-up → its pairs; call with the stand-in in place."""
    questions = sample()
    return {lookup.name: measured(lookup, questions) for lookup in LOOKUPS}
