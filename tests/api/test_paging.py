"""Lists: by page near the top, by `next` from there on; no row is left out, none comes twice."""

from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from qa import services
from qa.models import Answer, Comment, Question, Tag, Vote
from tests.api.shapes import problem
from tests.factories import ask, make_user, many_questions

pytestmark = pytest.mark.django_db


@pytest.fixture
def filled(trusted: User) -> dict[str, list[int]]:
    """23 questions and more; each list's ids, newest first."""
    many_questions(23)
    moment = timezone.now()
    for number, question in enumerate(Question.objects.order_by("pk")):
        services.vote(actor=trusted, post=question, value=1)
        # Three of each moment, so that a page ends between rows of the same moment.
        when = moment - timedelta(minutes=number // 3)
        Question.objects.filter(pk=question.pk).update(created_at=when)
        question.question_tags.update(asked_at=when)
    models = {"questions": Question, "answers": Answer, "comments": Comment, "votes": Vote}
    newest = {
        name: list(m.objects.order_by("-created_at", "-pk").values_list("pk", flat=True)) for name, m in models.items()
    }
    newest["users"] = list(User.objects.order_by("-date_joined", "-pk").values_list("pk", flat=True))
    newest["tags"] = list(Tag.objects.order_by("-pk").values_list("pk", flat=True))
    return newest


def walked(client: APIClient, address: str) -> list[list[int]]:
    pages = []
    while address:
        page = client.get(address).json()
        pages.append([row["id"] for row in page["results"]])
        address = page["next"]
    return pages


@pytest.mark.parametrize("name", ["questions", "answers", "comments", "votes", "users", "tags"])
def test_following_next_shows_every_row_once(filled: dict[str, list[int]], client: APIClient, name: str) -> None:
    pages = walked(client, f"/api/v1/{name}/?page_size=4")
    assert [pk for page in pages for pk in page] == filled[name]
    assert {len(page) for page in pages[:-1]} <= {4}
    assert 1 <= len(pages[-1]) <= 4


@pytest.mark.parametrize("name", ["questions", "answers", "comments", "votes", "users", "tags"])
def test_page_numbers_show_every_row_once(filled: dict[str, list[int]], client: APIClient, name: str) -> None:
    shown = []
    for page in range(1, len(filled[name]) // 5 + 2):
        shown += [row["id"] for row in client.get(f"/api/v1/{name}/", {"page": page, "page_size": 5}).json()["results"]]
    assert shown == filled[name]


def test_next_keeps_the_filter_and_drops_the_page(filled: dict[str, list[int]], client: APIClient) -> None:
    first = client.get("/api/v1/questions/", {"tag": "bulk", "page_size": 5, "page": 2}).json()
    query = urlsplit(first["next"]).query.split("&")
    assert sorted(query) == sorted(["tag=bulk", "page_size=5", f"before={first['results'][-1]['id']}"])
    assert [pk for page in walked(client, first["next"]) for pk in page] == filled["questions"][10:]


def test_a_new_question_shifts_nothing(filled: dict[str, list[int]], client: APIClient, author: User) -> None:
    first = client.get("/api/v1/questions/", {"page_size": 20}).json()
    ask(author)
    assert [row["id"] for row in client.get(first["next"]).json()["results"]] == filled["questions"][20:]


def test_a_row_that_was_deleted_meanwhile_still_marks_its_place(
    filled: dict[str, list[int]], client: APIClient, moderator: User
) -> None:
    first = client.get("/api/v1/questions/", {"page_size": 20}).json()
    services.delete(actor=moderator, thing=Question.objects.get(pk=filled["questions"][19]))
    assert [row["id"] for row in client.get(first["next"]).json()["results"]] == filled["questions"][20:]


def test_a_row_that_never_was_is_refused(filled: dict[str, list[int]], client: APIClient) -> None:
    for name in filled:
        problem(client.get(f"/api/v1/{name}/", {"before": 999_999}), 400, "does_not_exist", "before")


def test_a_page_has_twenty_rows_unless_it_is_told(filled: dict[str, list[int]], client: APIClient) -> None:
    assert len(client.get("/api/v1/answers/").json()["results"]) == 20
    assert len(client.get("/api/v1/answers/", {"page_size": 100}).json()["results"]) == 46


def test_an_empty_list_has_no_next(api: Callable) -> None:
    assert api().get("/api/v1/questions/").json() == {"next": None, "results": []}
    make_user("alone")
    assert api().get("/api/v1/users/", {"page_size": 1}).json()["next"] is None
