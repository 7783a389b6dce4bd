"""The journal that the search indexes of all nodes follow."""

from collections.abc import Iterable
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models.functions import Now


class SearchChangeQuerySet(models.QuerySet):
    def say(self, question_ids: Iterable[int]) -> None:
        """Indexes are to look at these questions again; 0 stands for the model of all vectors."""
        self.bulk_create([SearchChange(question_id=pk) for pk in question_ids])

    def older_than(self, moment: datetime) -> Self:
        return self.filter(created_at__lt=moment)


class SearchChange(models.Model):
    """What is found of this question has changed; written in the transaction of the change.

    `question_id` is a plain number: the row outlives a question that is deleted for good.
    """

    question_id = models.BigIntegerField()
    created_at = models.DateTimeField(db_default=Now())

    objects = SearchChangeQuerySet.as_manager()

    class Meta:
        indexes = [
            # Pruning: changes that every index has seen.
            models.Index(fields=["created_at"], name="search_change_age"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} → question {self.question_id}"
