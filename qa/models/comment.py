"""The comment: a remark on a question or an answer, in one line of Markdown."""

from typing import Self

from django.db import models
from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext_lazy as _

from qa.models.post import Authored, Post, PostQuerySet
from qa.models.target import Targeted, TargetedQuerySet, exactly_one


class CommentQuerySet(PostQuerySet, TargetedQuerySet):
    def first_of_each(self, number: int) -> Self:
        """The oldest comments under each post, at most this many; one query."""
        place = Window(RowNumber(), partition_by=["question", "answer"], order_by="id")
        return self.annotate(place=place).filter(place__lte=number)

    parents = ("question__", "answer__", "answer__question__")


class Comment(Authored, Targeted):
    kind = "comment"

    objects = CommentQuerySet.as_manager()

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        constraints = [exactly_one("comment_has_one_target", "question", "answer")]
        indexes = [
            # Under a post: oldest first.
            models.Index(fields=["question", "id"], name="comment_of_question"),
            models.Index(fields=["answer", "id"], name="comment_of_answer"),
            # API: all comments, newest first.
            models.Index(F("created_at").desc(), F("id").desc(), name="comment_newest", condition=Q(deleted_at=None)),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"

    def get_absolute_url(self) -> str:
        if self.answer_id:
            return f"{self.answer.get_absolute_url()}?comment={self.pk}"
        return f"{self.question.get_absolute_url()}#comment-{self.pk}"

    @property
    def topic(self) -> Post:
        """The question that it is about in the end."""
        return self.question or self.answer.question
