"""Proves the counters: what each should be, from the rows it counts, in batches."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, F, IntegerField, Model, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, Greatest

from accounts.models import User
from qa.models import Answer, Question, QuestionTag, ReputationEvent, Revision, Tag, Vote

BATCH = 1_000


@dataclass(frozen=True, slots=True)
class Wrong:
    """A counter that says `stored` where its rows say `counted`."""

    row: Model
    field: str
    stored: object
    counted: object

    def __str__(self) -> str:
        return f"{self.row._meta.model_name} {self.row.pk}: {self.field} is {self.stored}, should be {self.counted}"


def total(rows: QuerySet, key: str, value: object) -> Coalesce:
    """The aggregate of the rows whose `key` is the outer row, 0 where there are none."""
    per_row = rows.filter(**{key: OuterRef("pk")}).order_by().values(key).annotate(total=value).values("total")
    return Coalesce(Subquery(per_row, output_field=IntegerField()), 0)


def summed(rows: QuerySet, key: str, field: str) -> Coalesce:

    return total(rows, key, Sum(field))


def newest(rows: QuerySet, **keys: object) -> Subquery:
    return Subquery(rows.filter(**keys).order_by("-created_at").values("created_at")[:1])


def expected() -> Iterator[tuple[QuerySet, dict[str, object]]]:
    """For each model with counters: its rows, and what each counter should be."""
    revisions = Revision.objects.all()
    yield (
        Question.objects.all(),
        {
            "score": F("imported_score") + summed(Vote.objects.all(), "question", "value"),
            "answer_count": total(Answer.objects.live(), "question", Count("pk")),
            "accepted_answer_id": Subquery(
                Answer.objects.filter(question=OuterRef("pk"), is_accepted=True).values("pk")[:1]
            ),
            "last_activity_at": Greatest(
                newest(revisions, question=OuterRef("pk")),
                Coalesce(newest(revisions, answer__question=OuterRef("pk")), F("created_at")),
            ),
        },
    )
    yield Answer.objects.all(), {"score": F("imported_score") + summed(Vote.objects.all(), "answer", "value")}
    yield User.objects.all(), {"reputation": summed(ReputationEvent.objects.all(), "user", "points")}
    yield QuestionTag.objects.all(), {"asked_at": F("content_object__created_at")}
    yield (
        Tag.objects.all(),
        {"question_count": total(QuestionTag.objects.filter(content_object__deleted_at=None), "tag", Count("pk"))},
    )


def wrong(rows: QuerySet, counters: dict[str, object]) -> Iterator[Wrong]:
    counted = rows.only("pk", *counters).annotate(**{f"counted_{name}": value for name, value in counters.items()})
    for row in counted.order_by("pk").iterator(chunk_size=BATCH):
        for name in counters:
            stored, should = getattr(row, name), getattr(row, f"counted_{name}")
            if stored != should:
                yield Wrong(row, name, stored, should)


def check() -> Iterator[Wrong]:
    """Every counter that is wrong; reads only."""
    for rows, counters in expected():
        yield from wrong(rows, counters)


@transaction.atomic
def repair_row(rows: QuerySet, counters: dict[str, object], pk: int) -> list[Wrong]:
    """Counts one row anew under its lock and sets right what is wrong."""
    rows.select_for_update(no_key=True).only("pk").get(pk=pk)
    found = list(wrong(rows.filter(pk=pk), counters))
    rows.filter(pk=pk).update(**{item.field: item.counted for item in found})
    return found


def repair() -> Iterator[Wrong]:
    """Sets every wrong counter right, row by row, while the site goes on; yields what was wrong."""
    for rows, counters in expected():
        for pk in sorted({item.row.pk for item in wrong(rows, counters)}):
            yield from repair_row(rows, counters, pk)
