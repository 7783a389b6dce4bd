"""Writing in a real browser: toolbar, keys, preview, pictures, pasted logs, drafts, tags."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from accounts.models import User
from qa.models import Draft, Image, Question
from tests.browser.test_stories import sign_in
from tests.factories import ask, make_user, picture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TRACEBACK = 'Traceback (most recent call last):\n  File "train.py", line 12, in <module>\n    net(x)\nValueError: bad'
SAVED = 10_000
"""Milliseconds in which a draft is saved."""


@pytest.fixture
def writer(transactional_db) -> User:
    return make_user("writer")


@pytest.fixture
def page(visit: Callable[..., Page], writer: User) -> Page:
    """The page on which one asks, in English."""
    page = visit("/", locale="en-US")
    page.context.set_extra_http_headers({"Accept-Language": "en"})
    sign_in(page, writer)
    page.goto("/ask")
    expect(page.get_by_role("toolbar")).to_be_visible()
    return page


def body(page: Page) -> Locator:
    return page.locator("#id_body")


def write(page: Page, text: str, selected: str = "") -> None:
    """Types the text and selects a part of it."""
    body(page).fill(text)
    start = text.index(selected) if selected else len(text)
    body(page).evaluate("(area, [a, b]) => area.setSelectionRange(a, b)", [start, start + len(selected)])
    body(page).focus()


def paste(page: Page, text: str) -> None:
    """As a person pastes: the event, and then what browsers do themselves."""
    script = """(area, text) => {
        const data = new DataTransfer();
        data.setData("text/plain", text);
        const event = new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true});
        if (area.dispatchEvent(event)) document.execCommand("insertText", false, text);
    }"""
    body(page).focus()
    body(page).evaluate(script, text)


TOGGLES = [
    ("Control+b", "Bold", "a **word** b"),
    ("Control+i", "Italic", "a *word* b"),
    ("Control+e", "Code", "a `word` b"),
    ("Control+Shift+Period", "Quote", "> a word b"),
    ("Control+Shift+Digit8", "List", "- a word b"),
    ("Control+Shift+e", "Code block", "```\na word b\n```"),
]


@pytest.mark.parametrize(("keys", "name", "made"), TOGGLES, ids=[name for _, name, _ in TOGGLES])
def test_a_key_and_a_button_do_the_same_and_undo_themselves(page: Page, keys: str, name: str, made: str) -> None:
    for act in (lambda: page.keyboard.press(keys), lambda: page.get_by_role("button", name=name, exact=True).click()):
        write(page, "a word b", "word")
        act()
        expect(body(page)).to_have_value(re.compile(re.escape(made) + r"\n?$"))
        expect(body(page)).to_be_focused()
        page.keyboard.press("Control+z")
        expect(body(page)).to_have_value("a word b")
    page.keyboard.press("Control+y")
    if name in ("Bold", "Italic", "Code"):
        write(page, made, "word")
        page.keyboard.press(keys)
        expect(body(page)).to_have_value("a word b")


def test_bold_and_italic_are_told_apart(page: Page) -> None:
    write(page, "**word**", "word")
    page.keyboard.press("Control+i")
    expect(body(page)).to_have_value("***word***")
    page.keyboard.press("Control+b")
    expect(body(page)).to_have_value("*word*")


def test_a_link_asks_for_what_is_missing(page: Page) -> None:
    write(page, "see docs", "docs")
    page.keyboard.press("Control+k")
    page.keyboard.type("https://example.org")
    expect(body(page)).to_have_value("see [docs](https://example.org)")
    write(page, "see https://example.org", "https://example.org")
    page.keyboard.press("Control+k")
    page.keyboard.type("docs")
    expect(body(page)).to_have_value("see [docs](https://example.org)")


def test_tab_leaves_and_brackets_indent(page: Page) -> None:
    write(page, "a\nb\nc", "a\nb")
    page.keyboard.press("Control+BracketRight")
    expect(body(page)).to_have_value("    a\n    b\nc")
    page.keyboard.press("Control+BracketLeft")
    expect(body(page)).to_have_value("a\nb\nc")
    page.keyboard.press("Tab")
    expect(body(page)).not_to_be_focused()
    expect(body(page)).to_have_value("a\nb\nc")


def test_enter_goes_on_with_lists_and_ends_them(page: Page) -> None:
    write(page, "")
    for text in ("- one", "two", "", "1. first", "second", "", "> said", "more"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    expect(body(page)).to_have_value("- one\n- two\n1. first\n2. second\n> said\n> more\n> ")
    write(page, "```\n- x")
    page.keyboard.press("Enter")
    expect(body(page)).to_have_value("```\n- x\n")


def test_the_toolbar_is_one_stop_with_arrows_inside(page: Page) -> None:
    tools = page.get_by_role("toolbar").get_by_role("button")
    page.locator("#id_tags").focus()
    page.keyboard.press("Tab")
    expect(tools.first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(tools.last).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Italic")).to_be_focused()
    assert page.get_by_role("button", name="Bold").get_attribute("title") == "Bold (Ctrl+B)"
    page.keyboard.press("Tab")
    expect(body(page)).to_be_focused()


def test_preview_and_checklist_follow_what_is_typed(page: Page) -> None:
    page.locator("#id_title").fill("EE9999")
    body(page).fill(f"**fett**\n\n{TRACEBACK}")
    expect(page.locator("#preview-text strong")).to_have_text("fett")
    expect(page.locator("#advice [data-advice=title_is_code]")).to_be_visible()
    page.locator("#advice a").first.click()
    expect(page.locator("#id_title")).to_be_focused()
    page.locator("#id_title").fill("EE9999 in the third step of training")
    expect(page.locator("#advice [data-advice=title_is_code]")).to_have_count(0)
    expect(page.locator("#id_title")).to_be_focused()
    expect(page.locator("button[name=preview]:visible")).to_have_count(0)


@pytest.mark.parametrize("how", ["click", "key"])
def test_a_pasted_traceback_is_offered_a_code_block(page: Page, how: str) -> None:
    write(page, "It fails:\n")
    paste(page, TRACEBACK)
    offer = page.get_by_role("button", name="Put it into a code block")
    expect(offer).to_be_visible()
    expect(body(page)).to_have_value(f"It fails:\n{TRACEBACK}")
    if how == "click":
        offer.click()
    else:
        page.keyboard.press("Control+Shift+e")
    expect(body(page)).to_have_value(f"It fails:\n```text\n{TRACEBACK}\n```\n")
    expect(offer).to_be_hidden()
    page.keyboard.type("Why?")
    expect(body(page)).to_have_value(f"It fails:\n```text\n{TRACEBACK}\n```\nWhy?")
    for _ in range(9):
        page.keyboard.press("Control+z")
    expect(body(page)).not_to_have_value(re.compile("```"))


def test_the_offer_can_be_left_and_prose_gets_none(page: Page) -> None:
    offer = page.get_by_role("button", name="Put it into a code block")
    write(page, "")
    paste(page, "A first line of prose.\nA second line.\nAnd the third one is there too.")
    expect(offer).to_be_hidden()
    write(page, "```\n")
    paste(page, TRACEBACK)
    expect(offer).to_be_hidden()
    write(page, "")
    paste(page, TRACEBACK)
    expect(offer).to_be_visible()
    page.keyboard.press("Escape")
    expect(offer).to_be_hidden()
    expect(body(page)).to_have_value(TRACEBACK)


def choose(page: Page, name: str, data: bytes, kind: str = "image/png") -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Picture").click()
    chooser.value.set_files({"name": name, "mimeType": kind, "buffer": data})


def test_a_picture_is_uploaded_into_the_text(page: Page) -> None:
    write(page, "before after", "before ")
    body(page).evaluate("area => area.setSelectionRange(7, 7)")
    choose(page, "my [shot].png", picture(size=(40, 30)))
    expect(page.get_by_text("The picture is in your text.")).to_be_visible()
    image = Image.objects.get()
    expect(body(page)).to_have_value(f"before ![my  shot](/media/{image.name})after")
    shown = page.locator("#preview-text img")
    expect(shown).to_have_js_property("naturalWidth", 40)


def test_a_picture_is_dropped_or_pasted(page: Page) -> None:
    script = """(area, [bytes, kind]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], "shot.png", {type: "image/png"}));
        const known = kind === "paste" ? {clipboardData: data} : {dataTransfer: data};
        const made = kind === "paste" ? ClipboardEvent : DragEvent;
        area.focus();
        area.dispatchEvent(new made(kind, {...known, bubbles: true, cancelable: true}));
    }"""
    for kind, colour in (("paste", "red"), ("drop", "blue")):
        write(page, "")
        body(page).evaluate(script, [list(picture(colour=colour)), kind])
        expect(body(page)).to_have_value(re.compile(r"^!\[shot\]\(/media/[0-9a-f]{2}/[0-9a-f]{32}\.png\)$"))
    assert Image.objects.count() == 2


def test_a_refused_picture_gives_a_sentence_and_loses_nothing(page: Page) -> None:
    page = page.context.new_page()  # A refusal is an error to the console, which `visit` would complain of.
    page.goto("/ask")
    write(page, "what I wrote", "what")
    choose(page, "x.png", b"no picture")
    expect(page.get_by_text("This is no picture that can be shown.")).to_be_visible()
    expect(body(page)).to_have_value("what I wrote")


def wait_for_local(page: Page, drafts: int) -> None:
    """Until the browser itself holds so many drafts; the content policy forbids Playwright's own way of waiting."""
    for _ in range(SAVED // 100):
        if page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length") == drafts:
            return
        page.wait_for_timeout(100)
    pytest.fail(f"the browser does not hold {drafts} drafts")


def restored(page: Page) -> Locator:
    return page.get_by_text("Draft restored.")


def test_a_draft_survives_a_crash(page: Page, visit: Callable[..., Page], writer: User) -> None:
    page.locator("#id_title").fill("Half a title")
    body(page).fill("half a text")
    expect(page.get_by_text("Draft saved")).to_be_visible(timeout=SAVED)
    again = page.context.new_page()
    page.close()  # Without a word, as a browser that crashes.
    again.goto("/ask")
    expect(restored(again)).to_be_visible()
    expect(again.locator("#id_title")).to_have_value("Half a title")
    expect(again.locator("#preview-text")).to_contain_text("half a text")
    again.get_by_role("button", name="Discard").click()
    expect(again.locator("#id_title")).to_have_value("")
    expect(restored(again)).to_be_hidden()
    assert not Draft.objects.exists()


def test_two_windows_do_not_overwrite_each_other(page: Page) -> None:
    other = page.context.new_page()
    other.goto("/ask")
    body(page).fill("from the first window")
    expect(page.get_by_text("Draft saved")).to_be_visible(timeout=SAVED)
    with other.expect_response("**/drafts") as response:
        body(other).fill("from the second window")
    assert response.value.status == 409
    expect(other.get_by_text("This draft was changed in another window.")).to_be_visible()
    assert Draft.objects.get().typed["body"] == "from the first window"
    other.get_by_role("button", name="Keep this one").click()
    expect(other.get_by_text("Draft saved")).to_be_visible()
    assert Draft.objects.get().typed["body"] == "from the second window"


def test_a_strangers_draft_stays_in_the_browser_and_comes_along(visit: Callable[..., Page], writer: User) -> None:
    question = ask(make_user("asker"))
    page = visit(question.get_absolute_url())
    body(page).fill("我写了很久的答案")
    wait_for_local(page, 1)
    page.reload()
    expect(body(page)).to_have_value("我写了很久的答案")
    sign_in(page, writer)
    page.goto(question.get_absolute_url())
    expect(body(page)).to_have_value("我写了很久的答案")
    wait_for_local(page, 0)
    assert Draft.objects.get().typed["body"] == "我写了很久的答案"


def test_what_cannot_reach_the_server_stays_in_the_browser(page: Page) -> None:
    page.route("**/drafts", lambda route: route.abort("aborted"))
    body(page).fill("offline text")
    wait_for_local(page, 1)
    page.unroute("**/drafts")
    page.reload()
    expect(restored(page)).to_be_visible()
    expect(body(page)).to_have_value("offline text")


def test_tags_are_completed_with_the_keyboard(page: Page, writer: User) -> None:
    ask(writer, tags=("dataset", "报错"))
    tags = page.locator("#id_tags")
    tags.press_sequentially("data")
    expect(page.get_by_role("option", name=re.compile("dataset"))).to_be_visible()
    expect(tags).to_have_attribute("aria-expanded", "true")
    tags.press("ArrowDown")
    expect(tags).to_have_attribute("aria-activedescendant", re.compile("tag-option-"))
    tags.press("Enter")
    expect(tags).to_have_value("dataset, ")
    tags.press_sequentially("bc")
    page.get_by_role("option", name=re.compile("报错")).click()
    expect(tags).to_have_value("dataset, 报错, ")
    tags.press_sequentially("new")
    tags.press("Enter")
    expect(tags).to_have_value("dataset, 报错, new, ")
    expect(tags).to_be_focused()
    assert Question.objects.count() == 1


def test_errors_are_summed_up_with_links_to_their_fields(page: Page) -> None:
    body(page).fill("my text")
    page.get_by_role("button", name="Post the question").click()
    summary = page.locator(".error.summary")
    expect(summary).to_be_focused()
    expect(summary).to_contain_text("2 things need a change")
    summary.get_by_role("link", name="Tags").click()
    expect(page.locator("#id_tags")).to_be_focused()
    described = page.locator("#id_tags").get_attribute("aria-describedby").split()
    assert [page.locator(f"[id='{name}']").count() for name in described] == [1, 1]
    expect(body(page)).to_have_value("my text")


def test_enter_in_the_title_posts_nothing(page: Page) -> None:
    page.locator("#id_title").fill("A title of a question")
    page.locator("#id_title").press("Enter")
    expect(page).to_have_url(re.compile("/ask$"))
    expect(page.locator(".error.summary")).to_have_count(0)


def test_nothing_is_posted_while_a_picture_is_on_its_way(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/images", hold)
    page.locator("#id_title").fill("A title of a question")
    page.locator("#id_tags").fill("dataset")
    write(page, "see ")
    choose(page, "x.png", picture())
    expect(body(page)).to_have_value(re.compile("Uploading the picture"))
    page.get_by_role("button", name="Post the question").click()
    expect(page.get_by_text("A picture is still being uploaded")).to_be_visible()
    assert not Question.objects.exists()
    held[0].continue_()
    expect(body(page)).to_have_value(re.compile(r"^see !\[x\]\(/media/"))
    page.get_by_role("button", name="Post the question").click()
    expect(page.locator("article .markdown img").first).to_be_visible()


def test_a_posted_answer_leaves_no_draft(page: Page, writer: User) -> None:
    question = ask(make_user("asker"))
    page.goto(question.get_absolute_url())
    body(page).fill("first half")
    expect(page.get_by_text("Draft saved")).to_be_visible(timeout=SAVED)
    body(page).fill("first half, second half")
    page.get_by_role("button", name="Post the answer").click()
    expect(page.locator("article.answer .markdown").last).to_have_text("first half, second half")
    page.wait_for_timeout(SAVED // 2)
    assert not Draft.objects.exists()
