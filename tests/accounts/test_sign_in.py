"""Signing in and out, and the way back to a lost password."""

import re
from email import message_from_bytes, policy

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.factories import make_user

pytestmark = pytest.mark.django_db

CHINESE = {"Accept-Language": "zh-CN"}


def sign_in(client: Client, login: str, password: str = "correct horse") -> object:
    return client.post("/accounts/login/", {"login": login, "password": password})


@pytest.mark.parametrize("login", ["author", "AUTHOR", "author@example.org", "Author@Example.ORG"])
def test_a_name_or_an_address_signs_in(client: Client, author: User, login: str) -> None:
    assert sign_in(client, login).url == "/"
    assert client.session["_auth_user_id"] == str(author.pk)


def test_a_chinese_name_signs_in(client: Client) -> None:
    user = make_user("小明")
    sign_in(client, "小明")
    assert client.session["_auth_user_id"] == str(user.pk)


@pytest.mark.parametrize(
    ("login", "password"),
    [("author", "wrong"), ("author", "Correct Horse"), ("nobody", "correct horse"), ("author", "\x00"), ("\x00", "x")],
)
def test_a_wrong_password_is_refused_with_a_sentence_that_tells_nothing(
    client: Client, author: User, login: str, password: str
) -> None:
    page = sign_in(client, login, password)
    assert page.status_code == 200
    assert any(" " in error for errors in page.context["form"].errors.values() for error in errors)
    assert "_auth_user_id" not in client.session


def test_it_is_the_same_sentence_for_a_wrong_name_and_a_wrong_password(client: Client, author: User) -> None:
    said = [list(sign_in(client, login, "wrong").context["form"].non_field_errors()) for login in ("author", "nobody")]
    assert said[0] == said[1] != []


def test_the_sentence_is_chinese_for_a_chinese_reader(client: Client, author: User) -> None:
    page = client.post("/accounts/login/", {"login": "author", "password": "x"}, headers=CHINESE)
    assert not page.context["form"].non_field_errors()[0].isascii()


def test_an_imported_author_cannot_sign_in(client: Client) -> None:
    User.objects.create_user("imported")
    for password in ("", "imported", "!"):
        sign_in(client, "imported", password)
        assert "_auth_user_id" not in client.session


def test_signing_out_needs_a_post(client: Client, author: User) -> None:
    client.force_login(author)
    client.get("/accounts/logout/")
    assert "_auth_user_id" in client.session
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]
)
def test_signing_in_never_leads_to_another_site(client: Client, author: User, elsewhere: str) -> None:
    form = {"login": "author", "password": "correct horse", "next": elsewhere}
    assert client.post("/accounts/login/", form).url == "/"


def reset_link(body: str) -> str:
    return re.search(r"https?://[^/\s]+(/accounts/password/reset/key/\S+)", body)[1]


def test_a_lost_password_is_set_anew_by_mail(client: Client, author: User) -> None:
    response = client.post("/accounts/password/reset/", {"email": "author@example.org"}, headers=CHINESE)
    assert response.url == "/accounts/password/reset/done/"
    (message,) = mail.outbox
    assert message.to == ["author@example.org"]
    assert not message.subject.isascii()
    assert "\n" not in message.subject
    page = client.get(reset_link(message.body), follow=True)
    form = {"password1": "a brand new passphrase", "password2": "a brand new passphrase"}
    client.post(page.redirect_chain[-1][0], form)
    assert User.objects.get().check_password("a brand new passphrase")
    again = client.get(reset_link(message.body), follow=True)
    assert "password1" not in again.text, "the link works once"


def test_a_mail_says_who_sent_it_and_survives_the_wire(client: Client, author: User, settings) -> None:
    client.post("/accounts/password/reset/", {"email": "author@example.org"}, headers=CHINESE)
    (message,) = mail.outbox
    received = message_from_bytes(message.message().as_bytes(), policy=policy.default)
    assert received["Subject"] == message.subject
    assert received["From"] == settings.DEFAULT_FROM_EMAIL
    assert received.get_content().strip() == message.body.strip()
    assert received.get_content().count("http") == 1


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_a_mail_names_the_site_it_comes_from(client: Client, author: User, settings, language: str) -> None:
    wish = {"Accept-Language": language}
    client.post("/accounts/password/reset/", {"email": "author@example.org"}, headers=wish)
    body = mail.outbox[0].body
    assert settings.SITE_NAME in body or "testserver" in re.sub(r"https?://\S+", "", body), body
    assert "example.com" not in body


def test_a_made_up_host_gets_no_mail_sent(client: Client, author: User) -> None:
    form = {"email": "author@example.org"}
    assert client.post("/accounts/password/reset/", form, headers={"Host": "evil.example"}).status_code == 400
    assert mail.outbox == []


def test_an_unknown_address_gets_the_same_page(client: Client, author: User) -> None:
    known = client.post("/accounts/password/reset/", {"email": "author@example.org"}, follow=True)
    unknown = client.post("/accounts/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert known.redirect_chain == unknown.redirect_chain
    assert [message.to for message in mail.outbox if "reset/key" in message.body] == [["author@example.org"]]


def test_a_wrong_link_is_told_and_not_crashed(client: Client, author: User) -> None:
    for key in ("1-abc", "zzz-abc-def", "1-set-password", f"{author.pk}-x-y"):
        page = client.get(f"/accounts/password/reset/key/{key}/", follow=True)
        assert page.status_code == 200
        assert "password1" not in page.text


def test_the_password_is_changed_on_the_settings_pages(client: Client, author: User) -> None:
    sign_in(client, "author")
    form = {"oldpassword": "wrong", "password1": "a brand new passphrase", "password2": "a brand new passphrase"}
    assert client.post("/accounts/password/change/", form).context["form"].errors["oldpassword"]
    client.post("/accounts/password/change/", form | {"oldpassword": "correct horse"})
    assert User.objects.get().check_password("a brand new passphrase")


def test_an_address_that_somebody_else_has_cannot_become_ones_own(client: Client) -> None:
    """allauth lets an address that nobody has confirmed be added twice; making it the main one must not break."""
    make_user("ann")
    bob = make_user("bob")
    client.force_login(bob, backend="allauth.account.auth_backends.AuthenticationBackend")
    client.post("/accounts/email/", {"email": "ANN@example.org", "action_add": ""})
    answer = client.post("/accounts/email/", {"email": "ann@example.org", "action_primary": ""})
    assert answer.status_code < 400
