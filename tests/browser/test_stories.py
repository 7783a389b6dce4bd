"""The main job from end to end in a real browser, as a learner meets it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from qa import services
from qa.models import Question
from tests.factories import ask, make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_in(page: Page, user: User) -> None:
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill(user.username)
    page.locator("input[name=password]").fill("correct horse")
    page.locator("main button[type=submit]").click()
    expect(page.get_by_role("link", name=re.compile(user.username))).to_be_visible()


@dataclass(frozen=True)
class Reader:
    """Somebody with a browser. `words` are what the buttons say in the reader's language."""

    locale: str
    words: dict[str, str]
    scheme: str = "light"
    is_on_phone: bool = False
    javascript: bool = True

    @property
    def options(self) -> dict[str, object]:
        """For `visit`."""
        size = PHONE if self.is_on_phone else DESK
        look = {"locale": self.locale, "color_scheme": self.scheme, "viewport": size, "has_touch": self.is_on_phone}
        return {**look, "java_script_enabled": self.javascript}

    def press(self, target: Locator) -> None:
        if self.is_on_phone:
            target.tap()
        else:
            target.click()

    def sign_up(self, page: Page, name: str) -> None:
        if self.is_on_phone:
            self.press(page.locator(".menu summary"))
        self.press(page.locator("header").get_by_role("link", name=self.words["sign up"]).locator("visible=true"))
        page.locator("input[name=username]").fill(name)
        page.locator("input[name=email]").fill("learner@example.org")
        page.locator("input[name=password1]").fill("correct horse battery")
        self.press(page.locator("main button[type=submit]"))
        page.wait_for_url("**/")

    def ask(self, page: Page) -> None:
        """What is typed survives a reload where scripts run; nothing is public before the button is pressed."""
        self.press(page.locator("header a.ask"))
        for name, text in TYPED.items():
            page.locator(f"[name={name}]").fill(text)
        if self.javascript:
            expect(page.locator(".saved-at")).to_be_visible(timeout=DRAFT_SAVED)
            page.reload()
            expect(page.locator(".restored")).to_be_visible()
        else:
            page.locator("button[name=preview]:visible").click()
        expect(page.locator(".preview pre")).to_contain_text("np.array(tensor)")
        for name, text in TYPED.items():
            expect(page.locator(f"[name={name}]")).to_have_value(text)
        assert not Question.objects.exists()
        self.press(page.locator("main form.writing button.primary"))
        expect(page.get_by_role("heading", level=1)).to_have_text(TYPED["title"])


DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 800}
DRAFT_SAVED = 10_000
"""Milliseconds."""
TYPED = {
    "title": "GeneratorDataset 卡住不动",
    "body": "训练卡住：\n\n```python\nnp.array(tensor)\n```",
    "tags": "dataset，报错",
}
ZH = {"sign up": "注册", "accept": "采纳"}
EN = {"sign up": "Sign up", "accept": "Accept"}
READERS = {
    "zh desk": Reader("zh-CN", ZH),
    "zh phone dark": Reader("zh-CN", ZH, scheme="dark", is_on_phone=True),
    "en phone": Reader("en-US", EN, is_on_phone=True),
    "zh no javascript": Reader("zh-CN", ZH, javascript=False),
    "en phone dark no javascript": Reader("en-US", EN, scheme="dark", is_on_phone=True, javascript=False),
}


def readers(*, least: set[str]) -> list[ParameterSet]:
    """Every reader on SQLite, the least on PostgreSQL as well: what differs between the others is not the database."""
    return [
        pytest.param(reader, id=name, marks=() if name in least else pytest.mark.sqlite_only)
        for name, reader in READERS.items()
    ]


def answer_as_somebody(page: Page) -> None:
    """Another person finds the question, votes for it and answers."""
    sign_in(page, make_user("helper"))
    page.goto("/search?q=GeneratorDataset")
    expect(page.locator("mark").first).to_be_visible()
    page.get_by_role("link", name=TYPED["title"]).click()
    page.locator(".vote button").first.click()
    expect(page.locator(".vote output").first).to_have_text("1")
    page.locator("section textarea[name=body]").last.fill("换成 `tensor.asnumpy()`。")
    page.locator("section form.writing button.primary").click()
    expect(page.locator("article.answer .markdown code")).to_have_text("tensor.asnumpy()")


@pytest.mark.parametrize("reader", readers(least={"zh desk", "zh no javascript"}))
def test_a_learner_asks_somebody_answers_the_asker_accepts(visit: Callable[..., Page], reader: Reader) -> None:
    asker = visit("/", **reader.options)
    is_dark = asker.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") if reader.javascript else None
    assert is_dark in (None, reader.scheme == "dark")
    reader.sign_up(asker, "小明")
    reader.ask(asker)
    answer_as_somebody(visit("/", java_script_enabled=reader.javascript))
    asker.reload()
    reader.press(asker.get_by_role("button", name=reader.words["accept"]))
    expect(asker.locator("article.answer .notice.solved")).to_be_visible()
    question = Question.objects.get()
    assert question.accepted_answer.author.reputation == 15
    assert question.author.reputation == 7


ERROR = """Traceback (most recent call last):
  File "train.py", line 12, in <module>
    net(x)
TypeError: For 'MatMul', the type of 'x' should be Tensor, but got int.
"""


@pytest.fixture
def solved(transactional_db) -> Question:
    """A question about the error, with an accepted answer."""
    asker, helper = make_user("asker"), make_user("expert")
    question = services.ask(actor=asker, title="MatMul 的类型不对", body=f"```\n{ERROR}\n```", tags=["算子"])
    services.ask(actor=asker, title="别的问题", body="KeyError: 'loss'", tags=["loss"])
    answer = services.post_answer(actor=helper, question=question, body="先转成 `Tensor`。")
    services.accept(actor=asker, answer=answer)
    return question


@pytest.mark.parametrize("reader", readers(least={"zh desk"}))
def test_a_newcomer_finds_the_answer_with_a_pasted_error(
    visit: Callable[..., Page], solved: Question, reader: Reader
) -> None:
    page = visit("/", **reader.options)
    page.locator("#search-box").fill(ERROR)
    reader.press(page.locator("form.search button"))
    reader.press(page.locator("main .row h3 a").first)
    expect(page.get_by_role("heading", level=1)).to_have_text(solved.title)
    reader.press(page.locator("#answers-nav a"))
    accepted = page.locator("article.answer").first
    expect(accepted.locator(".notice.solved")).to_be_in_viewport()
    expect(accepted.locator(".markdown")).to_have_text("先转成 Tensor。")


def tab_to(page: Page, target: Locator) -> None:
    """Goes on with Tab until the target has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    pytest.fail(f"Tab does not reach {target}.")


def type_into(page: Page, target: Locator, text: str) -> None:
    tab_to(page, target)
    page.keyboard.insert_text(text)


@pytest.mark.sqlite_only
def test_the_keyboard_alone_is_enough(visit: Callable[..., Page], solved: Question) -> None:
    make_user("learner")
    page = visit("/tags", locale="en-US")
    page.keyboard.press("/")
    page.keyboard.insert_text(ERROR)
    page.keyboard.press("Enter")
    expect(page.locator(".recognised")).to_be_visible()
    tab_to(page, page.locator("main .row h3 a").first)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(solved.title)
    page.keyboard.press("n")
    page.wait_for_url("**/login/**")
    type_into(page, page.locator("input[name=login]"), "learner")
    type_into(page, page.locator("input[name=password]"), "correct horse")
    page.keyboard.press("Enter")
    page.wait_for_url("**/ask")
    for name in ("title", "tags", "body"):
        type_into(page, page.locator(f"#id_{name}"), TYPED[name])
    tab_to(page, page.locator("main form.writing button.primary"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(TYPED["title"])
    question = Question.objects.get(title=TYPED["title"])
    answer = services.post_answer(actor=solved.author, question=question, body="换成 `tensor.asnumpy()`。")
    page.reload()
    page.keyboard.press("j")
    expect(page.locator(f"#question-{question.pk}")).to_be_focused()
    page.keyboard.press("j")
    expect(page.locator(f"#answer-{answer.pk}")).to_be_focused()
    tab_to(page, page.get_by_role("button", name="Accept"))
    page.keyboard.press("Enter")
    expect(page.locator("article.answer .notice.solved")).to_be_visible()
    assert page.evaluate("document.activeElement !== document.body")
    assert Question.objects.get(pk=question.pk).accepted_answer_id == answer.pk


def test_what_a_stranger_types_is_kept_through_sign_in(visit: Callable[..., Page]) -> None:
    user, other = make_user("wangwu"), make_user("other")
    question = ask(other)
    page = visit(question.get_absolute_url())
    page.locator("form.writing textarea[name=body]").fill("我写了很久的答案")
    page.locator("form.writing button.primary").click()
    page.locator("input[name=login]").fill(user.username)
    page.locator("input[name=password]").fill("correct horse")
    page.locator("main button[type=submit]").click()
    expect(page.locator("form.writing textarea[name=body]")).to_have_value("我写了很久的答案")


@pytest.mark.sqlite_only
@pytest.mark.parametrize("width", [320, 390, 1440])
def test_no_page_scrolls_sideways(visit: Callable[..., Page], width: int) -> None:
    user = make_user("wide")
    long = "x" * 3000
    table = f"|{'abcdefghijklmnop |' * 12}\n|{'---|' * 12}\n"
    body = f"{long}\n\n`{long}`\n\n```text\n{long}\n```\n\n{table}"
    question = services.ask(actor=user, title="宽" * 100 + "y" * 150, body=body, tags=["z" * 50])
    page = visit("/", viewport={"width": width, "height": 900})
    own = [question.get_absolute_url(), user.get_absolute_url()]
    for path in ["/", *own, "/search?q=xxx", "/tags", "/users", "/ask", "/diagnose", "/accounts/signup/"]:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path


@pytest.mark.sqlite_only
def test_nothing_is_loaded_from_another_host(visit: Callable[..., Page], live_server) -> None:
    hosts: set[str] = set()
    page = visit("/")
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    for path in ("/", "/ask", "/accounts/login/", "/api/docs/"):
        page.goto(path, wait_until="networkidle")
    assert hosts == {live_server.url.split("/")[2]}
