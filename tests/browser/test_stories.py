"""The main job from end to end in a real browser, as a learner meets it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from qa.models import Question
from tests.factories import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_up(page: Page, name: str) -> None:
    page.get_by_role("link", name="注册").first.click()
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=email]").fill("learner@example.org")
    page.locator("input[name=password1]").fill("correct horse battery")
    page.locator("main button[type=submit]").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def sign_in(page: Page, user: User) -> None:
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill(user.username)
    page.locator("input[name=password]").fill("correct horse")
    page.locator("main button[type=submit]").click()
    expect(page.get_by_role("link", name=re.compile(user.username))).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "no javascript"])
def test_a_learner_asks_somebody_answers_the_asker_accepts(visit: Callable[..., Page], javascript: bool) -> None:
    asker = visit("/", java_script_enabled=javascript)
    sign_up(asker, "小明")
    asker.get_by_role("link", name="提问").first.click()
    asker.locator("input[name=title]").fill("GeneratorDataset 卡住不动")
    asker.locator("textarea[name=body]").fill("训练卡住：\n\n```python\nnp.array(tensor)\n```")
    asker.locator("input[name=tags]").fill("dataset，报错")
    asker.locator("button[name=preview]").click()
    expect(asker.locator(".preview pre")).to_contain_text("np.array(tensor)")
    assert not Question.objects.exists()
    asker.locator("main button.primary").click()
    expect(asker.get_by_role("heading", level=1)).to_have_text("GeneratorDataset 卡住不动")

    helper = visit("/search?q=卡住", java_script_enabled=javascript)
    expect(helper.locator("mark").first).to_be_visible()
    sign_in(helper, make_user("helper"))
    helper.goto("/search?q=GeneratorDataset")
    helper.get_by_role("link", name="GeneratorDataset 卡住不动").click()
    helper.locator(".vote button").first.click()
    expect(helper.locator(".vote output").first).to_have_text("1")
    helper.locator("section textarea[name=body]").last.fill("换成 `tensor.asnumpy()`。")
    helper.locator("section form.writing button.primary").click()
    expect(helper.locator("article.answer .markdown code")).to_have_text("tensor.asnumpy()")

    asker.reload()
    asker.get_by_role("button", name="采纳").click()
    expect(asker.locator("article.answer .notice.solved")).to_be_visible()
    question = Question.objects.get()
    assert question.accepted_answer.author.reputation == 15
    assert question.author.reputation == 7


def test_what_a_stranger_types_is_kept_through_sign_in(visit: Callable[..., Page]) -> None:
    user, other = make_user("wangwu"), make_user("other")
    from tests.factories import ask

    question = ask(other)
    page = visit(question.get_absolute_url())
    page.locator("form.writing textarea[name=body]").fill("我写了很久的答案")
    page.locator("form.writing button.primary").click()
    page.locator("input[name=login]").fill(user.username)
    page.locator("input[name=password]").fill("correct horse")
    page.locator("main button[type=submit]").click()
    expect(page.locator("form.writing textarea[name=body]")).to_have_value("我写了很久的答案")


HOSTILE = (
    '<img src=x onerror="alert(1)"><svg onload=alert(2)></svg>[x](javascript:alert(3))'
    '<a href="data:text/html,<script>alert(4)</script>">y</a>'
)


def test_what_a_person_types_is_never_executed(visit: Callable[..., Page]) -> None:
    from qa import services

    user = make_user("mallory")
    question = services.ask(actor=user, title=f"危险 {HOSTILE}", body=HOSTILE, tags=["xss"])
    answer = services.post_answer(actor=user, question=question, body=HOSTILE)
    services.add_comment(actor=user, post=answer, body=HOSTILE)
    services.edit_answer(actor=user, answer=answer, body=f"{HOSTILE} 2", reason=HOSTILE)
    page = visit("/")
    for path in (
        question.get_absolute_url(),
        "/search?q=危险",
        "/tags/xss",
        user.get_absolute_url(),
        f"/a/{answer.pk}/history",
    ):
        page.goto(path)
        for link in page.locator("main a[href]").all():
            assert not (link.get_attribute("href") or "").startswith(("javascript:", "data:"))
        assert page.locator("main img, main svg, main script").count() == 0


@pytest.mark.parametrize("width", [390, 1440])
def test_no_page_scrolls_sideways(visit: Callable[..., Page], width: int) -> None:
    from qa import services

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


def test_nothing_is_loaded_from_another_host(visit: Callable[..., Page], live_server) -> None:
    hosts: set[str] = set()
    page = visit("/")
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    for path in ("/", "/ask", "/accounts/login/", "/api/docs/"):
        page.goto(path, wait_until="networkidle")
    assert hosts == {live_server.url.split("/")[2]}
