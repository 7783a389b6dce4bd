"""Which questions answer best: words, meaning, the signature of an error and the environment, in one number.

    total = words + meaning + signature + environment + exact

docs/search.md explains each part and how its weight was found. Candidates are the best by words, the nearest in meaning
and those with the same signature; of each of them every part is computed, so that it does not matter which list it came
from. What is beyond the candidates follows in the order of its words.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import nlargest

import numpy as np
import tantivy

from qa.environment import FIELDS, NOTHING_SAID, Environment
from qa.models import Question
from qa.search import terms
from qa.search.filters import Clause, filtered
from qa.search.index import SCHEMA, ids_of, title_key
from qa.search.meaning import LIKE, Meaning
from qa.search.terms import Sought

WINDOW = 100
"""Candidates by words."""
SIGNED = 50
"""Candidates by signature."""
NEAREST_SHOWN = 10
"""Questions that are shown when none has any of the words."""
FULL = 2
"""Place of the hit whose score counts as having the words in full."""
DEVIATIONS = 6.0
"""Standard deviations that count as full likeness in meaning: as much as the recipe's weight."""
SIGNATURE = 1.5
"""What the whole signature of an error counts; one rare part of it counts its share."""
SIGNATURE_WEIGHTS = {"s": 3.0, "m": 3.0, "c": 1.5, "o": 1.0, "x": 0.7, "f": 0.5}
"""What each kind of term counts in it, times its rarity."""
CLOSENESS = 0.3
"""What the same environment counts more than another."""
EXACT = 10.0
"""A question with exactly this title comes first, whatever sounds alike."""

TEXTS = {"title": 1.5, "tags": 1.0, "body": 1.0, "accepted": 1.0, "answers": 0.7}
ERRORS = {"title": 1.0, "tags": 0.5, "body": 1.5, "accepted": 1.5, "answers": 0.7}
ABOUT = {"title": 1.0, "tags": 0.5, "body": 1.0, "accepted": 1.0, "answers": 0.7}


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one look-up weighs: `fields` the words, `meaning` the sentence vectors.

    `whole`: the share of the weight of all words of the text that counts, at least, as having them in full.
    """

    fields: Mapping[str, float]
    meaning: float
    whole: float = 0.0


SEARCH = Recipe(TEXTS, meaning=3.0, whole=0.25)
"""A typed query speaks as a title does."""
RELATED = Recipe(ABOUT, meaning=1.0)
DIAGNOSE = Recipe(ERRORS, meaning=0.2)
"""The words of an error stand in bodies and answers more than in titles."""


@dataclass(frozen=True)
class Request:
    """What is looked for. `signed`: terms of an error's signature; `near`: where it arose; `title`: as it was typed."""

    sought: Sought
    meaning: Meaning | None = None
    signed: Sequence[str] = ()
    near: Environment = NOTHING_SAID
    title: str = ""
    clauses: Sequence[Clause] = ()
    besides: int = 0

    @cached_property
    def must(self) -> list[Clause]:
        """The clauses that every hit obeys."""
        own = [(tantivy.Occur.MustNot, among([self.besides]))] if self.besides else []
        return [*self.clauses, *own]


@dataclass(frozen=True, slots=True)
class Ranked:
    """`ids` best first, `count` matches in all, of which those from `len(ids)` on are in the order of their words."""

    count: int = 0
    ids: list[int] = field(default_factory=list)
    parts: Mapping[str, np.ndarray] = field(default_factory=dict)
    """Part → its value for each of the ids."""
    words: tantivy.Query | None = None
    """What finds all that have any of the words."""
    nearest: bool = False
    """None has any of the words: these are the nearest in meaning."""

    def explained(self, place: int) -> dict[str, float]:
        return {name: round(float(values[place]), 4) for name, values in self.parts.items()}


def among(ids: Iterable[int], score: float = 0.0) -> tantivy.Query:
    """A few hundred ids at most; one query an id is faster than a set of terms."""
    each = [(tantivy.Occur.Should, tantivy.Query.term_query(SCHEMA, "id", pk, index_option="basic")) for pk in ids]
    return tantivy.Query.const_score_query(tantivy.Query.boolean_query(each), score)


def having(view: tantivy.Searcher, field: str, term: str, ids: Collection[int]) -> list[int]:
    """Those of these ids that have the term in a field that is not counted."""
    if not ids or not view.doc_freq(field, term):
        return []
    queries = (among(ids), tantivy.Query.term_query(SCHEMA, field, term, index_option="basic"))
    both = tantivy.Query.boolean_query([(tantivy.Occur.Must, query) for query in queries])
    return ids_of(view, view.search(both, len(ids), count=False))


def scores(view: tantivy.Searcher, query: tantivy.Query, limit: int, *, count: bool = False) -> tuple[int, dict]:
    """Number of matches where it is asked for, and id → score of the best."""
    found = view.search(query, limit, count=count)
    return found.count or 0, dict(zip(ids_of(view, found), (score for score, _ in found.hits), strict=True))


def has_signed(term: str, weight: float) -> tuple[tantivy.Occur, tantivy.Query]:
    one = tantivy.Query.term_query(SCHEMA, "signature", term, index_option="basic")
    return tantivy.Occur.Should, tantivy.Query.const_score_query(one, weight)


def by_signature(view: tantivy.Searcher, request: Request) -> dict[int, float]:
    """Id → share (0 to 1) of the signature's weight that the question's errors have."""
    known = {term: view.doc_freq("signature", term) for term in request.signed}
    weights = {term: SIGNATURE_WEIGHTS[term[0]] * terms.inverse(view.num_docs, n) for term, n in known.items()}
    if not any(known.values()):
        return {}
    query = tantivy.Query.boolean_query([has_signed(term, weights[term]) for term, n in known.items() if n])
    _, found = scores(view, filtered(query, request.must), SIGNED)
    whole = sum(weights.values())
    return {pk: score / whole for pk, score in found.items()}


def by_environment(ids: Sequence[int], near: Environment) -> np.ndarray:
    """How close each question's environment is, less one half, times CLOSENESS; no query when nothing is said."""
    if not near.stated:
        return np.zeros(len(ids))
    rows = Question.objects.filter(pk__in=ids).values_list("pk", *FIELDS)
    stated = {pk: values for pk, *values in rows if any(values)}
    close = {values: near.closeness(Environment(*values)) for values in set(map(tuple, stated.values()))}
    return np.array([CLOSENESS * (close[tuple(stated[pk])] - 0.5) if pk in stated else 0.0 for pk in ids])


def exact_title(view: tantivy.Searcher, request: Request) -> set[int]:
    title = title_key(request.title)
    if not title or not view.doc_freq("title_key", title):
        return set()
    query = tantivy.Query.term_query(SCHEMA, "title_key", title, index_option="basic")
    return set(scores(view, filtered(query, request.must), SIGNED)[1])


def candidates(
    view: tantivy.Searcher, request: Request, words: tantivy.Query, besides: Collection[int], most: float
) -> tuple[int, dict[int, float]]:
    """How many have any of the words, and id → score of its words: of the WINDOW best, and of those in `besides`.

    One query for both: what is in `besides` is lifted above `most`, the highest score that words can give, so that it
    is among the first; the lift is a power of two, and a score without words comes out of it as exactly 0.
    """
    lift = 2.0 ** math.ceil(math.log2(most + 1))
    lifted = tantivy.Query.boost_query(among(besides, 1.0), lift)
    query = tantivy.Query.boolean_query([(tantivy.Occur.Should, words), (tantivy.Occur.Should, lifted)])
    count, found = scores(view, filtered(query, request.must), WINDOW + len(besides), count=True)
    known = {pk: score - lift if pk in besides else score for pk, score in found.items()}
    return count - sum(not score for score in known.values()), known


def deviations(request: Request, ids: Sequence[int]) -> np.ndarray:
    """How like each question is in meaning; 0 where nothing is known of it, or of the text."""
    return np.nan_to_num(request.meaning.deviations(ids)) if request.meaning else np.zeros(len(ids))


def full_score(found: Iterable[float]) -> float:
    """The second best score: the best may be the very text that is looked for, which says nothing of the others."""
    best = nlargest(FULL, filter(None, found))
    return best[-1] if best else 0.0


def rank(view: tantivy.Searcher, request: Request, recipe: Recipe) -> Ranked:
    """The candidates, best first."""
    words = terms.any_of(request.sought.terms, recipe.fields)
    signatures, exact = by_signature(view, request), exact_title(view, request)
    alike = request.meaning.nearest(filtered=bool(request.clauses)) if request.meaning else []
    most = terms.highest_score(view, request.sought.terms, recipe.fields)
    count, found = candidates(view, request, words, {*signatures, *exact, *alike}, most)
    full = max(full_score(found.values()), request.sought.weight * recipe.whole) or 1.0
    ids = np.array(list(found), dtype=np.int64)
    deviating = deviations(request, ids)
    parts = {
        "words": np.array(list(found.values())) / full,
        "meaning": recipe.meaning * (1 - request.sought.named) * deviating / DEVIATIONS,
        "signature": SIGNATURE * np.array([signatures.get(pk, 0.0) for pk in found]),
        "environment": by_environment(list(found), request.near),
        "exact": EXACT * np.array([float(pk in exact) for pk in found]),
    }
    total = sum(parts.values())
    by_words = parts["words"] + parts["signature"] + parts["exact"] > 0
    shown = by_words | (deviating >= LIKE) if by_words.any() else np.ones(len(ids), dtype=bool)
    order = np.lexsort((-ids, -total))
    order = order[shown[order]][: None if by_words.any() else NEAREST_SHOWN]
    return Ranked(
        count=count + int((parts["words"][order] == 0).sum()),
        ids=ids[order].tolist(),
        parts={name: values[order] for name, values in {**parts, "total": total}.items()},
        words=words,
        nearest=not by_words.any(),
    )
