"""questions/: read by all, written with a token."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from accounts.models import User
from qa import services
from qa.models import Question
from tests.api import shapes
from tests.api.shapes import problem
from tests.factories import ask

pytestmark = pytest.mark.django_db

NEW = {"title": "训练时 loss 变成 nan", "body": "用的是 **Adam**", "tags": ["Loss", "C++"]}


def test_asking_answers_with_the_question(api: Callable, author: User) -> None:
    response = api(author).post("/api/v1/questions/", NEW)
    assert response.status_code == 201
    row = response.json()
    assert set(row) == shapes.QUESTION
    assert set(row["author"]) == shapes.AUTHOR
    assert (row["title"], row["body"], sorted(row["tags"])) == (NEW["title"], NEW["body"], ["c++", "loss"])
    assert "<strong>Adam</strong>" in row["html"]
    assert (row["score"], row["answer_count"], row["accepted_answer_id"], row["lang"]) == (0, 0, None, "zh")
    assert row["author"] == {"id": author.pk, "name": "author", "reputation": 0}
    assert api().get(f"/api/v1/questions/{row['id']}/").json() == row
    assert api().get(row["url"]).status_code == 200


def test_asking_needs_a_token(api: Callable) -> None:
    problem(api().post("/api/v1/questions/", NEW), 401, "not_authenticated")
    assert Question.objects.count() == 0


def test_a_wrong_token_is_refused_even_for_reading(client: APIClient) -> None:
    for header in ("Token abc", "Token", "Token a b", "Token \udcff".encode("utf-8", "replace").decode()):
        problem(client.get("/api/v1/questions/", headers={"Authorization": header}), 401)


def test_the_list_is_newest_first(question: Question, author: User, client: APIClient) -> None:
    second = ask(author)
    page = client.get("/api/v1/questions/").json()
    assert set(page) == {"next", "results"}
    assert page["next"] is None
    assert [row["id"] for row in page["results"]] == [second.pk, question.pk]
    assert set(page["results"][0]) == shapes.QUESTION


@pytest.mark.parametrize(("tag", "found"), [("dataset", 1), ("报错", 1), ("data", 0), ("c++", 0), ("\x00", 2), ("", 2)])
def test_the_list_narrows_to_a_tag(question: Question, author: User, client: APIClient, tag: str, found: int) -> None:
    ask(author)
    assert len(client.get("/api/v1/questions/", {"tag": tag}).json()["results"]) == found


def test_an_edit_changes_what_it_names(question: Question, api: Callable, author: User) -> None:
    row = api(author).patch(f"/api/v1/questions/{question.pk}/", {"title": "新的标题", "reason": "更清楚"}).json()
    assert set(row) == shapes.QUESTION
    assert (row["title"], row["body"], sorted(row["tags"])) == ("新的标题", question.body, ["dataset", "报错"])
    assert row["edited_at"] is not None
    revisions = api().get(f"/api/v1/questions/{question.pk}/revisions/").json()["results"]
    assert [set(revision) for revision in revisions] == [shapes.REVISION] * 2
    assert [revision["title"] for revision in revisions] == ["新的标题", question.title]
    assert (revisions[0]["reason"], revisions[0]["editor"]) == ("更清楚", author.pk)


def test_editing_needs_a_token_and_the_right(question: Question, api: Callable, newcomer: User) -> None:
    address = f"/api/v1/questions/{question.pk}/"
    problem(api().patch(address, {"title": "新的标题"}), 401, "not_authenticated")
    assert "200" in problem(api(newcomer).patch(address, {"title": "新的标题"}), 403, "reputation")["detail"]
    problem(api(newcomer).patch("/api/v1/questions/999/", {"title": "新的标题"}), 404, "not_found")
    assert Question.objects.get().title == question.title


def test_putting_is_not_a_way_to_edit(question: Question, api: Callable, author: User) -> None:
    problem(api(author).put(f"/api/v1/questions/{question.pk}/", NEW), 405, "method_not_allowed")


def test_deleting_hides_it_from_others_until_it_is_restored(
    question: Question, api: Callable, author: User, newcomer: User, moderator: User
) -> None:
    address = f"/api/v1/questions/{question.pk}/"
    problem(api(newcomer).delete(address), 403, "not_yours")
    response = api(author).delete(address)
    assert (response.status_code, response.content) == (204, b"")
    for user, status in ((None, 404), (newcomer, 404), (author, 200), (moderator, 200)):
        assert api(user).get(address).status_code == status
        assert api(user).get(f"{address}revisions/").status_code == status
        assert api(user).get("/api/v1/questions/").json()["results"] == []
    restored = api(author).post(f"{address}restore/")
    assert set(restored.json()) == shapes.QUESTION
    assert api().get(address).status_code == 200


def test_the_same_tag_twice_is_one(question: Question, api: Callable, author: User) -> None:
    row = api(author).patch(f"/api/v1/questions/{question.pk}/", {"tags": ["ms", "ms", "MS"]}).json()
    assert row["tags"] == ["ms"]


def test_tags_come_in_the_order_they_were_given(api: Callable, author: User) -> None:
    given = ["z", "a", "m"]
    assert api(author).post("/api/v1/questions/", {**NEW, "tags": given}).json()["tags"] == given


def test_what_the_server_decides_cannot_be_sent(api: Callable, author: User, helper: User) -> None:
    sent = {
        **NEW,
        "id": 77,
        "author": helper.pk,
        "score": 99,
        "html": "<script>",
        "answer_count": 5,
        "deleted_at": "2020-01-01",
    }
    row = api(author).post("/api/v1/questions/", sent).json()
    assert (row["author"]["id"], row["score"], row["answer_count"]) == (author.pk, 0, 0)
    assert row["id"] != 77
    assert "script" not in row["html"]


def test_an_imported_author_has_a_name_and_no_account(question: Question, client: APIClient) -> None:
    Question.objects.update(author=None, author_name="elsewhere")
    row = client.get(f"/api/v1/questions/{question.pk}/").json()
    assert row["author"] == {"id": None, "name": "elsewhere", "reputation": None}


def test_a_form_sent_twice_is_one_question(api: Callable, author: User) -> None:
    first, second = (api(author).post("/api/v1/questions/", NEW).json() for _ in range(2))
    assert first["id"] == second["id"]


def test_scripts_in_a_body_are_not_in_its_html(api: Callable, author: User) -> None:
    body = "<script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1)) ok"
    row = api(author).post("/api/v1/questions/", {**NEW, "body": body}).json()
    assert row["body"] == body
    for evil in ("<script", "onerror=alert(1)>", 'href="javascript'):
        assert evil not in row["html"]


def test_reading_costs_the_same_number_of_queries_for_two_and_for_twelve(author: User, client: APIClient) -> None:
    """Queries: questions with author and import; tags."""
    counts = []
    for number in range(12):
        services.ask(actor=author, title=f"问题编号 {number}", body="正文", tags=["loss", f"tag{number}"])
        if number in (1, 11):
            with CaptureQueriesContext(connection) as captured:
                client.get("/api/v1/questions/")
            counts.append(len(captured))
    assert counts == [2, 2]


def test_every_field_that_is_wrong_says_so_at_once(api, author) -> None:
    answer = api(author).post("/api/v1/questions/", {"title": "abc", "body": "", "tags": []})
    assert answer.status_code == 400
    assert {error["attr"] for error in answer.json()["errors"]} == {"title", "body", "tags"}
