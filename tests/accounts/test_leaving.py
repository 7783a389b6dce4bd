"""Closing an account: the person goes, what they wrote stays."""

from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.test import Client
from rest_framework.test import APIClient

from accounts import services as account_services
from accounts.models import User
from qa import services
from qa.models import Answer, Question
from qa.services import recount
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def close(client: Client, password: str = "correct horse") -> object:
    return client.post("/accounts/close/", {"password": password})


def test_closing_anonymises_and_keeps_what_was_written(
    client: Client, question: Question, answer: Answer, author: User, trusted: User
) -> None:
    services.vote(actor=author, post=answer, value=1)
    _, secret = account_services.create_token(user=author)
    EmailAddress.objects.create(user=author, email=author.email, verified=True, primary=True)
    client.force_login(author, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert close(client).url == "/"
    assert "_auth_user_id" not in client.session
    gone = User.objects.get(pk=author.pk)
    assert (gone.email, gone.is_active, gone.has_usable_password()) == ("", False, False)
    assert "author" not in gone.username
    assert gone.display_name == "deleted user"
    assert EmailAddress.objects.count() == 0
    assert APIClient().get("/api/v1/users/me/", headers={"Authorization": f"Token {secret}"}).status_code == 401
    assert Question.objects.get() == question
    assert Answer.objects.get().score == 1
    page = client.get(question.get_absolute_url())
    assert "deleted user" in page.text
    assert [str(wrong) for wrong in recount.check() if wrong.row != trusted] == []


def test_closing_needs_the_password(client: Client, author: User) -> None:
    client.force_login(author)
    for password in ("", "wrong", "\x00"):
        page = close(client, password)
        assert page.status_code == 200
        assert page.context["form"].errors["password"]
    assert User.objects.get().is_active


def test_no_word_of_the_person_is_left_in_the_database(author: User, question: Question) -> None:
    User.objects.filter(pk=author.pk).update(username="王小明的名字", email="wang@example.org")
    account_services.close_account(user=author)
    rows = " ".join(str(row) for row in User.objects.values())
    assert "王小明" not in rows
    assert "wang@" not in rows


def test_whoever_left_cannot_sign_in_or_reset_the_password(client: Client, author: User) -> None:
    account_services.close_account(user=author)
    for login in ("author", "author@example.org", f"deleted-{author.pk}"):
        client.post("/accounts/login/", {"login": login, "password": "correct horse"})
        assert "_auth_user_id" not in client.session


def test_other_sessions_of_whoever_left_end(author: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(author)
    account_services.close_account(user=author)
    assert elsewhere.get("/accounts/settings/").status_code == 302


def test_the_name_and_the_address_are_free_again(client: Client, author: User) -> None:
    account_services.close_account(user=author)
    form = {"username": "author", "email": "author@example.org", "password1": "correct horse battery"}
    assert client.post("/accounts/signup/", form).status_code == 302
    assert User.objects.filter(username="author").exists()


def test_nobody_has_a_password_after_the_migrations_and_the_seeds() -> None:
    assert User.objects.count() == 0
    call_command("seed", stdout=StringIO())
    assert Question.objects.count() > 0
    with_password = [user.username for user in User.objects.all() if user.has_usable_password()]
    assert with_password == []
    assert not User.objects.filter(is_superuser=True).exists()
    assert not User.objects.filter(is_moderator=True).exists()


def test_the_first_moderator_is_made_by_command() -> None:
    make_user("Chosen")
    call_command("make_moderator", "chosen", stdout=StringIO())
    assert User.objects.get().is_moderator
