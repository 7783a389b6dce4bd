"""One person's vote on one post."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from qa.models.target import Targeted, TargetedQuerySet, exactly_one

UP, DOWN = 1, -1


class Vote(Targeted):
    voter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="votes", db_index=False)
    value = models.SmallIntegerField(choices=[(UP, _("up")), (DOWN, _("down"))])
    created_at = models.DateTimeField(auto_now_add=True)

    objects = TargetedQuerySet.as_manager()

    class Meta:
        constraints = [
            exactly_one("vote_has_one_target", "question", "answer"),
            models.CheckConstraint(condition=Q(value__in=(UP, DOWN)), name="vote_is_up_or_down"),
            models.UniqueConstraint(fields=["voter", "question"], name="one_vote_a_person_and_question"),
            models.UniqueConstraint(fields=["voter", "answer"], name="one_vote_a_person_and_answer"),
        ]
        indexes = [
            # recount: the sum of the votes on a post.
            models.Index(fields=["question", "value"], name="vote_on_question"),
            models.Index(fields=["answer", "value"], name="vote_on_answer"),
        ]

    def __str__(self) -> str:
        return f"{self.value:+d}"
