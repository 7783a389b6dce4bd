"""What a person follows: a question or a tag."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from qa.models.answer import Answer
from qa.models.post import Reader
from qa.models.question import Question
from qa.models.tag import Tag
from qa.models.target import exactly_one

Followed = Question | Tag


def followed_as(thing: Followed) -> dict[str, Followed]:
    """The keyword that points a row at `thing`."""
    return {"question" if isinstance(thing, Question) else "tag": thing}


class FollowQuerySet(models.QuerySet):
    def of(self, person: Reader, thing: Followed) -> Self:
        """That this person follows this thing: one row or none."""
        return self.filter(person=person, **followed_as(thing))

    def has(self, person: Reader, thing: Followed) -> bool:
        """Does this reader follow this thing? A stranger follows nothing; no query."""
        return person.is_authenticated and self.of(person, thing).exists()

    def questions_for(self, person: Reader) -> Self:
        """This person's followed questions that they may still see; order them by id, the latest followed first."""
        seen = Question.objects.listed_for(person)
        rows = models.Prefetch("question", Question.objects.with_row())
        return self.filter(person=person, question__in=seen).prefetch_related(rows)

    def with_news_for(self, person: User, since: datetime | None) -> Self:
        """Their followed questions that others have answered since they were followed, and since then."""
        news = Answer.objects.news_for(person, since)
        after = news.filter(question=OuterRef("question"), created_at__gt=OuterRef("created_at"))
        seen = Question.objects.listed_for(person)
        found = self.filter(Exists(after), person=person, question__in=seen).select_related("question")
        return found.order_by("-question__last_activity_at", "-pk")

    def tags_for(self, person: Reader) -> Self:
        return self.filter(person=person, tag__isnull=False).select_related("tag").order_by("tag__name")


class Follow(models.Model):
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="follows", db_index=False)
    question = models.ForeignKey("qa.Question", models.CASCADE, null=True, related_name="follows", db_index=False)
    tag = models.ForeignKey("qa.Tag", models.CASCADE, null=True, related_name="follows", db_index=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = FollowQuerySet.as_manager()

    class Meta:
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
        constraints = [
            exactly_one("follow_has_one_target", "question", "tag"),
            # Also the indexes of whether a reader follows this.
            models.UniqueConstraint(fields=["person", "question"], name="follow_a_question_once"),
            models.UniqueConstraint(fields=["person", "tag"], name="follow_a_tag_once"),
        ]
        indexes = [
            # A person's list: the latest followed first.
            models.Index("person", F("id").desc(), name="follow_by_person"),
            # Who follows this; deleting it for good.
            models.Index(fields=["question"], name="follow_of_question"),
            models.Index(fields=["tag"], name="follow_of_tag"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} → {self.question_id or self.tag_id}"
