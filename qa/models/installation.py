"""Which database this is, so that an index made from another one is noticed."""

import uuid

from django.db import models
from django.db.models import Q


class Installation(models.Model):
    """One row, made when it is first asked for."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    key = models.UUIDField(default=uuid.uuid4, editable=False)
    pruned_through = models.BigIntegerField(
        default=0, help_text="The newest SearchChange that was removed for its age."
    )

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_installation")]

    def __str__(self) -> str:
        return str(self.key)
