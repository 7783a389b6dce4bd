"""Voting, accepting, deleting, restoring through the pages: POST only, then back to the post."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from qa import services
from qa.models import Answer, Comment, Question, Vote

pytestmark = pytest.mark.django_db


def test_a_vote_counts_and_leads_back(question: Question, as_user: Callable[..., Client], trusted: User) -> None:
    client, scores = as_user(trusted), []
    for value in ("1", "1", "-1", "0"):
        response = client.post(f"/q/{question.pk}/vote", {"value": value})
        assert (response.status_code, response.url) == (302, question.get_absolute_url())
        scores.append(Question.objects.get().score)
    assert scores == [1, 1, -1, 0]


def test_a_vote_on_an_answer_leads_to_the_answer(
    answer: Answer, as_user: Callable[..., Client], newcomer: User
) -> None:
    response = as_user(newcomer).post(f"/a/{answer.pk}/vote", {"value": "1"})
    assert response.url == answer.get_absolute_url()
    assert Vote.objects.get().answer == answer


@pytest.mark.parametrize("value", ["", "2", "-2", "abc", "1.5", "99999999999999999999", "9" * 5000, "\x00", None])
def test_another_vote_is_refused_with_a_sentence(
    question: Question, as_user: Callable[..., Client], trusted: User, value: str | None
) -> None:
    page = as_user(trusted).post(f"/q/{question.pk}/vote", {} if value is None else {"value": value})
    assert page.status_code == 400
    assert "A vote is 1, -1 or 0." in page.text
    assert Vote.objects.count() == 0


def test_a_strangers_vote_leads_to_the_sign_in_page_and_back(question: Question, client: Client, author: User) -> None:
    here = f"http://testserver{question.get_absolute_url()}"
    response = client.post(f"/q/{question.pk}/vote", {"value": "1"}, headers={"Referer": here})
    assert response.url.startswith("/accounts/login/?next=")
    back = client.post(response.url, {"login": "author", "password": "correct horse"})
    assert back.url in (here, question.get_absolute_url())
    assert Vote.objects.count() == 0


@pytest.mark.parametrize("referer", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\x00"])
def test_signing_in_never_leads_to_another_site(question: Question, client: Client, author: User, referer: str) -> None:
    response = client.post(f"/q/{question.pk}/vote", {"value": "1"}, headers={"Referer": referer})
    back = client.post(response.url, {"login": "author", "password": "correct horse"})
    assert back.status_code == 302
    assert back.url == "/"


def test_accepting_and_taking_it_back(
    question: Question, answer: Answer, as_user: Callable[..., Client], author: User
) -> None:
    client = as_user(author)
    assert client.post(f"/a/{answer.pk}/accept").url == answer.get_absolute_url()
    assert Question.objects.get().accepted_answer == answer
    page = client.get(question.get_absolute_url()).text
    assert "Accepted answer" in page
    assert f"/a/{answer.pk}/unaccept" in page
    client.post(f"/a/{answer.pk}/unaccept")
    assert Question.objects.get().accepted_answer is None


def test_a_refusal_says_why(question: Question, answer: Answer, as_user: Callable[..., Client], helper: User) -> None:
    page = as_user(helper).post(f"/a/{answer.pk}/accept")
    assert page.status_code == 403
    assert "Only the person who asked or a moderator may accept an answer." in page.text


def test_a_deleted_question_leads_its_author_to_the_page_that_offers_to_restore(
    question: Question, as_user: Callable[..., Client], author: User
) -> None:
    client = as_user(author)
    page = client.post(f"/q/{question.pk}/delete", follow=True)
    assert page.status_code == 200
    assert "This post is deleted" in page.text
    assert f"/q/{question.pk}/restore" in page.text
    assert question.title not in client.get("/").text
    page = client.post(f"/q/{question.pk}/restore", follow=True)
    assert "This post is deleted" not in page.text
    assert question.title in client.get("/").text


def test_a_deleted_answer_leads_to_its_question_and_back(
    answer: Answer, as_user: Callable[..., Client], helper: User
) -> None:
    client = as_user(helper)
    assert client.post(f"/a/{answer.pk}/delete").url == answer.question.get_absolute_url()
    assert client.post(f"/a/{answer.pk}/restore").url == answer.get_absolute_url()


def test_a_deleted_comment_leads_to_its_post(answer: Answer, as_user: Callable[..., Client], newcomer: User) -> None:
    comment = services.add_comment(actor=newcomer, post=answer, body="多谢")
    client = as_user(newcomer)
    assert client.post(f"/c/{comment.pk}/delete").url == answer.get_absolute_url()
    assert Comment.objects.get().deleted_by == newcomer
    assert client.post(f"/c/{comment.pk}/restore").status_code == 302
    assert Comment.objects.get().deleted_at is None


def test_deleting_twice_is_told_and_not_crashed(
    question: Question, as_user: Callable[..., Client], author: User
) -> None:
    client = as_user(author)
    assert [client.post(f"/q/{question.pk}/delete").status_code for _ in range(2)] == [302, 403]


@pytest.mark.parametrize("path", ["/q/{q}/vote", "/q/{q}/delete", "/q/{q}/restore", "/a/{a}/accept", "/a/{a}/unaccept"])
def test_acts_need_their_csrf_token(question: Question, answer: Answer, author: User, path: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(author)
    assert client.post(path.format(q=question.pk, a=answer.pk), {"value": "1"}).status_code == 403
    assert Question.objects.get().deleted_at is None
    assert not Answer.objects.get().is_accepted
