"""A picture that stands in texts. The file is named by its content, so that the same picture is kept once."""

from django.conf import settings
from django.db import models

from qa import rules


class Image(models.Model):
    """Whose upload, and what is known of the file; `uploader` is empty after the person has left."""

    uploader = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="images", db_index=False
    )
    digest = models.CharField(max_length=rules.IMAGE_DIGEST_LENGTH, help_text="Of the file's bytes, hexadecimal.")
    suffix = models.CharField(max_length=4, help_text="png, jpg or webp.")
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    bytes = models.PositiveIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["uploader", "digest"], name="image_once_a_person"),
        ]
        indexes = [
            # How many a person has uploaded in a day.
            models.Index(fields=["uploader", "created_at"], name="image_of_person"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Of the file, below the media folder."""
        return f"{self.digest[:2]}/{self.digest}.{self.suffix}"
