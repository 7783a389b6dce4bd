"""A kept question page: the same for all who would see the same, never somebody else's, never old."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from qa import services
from qa.models import Answer, Question
from qa.models.page_state import FORM, QUESTION, READER, compiled, page_state
from qa.web import shared_pages
from tests.factories import make_user

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


def shown(client: Client, question: Question, **headers: str) -> str:
    response = client.get(question.get_absolute_url(), headers=headers)
    assert response.status_code == 200
    return response.text


def without_tokens(html: str) -> str:
    return re.sub(r"since[=\"\w&; -]*\d{10,}", "", TOKEN.sub("", html))


def sign_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def test_strangers_share_a_page_that_costs_one_query(
    question: Question, answer: Answer, django_assert_num_queries
) -> None:
    first = shown(Client(), question)
    with django_assert_num_queries(1):
        second = shown(Client(), question)
    assert without_tokens(first) == without_tokens(second)
    assert set(TOKEN.findall(first)).isdisjoint(TOKEN.findall(second))
    assert shared_pages.placeholder("csrf")[:6] not in second


def test_members_share_a_page_in_which_each_finds_their_own_name(question, answer, newcomer) -> None:
    other = make_user("另一个人", reputation=7)
    pages = {user: shown(sign_in(user), question) for user in (newcomer, other)}
    assert f"<bdi>{other.username}</bdi>" in pages[other]
    assert f'href="{other.get_absolute_url()}"' in pages[other]
    assert other.username not in pages[newcomer]
    assert newcomer.username not in pages[other]
    assert not any("[name:" in page or "[url:" in page or "[reputation:" in page for page in pages.values())
    assert len(shared_pages.caches["pages"]._cache) == 1


def test_a_name_cannot_be_markup(question, newcomer) -> None:
    User.objects.filter(pk=newcomer.pk).update(username="<b>&amp;[csrf:0]")
    page = shown(sign_in(newcomer), question)
    assert "<bdi>&lt;b&gt;&amp;amp;[csrf:0]</bdi>" in page


ACTS = {
    "vote on the question": lambda c: services.vote(actor=c["trusted"], post=c["question"], value=1),
    "vote on the answer": lambda c: services.vote(actor=c["trusted"], post=c["answer"], value=-1),
    "comment": lambda c: services.add_comment(actor=c["trusted"], post=c["question"], body="再说一句"),
    "comment on the answer": lambda c: services.add_comment(actor=c["trusted"], post=c["answer"], body="再说一句"),
    "delete a comment": lambda c: services.delete(actor=c["trusted"], thing=c["comment"]),
    "answer": lambda c: services.post_answer(actor=c["trusted"], question=c["question"], body="另一个回答"),
    "edit the answer": lambda c: services.edit_answer(actor=c["helper"], answer=c["answer"], body="改过的回答"),
    "edit the question": lambda c: services.edit_question(
        actor=c["author"], question=c["question"], title=c["question"].title, body="改过的正文", tags=["dataset"]
    ),
    "retag": lambda c: services.edit_question(
        actor=c["author"], question=c["question"], title=c["question"].title, body=c["question"].body, tags=["其他"]
    ),
    "accept": lambda c: services.accept(actor=c["author"], answer=c["answer"]),
    "delete the answer": lambda c: services.delete(actor=c["moderator"], thing=c["answer"]),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_what_changes_is_seen_by_everyone_at_once(
    act: Callable, question, answer, author, helper, trusted, moderator, newcomer
) -> None:
    comment = services.add_comment(actor=trusted, post=answer, body="谢谢，解决了")
    readers = [Client(), sign_in(newcomer)]
    before = [without_tokens(shown(reader, question)) for reader in readers]
    assert before == [without_tokens(shown(reader, question)) for reader in readers]
    act({**locals(), "comment": comment})
    question.refresh_from_db()
    after = [without_tokens(shown(reader, question)) for reader in readers]
    assert all(old != new for old, new in zip(before, after, strict=True))


def test_two_votes_that_cancel_out_are_seen(question, answer, trusted, moderator, newcomer) -> None:
    second = services.post_answer(actor=moderator, question=question, body="第二个回答")
    before = page_state(question.pk)
    services.vote(actor=trusted, post=answer, value=1)
    services.vote(actor=trusted, post=second, value=-1)
    assert page_state(question.pk) != before


def test_what_is_one_s_own_is_seen_by_nobody_else(question, answer, newcomer, trusted, moderator) -> None:
    stranger = without_tokens(shown(Client(), question))
    services.bookmark(actor=trusted, post=answer)
    mine, pressed = sign_in(trusted), 'aria-pressed="true"'
    by_nobody = stranger.count(pressed)
    assert shown(mine, question).count(pressed) == by_nobody + 1
    assert shown(sign_in(newcomer), question).count(pressed) == by_nobody
    assert without_tokens(shown(Client(), question)) == stranger
    services.remove_bookmark(actor=trusted, post=answer)
    assert shown(mine, question).count(pressed) == by_nobody


def test_authors_moderators_and_members_of_each_standing_see_their_rights(
    question, answer, author, moderator, newcomer, trusted
) -> None:
    edit = f'href="/q/{question.pk}/edit"'
    seen = {user.username: edit in shown(sign_in(user), question) for user in (newcomer, author, moderator, trusted)}
    assert seen == {"newcomer": False, "author": True, "mod": True, "trusted": True}
    assert edit not in shown(Client(), question)


def test_a_deleted_question_is_gone_at_once(question, answer, moderator, author) -> None:
    client = Client()
    shown(client, question)
    services.delete(actor=moderator, thing=question)
    assert client.get(question.get_absolute_url()).status_code == 404
    assert shown(sign_in(author), question)


def test_a_draft_is_restored_and_a_message_is_shown(question, newcomer) -> None:
    shown(sign_in(make_user("somebody")), question)
    client = sign_in(newcomer)
    path = f"/q/{question.pk}/answer"
    client.post("/drafts", {"form": path, "body": "写了一半的回答", "draft": "0"})
    assert "写了一半的回答" in shown(client, question)
    assert "写了一半的回答" not in shown(sign_in(make_user("somebody else")), question)


def test_a_browser_that_has_the_page_is_not_sent_it_again(question, answer, trusted) -> None:
    client = Client()
    client.get(question.get_absolute_url())
    first = client.get(question.get_absolute_url())
    assert first["Cache-Control"] == "private, no-cache"
    assert {"Cookie", "Accept-Language"} <= set(re.split(", *", first["Vary"]))
    known = {"if-none-match": first["ETag"]}
    assert client.get(question.get_absolute_url(), headers=known).status_code == 304
    assert Client().get(question.get_absolute_url(), headers=known).status_code == 200, "has no cookie for its forms"
    services.vote(actor=trusted, post=answer, value=1)
    assert client.get(question.get_absolute_url(), headers=known).status_code == 200


def test_forms_of_a_kept_page_can_be_sent(question, answer, newcomer) -> None:
    shown(sign_in(make_user("first")), question)
    client = Client(enforce_csrf_checks=True)
    client.force_login(newcomer, backend="allauth.account.auth_backends.AuthenticationBackend")
    token = TOKEN.search(shown(client, question))[1]
    data = {"value": "1", "csrfmiddlewaretoken": token}
    assert client.post(f"/a/{answer.pk}/vote", data).status_code == 302
    answer.refresh_from_db()
    assert answer.score == 1


def test_languages_themes_orders_and_pages_are_kept_apart(question, answer) -> None:
    client, address = Client(), question.get_absolute_url()
    english = client.get(address, headers={"accept-language": "en"}).text
    chinese = client.get(address, headers={"accept-language": "zh-CN"}).text
    assert '<html lang="en"' in english
    assert '<html lang="zh-hans"' in chinese
    client.cookies["theme"] = "dark"
    assert 'data-theme="dark"' in client.get(address, headers={"accept-language": "en"}).text
    assert client.get(f"{address}?page=2").text != client.get(address).text
    assert "ETag" not in client.get(f"{address}?utm_source=x")


def test_another_address_leads_to_the_right_one(question) -> None:
    client = Client()
    shown(client, question)
    wrong = client.get(f"/questions/{question.pk}/something-else")
    assert (wrong.status_code, wrong["Location"]) == (301, question.get_absolute_url())


def test_the_state_is_read_by_keys_whatever_the_size(question, answer) -> None:
    sql, params = compiled(connection.vendor)
    assert {QUESTION, READER, FORM} <= set(params)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
            plan = [row[-1] for row in cursor.fetchall()]
        assert not [step for step in plan if step.startswith("SCAN") and "CONSTANT" not in step], plan
