"""Acts on a question page without a page load: seen at once, undone, refused with a sentence, put back on failure."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from qa import services
from qa.models import Answer, Bookmark, Comment, Flag, Follow, Question, Vote

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_in(page: Page, user: User) -> None:
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill(user.username)
    page.locator("input[name=password]").fill("correct horse")
    page.locator("main button[type=submit]").click()
    expect(page.locator(".links .who-am-i")).to_be_visible()


@pytest.fixture
def opened(visit: Callable[..., Page], question: Question, answer: Answer) -> Callable[..., Page]:
    """The question page as somebody sees it, with a mark that a page load would take away."""

    def open_as(user: User | None = None, **options: object) -> Page:
        page = visit("/", locale="en-US", **options)
        if user:
            sign_in(page, user)
        page.goto(question.get_absolute_url())
        page.evaluate("document.documentElement.dataset.same = 'yes'")
        return page

    return open_as


def is_same_page(page: Page) -> bool:
    return page.evaluate("document.documentElement.dataset.same === 'yes'")


def expect_focus(page: Page, place: str) -> None:
    expect(page.locator(f"#{place}")).to_be_focused()


def test_a_vote_is_counted_told_and_undone(opened: Callable[..., Page], answer: Answer, newcomer: User) -> None:
    page, key = opened(newcomer), f"a{answer.pk}"
    button, score = page.locator(f"#vote-{key}-up"), page.locator(f"#vote-{key} output")
    button.focus()
    page.keyboard.press("Enter")
    said = page.locator(f"#said-{key}")
    expect(said).to_contain_text("Voted up.")
    expect(score).to_have_text("1")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect_focus(page, f"vote-{key}-up")
    assert Vote.objects.get().value == 1
    said.get_by_role("button", name="Undo").click()
    expect(said).to_contain_text("Vote taken back.")
    expect(score).to_have_text("0")
    expect_focus(page, f"vote-{key}-up")
    assert not Vote.objects.exists()
    assert is_same_page(page)


def test_a_press_is_seen_before_the_answer_and_put_back_when_it_fails(
    opened: Callable[..., Page], answer: Answer, newcomer: User, excused: list[str]
) -> None:
    excused += ["status of 4", "status of 5", "Response Status Error"]
    page, key = opened(newcomer), f"a{answer.pk}"
    button, score, said = (page.locator(at) for at in (f"#vote-{key}-up", f"#vote-{key} output", f"#said-{key}"))
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/vote", hold)
    for status, sentence in ((429, "too much at once"), (500, "did not work"), (404, "not here any more")):
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(score).to_have_text("1")
        waiting.pop().fulfill(status=status, body="")
        expect(said).to_contain_text(sentence)
        expect(button).to_have_attribute("aria-pressed", "false")
        expect(score).to_have_text("0")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    excused += ["ERR_FAILED", "htmx:sendError", "htmx:afterRequest"]
    waiting.pop().abort()
    expect(said).to_contain_text("No connection.")
    expect(button).to_have_attribute("aria-pressed", "false")


def test_a_refusal_says_what_would_be_needed(
    opened: Callable[..., Page], answer: Answer, newcomer: User, excused: list[str]
) -> None:
    excused.append("status of 403")
    page, key = opened(newcomer), f"a{answer.pk}"
    page.locator(f"#vote-{key}-down").press("Enter")
    expect(page.locator(f"#said-{key}")).to_contain_text("This needs 15 reputation; you have 0.")
    expect(page.locator(f"#vote-{key}-down")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(f"#vote-{key} output")).to_have_text("0")
    assert is_same_page(page)


def test_a_strangers_press_leads_to_the_sign_in_page_and_back(
    opened: Callable[..., Page], question: Question, newcomer: User
) -> None:
    page = opened()
    page.locator(f"#bookmark-q{question.pk}-button").click()
    page.locator("input[name=login]").fill(newcomer.username)
    page.locator("input[name=password]").fill("correct horse")
    page.locator("main button[type=submit]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(question.title)


SAID = {
    ("follow", True): "You follow this.",
    ("follow", False): "You follow this no longer.",
    ("bookmark", True): "Bookmarked.",
    ("bookmark", False): "Bookmark removed.",
}


def test_following_and_bookmarking_are_toggled(opened: Callable[..., Page], question: Question, newcomer: User) -> None:
    page, key = opened(newcomer), f"q{question.pk}"
    for name, model in (("follow", Follow), ("bookmark", Bookmark)):
        button = page.locator(f"#{name}-{key}-button")
        for is_on in (True, False):
            button.click()
            expect(button).to_have_attribute("aria-pressed", str(is_on).lower())
            expect(page.locator(f"#said-{key}")).to_contain_text(SAID[name, is_on])
            expect(page.locator(f"#said-{key} button")).to_be_visible()
            expect_focus(page, f"{name}-{key}-button")
            assert model.objects.exists() is is_on
    assert is_same_page(page)


def test_accepting_moves_the_mark_from_one_answer_to_another(
    opened: Callable[..., Page], question: Question, answer: Answer, author: User, trusted: User
) -> None:
    other = services.post_answer(actor=trusted, question=question, body="另一个答案")
    services.accept(actor=author, answer=answer)
    page = opened(author)
    page.locator(f"#accept-a{other.pk}-button").click()
    expect(page.locator(f"#answer-{other.pk} .notice.solved")).to_be_visible()
    expect(page.locator(f"#answer-{answer.pk} .notice.solved")).to_have_count(0)
    expect(page.locator(f"#accept-a{answer.pk}-button")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#answers-nav a")).to_have_attribute("href", f"#answer-{other.pk}")
    page.locator(f"#said-a{other.pk}").get_by_role("button", name="Undo").click()
    expect(page.locator(".notice.solved")).to_have_count(0)
    assert is_same_page(page)


def test_a_comment_is_added_and_what_is_wrong_with_one_keeps_it(
    opened: Callable[..., Page], answer: Answer, newcomer: User
) -> None:
    page, key = opened(newcomer), f"a{answer.pk}"
    page.locator(f"#comment-{key}").click()
    box = page.locator(f"#comment-body-{key}")
    box.fill("x")
    page.locator(f"#answer-{answer.pk} .comment-form button.primary").click()
    expect(page.locator(f"#comment-error-{key}")).to_contain_text("Write at least 2 characters")
    expect(box).to_have_value("x")
    expect(box).to_be_focused()
    box.fill("哪个版本？")
    page.locator(f"#answer-{answer.pk} .comment-form button.primary").click()
    expect(page.locator(f"#comment-list-{key} li")).to_contain_text("哪个版本？")
    expect(page.locator(f"#said-{key}")).to_contain_text("Comment added.")
    expect_focus(page, f"comment-{key}")
    page.locator(f"#said-{key}").get_by_role("button", name="Undo").click()
    expect(page.locator(f"#comment-list-{key} li.deleted")).to_be_visible()
    assert Comment.objects.get().deleted_at
    assert is_same_page(page)


def test_an_answer_is_added_and_its_form_is_empty_again(
    opened: Callable[..., Page], question: Question, newcomer: User
) -> None:
    page = opened(newcomer)
    page.locator("#answering textarea[name=body]").fill("再试试 `asnumpy()`")
    page.locator("#answering button.primary").click()
    expect(page.locator("article.answer")).to_have_count(2)
    expect(page.locator("#answers")).to_have_text("2 answers")
    expect(page.locator("#answering textarea[name=body]")).to_have_value("")
    expect(page.locator("#said-answering")).to_contain_text("Answer posted.")
    assert question.answers.count() == 2
    assert is_same_page(page)


def test_an_answer_that_cannot_be_saved_stays_in_the_form(opened: Callable[..., Page], newcomer: User) -> None:
    page = opened(newcomer)
    page.locator("#answering textarea[name=body]").fill("password = hunter2hunter2")
    page.locator("#answering button.primary").click()
    expect(page.locator("#answering .secrets")).to_be_visible()
    expect(page.locator("#answering textarea[name=body]")).to_have_value("password = hunter2hunter2")
    assert is_same_page(page)


def test_a_post_is_flagged_with_a_reason(opened: Callable[..., Page], answer: Answer, newcomer: User) -> None:
    page, key = opened(newcomer), f"a{answer.pk}"
    page.locator(f"#flag-{key}-button").click()
    form = page.locator(f"#flagging-{key} form")
    form.get_by_role("button", name="Flag for the moderators").click()
    expect(form).to_contain_text("Choose what is wrong.")
    form.get_by_label("Something else").check()
    form.get_by_label("Anything the moderators should know").fill("抄来的")
    form.get_by_role("button", name="Flag for the moderators").click()
    expect(page.locator(f"#said-{key}")).to_contain_text("Flagged.")
    expect(form).to_have_count(0)
    expect_focus(page, f"flag-{key}-button")
    assert (Flag.objects.get().reason, Flag.objects.get().text) == ("other", "抄来的")
    page.locator(f"#said-{key}").get_by_role("button", name="Undo").click()
    expect(page.locator(f"#said-{key}")).to_contain_text("Flag withdrawn.")
    assert not Flag.objects.exists()
    assert is_same_page(page)


def test_news_are_announced_and_shown_when_asked_for(
    opened: Callable[..., Page], question: Question, answer: Answer, trusted: User
) -> None:
    page = opened(viewport={"width": 800, "height": 500})
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    services.post_answer(actor=trusted, question=question, body="后来的答案")
    services.add_comment(actor=trusted, post=answer, body="后来的评论")
    page.evaluate("scrollTo(0, 200)")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    news = page.locator("#news")
    expect(news).to_contain_text("1 new answer")
    expect(news).to_contain_text("1 new comment")
    expect(page.locator("article.answer")).to_have_count(1)
    assert page.evaluate("scrollY") == 200
    news.get_by_role("button", name="Show").click()
    expect(page.locator("article.answer")).to_have_count(2)
    expect(page.locator(f"#comment-list-a{answer.pk}")).to_contain_text("后来的评论")
    expect(page.locator("#news")).to_be_hidden()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(300)
    expect(page.locator("#news")).to_be_hidden()
    assert is_same_page(page)


def test_code_is_copied_and_says_so(opened: Callable[..., Page]) -> None:
    page = opened()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".question .code-box").hover()
    page.locator(".question button.copy").click()
    expect(page.locator(".question button.copy")).to_have_text(re.compile("Copied"))
    assert page.evaluate("navigator.clipboard.readText()").strip() == "image = np.array(tensor)"


def test_a_link_is_copied_with_a_press(opened: Callable[..., Page], answer: Answer) -> None:
    page = opened()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(f"#answer-{answer.pk} .acts a[data-share]").click()
    expect(page.locator(f"#said-a{answer.pk}")).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()").endswith(answer.get_absolute_url())


def test_without_a_script_every_act_is_a_form(
    visit: Callable[..., Page], question: Question, answer: Answer, newcomer: User, excused: list[str]
) -> None:
    excused.append("status of 403")
    page = visit("/", locale="en-US", java_script_enabled=False)
    sign_in(page, newcomer)
    page.goto(question.get_absolute_url())
    for name in ("follow", "bookmark"):
        page.locator(f"#{name}-q{question.pk}-button").click()
        expect(page.locator(f"#{name}-q{question.pk}-button")).to_have_attribute("aria-pressed", "true")
    page.locator(f"#vote-q{question.pk}-up").click()
    expect(page.locator(f"#vote-q{question.pk} output")).to_have_text("1")
    page.locator(f"#flag-a{answer.pk}-button").click()
    page.get_by_label("Spam or advertising").check()
    page.get_by_role("button", name="Flag for the moderators").click()
    expect(page.locator(f"#flag-a{answer.pk}-button")).to_have_attribute("aria-pressed", "true")
    page.locator(f"#vote-a{answer.pk}-down").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("This needs 15 reputation; you have 0.")
