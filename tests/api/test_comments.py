"""comments/: on a question or on an answer."""

from collections.abc import Callable

import pytest

from accounts.models import User
from qa import services
from qa.models import Answer, Comment, Question
from tests.api import shapes
from tests.api.shapes import problem
from tests.factories import ask

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", ["question", "answer"])
def test_commenting_answers_with_the_comment(
    kind: str, question: Question, answer: Answer, api: Callable, newcomer: User
) -> None:
    pk = {"question": question.pk, "answer": answer.pk}[kind]
    response = api(newcomer).post("/api/v1/comments/", {kind: pk, "body": "**哪个**版本 <b>x</b>"})
    assert response.status_code == 201
    row = response.json()
    assert set(row) == shapes.COMMENT
    assert (row["question"], row["answer"]) == (pk if kind == "question" else None, pk if kind == "answer" else None)
    assert "<strong>哪个</strong>" in row["html"]
    assert row["author"]["name"] == "newcomer"
    assert api().get(f"/api/v1/comments/{row['id']}/").json() == row


def test_commenting_needs_a_token(question: Question, api: Callable) -> None:
    problem(api().post("/api/v1/comments/", {"question": question.pk, "body": "哪个版本"}), 401, "not_authenticated")
    assert Comment.objects.count() == 0


def test_a_comment_leads_to_its_place(comment: Comment, api: Callable) -> None:
    """Also under an answer, whose own address leads on to its place on the page."""
    url = api().get(f"/api/v1/comments/{comment.pk}/").json()["url"]
    response = api().get(url)
    assert response.url == f"{comment.answer.question.get_absolute_url()}?comments=all#comment-{comment.pk}"


def test_the_list_narrows_to_a_question(question: Question, comment: Comment, api: Callable, newcomer: User) -> None:
    on_question = services.add_comment(actor=newcomer, post=question, body="训练集多大")
    page = api().get("/api/v1/comments/").json()
    assert set(page) == {"next", "results"}
    assert [row["id"] for row in page["results"]] == [on_question.pk, comment.pk]
    elsewhere = services.add_comment(actor=newcomer, post=ask(newcomer), body="别处的评论")
    narrowed = api().get("/api/v1/comments/", {"question": question.pk}).json()["results"]
    assert [row["id"] for row in narrowed] == [on_question.pk, comment.pk], "those on its answers too"
    assert len(api().get("/api/v1/comments/", {"question": elsewhere.question_id}).json()["results"]) == 1
    problem(api().get("/api/v1/comments/", {"question": "abc"}), 400, "invalid", "question")


def test_deleting_and_restoring(comment: Comment, api: Callable, helper: User, newcomer: User, moderator: User) -> None:
    address = f"/api/v1/comments/{comment.pk}/"
    problem(api().delete(address), 401)
    problem(api(newcomer).delete(address), 403, "not_yours")
    assert api(helper).delete(address).status_code == 204
    assert [api(user).get(address).status_code for user in (None, newcomer, helper, moderator)] == [404, 404, 200, 200]
    assert api(helper).get("/api/v1/comments/").json()["results"] == []
    assert set(api(helper).post(f"{address}restore/").json()) == shapes.COMMENT
    assert api(moderator).delete(address).status_code == 204
    problem(api(helper).post(f"{address}restore/"), 403, "deleted_by_moderator")
    problem(api(helper).delete("/api/v1/comments/999/"), 404, "not_found")


def test_a_comment_is_not_edited(comment: Comment, api: Callable, helper: User) -> None:
    problem(api(helper).patch(f"/api/v1/comments/{comment.pk}/", {"body": "别的"}), 405, "method_not_allowed")


def test_comments_of_a_deleted_post_are_hidden(comment: Comment, answer: Answer, api: Callable, helper: User) -> None:
    services.delete(actor=helper, thing=answer)
    assert api().get(f"/api/v1/comments/{comment.pk}/").status_code == 404
    assert api().get("/api/v1/comments/").json()["results"] == []
