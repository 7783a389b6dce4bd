"""What a question page depends on, cheap enough to be asked before every page: one query, whose SQL is made once.

Django takes some milliseconds to make SQL of such a query; the database takes 0.05 to answer it.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import (
    BigIntegerField,
    Count,
    Exists,
    Expression,
    F,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
)

from qa.models.answer import Answer
from qa.models.bookmark import Bookmark
from qa.models.comment import Comment
from qa.models.course import Progress
from qa.models.draft import Draft
from qa.models.flag import Flag
from qa.models.follow import Follow
from qa.models.question import Question
from qa.models.vote import Vote

QUESTION, READER, FORM = -1, -2, "\ue000form"
"""Stand for the parameters while the SQL is made; no row has these ids."""


def of_all(rows: QuerySet, value: Expression) -> Subquery:
    """One aggregate over all these rows."""
    return Subquery(rows.order_by().values(one=Value(1)).annotate(value=value).values("value"))


def answers() -> QuerySet[Answer]:
    return Answer.objects.filter(question=OuterRef("pk"))


def answer_ids() -> QuerySet:
    """The same one query further in: for a filter of another table."""
    return Answer.objects.filter(question=OuterRef(OuterRef("pk"))).values("pk")


def comments() -> QuerySet[Comment]:
    return Comment.objects.filter(Q(question=OuterRef("pk")) | Q(answer__in=answer_ids()))


def marked(model: type[Model], person: str) -> Iterator[Exists]:
    """Has the reader such a mark on the question, and on an answer? Each is found by its unique key."""
    for place in ({"question": OuterRef("pk")}, {"answer__in": answer_ids()}):
        yield Exists(model.objects.filter(**place, **{person: READER}))


def of_reader() -> Iterator[Expression]:
    """Whether the reader has done anything here, one value each. People's own rows are counted among those of the page:
    an index by author would go through all that somebody wrote."""
    yield Exists(Question.objects.filter(pk=OuterRef("pk"), author=READER))
    yield of_all(answers(), Count("pk", filter=Q(author=READER)))
    yield of_all(comments(), Count("pk", filter=Q(author=READER)))
    for model, person in ((Vote, "voter"), (Bookmark, "person"), (Flag, "person")):
        yield from marked(model, person)
    yield Exists(Follow.objects.filter(question=OuterRef("pk"), person=READER))
    yield Exists(Progress.objects.filter(question=OuterRef("pk"), person=READER))
    yield Exists(Draft.objects.filter(owner=READER, form=FORM))


def of_page() -> Iterator[Expression]:
    """Everything that others can change on the page."""
    for column in ("score", "edited_at", "last_activity_at", "answer_count", "accepted_answer"):
        yield F(column)
    yield of_all(answers().live(), Sum(F("score") * F("pk")))
    yield of_all(comments().live(), Count("pk"))
    yield of_all(comments().live(), Sum("pk"))


SEEN_BY_ALL = len(list(of_page()))


@cache
def compiled(vendor: str) -> tuple[str, tuple[Any, ...]]:
    """SQL and parameters; made anew for another kind of database."""
    state = Question.objects.live().filter(pk=QUESTION).values_list(*of_page(), *of_reader())
    return state.query.sql_with_params()


def page_state(question_id: int, *, reader_id: int = 0, form: str = "") -> tuple[str, bool] | None:
    """(what others see, is anything on the page the reader's own) of a question that is not deleted, else None.

    `form` is the address of the answer form, under which a draft is kept.
    """
    if question_id > BigIntegerField.MAX_BIGINT:
        return None
    sql, params = compiled(connection.vendor)
    values = {QUESTION: question_id, READER: reader_id, FORM: form}
    with connection.cursor() as cursor:
        cursor.execute(sql, [values.get(param, param) for param in params])
        row = cursor.fetchone()
    return (repr(row[:SEEN_BY_ALL]), any(row[SEEN_BY_ALL:])) if row else None
