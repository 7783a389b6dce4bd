"""answers/: answering, editing, accepting, deleting."""

from collections.abc import Callable

import pytest

from accounts.models import User
from qa import services
from qa.models import Answer, Question
from tests.api import shapes
from tests.api.shapes import problem
from tests.factories import ask

pytestmark = pytest.mark.django_db


def test_answering_answers_with_the_answer(question: Question, api: Callable, helper: User) -> None:
    response = api(helper).post("/api/v1/answers/", {"question": question.pk, "body": "用 `asnumpy()`"})
    assert response.status_code == 201
    row = response.json()
    assert set(row) == shapes.ANSWER
    assert (row["question"], row["is_accepted"], row["score"]) == (question.pk, False, 0)
    assert "<code>asnumpy()</code>" in row["html"]
    assert api().get(f"/api/v1/answers/{row['id']}/").json() == row
    assert api().get(f"/api/v1/questions/{question.pk}/").json()["answer_count"] == 1


def test_answering_needs_a_token_and_a_question_that_is_there(question: Question, api: Callable, author: User) -> None:
    problem(api().post("/api/v1/answers/", {"question": question.pk, "body": "x"}), 401)
    problem(api(author).post("/api/v1/answers/", {"question": 999, "body": "x"}), 400, "does_not_exist", "question")
    services.delete(actor=author, thing=question)
    problem(api(author).post("/api/v1/answers/", {"question": question.pk, "body": "x"}), 403, "deleted")
    assert Answer.objects.count() == 0


def test_the_list_narrows_to_a_question(question: Question, answer: Answer, author: User, api: Callable) -> None:
    other = services.post_answer(actor=author, question=ask(author), body="别处的答案")
    page = api().get("/api/v1/answers/").json()
    assert set(page) == {"next", "results"}
    assert [row["id"] for row in page["results"]] == [other.pk, answer.pk]
    narrowed = api().get("/api/v1/answers/", {"question": question.pk}).json()["results"]
    assert [row["id"] for row in narrowed] == [answer.pk]
    assert set(narrowed[0]) == shapes.ANSWER
    assert api().get("/api/v1/answers/", {"question": 999}).json()["results"] == []
    problem(api().get("/api/v1/answers/", {"question": "abc"}), 400, "invalid", "question")


def test_editing_keeps_a_revision(answer: Answer, api: Callable, helper: User, newcomer: User) -> None:
    address = f"/api/v1/answers/{answer.pk}/"
    problem(api().patch(address, {"body": "改过"}), 401)
    problem(api(newcomer).patch(address, {"body": "改过"}), 403, "reputation")
    problem(api(helper).patch("/api/v1/answers/999/", {"body": "改过"}), 404, "not_found")
    row = api(helper).patch(address, {"body": "改过", "reason": "错字"}).json()
    assert set(row) == shapes.ANSWER
    assert row["body"] == "改过"
    kept = api().get(f"{address}revisions/").json()["results"]
    assert [set(revision) for revision in kept] == [shapes.REVISION] * 2
    assert [(revision["number"], revision["body"]) for revision in kept] == [(2, "改过"), (1, answer.body)]


def test_accepting_and_taking_it_back(answer: Answer, api: Callable, author: User, helper: User) -> None:
    address = f"/api/v1/answers/{answer.pk}/accept/"
    problem(api(helper).post(address), 403, "not_asker")
    problem(api(author).delete(address), 403, "not_accepted")
    row = api(author).post(address).json()
    assert set(row) == shapes.ANSWER
    assert row["is_accepted"] is True
    question = api().get(f"/api/v1/questions/{answer.question_id}/").json()
    assert question["accepted_answer_id"] == answer.pk
    assert api(author).post(address).json()["is_accepted"] is True
    problem(api(helper).delete(f"/api/v1/answers/{answer.pk}/"), 403, "accepted")
    assert api(author).delete(address).json()["is_accepted"] is False
    problem(api(author).post("/api/v1/answers/999/accept/"), 404, "not_found")


def test_deleting_and_restoring(answer: Answer, api: Callable, helper: User, newcomer: User) -> None:
    address = f"/api/v1/answers/{answer.pk}/"
    problem(api().delete(address), 401)
    problem(api(newcomer).delete(address), 403, "not_yours")
    assert api(helper).delete(address).status_code == 204
    assert [api(user).get(address).status_code for user in (None, newcomer, helper)] == [404, 404, 200]
    assert api(helper).get("/api/v1/answers/").json()["results"] == []
    problem(api(newcomer).post(f"{address}restore/"), 404)
    assert set(api(helper).post(f"{address}restore/").json()) == shapes.ANSWER
    assert api().get(address).status_code == 200


@pytest.mark.parametrize("role", ["newcomer", "author", "moderator"])
def test_answers_to_a_deleted_question_are_in_no_list(
    role: str, answer: Answer, api: Callable, author: User, request: pytest.FixtureRequest
) -> None:
    """The question itself is in no list either, not even its author's."""
    services.add_comment(actor=author, post=answer, body="哪个版本")
    services.delete(actor=request.getfixturevalue("moderator"), thing=answer.question)
    client = api(request.getfixturevalue(role))
    lists = {
        name: client.get(f"/api/v1/{name}/").json()["results"] for name in ("questions", "answers", "comments", "votes")
    }
    assert lists == {"questions": [], "answers": [], "comments": [], "votes": []}
