"""The answer to one question."""

from typing import Self

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from qa.models.post import Post, PostQuerySet
from qa.models.tag import Tag, newest_of

ORDERS = {
    "score": ("-score", "created_at", "id"),
    "newest": ("-created_at", "-id"),
    "oldest": ("created_at", "id"),
}
"""What comes after the accepted answer; the first is the order of a question page unless another is asked for."""


class AnswerQuerySet(PostQuerySet):
    parents = ("question__",)

    def in_order(self, order: str = "score") -> Self:
        """As the question page shows them: the accepted one, then those of the highest score, newest or oldest."""
        return self.order_by("-is_accepted", *ORDERS[order])

    def best_of(self, tag: Tag) -> Self:
        """The accepted answers to the newest questions of a tag, highest score first."""
        return self.filter(is_accepted=True, question__in=newest_of(tag)).order_by("-score", "-pk")

    def before(self, answer: "Answer") -> Self:
        """The answers of the same question that come earlier in the order of the score."""
        same = Q(is_accepted=answer.is_accepted)
        earlier = Q(created_at__lt=answer.created_at) | Q(created_at=answer.created_at, pk__lt=answer.pk)
        rank = Q(score__gt=answer.score) | (Q(score=answer.score) & earlier)
        above = same & rank if answer.is_accepted else Q(is_accepted=True) | (same & rank)
        return self.filter(above, question=answer.question_id)


class Answer(Post):
    kind = "answer"

    question = models.ForeignKey("qa.Question", models.CASCADE, related_name="answers", db_index=False)
    is_accepted = models.BooleanField(default=False)

    objects = AnswerQuerySet.as_manager()

    class Meta:
        verbose_name = _("answer")
        verbose_name_plural = _("answers")
        constraints = [
            models.UniqueConstraint(fields=["question"], condition=Q(is_accepted=True), name="one_accepted_answer"),
            models.CheckConstraint(
                condition=Q(is_accepted=False) | Q(deleted_at=None), name="deleted_answer_is_not_accepted"
            ),
        ]
        indexes = [
            # The question page: accepted first, then score.
            models.Index("question", F("is_accepted").desc(), F("score").desc(), "created_at", name="answer_in_order"),
            # A person's page: their answers, newest first.
            models.Index("author", F("created_at").desc(), F("id").desc(), name="answer_by_author"),
            # API: all answers, newest first.
            models.Index(F("created_at").desc(), F("id").desc(), name="answer_newest", condition=Q(deleted_at=None)),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} → #{self.question_id}"

    def get_absolute_url(self) -> str:
        return reverse("answer", args=[self.pk])
