"""Whatever is sent to whichever address: an answer below 500, and where it is refused the one error shape."""

import json
from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from qa import rules
from qa.models import Question
from tests.api.calls import LOOKUPS, READS, REQUIRED, WRITES, Call
from tests.api.shapes import problem, problems
from tests.test_permissions import undone

pytestmark = pytest.mark.django_db

WITH_BODY = [call for call in LOOKUPS + WRITES if call.data]
HUGE = 99999999999999999999

HOSTILE = [
    None, True, 0, -1, HUGE, 1.5, 1e300, "", " \n", "\x00", "a\x00b", "x" * 300_000, [], ["x"], [[]], [None], [{}], {},
    {"x": {"y": [1]}}, [["x"] * 3], ["x"] * 60, "\u202e\u3164\u200b", "𝒳😂" * 3,
    "'; DROP TABLE qa_question; --", "%s%d{0}",
]  # fmt: skip
HOSTILE_TEXT = [
    "",
    " ",
    "0",
    "-1",
    "abc",
    "1.5",
    str(HUGE),
    "9" * 5000,
    "\x00",
    "a\x00b",
    "[]",
    "None",
    "1;x;3",
    "%",
    "😂",
]


@pytest.mark.parametrize("call", WITH_BODY, ids=str)
def test_no_value_in_a_body_breaks_a_call(call: Call, ids: dict[str, int], api: Callable, moderator: User) -> None:
    client = api(moderator)
    for name in call.data:
        for value in HOSTILE:
            with undone():
                response = call.send(client, ids, **{name: value})
                assert response.status_code < 500, (name, str(value)[:50])
                if response.status_code >= 400:
                    problems(response, response.status_code)


@pytest.mark.parametrize("call", [call for call in READS if call.data], ids=str)
def test_no_value_in_a_query_breaks_a_call(call: Call, ids: dict[str, int], client: APIClient) -> None:
    for name in call.data:
        for value in HOSTILE_TEXT:
            response = call.send(client, ids, **{name: value})
            assert response.status_code < 500, (name, value[:50])
            if response.status_code >= 400:
                problems(response, 400)


WRONG_TYPES = {
    "text": [None, True, [], ["x"], {}],
    "list": [None, "x", 1, {}, [[]], [None], [{}]],
    "number": [None, "x", [], {}],
    "object": [None, True, "x", 1, [], ["x"], {"device": None}, {"version": 2.1}, {"os": {}}],
}
KINDS = {
    "tags": "list",
    "question": "number",
    "answer": "number",
    "value": "number",
    "revision": "number",
    "environment": "object",
}
KINDS |= {"page": "number", "page_size": "number"}


@pytest.mark.parametrize("call", WITH_BODY, ids=str)
def test_a_wrong_type_is_refused_on_its_field(call: Call, ids: dict[str, int], api: Callable, moderator: User) -> None:
    client = api(moderator)
    for name in call.data:
        for value in WRONG_TYPES[KINDS.get(name, "text")]:
            response = call.send(client, ids, **{name: value})
            assert problem(response, 400)["attr"].split(".")[0] == name, value


@pytest.mark.parametrize("call", [READS[0], *WITH_BODY], ids=str)
def test_a_missing_field_is_named(call: Call, ids: dict[str, int], api: Callable, moderator: User) -> None:
    needed = REQUIRED.get(call.path, set())
    client, missed = api(moderator), set()
    for name in call.data:
        path, data = call.filled(ids)
        del data[name]
        with undone():
            response = getattr(client, call.method)(path, data)
        if response.status_code == 400:
            missed.add(problem(response, 400, "required")["attr"] if name in needed else name)
    targets = {"answer"} if call.path in ("comments/", "votes/") and call.method == "post" else set()
    assert missed == needed | targets


NO_OBJECT = {
    "open": b"{",
    "without value": b'{"title": }',
    "utf-16": b"\xff\xfe{}",
    "not a number": b'{"value": NaN}',
    "many digits": b'{"value": ' + b"9" * 5000 + b"}",
    "deep list": b"[" * 100_000,
    "deep object": b'{"a":' * 50_000,
    "list": b"[]",
    "text": b'"text"',
    "number": b"1",
    "null": b"null",
}


@pytest.mark.parametrize("call", WITH_BODY, ids=str)
def test_a_body_that_is_no_object_is_refused(call: Call, ids: dict[str, int], api: Callable, moderator: User) -> None:
    client = api(moderator)
    client.raise_request_exception = False
    path, _ = call.filled(ids)
    refused = {}
    for name, raw in NO_OBJECT.items():
        response = getattr(client, call.method)(path, raw, content_type="application/json")
        refused[name] = response.status_code
        if response.status_code < 500:
            assert problem(response, 400)["attr"] in (None, "non_field_errors")
    assert refused == dict.fromkeys(NO_OBJECT, 400)


@pytest.mark.parametrize("call", WITH_BODY, ids=str)
def test_an_empty_body_misses_its_fields(call: Call, ids: dict[str, int], api: Callable, moderator: User) -> None:
    path, _ = call.filled(ids)
    response = getattr(api(moderator), call.method)(path, b"", content_type="application/json")
    if call.path == "questions/{q}/":
        assert response.status_code == 200  # What an edit does not name stays as it is.
    else:
        assert {error["code"] for error in problems(response, 400)} <= {"required", "one_target"}


@pytest.mark.parametrize("call", WITH_BODY, ids=str)
def test_half_a_surrogate_pair_is_refused_on_its_field(
    call: Call, ids: dict[str, int], api: Callable, moderator: User
) -> None:
    client = api(moderator)
    for name in call.data:
        if KINDS.get(name) == "number":
            continue
        bad = {"tags": ["a\ud800b"], "environment": {"mode": "a\ud800b"}}.get(name, "ab\ud800cd")
        path, data = call.filled(ids, **{name: bad})
        response = getattr(client, call.method)(path, json.dumps(data).encode(), content_type="application/json")
        assert problem(response, 400)["attr"].split(".")[0] == name


LENGTHS = [
    ("questions/", "title", "长" * (rules.TITLE_MAX + 1), "too_long"),
    ("questions/", "title", "短", "too_short"),
    ("questions/", "title", " \n\u3000 ", "too_short"),
    ("questions/", "body", " ", "too_short"),
    ("questions/", "body", "长" * (rules.BODY_MAX + 1), "too_long"),
    ("questions/", "tags", [], "too_few"),
    ("questions/", "tags", list("abcdef"), "too_many"),
    ("questions/", "tags", ["x" * (rules.TAG_LENGTH_MAX + 1)], "too_long"),
    ("questions/", "lang", "fr", "unknown"),
    ("questions/", "environment", {"device": "TPU"}, "unknown"),
    ("questions/", "environment", {"version": "9" * 300_000}, "unknown"),
    ("questions/{q}/", "environment", {"python": "snake"}, "unknown"),
    ("answers/", "body", "\n", "too_short"),
    ("answers/", "question", HUGE, "max_value"),
    ("answers/", "question", 999_999, "does_not_exist"),
    ("comments/", "body", "x", "too_short"),
    ("comments/", "body", "长" * (rules.COMMENT_MAX + 1), "too_long"),
    ("comments/", "answer", HUGE, "max_value"),
    ("comments/", "answer", 999_999, "does_not_exist"),
    ("votes/", "value", 2, "unknown"),
    ("votes/", "answer", 0, "min_value"),
    ("votes/", "answer", 999_999, "does_not_exist"),
    ("questions/{q}/", "reason", "x" * (rules.REASON_MAX + 1), "too_long"),
    ("questions/{q}/", "revision", 7, "edit_conflict"),
    ("answers/{a}/", "revision", 0, "edit_conflict"),
    ("related/", "page_size", 101, "max_value"),
    ("diagnose/", "page", 0, "min_value"),
]


@pytest.mark.parametrize(("path", "name", "value", "code"), LENGTHS)
def test_a_value_that_breaks_a_rule_is_refused_on_its_field(
    path: str, name: str, value: object, code: str, ids: dict[str, int], api: Callable, moderator: User
) -> None:
    call = next(call for call in WITH_BODY if call.path == path)
    assert problem(call.send(api(moderator), ids, **{name: value}), 400, code)["attr"].split(".")[0] == name
    assert Question.objects.count() == 1


@pytest.mark.parametrize("path", ["comments/", "votes/"])
@pytest.mark.parametrize("targets", [{"question": "q", "answer": "a"}, {}])
def test_a_target_is_exactly_one(
    path: str, targets: dict[str, str], ids: dict[str, int], api: Callable, moderator: User
) -> None:
    data = {"body": "多谢", "value": 1, **{name: ids[letter] for name, letter in targets.items()}}
    response = api(moderator).post(f"/api/v1/{path}", data)
    assert problem(response, 400, "one_target")["attr"] == "non_field_errors"


PAGED = [call for call in READS if "page" in call.data]


@pytest.mark.parametrize("call", PAGED, ids=str)
def test_paging_by_nonsense_is_refused_on_its_field(call: Call, ids: dict[str, int], client: APIClient) -> None:
    for name in {"page", "page_size", "before"} & set(call.data):
        for value in ("0", "-1", "abc", "1.5", "99999999999999999999", *["101"] * (name == "page_size")):
            path, data = call.filled(ids)
            response = client.get(path, {"q": data.get("q", ""), name: value})
            assert problem(response, 400)["attr"] == name, value


@pytest.mark.parametrize("call", PAGED, ids=str)
def test_an_empty_page_number_is_the_first_page(call: Call, ids: dict[str, int], client: APIClient) -> None:
    path, data = call.filled(ids)
    first = client.get(path, {"q": data.get("q", "")})
    assert first.status_code == 200
    assert client.get(path, {"q": data.get("q", ""), "page": "", "page_size": ""}).json() == first.json()


@pytest.mark.parametrize("call", PAGED, ids=str)
def test_a_page_past_the_end_is_empty_and_a_page_too_deep_is_refused(
    call: Call, ids: dict[str, int], client: APIClient
) -> None:
    path, data = call.filled(ids)
    assert client.get(path, {"q": data.get("q", ""), "page": 400}).json()["results"] == []
    deep = client.get(path, {"q": data.get("q", ""), "page": rules.PAGE_DEPTH_MAX, "page_size": 100})
    problem(deep, 400, "too_deep", "page")
