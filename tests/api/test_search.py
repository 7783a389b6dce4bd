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


NOTHING = {"count": 0, "results": [], "notes": [], "did_you_mean": "", "nearest": False, "signature": None}


def titles(response: object) -> list[str]:
    return [row["title"] for row in response.json()["results"]]


def test_search_finds_the_question_with_all_its_fields(question: Question, answer: object, client: APIClient) -> None:
    found = client.get("/api/v1/search/", {"q": "卡住"}).json()
    assert set(found) == shapes.SEARCH
    assert found | {"results": []} == NOTHING | {"count": 1}
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
        "environment": dict.fromkeys(shapes.ENVIRONMENT, ""),
        "reasons": [],
        "age_note": "",
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
        assert set(response.json()) == shapes.SEARCH


def test_a_blank_query_finds_nothing(question: Question, client: APIClient) -> None:
    assert client.get("/api/v1/search/", {"q": " \n "}).json() == NOTHING


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
        assert api(user).get("/api/v1/search/", {"q": "卡住"}).json() == NOTHING


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


@pytest.fixture
def two(author: User, helper: User, settings) -> list[Question]:
    """An unsolved question on Ascend, and a solved one on the GPU of an old version."""
    settings.FRAMEWORK_VERSIONS = ["2.7", "1.5"]
    said = [{"version": "2.7", "device": "Ascend"}, {"version": "1.5", "device": "GPU"}]
    made = [
        services.ask(
            actor=author, title=f"训练速度很慢 {i}", body="每步两秒", tags=["speed", f"tag{i}"], environment=said[i]
        )
        for i in (0, 1)
    ]
    services.vote(actor=helper, post=made[0], value=1)
    answer = services.post_answer(actor=helper, question=made[1], body="打开数据下沉")
    services.accept(actor=author, answer=answer)
    return made


def ids(response: object) -> list[int]:
    return [row["id"] for row in response.json()["results"]]


def test_a_query_in_the_query_language_filters(two: list[Question], client: APIClient) -> None:
    for q, wanted in (
        ("速度 [tag0]", two[:1]),
        ("速度 device:gpu", two[1:]),
        ("is:accepted", two[1:]),
        ("[tag0] [tag1]", []),
    ):
        assert ids(client.get("/api/v1/search/", {"q": q})) == [question.pk for question in wanted]


def test_hits_come_in_the_order_that_is_asked_for(two: list[Question], client: APIClient) -> None:
    first, second = two[0].pk, two[1].pk
    for sort, wanted in (("newest", [second, first]), ("score", [first, second]), ("activity", [second, first])):
        assert ids(client.get("/api/v1/search/", {"q": "速度", "sort": sort})) == wanted
    problem(client.get("/api/v1/search/", {"q": "速度", "sort": "best"}), 400, "invalid_choice", "sort")


def test_questions_from_a_near_environment_come_first(two: list[Question], client: APIClient) -> None:
    for near, wanted in (
        ({"device": "ascend", "version": "2.7"}, two[0]),
        ({"device": "GPU", "version": "1.5"}, two[1]),
    ):
        found = client.get("/api/v1/search/", {"q": "训练速度很慢", **near})
        assert (ids(found)[0], len(ids(found))) == (wanted.pk, 2)


@pytest.mark.parametrize(("name", "says"), [("version", "such as 2.7"), ("device", "Ascend"), ("mode", "PyNative")])
def test_an_environment_that_is_none_is_refused(two: list[Question], client: APIClient, name: str, says: str) -> None:
    assert says in problem(client.get("/api/v1/search/", {"q": "速度", name: "?"}), 400, "unknown", name)["detail"]


def test_a_hit_says_where_its_problem_arose_and_how_old_it_is(two: list[Question], client: APIClient) -> None:
    new, old = client.get("/api/v1/search/", {"q": "速度", "sort": "score"}).json()["results"]
    assert old["environment"] == {"version": "1.5", "device": "GPU", "mode": "", "os": "", "python": ""}
    assert (new["age_note"], old["age_note"]) == ("", "Written for MindSpore 1.5; the newest is 2.7.")


def test_facets_are_counted_when_they_are_asked_for(two: list[Question], client: APIClient) -> None:
    assert "facets" not in client.get("/api/v1/search/", {"q": "速度"}).json()
    facets = client.get("/api/v1/search/", {"q": "速度", "facets": "true"}).json()["facets"]
    assert set(facets) == shapes.FACETS
    assert facets["tags"][0] == {"name": "speed", "count": 2}
    assert {row["name"]: row["count"] for row in facets["tags"]} == {"speed": 2, "tag0": 1, "tag1": 1}
    assert facets["languages"] == [{"name": "zh", "count": 2}]
    assert (facets["solved"], facets["unsolved"]) == (1, 1)


def test_what_is_not_understood_is_said_and_a_misspelt_word_corrected(two: list[Question], client: APIClient) -> None:
    found = client.get("/api/v1/search/", {"q": "速度 scroe:3"}).json()
    (note,) = found["notes"]
    assert "score:3" in note
    many_questions(1)
    assert client.get("/api/v1/search/", {"q": "optoin"}).json()["did_you_mean"] == "option"


def test_a_pasted_error_in_q_is_looked_up_as_one(author: User, client: APIClient) -> None:
    error = "TypeError: unsupported operand type(s) for +: 'int' and 'str'"
    question = ask(author, title="Adding fails", body=f"```\n{error}\n```")
    found = client.get("/api/v1/search/", {"q": error, "facets": "1"}).json()
    assert found["signature"]["exception"] == "TypeError"
    assert found["facets"] is None
    (row,) = found["results"]
    assert row["id"] == question.pk
    assert {"kind": "exception", "text": "TypeError"} in row["reasons"]


def test_an_explanation_is_for_moderators(two: list[Question], api: Callable, moderator: User, trusted: User) -> None:
    asked = {"q": "速度", "explain": "true"}
    for user in (None, trusted):
        problem(api(user).get("/api/v1/search/", asked), 403, "not_moderator")
    rows = api(moderator).get("/api/v1/search/", asked).json()["results"]
    assert all(set(row) == shapes.HIT | {"parts"} for row in rows)
    assert rows[0]["parts"]["total"] >= rows[1]["parts"]["total"]
