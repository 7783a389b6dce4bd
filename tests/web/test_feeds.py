"""Feeds are valid Atom, hold what a stranger may see, and cost a fixed number of queries."""

from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import close_account
from qa import services
from qa.models import Answer, Question
from qa.search import sync
from qa.web.feeds import ENTRIES, absolute
from tests.factories import ask, many_questions

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"
SITE = "http://127.0.0.1:8000"


def read(client: Client, path: str) -> ElementTree.Element:
    response = client.get(path)
    assert response.status_code == 200
    assert response["Content-Type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(response.content)
    assert root.tag == f"{ATOM}feed"
    for element in (root, *root.iter(f"{ATOM}entry")):
        assert {"id", "title", "updated"} <= {child.tag.removeprefix(ATOM) for child in element}
    assert all(entry.findtext(f"{ATOM}author/{ATOM}name") for entry in root.iter(f"{ATOM}entry"))
    return root


def titles(root: ElementTree.Element) -> list[str | None]:
    return [entry.findtext(f"{ATOM}title") for entry in root.iter(f"{ATOM}entry")]


def test_the_site_has_its_newest_questions(client: Client, question: Question, author: User) -> None:
    newer = ask(author, title="另一个问题 <b>&amp;", tags=("loss",))
    root = read(client, "/feeds/questions")
    assert titles(root) == [newer.title, question.title]
    entry = root.find(f"{ATOM}entry")
    assert entry.find(f"{ATOM}link").get("href") == SITE + newer.get_absolute_url()
    assert entry.findtext(f"{ATOM}summary") == newer.html
    assert [one.get("term") for one in entry.iter(f"{ATOM}category")] == ["loss"]
    assert entry.findtext(f"{ATOM}author/{ATOM}uri") == SITE + author.get_absolute_url()


def test_a_feed_is_short(client: Client, django_assert_num_queries) -> None:
    many_questions(ENTRIES + 3)
    with django_assert_num_queries(2):
        assert len(titles(read(client, "/feeds/questions"))) == ENTRIES
    with django_assert_num_queries(3):
        assert len(titles(read(client, "/feeds/tags/bulk"))) == ENTRIES


def test_a_tag_has_its_own(client: Client, question: Question, author: User) -> None:
    ask(author, title="没有那个标签的问题")
    assert titles(read(client, "/feeds/tags/dataset")) == [question.title]
    assert client.get("/feeds/tags/nothing").status_code == 404


def test_a_question_has_its_answers(client: Client, question: Question, answer: Answer) -> None:
    root = read(client, f"/feeds/questions/{question.pk}")
    assert root.find(f"{ATOM}entry/{ATOM}link").get("href") == SITE + answer.get_absolute_url()
    assert root.findtext(f"{ATOM}entry/{ATOM}summary") == answer.html


def test_a_person_has_questions_and_answers(
    client: Client, question: Question, answer: Answer, helper: User, author: User
) -> None:
    own = ask(helper, title="帮忙的人也有问题")
    root = read(client, f"/feeds/users/{helper.pk}")
    assert titles(root) == [own.title, question.title]
    close_account(user=helper)
    assert client.get(f"/feeds/users/{helper.pk}").status_code == 404


def test_a_search_has_its_newest_hits(client: Client, question: Question, author: User) -> None:
    newer = ask(author, title="GeneratorDataset 报另一个错")
    ask(author, title="完全无关")
    sync.before_search()
    assert titles(read(client, "/feeds/search?q=GeneratorDataset")) == [newer.title, question.title]
    assert titles(read(client, "/feeds/search")) == []
    assert client.get("/feeds/search", {"q": "x" * 3_000}).status_code == 400


def test_what_is_deleted_is_in_no_feed(
    as_user: Callable, question: Question, answer: Answer, author: User, moderator: User
) -> None:
    services.delete(actor=moderator, thing=question)
    client = as_user(author)
    for path in (
        "/feeds/questions",
        "/feeds/tags/dataset",
        f"/feeds/users/{author.pk}",
        f"/feeds/users/{answer.author_id}",
    ):
        assert titles(read(client, path)) == []
    assert client.get(f"/feeds/questions/{question.pk}").status_code == 404


def test_characters_that_xml_has_not_are_left_out(client: Client, question: Question) -> None:
    Question.objects.filter(pk=question.pk).update(title="a\x0b\ufffeb", html="<p>\x1b[31mred\x0c</p>")
    root = read(client, "/feeds/questions")
    assert titles(root) == ["ab"]
    assert root.findtext(f"{ATOM}entry/{ATOM}summary") == "<p>[31mred</p>"


def test_addresses_in_a_text_are_full() -> None:
    html = '<a href="/x">a</a><img src="/media/a.png"><a href="//b.example/">b</a><code>href="/x"</code>'
    assert absolute(html.replace("<code>", "<code>").replace('href="/x"</code>', "</code>")) == (
        f'<a href="{SITE}/x">a</a><img src="{SITE}/media/a.png"><a href="//b.example/">b</a><code></code>'
    )


def test_a_reader_that_has_this_state_gets_nothing_new(client: Client, question: Question, author: User) -> None:
    first = client.get("/feeds/questions")
    assert client.get("/feeds/questions", headers={"if-none-match": first["ETag"]}).status_code == 304
    ask(author, title="Something that was not there before")
    assert client.get("/feeds/questions", headers={"if-none-match": first["ETag"]}).status_code == 200
    assert client.post("/feeds/questions").status_code == 405
