"""Finding in a real browser: suggestions while typing, a pasted error, questions like the one that is being asked."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from qa import services
from qa.models import Question
from tests.browser.test_stories import sign_in
from tests.factories import ask, make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASTE = """Traceback (most recent call last):
  File "/home/zhangsan/train.py", line 12, in <module>
  File "/usr/lib/python3.9/site-packages/mindspore/common/api.py", line 578, in compile
TypeError: For 'MatMul', the type of 'x' should be Tensor, but got int.
"""
BOX = "#search-box"
TOKEN = "hf_abcdefghij0123456789xyz"


@pytest.fixture
def asker(db) -> User:
    return make_user("asker")


@pytest.fixture
def stuck(asker: User) -> Question:
    return ask(asker, title="GeneratorDataset 卡住不动", body="训练卡住，没有报错", tags=("dataset", "generator"))


@pytest.fixture
def failing(asker: User) -> Question:
    return ask(asker, title="MatMul 的类型不对", body=f"```\n{PASTE}\n```", tags=("operator",))


def path(page: Page) -> str:
    return "/" + page.url.split("/", 3)[3]


def type_in_box(page: Page, text: str) -> None:
    page.locator(BOX).click()
    page.keyboard.type(text)


def test_typing_suggests_and_the_keyboard_opens(visit: Callable[..., Page], stuck: Question) -> None:
    page = visit("/tags")
    box, options = page.locator(BOX), page.get_by_role("option")
    expect(box).to_have_attribute("aria-haspopup", "listbox")
    expect(page.locator("#suggestions")).to_be_hidden()
    type_in_box(page, "卡住")
    expect(options).to_have_count(1)
    expect(page.locator("#suggestions-said")).to_have_text(re.compile("^1 "))
    expect(options).to_have_attribute("aria-selected", "false")
    page.keyboard.press("ArrowDown")
    expect(options).to_have_attribute("aria-selected", "true")
    expect(box).to_have_attribute("aria-activedescendant", options.get_attribute("id"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(stuck.title)


def test_the_list_goes_round_closes_and_leaves_the_text(visit: Callable[..., Page], stuck: Question) -> None:
    page = visit("/tags")
    type_in_box(page, "gener")
    options, active = page.get_by_role("option"), page.locator("[role=option][aria-selected=true]")
    expect(options).to_have_count(2)
    for key, number in (("ArrowUp", 1), ("ArrowUp", 1), ("ArrowUp", 0), ("ArrowDown", 1)):
        page.keyboard.press(key)
        expect(active).to_have_count(number)
    page.keyboard.press("Escape")
    expect(page.locator("#suggestions")).to_be_hidden()
    expect(page.locator(BOX)).to_have_value("gener")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/search\?q=gener$"))


def test_a_suggestion_can_be_clicked(visit: Callable[..., Page], stuck: Question) -> None:
    page = visit("/")
    type_in_box(page, "[data")
    page.get_by_role("option", name="dataset").click()
    expect(page).to_have_url(re.compile("/tags/dataset$"))


def test_too_little_and_too_much_is_not_asked_for(visit: Callable[..., Page], stuck: Question) -> None:
    asked: list[str] = []
    page = visit("/")
    page.on("request", lambda request: asked.append(request.url) if "/suggest" in request.url else None)
    type_in_box(page, "g")
    page.locator(BOX).fill(PASTE)
    page.locator(BOX).fill("")
    with page.expect_response(lambda response: "/suggest" in response.url):
        type_in_box(page, "卡")
    assert [url.partition("?q=")[2] for url in asked] == ["%E5%8D%A1"]


def test_an_input_method_keeps_its_enter(visit: Callable[..., Page], stuck: Question) -> None:
    page = visit("/tags")
    page.locator(BOX).fill("卡住")
    page.locator(BOX).dispatch_event("keydown", {"key": "Enter", "isComposing": True, "bubbles": True})
    assert path(page) == "/tags"
    page.locator(BOX).press("Shift+Enter")
    expect(page.locator(BOX)).to_have_value("卡住\n")
    page.locator(BOX).press("Enter")
    expect(page).to_have_url(re.compile("/search"))


def test_a_pasted_traceback_finds_its_answer_and_stands_in_no_address(
    visit: Callable[..., Page], failing: Question
) -> None:
    page = visit("/tags")
    one_row = page.locator(BOX).bounding_box()["height"]
    page.locator(BOX).fill(PASTE)
    assert page.locator(BOX).bounding_box()["height"] > 2 * one_row
    page.keyboard.press("Enter")
    expect(page.locator(".recognised")).to_contain_text("TypeError")
    expect(page.locator("main .row h3").first).to_have_text(failing.title)
    expect(page.locator("main .row").first.locator(".reasons")).to_contain_text("MatMul")
    assert path(page) == "/search"
    expect(page.locator(BOX)).to_have_value(PASTE.replace("zhangsan", "<user>").strip())


def test_without_javascript_the_box_is_a_plain_form(visit: Callable[..., Page], stuck: Question) -> None:
    page = visit("/", java_script_enabled=False)
    page.locator(BOX).fill("卡住")
    page.locator(".search button").click()
    assert path(page).startswith("/search?q=")
    expect(page.locator("main mark").first).to_be_visible()
    expect(page.locator("#suggestions")).to_be_hidden()


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "no javascript"])
def test_similar_questions_appear_while_one_is_asked(
    visit: Callable[..., Page], stuck: Question, javascript: bool
) -> None:
    page = visit("/", java_script_enabled=javascript)
    sign_in(page, make_user("learner"))
    page.goto("/ask")
    page.locator("#id_title").click()
    page.keyboard.type("GeneratorDataset 卡住")
    if not javascript:
        page.locator("button[name=similar]").click()
    expect(page.locator("#similar a")).to_have_text(stuck.title)
    expect(page.locator("#id_title")).to_have_value("GeneratorDataset 卡住")


def test_what_was_searched_for_becomes_a_question(visit: Callable[..., Page], stuck: Question) -> None:
    page = visit("/")
    sign_in(page, make_user("learner"))
    page.locator(BOX).fill(PASTE)
    page.locator(BOX).press("Enter")
    page.locator("main .ask-this button").click()
    expect(page.locator("#id_body")).to_have_value(re.compile("```text\nTraceback.*<user>", re.DOTALL))
    assert path(page) == "/ask"


def test_secrets_are_cleaned_before_they_are_public(visit: Callable[..., Page], asker: User) -> None:
    page = visit("/")
    sign_in(page, asker)
    page.goto("/ask")
    page.locator("#id_title").fill("怎么下载模型")
    page.locator("#id_body").fill(f"登录用 {TOKEN}")
    page.locator("#id_tags").fill("model")
    page.locator("main button.primary").click()
    expect(page.locator(".secrets")).to_contain_text("hf_a…")
    expect(page.locator("#id_body")).to_have_value(f"登录用 {TOKEN}")
    assert not Question.objects.exists()
    page.locator("button[name=secrets][value=mask]").click()
    expect(page.locator("article .markdown").first).to_have_text("登录用 <token>")


@pytest.mark.parametrize("width", [390, 1280])
def test_the_results_do_not_scroll_sideways(visit: Callable[..., Page], asker: User, width: int) -> None:
    for number in range(12):
        tags = (f"{'long-' * 8}{number}", "dataset")
        services.ask(actor=asker, title=f"{'GeneratorDataset' * 12} {number}", body=f"x{'y' * 900}\n{PASTE}", tags=tags)
    page = visit("/search?q=dataset+OR+typeerror", viewport={"width": width, "height": 900})
    page.locator(".query-help summary").click()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.locator(BOX).fill(f"{'z' * 4000}\n{PASTE}")
    page.locator(BOX).press("Enter")
    expect(page.locator(".recognised")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
