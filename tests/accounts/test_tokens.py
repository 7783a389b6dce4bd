"""API tokens: made and shown once on the settings page, revoked there."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken
from rest_framework.test import APIClient

from accounts import services
from accounts.models import User
from qa.models import Question

pytestmark = pytest.mark.django_db


def me(secret: str) -> object:
    return APIClient().get("/api/v1/users/me/", headers={"Authorization": f"Token {secret}"})


def make_token(client: Client) -> str:
    page = client.post("/accounts/tokens/create/")
    assert page.status_code == 200
    assert "no-store" in page.headers["Cache-Control"]
    return re.search(r"<pre><code>(\w+)</code></pre>", page.text)[1]


@pytest.fixture
def signed_in(client: Client, author: User) -> Client:
    client.force_login(author, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def test_a_token_is_shown_once_and_works(signed_in: Client, author: User, question: Question) -> None:
    secret = make_token(signed_in)
    assert len(secret) >= 40
    assert me(secret).json()["id"] == author.pk
    assert secret not in signed_in.get("/accounts/settings/").text
    assert secret not in AuthToken.objects.get().digest
    writing = APIClient()
    writing.credentials(HTTP_AUTHORIZATION=f"Token {secret}")
    assert writing.patch(f"/api/v1/questions/{question.pk}/", {"title": "用令牌改的标题"}).status_code == 200


def test_several_tokens_are_listed_and_one_is_revoked(signed_in: Client) -> None:
    first, second = make_token(signed_in), make_token(signed_in)
    text = signed_in.get("/accounts/settings/").text
    assert first[:8] in text
    assert second[:8] in text
    token = AuthToken.objects.get(token_key__startswith=first[:8])
    response = signed_in.post("/accounts/tokens/revoke/", {"token": token.digest})
    assert response.url == "/accounts/settings/"
    assert (me(first).status_code, me(second).status_code) == (401, 200)


def test_somebody_elses_token_cannot_be_revoked(signed_in: Client, helper: User) -> None:
    token, secret = services.create_token(user=helper)
    signed_in.post("/accounts/tokens/revoke/", {"token": token.digest})
    assert me(secret).status_code == 200
    assert token.token_key not in signed_in.get("/accounts/settings/").text


@pytest.mark.parametrize("digest", ["", "nonsense", "\x00", "x" * 5000])
def test_a_token_that_is_none_is_no_error(signed_in: Client, digest: str) -> None:
    make_token(signed_in)
    assert signed_in.post("/accounts/tokens/revoke/", {"token": digest}).status_code == 302
    assert AuthToken.objects.count() == 1


def test_a_program_keeps_its_token_for_months(signed_in: Client) -> None:
    """A token that ends overnight is of no use to a program; the page says until when it is valid."""
    make_token(signed_in)
    token = AuthToken.objects.get()
    assert token.expiry is None or token.expiry > timezone.now() + timedelta(days=30)
    if token.expiry:
        assert f"{token.expiry:%Y-%m-%d}" in signed_in.get("/accounts/settings/").text


def test_a_token_that_has_ended_is_refused(author: User) -> None:
    token, secret = services.create_token(user=author)
    AuthToken.objects.filter(pk=token.pk).update(expiry=timezone.now() - timedelta(seconds=1))
    assert me(secret).status_code == 401


def test_making_a_token_needs_a_post_and_its_csrf_token(author: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(author)
    assert client.get("/accounts/tokens/create/").status_code == 405
    assert client.post("/accounts/tokens/create/").status_code == 403
    assert AuthToken.objects.count() == 0
