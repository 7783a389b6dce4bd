"""tags/: names with signs have addresses of their own."""

import re
from urllib.parse import quote

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from qa.models import Question
from tests.api import shapes
from tests.api.shapes import problem
from tests.factories import ask

pytestmark = pytest.mark.django_db

SIGNED = ["c", "c++", "c#", ".net", "c/c++", "node.js", "静态图", "µc", "हिन्दी"]


@pytest.fixture
def tagged(author: User) -> None:
    for number, name in enumerate(SIGNED):
        ask(author, title=f"问题 number {number}", tags=(name,))


def test_every_tag_is_read_by_its_name(tagged: None, client: APIClient) -> None:
    for number, row in enumerate(reversed(client.get("/api/v1/tags/").json()["results"])):
        assert set(row) == shapes.TAG
        assert row["question_count"] == 1
        assert client.get(f"/api/v1/tags/{quote(row['name'], safe='')}/").json() == row
        page = client.get(row["url"])
        assert page.status_code == 200
        assert re.findall(r"问题 number (\d)", page.text) == [str(number)]


def test_the_list_is_newest_first_and_narrows(tagged: None, client: APIClient) -> None:
    page = client.get("/api/v1/tags/").json()
    assert set(page) == {"next", "results"}
    ids = [row["id"] for row in page["results"]]
    assert ids == sorted(ids, reverse=True)
    assert len(ids) == len(SIGNED)

    def names(q: str) -> set[str]:
        return {row["name"] for row in client.get("/api/v1/tags/", {"q": q}).json()["results"]}

    assert names("C+") == {"c++", "c/c++"}
    assert names("静态") == {"静态图"}
    assert names("%") == names("_") == set()
    assert names("  ") == {row["name"] for row in page["results"]}


@pytest.mark.parametrize("name", ["nothing", "c+", "%00", "a/b/c", "%2e%2e", "x" * 300])
def test_an_unknown_tag_is_not_found(tagged: None, client: APIClient, name: str) -> None:
    problem(client.get(f"/api/v1/tags/{name}/"), 404, "not_found")


def test_a_moderator_says_what_a_tag_is_about(question: Question, api, moderator: User, author: User) -> None:
    row = api(moderator).patch("/api/v1/tags/dataset/", {"description": " Reading\nand changing data. "}).json()
    assert row["description"] == "Reading and changing data."
    assert api().get("/api/v1/tags/dataset/").json() == row
    problem(api(author).patch("/api/v1/tags/dataset/", {"description": "x"}), 403, "not_moderator")
    problem(api(moderator).patch("/api/v1/tags/dataset/", {"description": "x" * 301}), 400, "too_long", "description")


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_tags_are_not_made_or_deleted_alone(question: Question, api, moderator: User, method: str) -> None:
    address = "/api/v1/tags/" if method == "post" else "/api/v1/tags/dataset/"
    problem(getattr(api(moderator), method)(address, {"name": "x"}), 405, "method_not_allowed")
