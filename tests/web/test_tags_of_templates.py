"""Icons and moments, which every template may use."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.utils import timezone, translation

from qa.templatetags.qa_tags import ago, icon, moment

ROOT = Path(__file__).parents[2]
SPRITE = ElementTree.parse(ROOT / "static" / "img" / "icons.svg")


@pytest.mark.parametrize(
    ("age", "said"),
    [
        (timedelta(seconds=-90), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(seconds=60), "1 minute ago"),
        (timedelta(minutes=59), "59 minutes ago"),
        (timedelta(hours=1), "1 hour ago"),
        (timedelta(hours=23, minutes=59), "23 hours ago"),
        (timedelta(days=1), "1 day ago"),
        (timedelta(days=29), "29 days ago"),
        (timedelta(days=30), "1 month ago"),
        (timedelta(days=364), "12 months ago"),
        (timedelta(days=365), "1 year ago"),
        (timedelta(days=365 * 4), "4 years ago"),
    ],
)
def test_an_age_is_said_in_the_largest_full_unit(age: timedelta, said: str) -> None:
    assert ago(timezone.now() - age - timedelta(milliseconds=200)) == said


def test_a_moment_has_the_exact_time_for_people_and_for_programs() -> None:
    east = datetime(2024, 3, 1, 2, 5, 9, 7, tzinfo=timezone.get_fixed_timezone(480))
    shown = moment(east)
    assert 'datetime="2024-02-29T18:05:09+00:00"' in shown
    assert 'title="Feb. 29, 2024 18:05 UTC"' in shown
    with translation.override("zh-hans"):
        assert 'title="2024年2月29日 18:05 UTC"' in moment(east)
    assert moment(None) == ""


def test_an_icon_is_decoration_or_has_a_name() -> None:
    assert 'aria-hidden="true"' in icon("check")
    assert 'role="img" aria-label="&lt;b&gt;"' in icon("check", "<b>")


def test_every_icon_that_is_used_is_drawn() -> None:
    drawn = {symbol.get("id") for symbol in SPRITE.getroot()}
    templates = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html"))
    used = set(re.findall(r'{% icon "([\w-]+)"', templates)) | set(re.findall(r'sign="([\w-]+)"', templates))
    assert used
    assert used <= drawn


def test_the_moment_is_of_utc() -> None:
    assert moment(datetime(2024, 1, 1, tzinfo=UTC)).count("UTC") == 1
