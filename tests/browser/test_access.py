"""Everybody can use every page: what axe-core finds, targets, focus, narrow screens, reduced motion."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import sign_in_as
from tests.browser.places import Places, all_places

pytestmark = [pytest.mark.browser, pytest.mark.sqlite_only, pytest.mark.django_db(transaction=True)]

DESK, PHONE, NARROW = ({"width": width, "height": 800} for width in (1440, 390, 320))
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": RULES}}
EXPECTED = ["status of 404"]
"""The browser's own complaint about the page that is not there."""


@pytest.fixture
def places(transactional_db) -> Places:
    return all_places()


def found_by_axe(page: Page) -> list[str]:
    """Rule and element of each violation."""
    violations = Axe().run(page, options=AXE).response["violations"]
    return [f"{found['id']}: {node['html'][:200]}" for found in violations for node in found["nodes"]]


def is_wider_than_screen(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth > window.innerWidth")


@pytest.mark.parametrize(
    ("who", "locale", "scheme", "viewport"),
    [
        pytest.param("stranger", "zh-CN", "light", DESK, id="stranger-zh-light-desk"),
        pytest.param("stranger", "en-US", "dark", PHONE, id="stranger-en-dark-phone"),
        pytest.param("member", "zh-CN", "dark", DESK, id="member-zh-dark-desk"),
        pytest.param("member", "en-US", "light", PHONE, id="member-en-light-phone"),
    ],
)
def test_axe_finds_nothing(
    visit: Callable[..., Page], places: Places, excused: list[str], who: str, locale: str, scheme: str, viewport: dict
) -> None:
    excused += EXPECTED
    page = visit("/keys", locale=locale, color_scheme=scheme, viewport=viewport, has_touch=viewport is PHONE)
    if who == "member":
        sign_in_as(page, places.member)
    found = {}
    for path in places.public if who == "stranger" else places.own:
        page.goto(path)
        open_everything(page)
        found[path] = found_by_axe(page)
    assert {path: some for path, some in found.items() if some} == {}


def open_everything(page: Page) -> None:
    """Menus and what is folded away are read by people, too."""
    page.evaluate("document.querySelectorAll('main details').forEach((details) => (details.open = true))")


def test_what_appears_later_is_as_good(visit: Callable[..., Page], places: Places) -> None:
    page = visit("/keys", locale="en-US")
    sign_in_as(page, places.member)
    page.goto("/ask")
    page.locator("#id_title").press_sequentially("MatMul TypeError")
    page.locator("#id_body").fill("```\ncode\n```\n\n# A heading\n\n| a | b |\n|---|---|\n| 1 | 2 |")
    page.locator("#similar a").first.wait_for()
    page.locator(".preview pre").wait_for()
    page.locator("#id_tags").press_sequentially("gra")
    page.locator("[role=option][data-name]").first.wait_for()
    assert found_by_axe(page) == []
    page.locator("#id_tags").fill("")
    page.locator("main button.primary").click()
    page.locator(".error").first.wait_for()
    assert found_by_axe(page) == []
    page.goto("/tags")
    page.locator("#search-box").press_sequentially("Mat")
    page.get_by_role("option").first.wait_for()
    assert found_by_axe(page) == []
    page.locator(".menu summary").click()
    assert found_by_axe(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    assert found_by_axe(page) == []


def test_no_page_is_wider_than_a_narrow_screen(visit: Callable[..., Page], places: Places, excused: list[str]) -> None:
    excused += EXPECTED
    page = visit("/keys", viewport=NARROW, locale="en-US")

    def wide(paths: list[str]) -> Iterator[str]:
        for path in paths:
            page.goto(path)
            open_everything(page)
            if is_wider_than_screen(page):
                yield path

    assert list(wide(places.public)) == []
    sign_in_as(page, places.member)
    assert list(wide(places.own)) == []


FOCUSED = """() => {
    const part = document.activeElement, box = part.getBoundingClientRect();
    const rings = [part, part.parentElement, part.parentElement?.parentElement].filter(Boolean).map((each) => {
        const look = getComputedStyle(each);
        return (look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2) || look.boxShadow !== "none";
    });
    const at = document.elementFromPoint(box.x + Math.min(box.width / 2, 20), box.y + Math.min(box.height / 2, 10));
    return {
        name: `${part.localName} ${part.id || part.textContent.trim().slice(0, 40)}`,
        ends: part === document.body,
        hasRing: rings.some(Boolean),
        isSeen: box.width > 0 && box.height > 0 && Boolean(at) && (part.contains(at) || at.contains(part)),
    };
}"""


def stops(page: Page, most: int = 150) -> Iterator[dict]:
    """Where Tab leads, from the top of the page to its end."""
    for _ in range(most):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused["ends"]:
            return
        yield focused
    pytest.fail("Tab does not come to an end.")


@pytest.mark.parametrize(("scheme", "viewport"), [("light", DESK), ("dark", PHONE)], ids=["light desk", "dark phone"])
def test_focus_is_visible_everywhere(visit: Callable[..., Page], places: Places, scheme: str, viewport: dict) -> None:
    page = visit("/keys", locale="en-US", color_scheme=scheme, viewport=viewport)
    sign_in_as(page, places.member)
    for path in (
        "/ask",
        places.question.get_absolute_url(),
        "/search?q=MatMul",
        "/tags/graph-mode",
        "/accounts/settings/",
    ):
        page.goto(path)
        seen = list(stops(page))
        assert len(seen) > 10, path
        assert [stop["name"] for stop in seen if not stop["hasRing"]] == [], path
        assert [stop["name"] for stop in seen if not stop["isSeen"]] == [], path


MOVING = """() => [...document.querySelectorAll("*")].filter((part) => {
    const look = getComputedStyle(part);
    const runs = look.animationName !== "none" && parseFloat(look.animationDuration) > 0;
    return runs || parseFloat(look.transitionDuration) > 0;
}).map((part) => part.outerHTML.slice(0, 80))"""


def test_nothing_moves_where_motion_is_not_wanted(visit: Callable[..., Page], places: Places) -> None:
    path = places.question.get_absolute_url()
    still, moving = (partial(visit, path, reduced_motion=wish) for wish in ("reduce", "no-preference"))
    assert still().evaluate(MOVING) == []
    assert moving().evaluate(MOVING) != []


def test_a_page_has_its_landmarks_and_one_first_heading(visit: Callable[..., Page], places: Places) -> None:
    page = visit("/keys", locale="en-US")
    for path in ("/", places.question.get_absolute_url(), "/search?q=MatMul", "/tags", "/accounts/login/"):
        page.goto(path)
        for role in ("banner", "main", "contentinfo", "search"):
            assert page.get_by_role(role).count() == 1, f"{path} {role}"
        assert page.get_by_role("heading", level=1).count() == 1, path
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.getAttribute('href')") == "#main", path
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main", path
