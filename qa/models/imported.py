"""Where an imported row came from, so that running an import twice adds nothing."""

from django.conf import settings
from django.db import models

from qa.models.target import exactly_one


class ImportedRecord(models.Model):
    """`source` is the import's format or name; `digest` is the SHA-256 of the record, which says if it changed."""

    class Kind(models.TextChoices):
        QUESTION = "question"
        USER = "user"

    source = models.CharField(max_length=50)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    external_id = models.CharField(max_length=255)
    digest = models.CharField(max_length=64, blank=True)
    question = models.OneToOneField("qa.Question", models.CASCADE, null=True, blank=True, related_name="imported")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="imported")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "kind", "external_id"], name="imported_once"),
            exactly_one("imported_record_has_one_row", "question", "user"),
        ]

    def __str__(self) -> str:
        return f"{self.source}:{self.external_id}"
