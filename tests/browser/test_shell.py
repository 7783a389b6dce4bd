"""The shell of every page: colours, menu, moments, with and without JavaScript."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from qa.models import Question
from tests.browser.test_stories import sign_in
from tests.factories import ask, make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DARK = "rgb(21, 23, 26)"
PHONE = {"width": 390, "height": 800}


def ground(page: Page) -> str:
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_systems_colours_are_the_first(visit: Callable[..., Page], scheme: str) -> None:
    page = visit("/tags", color_scheme=scheme)
    assert (ground(page) == DARK) is (scheme == "dark")


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "no javascript"])
def test_a_choice_of_colours_holds_on_the_next_page(visit: Callable[..., Page], javascript: bool) -> None:
    page = visit("/tags?q=a", color_scheme="light", java_script_enabled=javascript)
    dark, system = (page.locator(f"footer button[value={name}]") for name in ("dark", "system"))
    dark.click()
    expect(dark).to_have_attribute("aria-pressed", "true")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.url.endswith("/tags?q=a")
    page.goto("/users")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.locator("meta[name=color-scheme]").get_attribute("content") == "dark"
    system.click()
    expect(page.locator("html")).not_to_have_attribute("data-theme", "dark")
    page.goto("/tags")
    expect(page.locator("html")).not_to_have_attribute("data-theme", "dark")


def test_a_choice_of_colours_is_seen_without_a_new_page(visit: Callable[..., Page]) -> None:
    page = visit("/tags", color_scheme="light")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.resource_type))
    page.locator("footer button[value=dark]").click()
    assert ground(page) == DARK
    assert page.locator("footer button[value=dark]").evaluate("element => element === document.activeElement")
    assert "document" not in asked
    assert "fetch" not in asked


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "no javascript"])
def test_on_a_phone_everything_is_in_the_menu(visit: Callable[..., Page], javascript: bool) -> None:
    page = visit("/tags", viewport=PHONE, java_script_enabled=javascript)
    expect(page.locator(".in-bar").first).to_be_hidden()
    page.locator(".menu summary").click()
    page.locator(".sheet").get_by_role("link", name="用户").click()
    expect(page).to_have_url(re.compile("/users$"))


def test_the_header_of_a_phone_is_one_row(visit: Callable[..., Page]) -> None:
    page = visit("/tags", viewport=PHONE)
    sign_in_on_a_phone(page)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto("/tags")
        assert page.locator("header.top").bounding_box()["height"] < 70


def sign_in_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    sign_in(page, make_user("x" * 60))


def test_escape_and_a_click_elsewhere_close_the_menu(visit: Callable[..., Page]) -> None:
    page = visit("/tags")
    menu, summary = page.locator(".menu"), page.locator(".menu summary")
    summary.click()
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(summary).to_be_focused()
    summary.click()
    page.locator("h1").click()
    expect(menu).not_to_have_attribute("open", "")


@pytest.mark.parametrize(
    ("locale", "javascript", "title"),
    [
        ("zh-CN", True, r"2024年3月1日.*02:05"),
        ("en-US", True, r"Mar 1, 2024.*02:05 AM"),
        ("zh-CN", False, r"^2024年2月29日 18:05 UTC$"),
    ],
)
def test_a_moment_is_exact_in_the_readers_zone(
    visit: Callable[..., Page], locale: str, javascript: bool, title: str
) -> None:
    question = ask(make_user("asker"))
    Question.objects.filter(pk=question.pk).update(created_at=datetime(2024, 2, 29, 18, 5, tzinfo=UTC))
    page = visit("/", locale=locale, timezone_id="Asia/Shanghai", java_script_enabled=javascript)
    page.locator(".row time").hover()
    expect(page.locator(".row time")).to_have_attribute("title", re.compile(title))


def test_targets_are_large_enough(visit: Callable[..., Page]) -> None:
    """24 pixels, or room around them; links within a sentence are free of this."""
    ask(make_user("asker"))
    page = visit("/", viewport=PHONE)
    page.locator(".menu summary").click()
    targets = page.locator("header a, header button, header summary, footer a, footer button, .tabs a, .button")
    small = [box for box in (target.bounding_box() for target in targets.all()) if box and box["height"] < 24]
    assert small == []
