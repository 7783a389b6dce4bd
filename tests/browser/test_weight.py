"""What a page loads: little, from this site alone, and nothing inline."""

from collections.abc import Callable, Iterator
from gzip import compress
from html.parser import HTMLParser

import pytest
from playwright.sync_api import Page, Request

from tests.browser.conftest import sign_in_as
from tests.browser.places import Places, all_places

pytestmark = [pytest.mark.browser, pytest.mark.sqlite_only, pytest.mark.django_db(transaction=True)]

BYTES_MAX = {"script": 60_000, "stylesheet": 40_000}
"""Compressed, of one page that is loaded for the first time."""


@pytest.fixture
def places(transactional_db) -> Places:
    return all_places()


def weigh(page: Page, path: str) -> dict[str, int]:
    """Bytes of the scripts and style sheets that the page loads, as they come over the line."""
    loaded: dict[str, str] = {}

    def note(request: Request) -> None:
        loaded[request.url] = request.resource_type

    page.on("request", note)
    page.goto(path, wait_until="networkidle")
    page.remove_listener("request", note)
    weight = dict.fromkeys(BYTES_MAX, 0)
    for address, kind in loaded.items():
        if kind in weight:
            weight[kind] += len(compress(page.request.get(address).body()))
    return weight


class Inline(HTMLParser):
    """Collects what the content security policy would forbid, read from the page as it was sent."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        names = dict(attributes)
        is_script = tag == "script" and "src" not in names and names.get("type") != "application/ld+json"
        if is_script or tag == "style" or any(self.acts(name) for name in names):
            self.found.append(self.get_starttag_text() or tag)

    def acts(self, name: str) -> bool:
        return name == "style" or name.startswith(("on", "hx-on"))


def inline_parts(html: str) -> list[str]:
    parser = Inline()
    parser.feed(html)
    return parser.found


def pages(page: Page, places: Places) -> Iterator[str]:
    """Those of a stranger, then those of a member."""
    yield from places.public
    sign_in_as(page, places.member)
    yield from places.own


def test_pages_are_light(visit: Callable[..., Page], places: Places) -> None:
    page = visit("/keys")
    heaviest = dict.fromkeys(BYTES_MAX, 0)
    sign_in_as(page, places.member)
    for path in ("/", places.question.get_absolute_url(), "/ask", "/search?q=MatMul", "/tags/graph-mode"):
        for kind, weight in weigh(page, path).items():
            heaviest[kind] = max(heaviest[kind], weight)
    assert all(0 < heaviest[kind] <= most for kind, most in BYTES_MAX.items()), heaviest


def test_no_page_has_an_inline_script_or_style(visit: Callable[..., Page], places: Places) -> None:
    assert inline_parts("<p style='x'><script>1</script><a onclick=x><b hx-on:x=y><style></style>") != []
    page = visit("/keys")
    found = {path: inline_parts(page.request.get(path).text()) for path in pages(page, places)}
    assert {path: some for path, some in found.items() if some} == {}
