"""What search knows of a post beside its words: the errors it tells of, and sentence vectors of what it is about."""

from collections.abc import Sequence
from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from qa.models.answer import Answer
from qa.models.target import Targeted, TargetedQuerySet, exactly_one


class ErrorSignatureQuerySet(TargetedQuerySet):
    def told_in(self, question_ids: Sequence[int]) -> Self:
        """Those of these questions and of their answers that are not deleted, with the question as `in_question`."""
        answers = Answer.objects.live().filter(question__in=question_ids).values("pk")
        told = self.filter(Q(question__in=question_ids) | Q(answer__in=answers))
        return told.annotate(in_question=Coalesce("question", "answer__question"))


class ErrorSignature(Targeted):
    """An error that stands in a question or an answer, without what differs from machine to machine."""

    digest = models.CharField(max_length=16, blank=True, help_text=_("The same error has the same; empty: too vague."))
    exception = models.CharField(max_length=200, blank=True)
    message = models.TextField(blank=True)
    terms = models.JSONField(default=list, help_text=_("What the search index holds of it."))

    objects = ErrorSignatureQuerySet.as_manager()

    class Meta:
        constraints = [exactly_one("signature_has_one_target", "question", "answer")]
        indexes = [
            # The documents of the search index; what a post had before an edit.
            models.Index(fields=["question"], name="signature_of_question"),
            models.Index(fields=["answer"], name="signature_of_answer"),
        ]

    def __str__(self) -> str:
        return f"{self.exception}: {self.message}"


class Aspect(models.IntegerChoices):
    """Which of a question's texts a vector stands for."""

    TITLE = 0, _("title")
    LEAD = 1, _("title and beginning")
    ERROR = 2, _("error")


class QuestionVector(models.Model):
    """One text of a question as a sentence encoder sees it: one signed byte a dimension, the largest of them ±127."""

    question = models.ForeignKey("qa.Question", models.CASCADE, related_name="vectors", db_index=False)
    aspect = models.SmallIntegerField(choices=Aspect.choices)
    model = models.CharField(max_length=200, help_text=_("The encoder and its version."))
    digest = models.CharField(max_length=16, help_text=_("Of the text that was encoded."))
    vector = models.BinaryField()

    class Meta:
        constraints = [
            # Also the index of everything that reads vectors.
            models.UniqueConstraint(fields=["question", "model", "aspect"], name="vector_once_a_model"),
        ]

    def __str__(self) -> str:
        return f"{self.question_id}/{self.aspect} {self.model}"
