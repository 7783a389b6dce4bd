"""An e-mail address is nobody's business: no answer of the API and no page of another person holds one."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.api.calls import LOOKUPS, READS

pytestmark = pytest.mark.django_db

PAGES = [
    "/", "/?sort=active", "/questions/{q}/generatordataset-卡住不动怎么办", "/q/{q}/history", "/a/{a}/history",
    "/users", "/users/{u}/author", "/users/{u}/author?show=answers", "/search?q=卡住", "/search?q=example.org",
    "/tags/dataset", "/api/schema/",
]  # fmt: skip


def test_no_answer_of_the_api_holds_an_address(
    ids: dict[str, int], api: Callable, moderator: User, newcomer: User
) -> None:
    for user in (None, newcomer, moderator):
        for call in READS + LOOKUPS:
            path, data = call.filled(ids)
            data.pop("before", None)
            response = getattr(api(user), call.method)(path, data)
            assert response.status_code == 200
            assert b"example.org" not in response.content, str(call)


def test_no_page_holds_anothers_address(ids: dict[str, int], as_user: Callable[..., Client], moderator: User) -> None:
    client = as_user(moderator)
    for path in PAGES:
        page = client.get(path.format(**ids), follow=True)
        assert page.status_code == 200, path
        assert "@example.org" not in page.text, path


def test_nobody_is_found_by_an_address(author: User, client: Client) -> None:
    for path in ("/users/author@example.org", "/api/v1/users/author@example.org/"):
        assert client.get(path).status_code == 404
