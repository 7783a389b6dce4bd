"""votes/: the state afterwards is what is sent."""

from collections.abc import Callable

import pytest

from accounts.models import User
from qa import services
from qa.models import Answer, Question, Vote
from tests.api import shapes
from tests.api.shapes import problem

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", ["question", "answer"])
def test_voting_answers_with_the_score(
    kind: str, question: Question, answer: Answer, api: Callable, trusted: User
) -> None:
    pk = {"question": question.pk, "answer": answer.pk}[kind]
    for value, score in ((1, 1), (1, 1), (-1, -1), (0, 0), (0, 0)):
        response = api(trusted).post("/api/v1/votes/", {kind: pk, "value": value})
        assert response.status_code == 200
        assert set(response.json()) == shapes.SCORE
        assert response.json() == {"question": None, "answer": None, kind: pk, "value": value, "score": score}
    assert Vote.objects.count() == 0


def test_voting_needs_a_token_and_the_right(answer: Answer, api: Callable, newcomer: User, helper: User) -> None:
    vote = {"answer": answer.pk, "value": -1}
    problem(api().post("/api/v1/votes/", vote), 401, "not_authenticated")
    assert "15" in problem(api(newcomer).post("/api/v1/votes/", vote), 403, "reputation")["detail"]
    problem(api(helper).post("/api/v1/votes/", vote), 403, "own_post")
    problem(api(newcomer).post("/api/v1/votes/", {"answer": 999, "value": 1}), 400, "does_not_exist", "answer")
    assert Vote.objects.count() == 0


def test_nobody_votes_in_anothers_name(question: Question, api: Callable, newcomer: User, helper: User) -> None:
    api(newcomer).post("/api/v1/votes/", {"question": question.pk, "value": 1, "voter": helper.pk})
    assert Vote.objects.get().voter == newcomer


def test_the_list_says_nothing_of_the_voters(question: Question, answer: Answer, api: Callable, trusted: User) -> None:
    services.vote(actor=trusted, post=question, value=1)
    services.vote(actor=trusted, post=answer, value=-1)
    page = api().get("/api/v1/votes/").json()
    assert set(page) == {"next", "results"}
    assert [set(row) for row in page["results"]] == [shapes.VOTE] * 2
    assert [(row["question"], row["answer"], row["value"]) for row in page["results"]] == [
        (None, answer.pk, -1),
        (question.pk, None, 1),
    ]


def test_votes_on_what_is_deleted_are_not_listed(answer: Answer, api: Callable, trusted: User, moderator: User) -> None:
    services.vote(actor=trusted, post=answer, value=1)
    services.vote(actor=trusted, post=answer.question, value=1)
    services.delete(actor=moderator, thing=answer)
    assert [row["answer"] for row in api().get("/api/v1/votes/").json()["results"]] == [None]
    services.delete(actor=moderator, thing=answer.question)
    assert api().get("/api/v1/votes/").json()["results"] == []
