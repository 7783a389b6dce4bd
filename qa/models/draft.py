"""What a member typed and has not posted yet."""

from django.conf import settings
from django.db import models

from qa import rules


class Draft(models.Model):
    """One form of one person. `revision` counts the saves, so that an older window does not overwrite a newer one."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="drafts", db_index=False)
    form = models.CharField(max_length=rules.DRAFT_FORM_MAX, help_text="The address that the form is sent to.")
    typed = models.JSONField(default=dict, help_text="Field → text.")
    revision = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [
            # Also the look-up of a form that is opened, and of one person's drafts.
            models.UniqueConstraint(fields=["owner", "form"], name="one_draft_a_person_and_form"),
        ]

    def __str__(self) -> str:
        return f"{self.form} {self.revision}"
