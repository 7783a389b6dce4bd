"""What every template may use: icons and moments."""

from datetime import UTC, datetime
from functools import cache

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext_lazy

register = template.Library()

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60
MONTH, YEAR = 30 * DAY, 365 * DAY
AGES = (
    (YEAR, ngettext_lazy("%(n)d year ago", "%(n)d years ago", "n")),
    (MONTH, ngettext_lazy("%(n)d month ago", "%(n)d months ago", "n")),
    (DAY, ngettext_lazy("%(n)d day ago", "%(n)d days ago", "n")),
    (HOUR, ngettext_lazy("%(n)d hour ago", "%(n)d hours ago", "n")),
    (MINUTE, ngettext_lazy("%(n)d minute ago", "%(n)d minutes ago", "n")),
)


def ago(value: datetime) -> str:
    """How long ago, in the largest unit that is full; what lies ahead of the clock is now as well."""
    seconds = int((timezone.now() - value).total_seconds())
    for unit, words in AGES:
        if seconds >= unit:
            return words % {"n": seconds // unit}
    return gettext("just now")


@register.simple_tag
def moment(value: datetime | None) -> SafeString | str:
    """A moment as people say it; the exact one is in `title`, which moments.js puts into the reader's zone."""
    if value is None:
        return ""
    exact = value.astimezone(UTC)
    title = f"{date_format(exact, 'DATE_FORMAT')} {exact:%H:%M} UTC"
    iso = exact.isoformat(timespec="seconds")
    return format_html('<time class="moment" datetime="{}" title="{}">{}</time>', iso, title, ago(value))


@cache
def icons() -> str:
    """Address of the file with all of them; a page shows fifty."""
    return static("img/icons.svg")


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A picture of static/img/icons.svg in the colour of the text around it; decoration unless it has a label."""
    href = f"{icons()}#{name}"
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{0}"><title>{0}</title><use href="{1}"></use></svg>', label, href
        )
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>', href)
