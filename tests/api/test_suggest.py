"""GET suggest/: what an unfinished query may be about to name."""

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from qa import services
from qa.models import Question
from tests.api import shapes
from tests.api.shapes import problem
from tests.factories import ask, many_questions

pytestmark = pytest.mark.django_db


def suggested(client: APIClient, q: str) -> dict:
    return client.get("/api/v1/suggest/", {"q": q}).json()


def test_titles_and_tags_that_begin_so(question: Question, client: APIClient) -> None:
    found = suggested(client, "Gener")
    assert set(found) == {"questions", "tags"}
    (row,) = found["questions"]
    assert set(row) == shapes.SUGGESTED_QUESTION
    assert row == {
        "id": question.pk,
        "title": question.title,
        "url": f"http://testserver{question.get_absolute_url()}",
    }
    (tag,) = suggested(client, "卡住 [data")["tags"]
    assert set(tag) == shapes.SUGGESTED_TAG
    assert tag == {"name": "dataset", "url": "http://testserver/tags/dataset", "question_count": 1}


def test_at_most_five_of_each(client: APIClient) -> None:
    many_questions(9)
    assert len(suggested(client, "option")["questions"]) == 5
    assert len(suggested(client, "[tag")["tags"]) == 5


def test_what_is_deleted_is_not_suggested(question: Question, author: User, client: APIClient) -> None:
    ask(author, title="Generating data")
    services.delete(actor=author, thing=question)
    assert [row["title"] for row in suggested(client, "Gener")["questions"]] == ["Generating data"]


@pytest.mark.parametrize("q", ["", " ", "\\", "[", "(((", "😂", "\u202e", "x" * 5000, "错" * 5000])
def test_any_text_may_be_unfinished(question: Question, client: APIClient, q: str) -> None:
    assert set(suggested(client, q)) == {"questions", "tags"}


def test_nothing_typed_is_refused(client: APIClient) -> None:
    problem(client.get("/api/v1/suggest/"), 400, "required", "q")
