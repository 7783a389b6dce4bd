"""Every address of the site, walked from the URL configuration: none breaks, hides another or changes things on GET."""

import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from accounts.models import User
from qa import services
from qa.models import Answer, Question
from tests.factories import in_course, make_image

pytestmark = pytest.mark.django_db

# Route → an address of it. {q}, {a}, {c}: a question's, answer's, comment's id; {u}: a person's, {i}: a picture's name;
# {k}: a course's id.
EXAMPLES = {
    "api/v1/search/": "/api/v1/search/?q=loss",
    "api/v1/suggest/": "/api/v1/suggest/?q=loss",
    "api/v1/related/": "/api/v1/related/",
    "api/v1/diagnose/": "/api/v1/diagnose/",
    "api/v1/site/": "/api/v1/site/",
    "api/v1/questions/<int:pk>/related/": "/api/v1/questions/{q}/related/",
    "api/v1/questions/": "/api/v1/questions/",
    "api/v1/questions/<pk>/": "/api/v1/questions/{q}/",
    "api/v1/questions/<pk>/restore/": "/api/v1/questions/{q}/restore/",
    "api/v1/questions/<pk>/revisions/": "/api/v1/questions/{q}/revisions/",
    "api/v1/questions/<pk>/follow/": "/api/v1/questions/{q}/follow/",
    "api/v1/questions/<pk>/bookmark/": "/api/v1/questions/{q}/bookmark/",
    "api/v1/questions/<pk>/flag/": "/api/v1/questions/{q}/flag/",
    "api/v1/answers/": "/api/v1/answers/",
    "api/v1/answers/<pk>/": "/api/v1/answers/{a}/",
    "api/v1/answers/<pk>/accept/": "/api/v1/answers/{a}/accept/",
    "api/v1/answers/<pk>/restore/": "/api/v1/answers/{a}/restore/",
    "api/v1/answers/<pk>/revisions/": "/api/v1/answers/{a}/revisions/",
    "api/v1/answers/<pk>/bookmark/": "/api/v1/answers/{a}/bookmark/",
    "api/v1/answers/<pk>/flag/": "/api/v1/answers/{a}/flag/",
    "api/v1/comments/": "/api/v1/comments/",
    "api/v1/comments/<pk>/": "/api/v1/comments/{c}/",
    "api/v1/comments/<pk>/restore/": "/api/v1/comments/{c}/restore/",
    "api/v1/votes/": "/api/v1/votes/",
    "api/v1/tags/": "/api/v1/tags/",
    "api/v1/tags/<name>/": "/api/v1/tags/dataset/",
    "api/v1/users/": "/api/v1/users/",
    "api/v1/users/me/": "/api/v1/users/me/",
    "api/v1/users/<pk>/": "/api/v1/users/{u}/",
    "api/schema/": "/api/schema/",
    "api/docs/": "/api/docs/",
    "api/<path:rest>": "/api/nowhere",
    "accounts/settings/": "/accounts/settings/",
    "accounts/tokens/create/": "/accounts/tokens/create/",
    "accounts/tokens/revoke/": "/accounts/tokens/revoke/",
    "accounts/close/": "/accounts/close/",
    "accounts/login/": "/accounts/login/",
    "accounts/logout/": "/accounts/logout/",
    "accounts/inactive/": "/accounts/inactive/",
    "accounts/signup/": "/accounts/signup/",
    "accounts/reauthenticate/": "/accounts/reauthenticate/",
    "accounts/reauthenticate/code/": "/accounts/reauthenticate/code/",
    "accounts/reauthenticate/code/confirm/": "/accounts/reauthenticate/code/confirm/",
    "accounts/email/": "/accounts/email/",
    "accounts/confirm-email/": "/accounts/confirm-email/",
    "accounts/password/change/": "/accounts/password/change/",
    "accounts/password/set/": "/accounts/password/set/",
    "accounts/password/reset/": "/accounts/password/reset/",
    "accounts/login/code/confirm/": "/accounts/login/code/confirm/",
    "accounts/confirm-email/<key>/": "/accounts/confirm-email/MQ:1abc/",
    "accounts/password/reset/key/done/": "/accounts/password/reset/key/done/",
    "accounts/password/reset/key/<uidb36>-<key>/": "/accounts/password/reset/key/1-abc/",
    "accounts/password/reset/done/": "/accounts/password/reset/done/",
    "i18n/setlang/": "/i18n/setlang/",
    "robots.txt": "/robots.txt",
    "llms.txt": "/llms.txt",
    "opensearch.xml": "/opensearch.xml",
    "sitemap.xml": "/sitemap.xml",
    "sitemap-<str:section>.xml": "/sitemap-questions.xml",
    "feeds/questions": "/feeds/questions",
    "feeds/questions/<int:pk>": "/feeds/questions/{q}",
    "feeds/tags/<path:name>": "/feeds/tags/dataset",
    "feeds/users/<int:pk>": "/feeds/users/{u}",
    "feeds/search": "/feeds/search?q=loss",
    "cards/<int:pk>.png": "/cards/{q}.png",
    "": "/",
    "search": "/search?q=loss",
    "diagnose": "/diagnose",
    "suggest": "/suggest?q=lo",
    "ask": "/ask",
    "ask/this": "/ask/this",
    "ask/similar": "/ask/similar",
    "ask/tags": "/ask/tags?q=da",
    "preview": "/preview",
    "drafts": "/drafts",
    "images": "/images",
    "media/<image_name:name>": "/media/{i}",
    "tags": "/tags",
    "tags/<path:name>": "/tags/dataset",
    "t/<int:pk>/edit": "/t/{t}/edit",
    "theme": "/theme",
    "users": "/users",
    "users/<int:pk>": "/users/{u}",
    "users/<int:pk>/<str:slug>": "/users/{u}/author",
    "q/<int:pk>/answer": "/q/{q}/answer",
    "a/<int:pk>": "/a/{a}",
    "a/<int:pk>/accept": "/a/{a}/accept",
    "a/<int:pk>/unaccept": "/a/{a}/unaccept",
    "q/<int:pk>/news": "/q/{q}/news",
    "q/<int:pk>/news/bring": "/q/{q}/news/bring",
    "me/following": "/me/following",
    "me/bookmarks": "/me/bookmarks",
    "keys": "/keys",
    "me/seen": "/me/seen",
    "courses": "/courses",
    "courses/<int:pk>": "/courses/{k}",
    "courses/<int:pk>/<str:slug>": "/courses/{k}/x",
    "q/<int:pk>/read": "/q/{q}/read",
    "q/<int:pk>/read/remove": "/q/{q}/read/remove",
    "q/<int:pk>/solved": "/q/{q}/solved",
    "q/<int:pk>/solved/remove": "/q/{q}/solved/remove",
    "<post_kind:kind>/<int:pk>/comment": "/a/{a}/comment",
    "<post_kind:kind>/<int:pk>/edit": "/q/{q}/edit",
    "<post_kind:kind>/<int:pk>/history": "/q/{q}/history",
    "<post_kind:kind>/<int:pk>/vote": "/q/{q}/vote",
    "<post_kind:kind>/<int:pk>/bookmark": "/a/{a}/bookmark",
    "<post_kind:kind>/<int:pk>/bookmark/remove": "/q/{q}/bookmark/remove",
    "<followed_kind:kind>/<int:pk>/follow": "/q/{q}/follow",
    "<followed_kind:kind>/<int:pk>/unfollow": "/t/{t}/unfollow",
    "<post_kind:kind>/<int:pk>/flag": "/a/{a}/flag",
    "<post_kind:kind>/<int:pk>/flag/withdraw": "/q/{q}/flag/withdraw",
    "<kind:kind>/<int:pk>/delete": "/c/{c}/delete",
    "<kind:kind>/<int:pk>/restore": "/c/{c}/restore",
    "questions": "/questions",
    "questions/<int:pk>": "/questions/{q}",
    "questions/<int:pk>/": "/questions/{q}/",
    "questions/<int:pk>/<path:slug>": "/questions/{q}/generatordataset",
}

POST_ONLY = {
    "me/seen",
    "api/v1/questions/<pk>/follow/",
    "api/v1/questions/<pk>/bookmark/",
    "api/v1/questions/<pk>/flag/",
    "api/v1/answers/<pk>/bookmark/",
    "api/v1/answers/<pk>/flag/",
    "<post_kind:kind>/<int:pk>/bookmark",
    "<post_kind:kind>/<int:pk>/bookmark/remove",
    "<followed_kind:kind>/<int:pk>/follow",
    "<followed_kind:kind>/<int:pk>/unfollow",
    "<post_kind:kind>/<int:pk>/flag/withdraw",
    "theme",
    "q/<int:pk>/read",
    "q/<int:pk>/read/remove",
    "q/<int:pk>/solved",
    "q/<int:pk>/solved/remove",
    "api/v1/related/",
    "api/v1/diagnose/",
    "api/v1/questions/<pk>/restore/",
    "api/v1/answers/<pk>/accept/",
    "api/v1/answers/<pk>/restore/",
    "api/v1/comments/<pk>/restore/",
    "accounts/tokens/create/",
    "accounts/tokens/revoke/",
    "ask/this",
    "ask/similar",
    "preview",
    "drafts",
    "images",
    "q/<int:pk>/answer",
    "a/<int:pk>/accept",
    "a/<int:pk>/unaccept",
    "<post_kind:kind>/<int:pk>/vote",
    "<kind:kind>/<int:pk>/delete",
    "<kind:kind>/<int:pk>/restore",
}

LEADS_NOWHERE = {"api/<path:rest>"}
"""Everything below /api/ that is no address."""

NEEDS_AN_ACCOUNT = {
    "me/following": 302,
    "me/bookmarks": 302,
    "<post_kind:kind>/<int:pk>/flag": 302,
    "api/v1/users/me/": 401,
    "accounts/settings/": 302,
    "accounts/close/": 302,
    "accounts/email/": 302,
    "accounts/password/change/": 302,
    "accounts/reauthenticate/": 302,
    "ask": 302,
    "t/<int:pk>/edit": 302,
    "<post_kind:kind>/<int:pk>/edit": 302,
    "<post_kind:kind>/<int:pk>/comment": 302,
}


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Without what a regular expression says of its groups."""
    for pattern in patterns:
        route = before + str(pattern.pattern).removeprefix("^")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield plain(route)


def plain(route: str) -> str:
    return re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<\1>", route).removesuffix("$")


ROUTES = list(routes(get_resolver().url_patterns))


@pytest.fixture
def addresses(question: Question, answer: Answer, author: User, helper: User) -> dict[str, str]:
    comment = services.add_comment(actor=helper, post=answer, body="哪个版本")
    ids = {
        "q": question.pk,
        "a": answer.pk,
        "c": comment.pk,
        "u": author.pk,
        "t": question.tag_list[0].pk,
        "i": make_image(author).name,
        "k": in_course(question).course_place.course_id,
    }
    return {route: example.format(**ids) for route, example in EXAMPLES.items()}


def statuses(client: Client, addresses: dict[str, str]) -> dict[str, int]:
    client.raise_request_exception = False
    return {route: client.get(address).status_code for route, address in addresses.items()}


def test_every_route_has_an_example() -> None:
    assert set(ROUTES) == set(EXAMPLES)


def test_no_two_routes_are_the_same() -> None:
    assert [route for route, times in Counter(ROUTES).items() if times > 1] == []


def test_every_example_reaches_its_own_route(addresses: dict[str, str]) -> None:
    reached = {route: plain(resolve(address.partition("?")[0]).route) for route, address in addresses.items()}
    assert reached == {route: route for route in addresses}


@pytest.mark.parametrize("role", ["stranger", "newcomer", "moderator"])
def test_no_address_breaks(
    role: str, request: pytest.FixtureRequest, addresses: dict[str, str], as_user: Callable[..., Client]
) -> None:
    client = as_user(None if role == "stranger" else request.getfixturevalue(role))
    answered = statuses(client, addresses)
    assert {route: code for route, code in answered.items() if code >= 500} == {}
    assert {route for route, code in answered.items() if code == 405} == POST_ONLY
    assert {route for route, code in answered.items() if code == 404} == LEADS_NOWHERE


def test_what_needs_an_account_asks_the_stranger_for_one(client: Client, addresses: dict[str, str]) -> None:
    answered = statuses(client, {route: addresses[route] for route in NEEDS_AN_ACCOUNT})
    assert answered == NEEDS_AN_ACCOUNT


def test_reading_changes_nothing(addresses: dict[str, str], as_user: Callable[..., Client], moderator: User) -> None:
    def rows() -> list[object]:
        everything = [Question, Answer, User]
        return [list(model.objects.order_by("pk").values_list()) for model in everything]

    client = as_user(moderator)
    before = rows()
    statuses(client, addresses)
    assert rows() == before


@pytest.mark.parametrize(
    "address",
    [
        "/nowhere", "/questions/abc", "/questions/-1", "/questions/1;x;3", "/q/1/fly", "/x/1/vote", "/users/abc",
        "/%00", "/%ff%fe", "/api/v1/nowhere/", "/api/v1/questions/abc/", "/api/v1/questions/1.5/", "/api/v2/",
    ],
)  # fmt: skip
def test_an_unknown_address_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("digits", [1, 20, 400, 5000])
def test_an_impossible_id_is_not_found(client: Client, digits: int) -> None:
    number, client.raise_request_exception = "9" * digits, False
    patterns = ["/questions/{}", "/questions/{}/x", "/a/{}", "/q/{}/history", "/users/{}", "/users/{}/x"]
    kinds = ["questions", "answers", "comments", "users"]
    patterns += [f"/api/v1/{kind}/{{}}/" for kind in kinds]
    patterns += ["/api/v1/questions/{}/related/", "/api/v1/questions/{}/revisions/", "/api/v1/answers/{}/revisions/"]
    answered = {pattern: client.get(pattern.format(number)).status_code for pattern in patterns}
    assert answered == dict.fromkeys(patterns, 404)
