"""What a question and an answer share."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User

Reader = User | AnonymousUser
NEWEST_READ = 200
"""A person's own posts that their home page looks at, so that it costs no more for somebody who wrote very many."""


class Language(models.TextChoices):
    ZH = "zh", _("Chinese")
    EN = "en", _("English")


class PostQuerySet(models.QuerySet):
    parents: tuple[str, ...] = ()
    """Look-ups of the posts that these hang on; what hangs on a post is seen, and listed, only with it."""

    def live(self) -> Self:
        return self.filter(deleted_at=None)

    def visible_to(self, user: Reader) -> Self:
        """The one rule of who sees what: what is not deleted; one's own deleted posts; everything for moderators."""
        if getattr(user, "is_moderator", False):
            return self
        seen = self
        for place in ("", *self.parents):
            rule = Q(**{f"{place}deleted_at": None})
            if user.is_authenticated:
                rule |= Q(**{f"{place}author": user})
            seen = seen.filter(rule)
        return seen

    def listed_for(self, user: Reader) -> Self:
        """What every list, feed, search result and API list holds: what the reader may see and is not deleted."""
        return self.visible_to(user).filter(**{f"{place}deleted_at": None for place in ("", *self.parents)})

    def newest_by(self, person: User) -> Self:
        """The ids of the newest posts of a person, for `IN`."""
        return self.filter(author=person).order_by("-created_at", "-pk").values("pk")[:NEWEST_READ]

    def news_for(self, person: User, since: datetime | None) -> Self:
        """What others have written since then, of all that this person finds in a list; newest first."""
        found = self.listed_for(person).exclude(author=person).order_by("-created_at", "-pk")
        return found.filter(created_at__gt=since) if since else found


class Authored(models.Model):
    """Something a person wrote. Both `author` and `author_name` may be empty: an import without a name."""

    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="%(class)ss", db_index=False
    )
    author_name = models.CharField(
        max_length=100, blank=True, help_text=_("Shown when the author has no account here: an imported name.")
    )
    body = models.TextField(_("text"), help_text=_("Markdown."))
    html = models.TextField(editable=False)
    created_at = models.DateTimeField(_("asked or answered"))
    deleted_at = models.DateTimeField(null=True, blank=True)
    deleted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        abstract = True

    @property
    def byline(self) -> str:
        """The name to show under the post."""
        if self.author_id:
            return self.author.display_name
        return self.author_name or gettext("imported")


class Post(Authored):
    """A question or an answer. `html` is `body` rendered once, when it was written."""

    kind: str
    """`question` or `answer`: also the name of the column by which votes, comments and revisions point here."""

    lang = models.CharField(_("language"), max_length=2, choices=Language.choices)
    edited_at = models.DateTimeField(null=True, blank=True)
    score = models.IntegerField(default=0, help_text=_("Counter: imported_score plus the sum of the votes."))
    imported_score = models.IntegerField(default=0, help_text=_("Votes that came as a number with an import."))

    class Meta:
        abstract = True
