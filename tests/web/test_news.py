"""What is new on an open page: counted for whoever looks, by others only, and brought to its place when asked for."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from qa import services
from qa.models import Answer, Question
from qa.web.news import stamp
from tests.factories import ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def opened(answer: Answer) -> str:
    """The query of a page that was opened after the first answer."""
    return f"since={stamp(timezone.now())}"


def test_nothing_new_is_an_answer_without_a_body(question: Question, opened: str, client: Client) -> None:
    response = client.get(f"/q/{question.pk}/news?{opened}")
    assert (response.status_code, response.content) == (204, b"")
    assert "no-store" in response.headers["Cache-Control"]


def test_new_answers_and_comments_are_counted(
    question: Question, answer: Answer, opened: str, client: Client, trusted: User, author: User
) -> None:
    for number in range(2):
        new = services.post_answer(actor=trusted, question=question, body=f"答案 {number}")
    services.add_comment(actor=author, post=answer, body="多谢")
    services.add_comment(actor=author, post=new, body="comes with its answer")
    services.post_answer(actor=trusted, question=ask(author), body="elsewhere")
    page = client.get(f"/q/{question.pk}/news?{opened}")
    assert "2 new answers" in page.text
    assert "1 new comment" in page.text
    assert client.get(f"/q/{question.pk}/news?{opened}&answers=2&comments=1").status_code == 204, "said already"
    assert client.get(f"/q/{question.pk}/news?{opened}&answers=1").status_code == 200


def test_ones_own_and_what_is_deleted_is_no_news(
    question: Question, opened: str, as_user: Callable[..., Client], trusted: User, newcomer: User
) -> None:
    services.delete(actor=newcomer, thing=services.post_answer(actor=newcomer, question=question, body="weg"))
    services.post_answer(actor=trusted, question=question, body="mine")
    assert as_user(trusted).get(f"/q/{question.pk}/news?{opened}").status_code == 204
    assert "1 new answer" in Client().get(f"/q/{question.pk}/news?{opened}", headers={"Accept-Language": "en"}).text


def test_nobody_hears_of_a_deleted_question(
    question: Question, answer: Answer, opened: str, client: Client, trusted: User, moderator: User
) -> None:
    services.post_answer(actor=trusted, question=question, body="new")
    services.delete(actor=moderator, thing=question)
    assert client.get(f"/q/{question.pk}/news?{opened}").status_code == 204
    assert client.get(f"/q/{question.pk}/news/bring?{opened}").status_code == 404


def test_the_look_is_light(question: Question, opened: str, client: Client, as_user: Callable[..., Client]) -> None:
    with CaptureQueriesContext(connection) as asked:
        response = client.get(f"/q/{question.pk}/news?{opened}")
    assert len(asked) == 2
    assert not response.cookies
    member = as_user(question.author)
    with CaptureQueriesContext(connection) as asked:
        response = member.get(f"/q/{question.pk}/news?{opened}")
    assert len(asked) == 4
    assert not response.cookies


@pytest.mark.parametrize("since", ["", "abc", "-1", "0", "9" * 18, "9" * 500, "1.5", "\x00"])
def test_any_moment_is_understood(question: Question, answer: Answer, client: Client, since: str) -> None:
    for path in ("news", "news/bring"):
        assert client.get(f"/q/{question.pk}/{path}", {"since": since}).status_code in (200, 204)


def test_what_is_new_is_brought_to_its_place(
    question: Question, answer: Answer, opened: str, client: Client, trusted: User, author: User
) -> None:
    new = services.post_answer(actor=trusted, question=question, body="后来的答案")
    services.add_comment(actor=author, post=answer, body="后来的评论")
    services.add_comment(actor=author, post=new, body="nested")
    text = client.get(f"/q/{question.pk}/news/bring?{opened}").text
    assert text.lstrip().startswith('<div id="news"')
    assert opened not in text
    assert text.count("<article") == 1
    assert f'id="answer-{new.pk}"' in text
    assert 'hx-swap-oob="beforeend:#answer-list"' in text
    assert f'hx-swap-oob="beforeend:#comment-list-a{answer.pk}"' in text
    assert f'hx-swap-oob="beforeend:#comment-list-a{new.pk}"' not in text
    assert "2 answers" in text
