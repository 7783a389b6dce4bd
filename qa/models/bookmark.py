"""A question or an answer that a person keeps for themselves."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from qa.models.answer import Answer
from qa.models.post import Reader
from qa.models.question import Question
from qa.models.target import Targeted, TargetedQuerySet, exactly_one


class BookmarkQuerySet(TargetedQuerySet):
    def listed_for(self, person: Reader) -> Self:
        """This person's bookmarks of posts that they may still see, with all that a list row shows."""
        questions, answers = Question.objects.listed_for(person), Answer.objects.listed_for(person)
        kept = self.filter(Q(question__in=questions) | Q(answer__in=answers), person=person)
        rows = Question.objects.with_row()
        return kept.prefetch_related(
            models.Prefetch("question", rows),
            models.Prefetch("answer", Answer.objects.select_related("author")),
            models.Prefetch("answer__question", rows),
        )


class Bookmark(Targeted):
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="bookmarks", db_index=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = BookmarkQuerySet.as_manager()

    class Meta:
        verbose_name = _("bookmark")
        verbose_name_plural = _("bookmarks")
        constraints = [
            exactly_one("bookmark_has_one_target", "question", "answer"),
            # Also the indexes of whether a reader has kept this.
            models.UniqueConstraint(fields=["person", "question"], name="bookmark_a_question_once"),
            models.UniqueConstraint(fields=["person", "answer"], name="bookmark_an_answer_once"),
        ]
        indexes = [
            # A person's list: the latest kept first.
            models.Index("person", F("id").desc(), name="bookmark_by_person"),
            # Deleting a post for good.
            models.Index(fields=["question"], name="bookmark_of_question"),
            models.Index(fields=["answer"], name="bookmark_of_answer"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} → {self.target.kind} {self.target.pk}"
