"""The three look-ups: a typed query, a question's relatives, a pasted error."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import tantivy
from django.core.cache import cache
from django.utils.safestring import SafeString

from qa import rules
from qa.environment import NOTHING_SAID, Environment
from qa.errors import Invalid
from qa.messages import TOO_MUCH_LOG, TOO_MUCH_QUERY, TOO_MUCH_TEXT
from qa.models import Aspect, Question
from qa.models.post import Reader
from qa.models.question import read_tags
from qa.search import encoding, facets, filters, index, meaning, pasted, ranking, spelling, sync, terms, vectors
from qa.search.excerpts import excerpt, marked, marks
from qa.search.facets import Facets
from qa.search.pasted import Pasted, Signature
from qa.search.query import Query, parse, sentence
from qa.search.ranking import Ranked, Recipe, Request
from qa.text.secrets import mask

TITLE_REPEATS = 2
"""How much more than its body a question's title says about which others it is related to."""
RELATED_READ = 6_000
"""Characters of a body from which its relatives are sought: what a question is about, it says early."""
RELATED_KEPT = 3_600
"""Seconds for which relatives are remembered, unless the index or the vectors change before."""


@dataclass(frozen=True)
class Hit:
    """A question that was found. `title` and `excerpt` are escaped HTML with marks, made when they are asked for.

    `reasons`: (kind, text) of what its errors share with the pasted one; the kind is exception, code, operator, frame,
    or signature (the same error) without a text. `parts`: what each part of the ranking gave, where that was asked for.
    """

    question: Question
    looked_for: Mapping[str, float]
    reasons: Sequence[tuple[str, str]] = ()
    parts: Mapping[str, float] | None = None

    @cached_property
    def title(self) -> SafeString:
        return marked(self.question.title, marks(self.question.title, self.looked_for))

    @cached_property
    def excerpt(self) -> SafeString:
        accepted = self.question.accepted_answer
        bodies = [self.question.body, accepted.body] if accepted else [self.question.body]
        return excerpt(bodies, self.looked_for)

    @property
    def age_note(self) -> str:
        """A sentence when it was written for a much older version of the framework, else empty."""
        return self.question.environment.age_note


@dataclass(frozen=True, slots=True)
class Found:
    """`count` hits, of which `hits` are the asked page, best first.

    `pasted`: what was typed is a pasted error and was looked up as one. `nearest`: no post has any of the words, these
    are the nearest in meaning. `notes`: sentences on what in the query was taken as words.
    """

    count: int = 0
    hits: list[Hit] = field(default_factory=list)
    query: Query | None = None
    facets: Facets | None = None
    pasted: Pasted | None = None
    did_you_mean: str = ""
    nearest: bool = False

    @property
    def notes(self) -> list[str]:
        return [sentence(note) for note in self.query.notes] if self.query else []


@dataclass(frozen=True, slots=True)
class Slice:
    """Which hits are wanted: `limit` of them after the first `offset`."""

    limit: int = rules.PAGE_SIZE
    offset: int = 0

    @property
    def is_too_deep(self) -> bool:
        return self.offset + self.limit > rules.PAGE_DEPTH_MAX


# From ids to what the reader may see


def reasons(
    view: tantivy.Searcher, ids: Sequence[int], signature: Signature | None
) -> dict[int, list[tuple[str, str]]]:
    """What the errors of each question share with this one."""
    shared: dict[int, dict[tuple[str, str], None]] = {pk: {} for pk in ids}
    for term, told in signature.told.items() if signature else ():
        for pk in ranking.having(view, "signature", term, ids):
            shared[pk][told] = None
    return {pk: list(some) for pk, some in shared.items()}


def seen(ids: Iterable[int], user: Reader) -> dict[int, Question]:
    """The questions of these ids as the database has them now, without those the reader may not see."""
    rows = Question.objects.listed_for(user).select_related("author", "imported", "accepted_answer").in_bulk(list(ids))
    read_tags(rows.values())
    return rows


def page(view: tantivy.Searcher, ranked: Ranked, request: Request, wanted: Slice) -> list[int]:
    """The ids of one page: of the ranked, then of all others in the order of their words."""
    ids = ranked.ids[wanted.offset : wanted.offset + wanted.limit]
    missing = wanted.limit - len(ids)
    if missing and ranked.count > len(ranked.ids):
        others = [(tantivy.Occur.MustNot, ranking.among(ranked.ids))] if ranked.ids else []
        rest = filters.filtered(ranked.words, [*request.must, *others])
        offset = max(0, wanted.offset - len(ranked.ids))
        ids = ids + index.ids_of(view, view.search(rest, missing, count=False, offset=offset))
    return ids


def hits(
    view: tantivy.Searcher,
    request: Request,
    recipe: Recipe,
    user: Reader,
    wanted: Slice,
    *,
    signature: Signature | None = None,
    explain: bool = False,
) -> Found:
    """The page of what ranks best."""
    if wanted.is_too_deep:
        return Found()
    ranked = ranking.rank(view, request, recipe)
    ids = page(view, ranked, request, wanted)
    why, places = reasons(view, ids, signature), {pk: i for i, pk in enumerate(ranked.ids)}
    rows = seen(ids, user)
    found = [
        Hit(
            rows[pk],
            request.sought.terms,
            why.get(pk, ()),
            ranked.explained(places[pk]) if explain and pk in places else None,
        )
        for pk in ids
        if pk in rows
    ]
    return Found(ranked.count, found, nearest=ranked.nearest and bool(found))


# Search


def search(
    text: str,
    *,
    user: Reader,
    wanted: Slice = Slice(),
    sort: str = "relevance",
    near: Environment = NOTHING_SAID,
    explain: bool = False,
    with_facets: bool = False,
) -> Found:
    """Questions for a query in the language of docs/query-language.md, or for a pasted error.

    `near` is the reader's environment: it ranks. Raises Invalid for a query longer than QUERY_MAX, an error than
    DIAGNOSE_BYTES_MAX.
    """
    if pasted.looks_like_error(text):
        found, recognised = diagnose(text, user=user, wanted=wanted, near=near, explain=explain)
        return replace(found, pasted=recognised)
    if len(text) > rules.QUERY_MAX:
        raise Invalid("q", "too_long", TOO_MUCH_QUERY)
    view = sync.before_search()
    if view is None:
        return Found()
    asked = filters.known_tags(view, parse(text))
    if not (asked.words or asked.terms) or wanted.is_too_deep:
        return Found(query=asked)
    clauses = filters.clauses(asked, user_id=user.pk)
    typed = terms.weigh(view, asked.words)
    sought = terms.translated(view, typed, asked.words)
    if sort == "relevance" and not asked.is_filter_only:
        request = Request(
            sought, meaning.of_query(asked.words, Aspect.TITLE, Aspect.LEAD), (), near, asked.words, clauses
        )
        found = hits(view, request, ranking.SEARCH, user, wanted, explain=explain)
        matching = terms.any_of(sought.terms, ranking.TEXTS)
    else:
        matching = None if asked.is_filter_only else terms.most_of(typed.terms, ranking.TEXTS)
        order = "newest" if sort == "relevance" else sort
        matches = filters.sorted_ids(view, filters.filtered(matching, clauses), order, wanted.limit, wanted.offset)
        found = found_rows(*matches, sought.terms, user)
    return replace(
        found,
        query=asked,
        did_you_mean=spelling.corrected(view, text) or "",
        facets=facets.count(view, filters.filtered(matching, clauses)) if with_facets else None,
    )


def found_rows(count: int, ids: Sequence[int], looked_for: Mapping[str, float], user: Reader) -> Found:
    rows = seen(ids, user)
    return Found(count, [Hit(rows[pk], looked_for) for pk in ids if pk in rows])


# Related


def about(title: str, body: str, tags: Iterable[str]) -> str:
    """The text by whose words relatives are sought."""
    names = (tag[: rules.TAG_LENGTH_MAX] for tag in tags)
    return "\n".join([*[title] * TITLE_REPEATS, *names, body[:RELATED_READ]])


def related(
    *, title: str, body: str, tags: Iterable[str], user: Reader, wanted: Slice, near: Environment = NOTHING_SAID
) -> Found:
    """Questions about the same thing as a text. Raises Invalid for too long a text."""
    if len(title) > rules.QUERY_MAX:
        raise Invalid("title", "too_long", TOO_MUCH_QUERY)
    if len(body) > rules.BODY_MAX:
        raise Invalid("body", "too_long", TOO_MUCH_TEXT)
    view = sync.before_search()
    sought = view and terms.weigh(view, about(title, body, tags))
    if not sought or not sought.terms:
        return Found()
    shown = mask(title), mask(body[:RELATED_READ])  # Before the lead is cut: half a secret is not known as one.
    like = meaning.of_texts({Aspect.TITLE: shown[0], Aspect.LEAD: encoding.lead(*shown, "") or shown[0]})
    return hits(view, Request(sought, like, near=near), ranking.RELATED, user, wanted)


def related_to(question: Question, *, user: Reader, wanted: Slice = Slice(limit=8)) -> Found:
    """Questions about the same thing as this one; remembered until the index or the vectors change."""
    view = sync.before_search()
    if view is None or wanted.is_too_deep:
        return Found()
    key = f"related:{question.pk}:{wanted.offset}:{wanted.limit}:{index.stamp()}:{vectors.stamp()}"
    known = cache.get(key)
    if known is None:
        known = ranked_relatives(view, question, wanted)
        cache.set(key, known, RELATED_KEPT)
    return found_rows(*known, user)


def ranked_relatives(
    view: tantivy.Searcher, question: Question, wanted: Slice
) -> tuple[int, list[int], Mapping[str, float]]:
    names = [tag.name for tag in question.tag_list]
    sought = terms.weigh(view, about(question.title, question.body, names))
    request = Request(sought, meaning.of_question(question.pk), near=question.environment, besides=question.pk)
    ranked = ranking.rank(view, request, ranking.RELATED)
    return ranked.count, page(view, ranked, request, wanted), sought.terms


# Pasted errors


def diagnose(
    text: str, *, user: Reader, wanted: Slice = Slice(), near: Environment = NOTHING_SAID, explain: bool = False
) -> tuple[Found, Pasted]:
    """Questions that tell of the pasted error, and what was recognised in it. Raises Invalid for too long a text.

    What the text says of its environment holds where `near` says nothing.
    """
    if len(text.encode("utf-8", "ignore")) > rules.DIAGNOSE_BYTES_MAX:
        raise Invalid("text", "too_long", TOO_MUCH_LOG)
    recognised = pasted.read(text)
    view = sync.before_search()
    sought = view and terms.weigh(view, recognised.telling)
    if not sought or not sought.terms:
        return Found(), recognised
    signature = pasted.sign(recognised)
    request = Request(
        sought,
        meaning.of_query(recognised.telling[: encoding.ERROR_LENGTH], *Aspect.values),
        signature.terms,
        Environment(**{**recognised.environment, **near.stated}),
    )
    found = hits(view, request, ranking.DIAGNOSE, user, wanted, signature=signature, explain=explain)
    return found, recognised
