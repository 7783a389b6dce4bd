"""A reader's word to the moderators that something is wrong with a post."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from qa import rules
from qa.models.target import Targeted, TargetedQuerySet, exactly_one

OPEN = Q(resolved_at=None)


class FlagReason(models.TextChoices):
    SPAM = "spam", _("Spam or advertising")
    RUDE = "rude", _("Rude or hurtful")
    DUPLICATE = "duplicate", _("Asked or answered elsewhere")
    NO_ANSWER = "no_answer", _("Not an answer to the question")
    LOW_QUALITY = "low_quality", _("Too little to be of use")
    OTHER = "other", _("Something else")


class FlagQuerySet(TargetedQuerySet):
    def open(self) -> Self:
        """Those no moderator has decided on."""
        return self.filter(OPEN)


class Flag(Targeted):
    """`text` may be empty, but says what it is about when the reason is none of those named."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="flags", db_index=False)
    reason = models.CharField(_("reason"), max_length=20, choices=FlagReason.choices)
    text = models.CharField(_("text"), max_length=rules.REASON_MAX, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    resolved_at = models.DateTimeField(null=True, blank=True)

    objects = FlagQuerySet.as_manager()

    class Meta:
        verbose_name = _("flag")
        verbose_name_plural = _("flags")
        constraints = [
            exactly_one("flag_has_one_target", "question", "answer"),
            models.CheckConstraint(condition=Q(reason__in=FlagReason.values), name="flag_reason_is_known"),
            models.CheckConstraint(condition=~Q(reason=FlagReason.OTHER, text=""), name="other_flag_says_what"),
            # Also the indexes of whether a reader has flagged this.
            models.UniqueConstraint(fields=["person", "question"], condition=OPEN, name="one_open_flag_a_question"),
            models.UniqueConstraint(fields=["person", "answer"], condition=OPEN, name="one_open_flag_an_answer"),
        ]
        indexes = [
            # Deleting a person or a post for good.
            models.Index(fields=["person"], name="flag_by_person"),
            models.Index(fields=["question"], name="flag_of_question"),
            models.Index(fields=["answer"], name="flag_of_answer"),
        ]

    def __str__(self) -> str:
        return f"{self.reason} → {self.target.kind} {self.target.pk}"
