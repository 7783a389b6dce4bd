"""Sitemaps for search engines, each a range of ids: no page of one counts or skips rows."""

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.core.paginator import EmptyPage, Page, Paginator
from django.db.models import Max, QuerySet
from django.urls import reverse

from qa.models import Course, Question, Tag

IDS_A_PAGE = 20_000
"""Fewer than the 50,000 addresses and 50 MB that a sitemap may have."""


class IdRanges(Paginator):
    """Page n has the rows with ids from (n - 1) * IDS_A_PAGE + 1 to n * IDS_A_PAGE."""

    @cached_property
    def num_pages(self) -> int:
        highest = self.object_list.aggregate(highest=Max("pk"))["highest"] or 0
        return max(1, -(-highest // self.per_page))

    def page(self, number: int | str) -> Page:
        number = self.validate_number(number)
        last = number * self.per_page
        rows = self.object_list.filter(pk__gt=last - self.per_page, pk__lte=last)
        return Page(rows, number, self)

    def validate_number(self, number: int | str) -> int:
        number = super().validate_number(number)
        if number > self.num_pages:
            raise EmptyPage
        return number


class RowSitemap(Sitemap):
    limit = IDS_A_PAGE

    @property
    def paginator(self) -> IdRanges:
        return IdRanges(self.items(), self.limit)

    def get_protocol(self, protocol: str | None = None) -> str:
        return "https" if settings.HTTPS else "http"

    def get_domain(self, site: object = None) -> str:
        return settings.SITE_URL.partition("://")[2]


class QuestionSitemap(RowSitemap):
    def items(self) -> QuerySet[Question]:
        return Question.objects.live().only("title", "last_activity_at").order_by("pk")

    def lastmod(self, item: Question) -> datetime:
        return item.last_activity_at

    def get_latest_lastmod(self) -> datetime | None:
        return self.items().aggregate(latest=Max("last_activity_at"))["latest"]


class TagSitemap(RowSitemap):
    def items(self) -> QuerySet[Tag]:
        return Tag.objects.filter(question_count__gt=0).only("name").order_by("pk")


class CourseSitemap(RowSitemap):
    def items(self) -> QuerySet[Course]:
        return Course.objects.order_by("pk")


class PageSitemap(RowSitemap):
    """The pages that are there on every site."""

    paginator = Sitemap.paginator

    def items(self) -> Sequence[str]:
        return ["home", "courses", "tags", "people", "diagnose"]

    def location(self, item: str) -> str:
        return reverse(item)


SITEMAPS = {"pages": PageSitemap, "questions": QuestionSitemap, "courses": CourseSitemap, "tags": TagSitemap}
