"""One error shape, whatever went wrong: address, method, type, size, throttle."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient
from rest_framework.throttling import SimpleRateThrottle

from accounts.models import User
from tests.api.calls import LOOKUPS, READS, WRITES, Call
from tests.api.shapes import problem

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("call", WRITES, ids=str)
def test_writing_needs_a_token(call: Call, ids: dict[str, int], api: Callable) -> None:
    problem(call.send(api(), ids), 401, "not_authenticated")


@pytest.mark.parametrize("call", READS + LOOKUPS, ids=str)
def test_reading_needs_none(call: Call, ids: dict[str, int], api: Callable) -> None:
    path, data = call.filled(ids)
    data.pop("before", None)
    assert getattr(api(), call.method)(path, data).status_code == 200


@pytest.mark.parametrize("call", [call for call in LOOKUPS + WRITES if call.data], ids=str)
def test_a_body_must_be_json(call: Call, ids: dict[str, int], api: Callable, moderator: User) -> None:
    client, (path, _) = api(moderator), call.filled(ids)
    for kind in (
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
    ):
        response = getattr(client, call.method)(path, b"a=b", content_type=kind)
        problem(response, 415, "unsupported_media_type")


@pytest.mark.parametrize("call", [call for call in LOOKUPS + WRITES if call.data], ids=str)
def test_a_body_of_more_than_four_megabytes_is_refused(
    call: Call, ids: dict[str, int], api: Callable, moderator: User
) -> None:
    client, (path, _) = api(moderator), call.filled(ids)
    client.raise_request_exception = False
    raw = b'{"text": "' + b"x" * 4 * 1024 * 1024 + b'"}'
    problem(getattr(client, call.method)(path, raw, content_type="application/json"), 400, "too_large")


@pytest.mark.parametrize("call", [call for call in READS + WRITES if "{" in call.path], ids=str)
def test_an_id_that_is_not_there_is_not_found(call: Call, ids: dict[str, int], api: Callable, moderator: User) -> None:
    path, data = call.filled(ids | {"q": 999, "a": 999, "c": 999, "u": 999})
    problem(getattr(api(moderator), call.method)(path, data or None), 404, "not_found")


def test_an_unknown_address_of_the_api_has_the_error_shape(client: APIClient) -> None:
    for path in ("/api/v1/nowhere/", "/api/v1/questions/abc/", "/api/v1/users/me/x/"):
        problem(client.get(path), 404, "not_found")


def test_an_error_page_is_never_html(client: APIClient) -> None:
    response = client.get("/api/v1/questions/999/", headers={"Accept": "text/html"})
    assert response.headers["Content-Type"] in ("application/json", "text/html; charset=utf-8")
    assert b"<html" not in response.content


def test_too_many_requests_have_the_error_shape(monkeypatch: pytest.MonkeyPatch, client: APIClient) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": "3/min", "user": "3/min"})
    cache.clear()
    statuses = [client.get("/api/v1/tags/").status_code for _ in range(3)]
    assert statuses == [200, 200, 200]
    refused = client.get("/api/v1/search/", {"q": "loss"})
    problem(refused, 429, "throttled")
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    cache.clear()


def test_people_are_throttled_each_for_themselves(
    monkeypatch: pytest.MonkeyPatch, api: Callable, author: User, helper: User
) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": "1/min", "user": "1/min"})
    cache.clear()
    assert [api(author).get("/api/v1/tags/").status_code for _ in range(2)] == [200, 429]
    assert api(helper).get("/api/v1/tags/").status_code == 200
    cache.clear()


def test_the_rate_is_a_setting(settings) -> None:
    assert settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] == dict.fromkeys(("anon", "user"), settings.API_THROTTLE)


def test_other_sites_may_read_but_send_no_cookies(client: APIClient) -> None:
    response = client.get("/api/v1/site/", headers={"Origin": "https://elsewhere.example"})
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response.headers
    assert "Access-Control-Allow-Origin" not in client.get("/", headers={"Origin": "https://elsewhere.example"}).headers


def test_a_browsers_session_is_no_token(api: Callable, author: User, ids: dict[str, int]) -> None:
    """Otherwise every page on the web could write here in the name of whoever is signed in."""
    client = api()
    client.force_login(author, backend="allauth.account.auth_backends.AuthenticationBackend")
    problem(client.post("/api/v1/comments/", {"answer": ids["a"], "body": "多谢"}), 401, "not_authenticated")


def test_errors_speak_the_readers_language(api: Callable) -> None:
    said = api().get("/api/v1/users/me/", headers={"Accept-Language": "zh-CN"}).json()["errors"][0]
    assert said["code"] == "not_authenticated"
    assert not said["detail"].isascii()
