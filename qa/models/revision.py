"""What a post was after each edit: number 1 is the post as it was written."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from qa import rules
from qa.models.target import Targeted, TargetedQuerySet, exactly_one


class Revision(Targeted):
    """`title`, `tags` and `environment` are empty for an answer.

    `tags` are names in the order in which they were given; `environment` has the fields that are not empty.
    """

    number = models.PositiveIntegerField()
    title = models.CharField(max_length=rules.TITLE_MAX, blank=True)
    body = models.TextField()
    tags = models.JSONField(default=list)
    environment = models.JSONField(default=dict)
    editor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(_("reason"), max_length=rules.REASON_MAX, blank=True)
    created_at = models.DateTimeField()

    objects = TargetedQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            exactly_one("revision_has_one_target", "question", "answer"),
            # Also the index of the history page.
            models.UniqueConstraint(fields=["question", "number"], name="revision_number_of_question"),
            models.UniqueConstraint(fields=["answer", "number"], name="revision_number_of_answer"),
        ]

    def __str__(self) -> str:
        return f"r{self.number}"
