"""Single keys: through lists and answers, to search and to asking; never while somebody types, and off when wished."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from qa.models import Answer, Question
from tests.factories import ask

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def focused_text(page: Page) -> str:
    return page.evaluate("document.activeElement.textContent.trim()")


def test_a_reader_goes_through_a_list_into_a_question_and_back(
    visit: Callable[..., Page], author: User, question: Question, answer: Answer
) -> None:
    ask(author, title="second question")
    page = visit("/?sort=active")
    titles = page.locator("main .row h3 a").all_text_contents()
    page.keyboard.press("j")
    assert focused_text(page) == titles[0]
    page.keyboard.press("j")
    assert focused_text(page) == titles[1]
    page.keyboard.press("k")
    assert focused_text(page) == titles[0]
    page.locator("main .row h3 a", has_text=question.title).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(question.title)
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.id") == f"answer-{answer.pk}"
    page.keyboard.press("u")
    page.wait_for_url("**/?sort=active")


def test_keys_lead_to_search_and_to_asking_but_not_while_typing(visit: Callable[..., Page]) -> None:
    page = visit("/tags")
    page.keyboard.press("/")
    expect(page.locator("#search-box")).to_be_focused()
    page.keyboard.type("n/j?")
    expect(page.locator("#search-box")).to_have_value("n/j?")
    page.locator("h1").click()
    page.keyboard.press("Control+n")
    assert page.url.endswith("/tags")
    page.keyboard.press("n")
    page.wait_for_url("**/accounts/login/?next=/ask")


def test_help_opens_closes_and_switches_the_keys_off(visit: Callable[..., Page]) -> None:
    page = visit("/tags", locale="en-US")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("Ask a question")
    page.keyboard.press("n")
    assert page.url.endswith("/tags")
    dialog.get_by_label("Use single keys in this browser").uncheck()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("n")
    page.keyboard.press("?")
    expect(dialog).to_be_hidden()
    page.goto("/keys")
    page.get_by_label("Use single keys in this browser").check()
    page.locator("h1").click()
    page.keyboard.press("/")
    expect(page.locator("#search-box")).to_be_focused()
