"""A person's own lists, and the keys."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from qa import services
from qa.models import Answer, Question, Tag
from tests.factories import ask

pytestmark = pytest.mark.django_db


def follow_and_keep(actor: User, asker: User, number: int) -> None:
    for n in range(number):
        question = ask(asker, title=f"followed {n:02d}", body=f"body {n}", tags=(f"t{n}", "loss"))
        answer = services.post_answer(actor=asker, question=question, body="answer")
        services.follow(actor=actor, thing=question)
        for post in (question, answer):
            services.bookmark(actor=actor, post=post)


def test_what_is_followed_is_listed_latest_first(
    question: Question, as_user: Callable[..., Client], newcomer: User, author: User, trusted: User
) -> None:
    services.follow(actor=trusted, thing=question)
    follow_and_keep(newcomer, author, 2)
    services.follow(actor=newcomer, thing=Tag.objects.get(name="loss"))
    text = as_user(newcomer).get("/me/following").text
    assert text.index("followed 01") < text.index("followed 00")
    assert question.title not in text
    assert 'href="/tags/loss"' in text


def test_bookmarks_hold_questions_and_answers(
    question: Question, answer: Answer, as_user: Callable[..., Client], newcomer: User
) -> None:
    for post in (question, answer):
        services.bookmark(actor=newcomer, post=post)
    text = as_user(newcomer).get("/me/bookmarks").text
    assert text.index(answer.get_absolute_url()) < text.index(f'"{question.get_absolute_url()}"')


def test_what_is_deleted_is_listed_no_longer(
    question: Question, answer: Answer, as_user: Callable[..., Client], newcomer: User, moderator: User
) -> None:
    services.follow(actor=newcomer, thing=question)
    for post in (question, answer):
        services.bookmark(actor=newcomer, post=post)
    services.delete(actor=moderator, thing=question)
    client = as_user(newcomer)
    for path in ("/me/following", "/me/bookmarks"):
        assert question.title not in client.get(path).text


def test_empty_lists_say_what_to_do(as_user: Callable[..., Client], newcomer: User) -> None:
    client = as_user(newcomer)
    assert "Press Follow" in client.get("/me/following").text
    assert "Press Bookmark" in client.get("/me/bookmarks").text


def test_the_lists_go_on(as_user: Callable[..., Client], newcomer: User, author: User) -> None:
    follow_and_keep(newcomer, author, 23)
    client, seen = as_user(newcomer), []
    for path in ("/me/following", "/me/bookmarks"):
        address, rows = path, 0
        while address:
            page = client.get(address).context["page"]
            rows += len(page.rows)
            address = path + page.next if page.next else ""
        seen.append(rows)
    assert seen == [23, 46]


def test_the_lists_cost_the_same_for_few_and_for_many(
    as_user: Callable[..., Client], newcomer: User, author: User
) -> None:
    client, costs = as_user(newcomer), []
    for number in (3, 12):
        follow_and_keep(newcomer, author, number)
        for path in ("/me/following", "/me/bookmarks"):
            with CaptureQueriesContext(connection) as asked:
                assert client.get(path).status_code == 200
            costs.append(len(asked))
    assert costs == [6, 8, 6, 8]


def test_keys_are_a_page_and_a_part_for_the_dialog(client: Client) -> None:
    page, part = client.get("/keys"), client.get("/keys", headers={"HX-Request": "true"})
    assert "<html" in page.text
    assert "<html" not in part.text
    for key in ("/", "n", "j", "k", "u", "?", "Esc"):
        assert f"<kbd>{key}</kbd>" in page.text
        assert f"<kbd>{key}</kbd>" in part.text
    assert "HX-Request" in page.headers["Vary"]
