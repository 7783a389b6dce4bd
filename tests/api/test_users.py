"""users/: what everybody may know of a person; users/me/: whose token this is."""

from collections.abc import Callable

import pytest

from accounts import services as account_services
from accounts.models import User
from qa.models import Question
from tests.api import shapes
from tests.api.shapes import problem

pytestmark = pytest.mark.django_db


def test_people_are_listed_newest_first(author: User, helper: User, moderator: User, api: Callable) -> None:
    page = api().get("/api/v1/users/").json()
    assert set(page) == {"next", "results"}
    assert [row["name"] for row in page["results"]] == ["mod", "helper", "author"]
    assert [row["is_moderator"] for row in page["results"]] == [True, False, False]
    for row in page["results"]:
        assert set(row) == shapes.USER
        assert api().get(f"/api/v1/users/{row['id']}/").json() == row
        assert api().get(row["url"]).status_code == 200


def test_me_is_whose_token_it_is(author: User, helper: User, api: Callable) -> None:
    row = api(helper).get("/api/v1/users/me/").json()
    assert set(row) == shapes.USER
    assert row["id"] == helper.pk
    problem(api().get("/api/v1/users/me/"), 401, "not_authenticated")


def test_somebody_unknown_is_not_found(author: User, api: Callable) -> None:
    for pk in (0, 999, 99999999999999999999):
        problem(api().get(f"/api/v1/users/{pk}/"), 404, "not_found")


def test_who_has_left_is_nobody_in_particular(question: Question, author: User, api: Callable) -> None:
    account_services.close_account(user=author)
    problem(api().get(f"/api/v1/users/{author.pk}/"), 404, "not_found")
    assert api().get("/api/v1/users/").json()["results"] == []
    assert api().get(f"/api/v1/questions/{question.pk}/").json()["author"]["name"] == "deleted user"


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_people_are_only_read(author: User, moderator: User, api: Callable, method: str) -> None:
    address = "/api/v1/users/" if method == "post" else f"/api/v1/users/{author.pk}/"
    problem(getattr(api(moderator), method)(address, {"is_moderator": True}), 405, "method_not_allowed")
