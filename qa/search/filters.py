"""A parsed query → clauses for the index: what a post must be or have, without a say in the ranking."""

from collections.abc import Callable, Iterable

import tantivy

from accounts.models import User, name_key
from qa.search.index import PHRASE_FIELDS, SCHEMA, TEXT_FIELDS, ids_of
from qa.search.phrases import words
from qa.search.query import Query, Term
from qa.search.ranges import Range
from qa.search.tokens import RUNS, fold, stem

SORTS = ("relevance", "newest", "score", "activity")
ORDER_FIELDS = {"newest": "created_order", "score": "score_order", "activity": "active_order"}

NUMBERS = {"answers": "answer_count"}
"""Operators whose field has another name."""

NOTHING = tantivy.Query.empty_query()

Clause = tuple[tantivy.Occur, tantivy.Query]


def is_one(field: str, value: str) -> tantivy.Query:
    return tantivy.Query.term_query(SCHEMA, field, value, index_option="basic")


def any_of(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    return tantivy.Query.boolean_query([(tantivy.Occur.Should, query) for query in queries])


def all_of(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    return tantivy.Query.boolean_query([(tantivy.Occur.Must, query) for query in queries])


def within(field: str, bounds: Range) -> tantivy.Query:
    return tantivy.Query.range_query(SCHEMA, field, tantivy.FieldType.Integer, *bounds)


def phrase(text: str, fields: Iterable[str]) -> tantivy.Query:
    """Posts with these words next to each other in one of the phrase fields."""
    wanted = words(text)
    if len(wanted) < 2:
        return any_of(is_one(field, word) for field in fields for word in wanted)
    return any_of(tantivy.Query.phrase_query(SCHEMA, field, wanted) for field in fields)


def holding(text: str, phrase_fields: Iterable[str], text_fields: Iterable[str]) -> tantivy.Query:
    """Posts with these words, also in another form (datasets for dataset); Chinese and identifiers in one piece."""
    clauses = []
    for run in RUNS.finditer(fold(text)):
        spellings = [phrase(run[0], phrase_fields)]
        if len(words(run[0])) == 1 and not run["cjk"]:
            spellings += [is_one(field, stem(run[0].lower())) for field in text_fields]
        clauses.append(any_of(spellings))
    return all_of(clauses)


def by_user(name: str, user_id: int | None) -> tantivy.Query:
    """Posts of the reader (`me`; none when signed out), of the account of this number, or of this name."""
    if name == "me":
        author = user_id
    elif name.isdecimal() and len(name) < 19:
        author = int(name)
    else:
        author = User.objects.filter(username_key=name_key(name)).values_list("pk", flat=True).first()
    return NOTHING if author is None else within("author", Range(author, author))


def in_state(state: str) -> tantivy.Query:
    return tantivy.Query.all_query() if state == "question" else is_one("state", state)


def clause(term: Term, user_id: int | None) -> tantivy.Query:
    """Posts of which the term is true, negated or not."""
    if isinstance(term.value, Range):
        return within(NUMBERS.get(term.name, term.name), term.value)
    makers: dict[str, Callable[[str], tantivy.Query]] = {
        "user": lambda name: by_user(name, user_id),
        "is": in_state,
        "phrase": lambda text: phrase(text, PHRASE_FIELDS),
        "title phrase": lambda text: phrase(text, PHRASE_FIELDS[:1]),
        "word": lambda text: holding(text, PHRASE_FIELDS, TEXT_FIELDS),
        "title": lambda text: holding(text, PHRASE_FIELDS[:1], ("title",)),
    }
    maker = makers.get(term.name)
    return maker(term.value) if maker else is_one(term.name, term.value)


def clauses(query: Query, *, user_id: int | None) -> list[Clause]:
    """One clause a term, to stand beside the ranking query; a name of a person costs one database query."""
    return [
        (
            tantivy.Occur.MustNot if term.negated else tantivy.Occur.Must,
            tantivy.Query.const_score_query(clause(term, user_id), 0.0),
        )
        for term in query.terms
    ]


def filtered(ranking: tantivy.Query | None, some: Iterable[Clause]) -> tantivy.Query:
    """What the ranking query finds and the clauses let through; without one everything is ranked alike."""
    query, some = ranking or tantivy.Query.all_query(), list(some)
    return tantivy.Query.boolean_query([(tantivy.Occur.Must, query), *some]) if some else query


def known_tags(view: tantivy.Searcher, query: Query) -> Query:
    """The query in which a tag that no question has is words: a pasted `[Solution]` is no tag."""
    unknown = {term for term in query.terms if term.name == "tag" and not view.doc_freq("tag", term.value)}
    return query.taking_as_words(unknown, "tag")


def sorted_ids(
    view: tantivy.Searcher, query: tantivy.Query, sort: str, limit: int, offset: int = 0
) -> tuple[int, list[int]]:
    """Number of matches, and ids of one page; the order is total, so that pages neither repeat nor skip."""
    found = view.search(query, max(1, limit), count=True, offset=offset, order_by_field=ORDER_FIELDS.get(sort))
    return found.count, ids_of(view, found)
