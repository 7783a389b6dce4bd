"""Atom feeds: the newest questions of the site, of a tag, of a person, of a search; the answers to one question."""

import re
from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from accounts.models import User
from qa import rules
from qa.models import Answer, Post, Question, Tag
from qa.search import lookups
from qa.search.lookups import Slice
from qa.text.chars import strip_controls

ENTRIES = 30
FRESH_SECONDS = 60
READER = AnonymousUser()
"""A feed shows everyone the same: what a stranger may see."""
OWN_ADDRESS = re.compile(r'\b(?:href|src)="(?=/(?!/))')


def absolute(html: str) -> str:
    """Rendered Markdown with full addresses: a feed is read elsewhere."""
    return OWN_ADDRESS.sub(rf"\g<0>{settings.SITE_URL}", html)


class PostFeed(Feed):
    """`heading` names what the feed is of, `page` is the address of the page that shows the same, `items` its posts."""

    feed_type = Atom1Feed

    def heading(self, obj: object) -> str:
        return gettext("Newest questions")

    def page(self, obj: object) -> str:
        return reverse("home")

    def items(self, obj: object) -> Iterable[Post]:
        return newest_questions()

    def title(self, obj: object) -> str:
        return strip_controls(f"{self.heading(obj)} · {settings.SITE_NAME}")

    def link(self, obj: object) -> str:
        return settings.SITE_URL + self.page(obj)

    def item_title(self, item: Post) -> str:
        return strip_controls((item.question if isinstance(item, Answer) else item).title)

    def item_description(self, item: Post) -> str:
        return strip_controls(absolute(item.html))

    def item_link(self, item: Post) -> str:
        return settings.SITE_URL + item.get_absolute_url()

    def item_guid(self, item: Post) -> str:
        """Stays when the title, and with it the address, changes."""
        return f"{settings.SITE_URL}/{item.kind}/{item.pk}"

    def item_pubdate(self, item: Post) -> datetime:
        return item.created_at

    def item_updateddate(self, item: Post) -> datetime:
        return item.edited_at or item.created_at

    def item_author_name(self, item: Post) -> str:
        return strip_controls(item.byline)

    def item_author_link(self, item: Post) -> str | None:
        return settings.SITE_URL + item.author.get_absolute_url() if item.author else None

    def item_categories(self, item: Post) -> list[str]:
        return [tag.name for tag in item.tag_list] if isinstance(item, Question) else []


def newest_questions(**of: object) -> Iterable[Question]:
    found = Question.objects.listed_for(READER).filter(**of).with_row()
    return found.order_by("-created_at", "-pk")[:ENTRIES]


class TagFeed(PostFeed):
    def get_object(self, request: HttpRequest, name: str) -> Tag:
        return get_object_or_404(Tag, name=strip_controls(name))

    def heading(self, obj: Tag) -> str:
        return gettext("Questions tagged %(tag)s") % {"tag": obj.name}

    def page(self, obj: Tag) -> str:
        return obj.get_absolute_url()

    def items(self, obj: Tag) -> Iterable[Question]:
        found = Question.objects.listed_for(READER).with_row().tagged(obj)
        return found.order_by("-asked_at", "-pk")[:ENTRIES]


class PersonFeed(PostFeed):
    def get_object(self, request: HttpRequest, pk: int) -> User:
        return get_object_or_404(User, pk=pk, left_at=None)

    def heading(self, obj: User) -> str:
        return gettext("Questions and answers by %(name)s") % {"name": obj.display_name}

    def page(self, obj: User) -> str:
        return obj.get_absolute_url()

    def items(self, obj: User) -> Iterable[Post]:
        answers = Answer.objects.listed_for(READER).filter(author=obj).select_related("author", "question")
        posts = [*newest_questions(author=obj), *answers.order_by("-created_at", "-pk")[:ENTRIES]]
        return sorted(posts, key=lambda post: post.created_at, reverse=True)[:ENTRIES]


class AnswersFeed(PostFeed):
    def get_object(self, request: HttpRequest, pk: int) -> Question:
        return get_object_or_404(Question.objects.listed_for(READER), pk=pk)

    def heading(self, obj: Question) -> str:
        return gettext("Answers to: %(title)s") % {"title": obj.title}

    def page(self, obj: Question) -> str:
        return obj.get_absolute_url()

    def items(self, obj: Question) -> Iterable[Answer]:
        answers = obj.answers.live().select_related("author", "question")
        return answers.order_by("-created_at", "-pk")[:ENTRIES]


class SearchFeed(PostFeed):
    """The newest hits. Raises Invalid, as the search does, for a text that is too long."""

    def get_object(self, request: HttpRequest) -> str:
        return request.GET.get("q", "").strip()

    def heading(self, obj: str) -> str:
        return gettext("Search: %(words)s") % {"words": obj[: rules.TITLE_MAX]}

    def page(self, obj: str) -> str:
        return f"{reverse('search')}?{urlencode({'q': obj})}"

    def items(self, obj: str) -> Iterable[Question]:
        found = lookups.search(obj, user=READER, wanted=Slice(limit=ENTRIES), sort="newest")
        return [hit.question for hit in found.hits]


def served(feed: type[PostFeed]):  # noqa: ANN201
    """The feed's view: for anyone, read only, 304 to who has this state already."""
    return require_safe(cache_control(public=True, max_age=FRESH_SECONDS)(conditional_page(feed())))


site, tag, person, answers, search = map(served, (PostFeed, TagFeed, PersonFeed, AnswersFeed, SearchFeed))
