"""GET site/: the site, its size, and the state of its search."""

import pytest
from rest_framework.test import APIClient

from accounts import services as account_services
from accounts.models import User
from qa import environment, services
from qa.models import Question
from tests.factories import ask

pytestmark = pytest.mark.django_db


def site(client: APIClient) -> dict:
    return client.get("/api/v1/site/").json()


def test_an_empty_site_counts_nothing(client: APIClient, settings) -> None:
    assert site(client) == {
        "name": settings.SITE_NAME,
        "languages": ["zh", "en"],
        "counts": {"questions": 0, "answers": 0, "solved": 0, "unanswered": 0, "users": 0, "tags": 0},
        "index": {"questions": 0, "behind": 0},
        "encoder": "",
        "environment": environment.offered(),
    }


def test_counts_are_of_what_is_there(question: Question, answer, author: User, client: APIClient) -> None:
    ask(author)
    assert site(client)["counts"] == {
        "questions": 2, "answers": 1, "solved": 0, "unanswered": 1, "users": 2, "tags": 3,
    }  # fmt: skip
    services.accept(actor=author, answer=answer)
    assert site(client)["counts"]["solved"] == 1


def test_what_is_deleted_and_who_has_left_is_not_counted(
    question: Question, answer, author: User, moderator: User, client: APIClient
) -> None:
    services.delete(actor=moderator, thing=question)
    account_services.close_account(user=author)
    counts = site(client)["counts"]
    assert {name: counts[name] for name in ("questions", "answers", "unanswered", "users")} == {
        "questions": 0, "answers": 0, "unanswered": 0, "users": 2,
    }  # fmt: skip


def test_the_index_says_how_far_behind_it_is(question: Question, author: User, client: APIClient) -> None:
    assert site(client)["index"]["behind"] == 1
    client.get("/api/v1/search/", {"q": "卡住"})
    assert site(client)["index"] == {"questions": 1, "behind": 0}
    ask(author)
    assert site(client)["index"] == {"questions": 1, "behind": 1}
