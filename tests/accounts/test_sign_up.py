"""Signing up, and which names may be had."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.factories import make_user

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


def sign_up(client: Client, username: str, email: str = "new@example.org", password: str = PASSWORD) -> object:
    form = {"username": username, "email": email, "password1": password}
    return client.post("/accounts/signup/", form)


def errors(page: object) -> dict[str, list[str]]:
    return page.context["form"].errors if page.context else {}


def test_signing_up_signs_in(client: Client) -> None:
    response = sign_up(client, "newcomer")
    assert (response.status_code, response.url) == (302, "/")
    user = User.objects.get()
    assert (user.username, user.email, user.reputation) == ("newcomer", "new@example.org", 0)
    assert (user.is_moderator, user.is_staff, user.is_superuser) == (False, False, False)
    assert client.session["_auth_user_id"] == str(user.pk)
    assert "newcomer" in client.get("/").text


@pytest.mark.parametrize(
    "name",
    ["小明", "王小明", "李_lei", "Zoë", "नमस्ते", "محمد", "Ольга", "李雷2024", "a.b-c", "grass-root", "x" * 30, "Модест"],
)
def test_a_good_name_is_taken_as_it_is(client: Client, name: str) -> None:
    assert sign_up(client, name).status_code == 302
    assert User.objects.get().username == name
    assert client.get(User.objects.get().get_absolute_url()).status_code == 200


WRONG = {
    "one character": "x",
    "too long": "x" * 31,
    "much too long": "x" * 5000,
    "blank": " ",
    "Hangul filler": "\u3164\u3164",
    "Braille blank": "\u2800\u2800",
    "zero width": "new\u200bcomer",
    "soft hyphen": "new\u00adcomer",
    "right to left": "new\u202ecomer",
    "isolate": "\u2066newcomer\u2069",
    "NUL": "new\x00comer",
    "line break": "new\ncomer",
    "space": "new comer",
    "markup": "<b>x</b>",
    "at sign": "new@example.org",
    "slash": "new/comer",
    "web address": "www.example.com",
    "bare domain": "example.com",
    "emoji only": "😂😂",
    "signs only": "...",
    "edge": "-newcomer-",
    "admin": "admin",
    "Admin": "ADMIN",
    "admin in Cyrillic": "аdmin",
    "admin with digits": "adm1n",
    "wide admin": "ａｄｍｉｎ",
    "site-admin": "site-admin",
    "moderator": "Moderator",
    "Chinese admin": "管理员",
    "Chinese staff": "解惑官方",
    "deleted": "deleted-7",
    "mixed scripts": "pаypal",
}


@pytest.mark.parametrize("name", WRONG.values(), ids=WRONG)
def test_a_bad_name_is_refused_with_a_sentence(client: Client, name: str) -> None:
    page = sign_up(client, name)
    assert page.status_code == 200
    assert all(" " in said for said in errors(page)["username"])
    assert page.context["form"]["email"].value() == "new@example.org"
    assert User.objects.count() == 0


def test_the_sentences_are_chinese_for_a_chinese_reader(client: Client) -> None:
    english = set()
    for name in WRONG.values():
        cache.clear()
        form = {"username": name, "email": "new@example.org", "password1": PASSWORD}
        page = client.post("/accounts/signup/", form, headers={"Accept-Language": "zh-CN"})
        english |= {said for said in errors(page)["username"] if not re.search("[\u4e00-\u9fff]", said)}
    assert english == set()


@pytest.mark.parametrize(
    ("taken", "name"), [("Newcomer", "newcomer"), ("小明", "小明"), ("Zoë", "zoe\u0308"), ("Ольга", "ОЛЬГА")]
)
def test_a_name_that_is_taken_in_any_case_is_refused(client: Client, taken: str, name: str) -> None:
    make_user(taken)
    page = sign_up(client, name)
    assert page.status_code == 200
    assert errors(page)["username"]
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "form"),
    [
        ("email", {"email": ""}),
        ("email", {"email": "nonsense"}),
        ("email", {"email": "new\x00@example.org"}),
        ("email", {"email": "AUTHOR@example.org"}),
        ("email", {"email": "x" * 300 + "@example.org"}),
        ("password1", {"password": ""}),
        ("password1", {"password": "12345678"}),
        ("password1", {"password": "newcomer"}),
        ("password1", {"password": "short"}),
    ],
)
def test_other_errors_stand_at_their_field(client: Client, author: User, field: str, form: dict[str, str]) -> None:
    page = sign_up(client, "newcomer", **form)
    assert page.status_code == 200
    assert list(errors(page)) == [field]
    assert page.context["form"]["username"].value() == "newcomer"
    assert User.objects.count() == 1


def test_a_decomposed_name_is_stored_composed(client: Client) -> None:
    sign_up(client, "Zoe\u0308")
    assert User.objects.get().username == "Zoë"


def test_nobody_signs_up_as_a_moderator(client: Client) -> None:
    form = {"username": "newcomer", "email": "new@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", form | {"is_moderator": "1", "reputation": "5000", "is_superuser": "1"})
    user = User.objects.get()
    assert (user.is_moderator, user.reputation, user.is_superuser) == (False, 0, False)
