"""A question page is rendered once for all readers who would see the same, and again when anything on it has changed.

What differs from reader to reader (name, reputation, form token) stands in the kept page as a placeholder. Readers with
something of their own on the page (a post, a vote, a draft) and moderators get it rendered for them alone.
"""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from hashlib import blake2b

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.crypto import salted_hmac
from django.utils.html import escape
from django.utils.translation import get_language

from config.context import THEME_COOKIE
from qa import rules
from qa.models.page_state import page_state
from qa.models.post import Reader
from qa.web import drafts, news

KEPT_SECONDS = 60
"""After which names, ages and related questions are brought up to date as well."""
PARAMETERS = {"page", "order", "comments"}
"""Those of a question page; with any other it is not kept."""
STANDINGS = sorted((rules.VOTE_DOWN_REPUTATION, rules.EDIT_OTHERS_REPUTATION))
"""Reputations from which on a page offers more."""


@cache
def placeholder(what: str) -> str:
    """What no text of a person contains: nobody else knows the key."""
    return f"[{what}:{salted_hmac('qa.web.shared_pages', what).hexdigest()[:24]}]"


@dataclass(frozen=True)
class AnyMember:
    """Stands for the reader in the parts of a page that name them."""

    is_authenticated = True
    pk = placeholder("pk")
    username = placeholder("name")
    reputation = placeholder("reputation")

    def get_absolute_url(self) -> str:
        return placeholder("url")


@dataclass(frozen=True, slots=True)
class Kept:
    """`slug` is that of the address at which the page stands."""

    slug: str
    html: str
    tag: str


def digest(*parts: object) -> str:
    return blake2b(repr(parts).encode("utf-8", "replace"), digest_size=16).hexdigest()


def standing(user: Reader) -> int:
    """Readers of the same standing may do the same to what is not theirs; 0 for strangers."""
    return 1 + bisect_right(STANDINGS, user.reputation) if user.is_authenticated else 0


def key_of(request: HttpRequest, question_id: int) -> str:
    """Under which the page is kept; empty when it is this reader's alone."""
    user = request.user
    if PARAMETERS.issuperset(request.GET) and not getattr(user, "is_moderator", False) and not waits(request):
        form = reverse("answer-question", args=[question_id])
        state = page_state(question_id, reader_id=user.pk or 0, form=form)
        if state and not state[1]:
            view = (get_language(), request.COOKIES.get(THEME_COOKIE), sorted(request.GET.items()), standing(user))
            return digest(question_id, state[0], *view)
    return ""


def waits(request: HttpRequest) -> bool:
    """Is there a message for the reader, or a text for a form?"""
    return bool(len(get_messages(request)) or drafts.KEY in request.session)


def context(user: Reader) -> dict[str, object]:
    """What takes the place of what differs, while a page to be kept is rendered."""
    shared = {"csrf_token": placeholder("csrf"), "since": placeholder("since")}
    return {**shared, "user": AnyMember()} if user.is_authenticated else shared


def fillings(request: HttpRequest, opened: datetime) -> dict[str, str]:
    values = {"csrf": get_token(request), "since": str(news.stamp(opened))}
    if request.user.is_authenticated:
        user = request.user
        values |= {"pk": str(user.pk), "name": escape(user.username), "reputation": str(user.reputation)}
        values["url"] = escape(user.get_absolute_url())
    return values


def sent(request: HttpRequest, kept: Kept, opened: datetime) -> HttpResponse:
    """The page for this reader; 304 when their browser has it."""
    values = fillings(request, opened)
    told = {name: value for name, value in values.items() if name not in ("csrf", "since")}
    etag = f'W/"{digest(kept.tag, told, request.COOKIES.get(settings.CSRF_COOKIE_NAME))}"'
    html = kept.html
    for what, value in values.items():
        html = html.replace(placeholder(what), value)
    response = HttpResponse(html, headers={"ETag": etag})
    patch_cache_control(response, private=True, no_cache=True)
    return get_conditional_response(request, etag=etag, response=response)


def page(request: HttpRequest, question_id: int, slug: str, show: Callable[..., HttpResponse]) -> HttpResponse:
    """The kept page, or what `show` answers; it is called with the placeholders when its page is to be kept."""
    opened, key = timezone.now(), key_of(request, question_id)
    if not key:
        return show()
    kept = caches["pages"].get(key)
    if kept is None or kept.slug != slug:
        response = show(**context(request.user))
        if response.status_code != 200:
            return response
        kept = Kept(slug, response.text, digest(key, opened))
        caches["pages"].set(key, kept, KEPT_SECONDS)
    return sent(request, kept, opened)
