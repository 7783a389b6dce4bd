"""What one reader has done to the posts of a page, in one query."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import BigIntegerField, F, IntegerField, QuerySet, Value
from django.db.models.functions import Cast

from qa.models.bookmark import Bookmark
from qa.models.flag import Flag
from qa.models.follow import Follow
from qa.models.post import Post, Reader
from qa.models.vote import Vote

VOTE, BOOKMARK, FLAG, FOLLOW = range(4)
NOWHERE = Cast(Value(None), BigIntegerField())


@dataclass(slots=True)
class Marks:
    """A reader's own marks on one post."""

    vote: int = 0
    is_bookmarked: bool = False
    is_flagged: bool = False
    is_followed: bool = False

    def take(self, kind: int, value: int) -> None:
        if kind == VOTE:
            self.vote = value
        self.is_bookmarked |= kind == BOOKMARK
        self.is_flagged |= kind == FLAG
        self.is_followed |= kind == FOLLOW


def rows(queryset: QuerySet, kind: int, *, value: object = None, answer: object = None) -> QuerySet:
    """(kind, question, answer, value) of each row."""
    return queryset.order_by().values_list(
        Value(kind, output_field=IntegerField()),
        F("question_id"),
        answer or F("answer_id"),
        value or Value(0, output_field=IntegerField()),
    )


def marks_of(reader: Reader, posts: Iterable[Post]) -> dict[tuple[str, int], Marks]:
    """By kind and id of the post; one query, none for a stranger."""
    posts = list(posts)
    marks = {(post.kind, post.pk): Marks() for post in posts}
    if not reader.is_authenticated:
        return marks
    questions = [post.pk for post in posts if post.kind == "question"]
    votes = rows(Vote.objects.on_any(posts).filter(voter=reader), VOTE, value=Cast("value", IntegerField()))
    found = votes.union(
        rows(Bookmark.objects.on_any(posts).filter(person=reader), BOOKMARK),
        rows(Flag.objects.open().on_any(posts).filter(person=reader), FLAG),
        rows(Follow.objects.filter(person=reader, question__in=questions), FOLLOW, answer=NOWHERE),
        all=True,
    )
    for kind, question, answer, value in found:
        marks["question" if question else "answer", question or answer].take(kind, value)
    return marks
