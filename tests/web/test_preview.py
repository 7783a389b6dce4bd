"""The live preview, the checklist beside a question, and the names of tags."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from qa import rules, services
from qa.models import Question, Tag

pytestmark = pytest.mark.django_db

BODY = "  我试过 **Adam**\r\n\r\n```python\r\nx = 1\r\n```\r\n\r\n$x^2$ e\u0301 <script>alert(1)</script>\r\n\r\n"


def test_the_preview_is_what_will_be_stored(client: Client, author: User) -> None:
    question = services.ask(actor=author, title="看看预览", body=BODY, tags=["a"])
    page = client.post("/preview", {"body": BODY})
    assert question.html.strip() in page.text
    assert page.text.count("<") == question.html.count("<")


def test_a_preview_asks_no_database(client: Client, author: User, django_assert_num_queries) -> None:
    client.force_login(author)
    with django_assert_num_queries(0):
        assert client.post("/preview", {"body": BODY, "title": "x", "guides": "1"}).status_code == 200


@pytest.mark.parametrize("body", ["", " \n", "x" * (rules.BODY_MAX + 1), "a\x00b"])
def test_what_could_not_be_stored_has_no_preview(client: Client, body: str) -> None:
    page = client.post("/preview", {"body": body})
    assert page.status_code == 200
    assert "Here your text appears" in page.text


def test_previews_are_limited_by_address(client: Client, monkeypatch) -> None:
    monkeypatch.setattr("qa.web.throttle.PreviewThrottle.rate", "2/min")
    assert [client.post("/preview", {"body": "x"}).status_code for _ in range(3)] == [200, 200, 429]
    assert client.post("/preview", {"body": "x"}, REMOTE_ADDR="192.0.2.7").status_code == 200


def test_the_preview_needs_its_csrf_token() -> None:
    assert Client(enforce_csrf_checks=True).post("/preview", {"body": "x"}).status_code == 403


def advice(page: object) -> list[str]:
    return [part.split('"')[0] for part in page.text.split('data-advice="')[1:]]


ASKED = {"title": "EE9999", "body": "Traceback (most recent call last):\nValueError: x", "tags": "a", "version": ""}


def test_the_checklist_comes_with_the_preview(client: Client) -> None:
    page = client.post("/preview", {**ASKED, "guides": "1"})
    assert advice(page) == ["title_is_code", "no_version", "no_code_block", "nothing_tried"]
    assert '<div id="advice" hx-swap-oob="innerHTML">' in page.text
    assert advice(
        client.post("/preview", {**ASKED, "title": "训练到第三步时报错", "version": "2.3", "guides": "1"})
    ) == [
        "no_code_block",
        "nothing_tried",
    ]
    assert 'id="advice"' not in client.post("/preview", ASKED).text


def test_the_checklist_comes_without_javascript_and_never_blocks(as_user: Callable[..., Client], author: User) -> None:
    writer = as_user(author)
    assert advice(writer.get("/ask")) == []
    page = writer.post("/ask", {**ASKED, "preview": "1"})
    assert advice(page) == ["title_is_code", "no_version", "no_code_block", "nothing_tried"]
    assert 'href="#id_version"' in page.text
    assert writer.post("/ask", ASKED).status_code == 302
    assert Question.objects.count() == 1


def test_an_edit_is_not_advised(as_user: Callable[..., Client], author: User, question: Question) -> None:
    page = as_user(author).post(f"/q/{question.pk}/edit", {**ASKED, "preview": "1"})
    assert advice(page) == []


def names(page: object) -> list[str]:
    return [part.split('"')[0] for part in page.text.split('data-name="')[1:]]


def test_tags_are_completed_by_name_and_pinyin(client: Client, question: Question) -> None:
    assert names(client.get("/ask/tags?q=data")) == ["dataset"]
    assert names(client.get("/ask/tags?q=bao")) == ["报错"]
    assert names(client.get("/ask/tags?q=bc")) == ["报错"]
    assert "1 question<" in client.get("/ask/tags?q=data").text
    for text in ("", "zzz", "\x00", "%", "x" * 5_000):
        assert names(client.get("/ask/tags", {"q": text})) == []


def test_a_tag_is_explained_in_a_line(client: Client, question: Question) -> None:
    Tag.objects.filter(name="dataset").update(description="读取与处理 <数据>")
    assert "读取与处理 &lt;数据&gt;" in client.get("/ask/tags?q=data").text


def test_completing_costs_one_query(client: Client, author: User, question, django_assert_num_queries) -> None:
    client.force_login(author)
    with django_assert_num_queries(1):
        client.get("/ask/tags?q=data")
