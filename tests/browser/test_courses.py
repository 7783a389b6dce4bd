"""A learner's way through a course: with and without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from qa.models import Course, Progress, Question
from tests.browser.conftest import sign_in_as
from tests.factories import ask, in_course

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def lessons(author: User) -> list[Question]:
    return [in_course(ask(author, title=f"题目 {n}"), lesson=f"第 {n} 课") for n in range(3)]


@pytest.fixture
def opened(visit: Callable[..., Page], lessons: list[Question], newcomer: User) -> Callable[..., Page]:
    """The course as the newcomer sees it, with a mark that a page load would take away."""

    def open_course(**options: object) -> Page:
        page = visit("/courses", locale="en-US", **options)
        sign_in_as(page, newcomer)
        page.goto(Course.objects.get().get_absolute_url())
        return page

    return open_course


def test_progress_moves_without_a_page_load(opened: Callable[..., Page], lessons: list[Question]) -> None:
    page, key = opened(), f"q{lessons[0].pk}"
    page.evaluate("document.documentElement.dataset.same = 'yes'")
    read, got_it = page.locator(f"#read-{key}-button"), page.locator(f"#solved-{key}-button")
    got_it.focus()
    page.keyboard.press("Enter")
    expect(read).to_have_attribute("aria-pressed", "true")
    expect(got_it).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#course-progress")).to_contain_text("1 of 3 read, 1 understood")
    expect(page.locator("#lesson-count-1")).to_contain_text("1/1")
    assert page.evaluate("document.activeElement.id") == f"solved-{key}-button"
    read.click()
    expect(got_it).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#course-progress")).to_contain_text("0 of 3 read")
    assert page.evaluate("document.documentElement.dataset.same") == "yes"
    assert not Progress.objects.exists()


def test_a_toggle_that_fails_is_put_back_with_a_sentence(
    opened: Callable[..., Page], lessons: list[Question], excused: list[str]
) -> None:
    excused += ["ERR_FAILED", "htmx:"]
    page, row = opened(), f"#step-{lessons[1].pk}"
    page.route("**/read?from=course", lambda route: route.abort())
    page.locator(f"#read-q{lessons[1].pk}-button").click()
    expect(page.locator(f"{row} .said")).to_contain_text("No connection.")
    expect(page.locator(f"#read-q{lessons[1].pk}-button")).to_have_attribute("aria-pressed", "false")


def test_a_learner_goes_from_question_to_question(opened: Callable[..., Page], lessons: list[Question]) -> None:
    page = opened()
    page.get_by_role("link", name="Begin with the first question").click()
    place = page.get_by_role("navigation", name="Course")
    place.get_by_role("button", name="Read").click()
    expect(place.get_by_role("button", name="Read")).to_have_attribute("aria-pressed", "true")
    place.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("题目 1")
    place.get_by_role("link", name="入门课").click()
    page.get_by_role("link", name="Continue where you stopped").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("题目 1")


def test_progress_moves_without_scripts(opened: Callable[..., Page], lessons: list[Question]) -> None:
    page, key = opened(java_script_enabled=False), lessons[2].pk
    page.locator(f"#solved-q{key}-button").click()
    assert page.url.endswith(f"#step-{key}")
    expect(page.locator(f"#read-q{key}-button")).to_have_attribute("aria-pressed", "true")
    page.goto(lessons[2].get_absolute_url())
    page.get_by_role("navigation", name="Course").get_by_role("button", name="Read").click()
    expect(page.locator(f"#read-q{key}-button")).to_have_attribute("aria-pressed", "false")
    assert not Progress.objects.exists()
