"""Following, bookmarking, flagging, and taking each of them back; only the state afterwards counts."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from qa import policies, rules
from qa.errors import Invalid
from qa.models import Bookmark, Flag, FlagReason, Follow, Post, Question, target_of
from qa.models.follow import Followed, followed_as
from qa.services import fields
from qa.services.base import lock, require


@transaction.atomic
def follow(*, actor: User, thing: Followed) -> Followed:
    thing = lock(thing) if isinstance(thing, Question) else thing
    require(policies.can_follow(actor, thing))
    Follow.objects.get_or_create(person=actor, **followed_as(thing))
    return thing


@transaction.atomic
def unfollow(*, actor: User, thing: Followed) -> Followed:
    require(policies.can_take_back(actor, thing))
    Follow.objects.of(actor, thing).delete()
    return thing


@transaction.atomic
def bookmark(*, actor: User, post: Post) -> Post:
    post = lock(post)
    require(policies.can_bookmark(actor, post))
    Bookmark.objects.get_or_create(person=actor, **target_of(post))
    return post


@transaction.atomic
def remove_bookmark(*, actor: User, post: Post) -> Post:
    require(policies.can_take_back(actor, post))
    Bookmark.objects.on(post).filter(person=actor).delete()
    return post


def clean_flag(reason: str, text: str) -> dict[str, str]:
    if reason not in FlagReason.values:
        raise Invalid("reason", "unknown", _("Choose what is wrong."))
    text = fields.clean_line("text", text, 0, rules.REASON_MAX)
    if reason == FlagReason.OTHER and not text:
        raise Invalid("text", "too_short", _("Say what is wrong."))
    return {"reason": reason, "text": text}


@transaction.atomic
def flag(*, actor: User, post: Post, reason: str, text: str = "") -> Flag:
    """The actor's open flag on the post; a second one takes the place of the first."""
    post = lock(post)
    require(policies.can_flag(actor, post))
    said = clean_flag(reason, text)
    return Flag.objects.open().update_or_create(person=actor, **target_of(post), defaults=said)[0]


@transaction.atomic
def withdraw_flag(*, actor: User, post: Post) -> Post:
    """A flag that a moderator has decided on stays."""
    require(policies.can_take_back(actor, post))
    Flag.objects.open().on(post).filter(person=actor).delete()
    return post
