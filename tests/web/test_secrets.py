"""What looks like a secret is said before it is public."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from qa.models import Answer, Comment, Question

pytestmark = pytest.mark.django_db

TOKEN = "hf_abcdefghij0123456789xyz"
BODY = f"登录用 {TOKEN}，日志在 /home/zhangsan/log.txt"
CLEAN = "登录用 <token>，日志在 /home/<user>/log.txt"
FORM = {"title": "怎么下载模型", "body": BODY, "tags": "model", "device": "Ascend"}


@pytest.fixture
def writer(as_user: Callable[..., Client], author: User) -> Client:
    return as_user(author)


def test_a_question_with_a_secret_waits_with_everything_typed(writer: Client) -> None:
    page = writer.post("/ask", FORM)
    assert Question.objects.count() == 0
    notice = re.search(r'<div class="notice secrets" role="alert" [^>]*>.*?</div>', page.text, re.DOTALL)[0]
    assert re.findall(r"<li>(.*?)</li>", notice) == ["token or key: <code>hf_a…</code>", "user name: <code>zh…</code>"]
    assert TOKEN not in notice
    assert {name: page.context["form"][name].value() for name in FORM} == FORM
    assert re.findall(r'name="secrets" value="(\w+)"', page.text) == ["mask", "keep"]
    assert "Post the question" not in page.text


@pytest.mark.parametrize(("choice", "stored"), [("mask", CLEAN), ("keep", BODY)])
def test_the_writer_decides(writer: Client, choice: str, stored: str) -> None:
    response = writer.post("/ask", {**FORM, "title": f"怎么用 {TOKEN}", "secrets": choice})
    question = Question.objects.get()
    assert response.url == question.get_absolute_url()
    assert question.body == stored
    assert question.title == ("怎么用 <token>" if choice == "mask" else f"怎么用 {TOKEN}")


def test_a_text_without_secrets_is_posted_at_once(writer: Client) -> None:
    assert writer.post("/ask", {**FORM, "body": CLEAN}).status_code == 302
    assert writer.post("/ask", {**FORM, "title": "另一个问题", "body": "x", "secrets": "mask"}).status_code == 302


def test_another_error_keeps_the_choice_open(writer: Client) -> None:
    page = writer.post("/ask", {**FORM, "tags": "", "secrets": "mask"})
    assert page.context["form"].has_error("tags")
    assert page.context["form"]["body"].value() == BODY
    assert 'name="secrets" value="keep"' in page.text


def test_the_preview_says_it_too(writer: Client) -> None:
    page = writer.post("/ask", {**FORM, "preview": "1"})
    assert 'class="preview"' in page.text
    assert "hf_a…" in page.text


def test_a_secret_is_said_once_however_often_it_stands_there(writer: Client) -> None:
    page = writer.post("/ask", {**FORM, "title": TOKEN, "body": f"{TOKEN} {TOKEN}"})
    assert page.text.count("hf_a…") == 1


def test_the_beginning_of_a_short_secret_is_short(writer: Client) -> None:
    page = writer.post("/ask", {**FORM, "body": "password=abc1"})
    assert "<code>a…</code>" in page.text


def test_an_answer_waits_on_the_question_page(question: Question, writer: Client) -> None:
    address = f"/q/{question.pk}/answer"
    page = writer.post(address, {"body": BODY})
    assert "hf_a…" in page.text
    assert Answer.objects.count() == 0
    assert writer.post(address, {"body": BODY, "secrets": "mask"}).status_code == 302
    assert Answer.objects.get().body == CLEAN


def test_an_edit_and_its_reason_wait(question: Question, writer: Client) -> None:
    edit = {**FORM, "body": "正文", "reason": f"加上 {TOKEN}"}
    page = writer.post(f"/q/{question.pk}/edit", edit)
    assert "hf_a…" in page.text
    assert question.revisions.count() == 1
    writer.post(f"/q/{question.pk}/edit", {**edit, "secrets": "mask"})
    assert question.revisions.latest("number").reason == "加上 <token>"


def test_a_comment_waits(question: Question, writer: Client) -> None:
    address = f"/q/{question.pk}/comment"
    assert "hf_a…" in writer.post(address, {"body": BODY}).text
    assert Comment.objects.count() == 0
    writer.post(address, {"body": BODY, "secrets": "keep"})
    assert Comment.objects.get().body == BODY


def test_the_api_takes_a_text_as_it_is(api: Callable, author: User) -> None:
    response = api(author).post("/api/v1/questions/", {"title": "怎么下载模型", "body": BODY, "tags": ["model"]})
    assert response.status_code == 201
    assert response.json()["body"] == BODY
