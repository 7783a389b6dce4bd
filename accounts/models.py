"""The person: one row for members, for imported authors nobody has claimed, and for those who left."""

import unicodedata
from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.validators import username_validators
from qa.text import slugs


def name_key(name: str) -> str:
    """By what names are compared: without case and width, in any script (a database may fold ASCII only)."""
    return unicodedata.normalize("NFKC", name).casefold()


class NameKeyField(models.CharField):
    """Follows `username` whenever the row is written."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = name_key(model_instance.username)
        setattr(model_instance, self.attname, key)
        return key


class User(AbstractUser):
    """Signs in with name or e-mail. `reputation` is a counter kept by the services of `qa` and proven by `recount`."""

    first_name = None
    last_name = None

    username = models.CharField(
        _("user name"),
        max_length=150,
        unique=True,
        validators=username_validators,
        error_messages={"unique": _("This name is taken.")},
    )
    username_key = NameKeyField(max_length=300, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    is_moderator = models.BooleanField(_("moderator"), default=False)
    reputation = models.IntegerField(_("reputation"), default=0)
    left_at = models.DateTimeField(_("left"), null=True, blank=True, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.UniqueConstraint(fields=["username_key"], name="unique_username_any_case"),
        ]
        indexes = [
            # The people page: highest reputation first.
            models.Index(fields=["-reputation", "-id"], name="user_by_reputation"),
        ]

    @property
    def display_name(self) -> str:
        """The name that pages show; a person who left is nobody in particular."""
        return gettext("deleted user") if self.left_at else self.username

    def get_absolute_url(self) -> str:
        return reverse("user", args=[self.pk, slugs.slugify(self.username)])
