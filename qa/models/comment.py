"""The comment: a remark on a question or an answer, in one line of Markdown."""

from typing import Self

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from qa.models.post import Authored, PostQuerySet, Reader
from qa.models.target import Targeted, TargetedQuerySet, exactly_one


class CommentQuerySet(PostQuerySet, TargetedQuerySet):
    def visible_to(self, user: Reader, path: str = "") -> Self:
        """A comment is seen by who may see it, its question or answer, and that answer's question."""
        queryset = PostQuerySet.visible_to(self, user, path)
        for parent in ("question__", "answer__", "answer__question__"):
            queryset = PostQuerySet.visible_to(queryset, user, parent)
        return queryset


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
        return f"{self.target.get_absolute_url()}#comment-{self.pk}"
