"""Pages of a list: by key where a list can be long, by number where hits are ranked."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, QueryDict

from qa import rules
from qa.models.keyset import NoSuchRow, newest_first
from qa.search.lookups import Slice


@dataclass(frozen=True, slots=True)
class Page:
    """`next` is the query string of the page that follows, or empty."""

    rows: list[Any]
    next: str = ""


def number(text: str | None) -> int | None:
    """A positive id or page number, or None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 and int(text) else None


def next_query(request: HttpRequest, **changed: object) -> str:
    query = request.GET.copy()
    for name, value in changed.items():
        query[name] = str(value)
    return f"?{query.urlencode()}"


def by_key(request: HttpRequest, queryset: QuerySet, field: str, size: int = rules.PAGE_SIZE) -> Page:
    """The rows after `?after=<id>`, highest `field` first; from the start when that row is not there."""
    after = number(request.GET.get("after"))
    try:
        ordered = newest_first(queryset, field, after)
    except NoSuchRow:
        ordered = newest_first(queryset, field)
    rows = list(ordered[: size + 1])
    shown = rows[:size]
    return Page(shown, next_query(request, after=shown[-1].pk) if len(rows) > size else "")


def slice_of(params: QueryDict, size: int = rules.PAGE_SIZE) -> tuple[int, Slice]:
    """The number of the page asked for, kept within what can be paged, and its hits."""
    page = min(number(params.get("page")) or 1, rules.PAGE_DEPTH_MAX // size)
    return page, Slice(limit=size, offset=(page - 1) * size)
