"""The ledger behind `User.reputation`: an event is paid once and goes when its cause goes."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from qa.models.target import exactly_one


class ReputationKind(models.TextChoices):
    QUESTION_UP = "question_up", _("question voted up")
    QUESTION_DOWN = "question_down", _("question voted down")
    ANSWER_UP = "answer_up", _("answer voted up")
    ANSWER_DOWN = "answer_down", _("answer voted down")
    VOTED_DOWN = "voted_down", _("voted an answer down")
    ACCEPTED = "accepted", _("answer accepted")
    ACCEPTING = "accepting", _("accepted an answer")


class ReputationEvent(models.Model):
    """`vote` or `answer` (an accepted one) is the cause; deleting the cause deletes the event."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reputation_events")
    kind = models.CharField(max_length=20, choices=ReputationKind.choices)
    points = models.SmallIntegerField()
    vote = models.ForeignKey("qa.Vote", models.CASCADE, null=True, related_name="reputation_events", db_index=False)
    answer = models.ForeignKey("qa.Answer", models.CASCADE, null=True, related_name="reputation_events", db_index=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            exactly_one("reputation_has_one_cause", "vote", "answer"),
            models.CheckConstraint(condition=Q(kind__in=ReputationKind.values), name="reputation_kind_is_known"),
            models.UniqueConstraint(fields=["vote", "user", "kind"], name="reputation_once_a_vote"),
            models.UniqueConstraint(fields=["answer", "user", "kind"], name="reputation_once_an_acceptance"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.points:+d}"
