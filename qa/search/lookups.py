"""The three look-ups: a typed query, a question's relatives, a pasted error."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import tantivy
from django.utils.safestring import SafeString

from qa import rules
from qa.errors import Invalid
from qa.messages import TOO_MUCH_LOG, TOO_MUCH_QUERY, TOO_MUCH_TEXT
from qa.models import Question
from qa.models.post import Reader
from qa.search import index, pasted, sync, terms
from qa.search.excerpts import excerpt, marked, marks

SEARCH = {"title": 1.5, "tags": 1.0, "body": 1.0, "accepted": 1.0, "answers": 0.7}
"""A typed query speaks as a title does."""
PASTED = {"title": 1.0, "tags": 0.5, "body": 1.0, "accepted": 1.0, "answers": 0.7}
"""The words of an error stand in bodies and answers as often as in titles."""
TITLE_REPEATS = 2
"""How much more than its body a question's title says about which others it is related to."""
RELATED_READ = 6_000
"""Characters of a body from which its relatives are sought: what a question is about, it says early."""


@dataclass(frozen=True)
class Hit:
    """A question that was found. `title` and `excerpt` are escaped HTML with marks, made when they are asked for."""

    question: Question
    looked_for: Mapping[str, float]

    @cached_property
    def title(self) -> SafeString:
        return marked(self.question.title, marks(self.question.title, self.looked_for))

    @cached_property
    def excerpt(self) -> SafeString:
        accepted = self.question.accepted_answer
        bodies = [self.question.body, accepted.body] if accepted else [self.question.body]
        return excerpt(bodies, self.looked_for)


@dataclass(frozen=True, slots=True)
class Found:
    """`count` hits in the index, of which `hits` are the asked page, best first."""

    count: int = 0
    hits: list[Hit] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Slice:
    """Which hits are wanted: `limit` of them after the first `offset`."""

    limit: int = rules.PAGE_SIZE
    offset: int = 0


def hit_ids(view: tantivy.Searcher, query: tantivy.Query, wanted: Slice) -> tuple[int, list[int]]:
    """Number of matches, and the ids of the questions wanted, best first."""
    found = view.search(query, max(1, wanted.limit), count=True, offset=wanted.offset)
    addresses = [address for _, address in found.hits]
    return found.count, view.fast_field_values("id", addresses) if addresses else []


def rows(ids: Iterable[int], user: Reader, looked_for: Mapping[str, float]) -> list[Hit]:
    """The questions of these ids as the database has them now, in this order, without those the reader may not see."""
    found = Question.objects.listed_for(user).with_row().select_related("accepted_answer")
    by_id = found.in_bulk(list(ids))
    return [Hit(by_id[pk], looked_for) for pk in ids if pk in by_id]


def find(view: tantivy.Searcher, query: tantivy.Query, looked_for: Mapping, user: Reader, wanted: Slice) -> Found:
    if not looked_for or wanted.offset + wanted.limit > rules.PAGE_DEPTH_MAX:
        return Found()
    count, ids = hit_ids(view, query, wanted)
    return Found(count, rows(ids, user, looked_for))


def search(text: str, *, user: Reader, wanted: Slice = Slice()) -> Found:
    """Questions with any of the words, best first. Raises Invalid for a text longer than QUERY_MAX."""
    if len(text) > rules.QUERY_MAX:
        raise Invalid("q", "too_long", TOO_MUCH_QUERY)
    view = sync.before_search()
    if view is None:
        return Found()
    looked_for = terms.weigh(view, text)
    character = next(iter(looked_for)) if len(looked_for) == 1 else ""
    alone = len(character) == 1 and not character.isascii()
    query = terms.holding(character, SEARCH) if alone else terms.any_of(looked_for, SEARCH)
    return find(view, query, looked_for, user, wanted)


def related(*, title: str, body: str, tags: Iterable[str], user: Reader, wanted: Slice, besides: int = 0) -> Found:
    """Questions about the same thing; `besides` is the id of the one that asks. Raises Invalid for too long a text."""
    if len(title) > rules.QUERY_MAX:
        raise Invalid("title", "too_long", TOO_MUCH_QUERY)
    if len(body) > rules.BODY_MAX:
        raise Invalid("body", "too_long", TOO_MUCH_TEXT)
    view = sync.before_search()
    if view is None:
        return Found()
    looked_for = terms.weigh(
        view, "\n".join([*[title] * TITLE_REPEATS, *(tag[: rules.TAG_LENGTH_MAX] for tag in tags), body[:RELATED_READ]])
    )
    query = terms.any_of(looked_for, PASTED)
    if besides:
        itself = tantivy.Query.term_query(index.SCHEMA, "id", besides)
        query = tantivy.Query.boolean_query([(tantivy.Occur.Must, query), (tantivy.Occur.MustNot, itself)])
    return find(view, query, looked_for, user, wanted)


def related_to(question: Question, *, user: Reader, wanted: Slice = Slice(limit=8)) -> Found:
    names = [tag.name for tag in question.tag_list]
    return related(title=question.title, body=question.body, tags=names, user=user, wanted=wanted, besides=question.pk)


def diagnose(text: str, *, user: Reader, wanted: Slice = Slice()) -> tuple[Found, pasted.Pasted]:
    """Questions that tell of the pasted error, and what was recognised in it. Raises Invalid for too long a text."""
    if len(text.encode("utf-8", "ignore")) > rules.DIAGNOSE_BYTES_MAX:
        raise Invalid("text", "too_long", TOO_MUCH_LOG)
    recognised = pasted.read(text)
    view = sync.before_search()
    if view is None:
        return Found(), recognised
    looked_for = terms.weigh(view, recognised.telling)
    return find(view, terms.any_of(looked_for, PASTED), looked_for, user, wanted), recognised
