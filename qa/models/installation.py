"""Which database this is, so that an index made from another one is noticed, and how far its search has come."""

import uuid

from django.db import models
from django.db.models import Q

from qa import rules


def signature_version() -> int:
    """A new site signs its posts as this version of the program does."""
    return rules.SIGNATURE_VERSION


class Installation(models.Model):
    """One row, made when it is first asked for."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    key = models.UUIDField(default=uuid.uuid4, editable=False)
    pruned_through = models.BigIntegerField(
        default=0, help_text="The newest SearchChange that was removed for its age."
    )
    vector_model = models.CharField(
        max_length=200, blank=True, help_text="The encoder whose vectors searches use; empty before the first."
    )
    signature_version = models.PositiveIntegerField(
        default=signature_version, help_text="The way in which every post's errors are signed."
    )

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_installation")]

    def __str__(self) -> str:
        return str(self.key)
