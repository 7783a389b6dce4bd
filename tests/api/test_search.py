"""GET search/ and the related questions."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from qa import rules, services
from qa.models import Question
from tests.api import shapes
from tests.api.shapes import problem
from tests.factories import ask, many_questions

pytestmark = pytest.mark.django_db

HOSTILE = [
    "List<String> vs Vec<T>", "\\", "/", "'\":*", "score:", "created:>", "user:me", "‘ ’", "a\x00b", "AND OR NOT",
    "(((", "title:x^9~2", "* ?", "[a TO b]", "Cannot read config file:.", "😂", "%", "\u202e",
]  # fmt: skip


def titles(response: object) -> list[str]:
    return [row["title"] for row in response.json()["results"]]


def test_search_finds_the_question_with_all_its_fields(question: Question, answer: object, client: APIClient) -> None:
    found = client.get("/api/v1/search/", {"q": "卡住"}).json()
    assert set(found) == {"count", "results"}
    assert found["count"] == 1
    (row,) = found["results"]
    assert set(row) == shapes.HIT
    assert row | {"created_at": "", "excerpt": "", "tags": sorted(row["tags"])} == {
        "id": question.pk,
        "external_id": None,
        "title": question.title,
        "url": f"http://testserver{question.get_absolute_url()}",
        "excerpt": "",
        "tags": ["dataset", "报错"],
        "score": 0,
        "answer_count": 1,
        "accepted_answer_id": None,
        "is_answered": True,
        "lang": "zh",
        "created_at": "",
    }
    assert "<mark>卡住</mark>" in row["excerpt"]


def test_an_accepted_answer_and_an_import_are_named(client: APIClient) -> None:
    many_questions(1)
    (row,) = client.get("/api/v1/search/", {"q": "number0"}).json()["results"]
    assert row["external_id"] == "q0"
    assert row["accepted_answer_id"] == Question.objects.get().accepted_answer_id is not None
    assert row["answer_count"] == 2
    assert row["lang"] == "en"


def test_an_excerpt_is_escaped_once(author: User, client: APIClient) -> None:
    ask(author, title="Broken image in a page", body="<img src=x onerror=alert(1)> a < b && c gives nothing")
    (row,) = client.get("/api/v1/search/", {"q": "nothing"}).json()["results"]
    assert "<img" not in row["excerpt"]
    assert "a &lt; b &amp;&amp; c gives <mark>nothing</mark>" in row["excerpt"]


@pytest.mark.parametrize("query", HOSTILE)
def test_any_text_is_a_query(question: Question, client: APIClient, query: str) -> None:
    response = client.get("/api/v1/search/", {"q": query})
    if response.status_code == 400:
        problem(response, 400, attr="q")
    else:
        assert set(response.json()) == {"count", "results"}


def test_a_blank_query_finds_nothing(question: Question, client: APIClient) -> None:
    assert client.get("/api/v1/search/", {"q": " \n "}).json() == {"count": 0, "results": []}


def test_a_query_as_long_as_a_log_is_refused(client: APIClient) -> None:
    assert client.get("/api/v1/search/", {"q": "错" * rules.QUERY_MAX}).status_code == 200
    problem(client.get("/api/v1/search/", {"q": "错" * (rules.QUERY_MAX + 1)}), 400, "too_long", "q")


def test_pages_of_hits_have_no_gap_and_no_repeat(client: APIClient) -> None:
    many_questions(23)
    pages = [client.get("/api/v1/search/", {"q": "dataset", "page": page, "page_size": 5}) for page in range(1, 7)]
    assert {page.json()["count"] for page in pages} == {23}
    assert [len(titles(page)) for page in pages] == [5, 5, 5, 5, 3, 0]
    assert len({title for page in pages for title in titles(page)}) == 23


def test_what_is_deleted_is_found_by_nobody(question: Question, author: User, api: Callable) -> None:
    services.delete(actor=author, thing=question)
    for user in (None, author):
        assert api(user).get("/api/v1/search/", {"q": "卡住"}).json() == {"count": 0, "results": []}


def test_related_to_a_question_leaves_itself_out(question: Question, author: User, client: APIClient) -> None:
    other = ask(author, title="GeneratorDataset 卡住的另一种情况", body="也没有报错")
    ask(author, title="Completely different words", body="nothing in common")
    found = client.get(f"/api/v1/questions/{question.pk}/related/").json()
    assert set(found) == {"count", "results"}
    assert [row["id"] for row in found["results"]] == [other.pk]
    assert set(found["results"][0]) == shapes.HIT


def test_related_to_a_text_sees_the_whole_title(author: User, client: APIClient) -> None:
    question = ask(author, title="How to use C# with #include?", body="it fails", tags=("c#",))
    for title in ("C#", "#include? how", "%23include / with?"):
        found = client.post("/api/v1/related/", {"title": title}, content_type="application/json")
        assert [row["id"] for row in found.json()["results"]] == [question.pk]


def test_related_takes_body_tags_and_a_page(author: User, api: Callable) -> None:
    many_questions(8)
    data = {"title": "option of the dataset", "body": "ValueError", "tags": ["bulk"], "page": 2, "page_size": 3}
    second = api().post("/api/v1/related/", data)
    first = api().post("/api/v1/related/", data | {"page": 1})
    assert len(titles(first)) == len(titles(second)) == 3
    assert not set(titles(first)) & set(titles(second))


def test_related_to_what_is_not_there_is_not_found(question: Question, author: User, client: APIClient) -> None:
    problem(client.get("/api/v1/questions/999/related/"), 404, "not_found")
    services.delete(actor=author, thing=question)
    problem(client.get(f"/api/v1/questions/{question.pk}/related/"), 404, "not_found")


@pytest.mark.parametrize("address", ["/api/v1/search/", "/api/v1/related/", "/api/v1/diagnose/"])
@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
def test_a_look_up_knows_one_method(api: Callable, author: User, address: str, method: str) -> None:
    right = "get" if "search" in address else "post"
    response = getattr(api(author), method)(address)
    if method == right:
        problem(response, 400, "required")
    else:
        problem(response, 405, "method_not_allowed")
