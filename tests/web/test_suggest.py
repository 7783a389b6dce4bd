"""The list under the search box."""

import re

import pytest
from django.test import Client

from accounts.models import User
from qa import services
from qa.models import Question
from tests.factories import ask, many_questions

pytestmark = pytest.mark.django_db


def options(client: Client, q: str) -> list[tuple[str, str]]:
    """Address and text of each option."""
    text = client.get("/suggest", {"q": q}).text
    found = re.findall(r'<a role="option"[^>]*href="([^"]*)"[^>]*>(.*?)</a>', text, re.DOTALL)
    return [(address.replace("&amp;", "&"), " ".join(re.sub("<.*?>", "", inside).split())) for address, inside in found]


def test_a_question_leads_to_its_page_and_a_tag_to_its(question: Question, client: Client) -> None:
    assert options(client, "gener") == [(question.get_absolute_url(), question.title)]
    assert options(client, "[da") == [("/tags/dataset", "dataset 1")]


def test_a_tag_completes_what_is_typed(question: Question, client: Client) -> None:
    assert ("/search?q=nowhere+%5Bdataset%5D", "dataset 1") in options(client, "nowhere da")


def test_chinese_is_suggested_from_one_character(question: Question, client: Client) -> None:
    assert (question.get_absolute_url(), question.title) in options(client, "卡")


def test_a_solved_question_says_so(question: Question, author: User, answer: object, client: Client) -> None:
    assert "solved" not in client.get("/suggest", {"q": "gener"}).text
    services.accept(actor=author, answer=answer)
    assert 'title="solved"' in client.get("/suggest", {"q": "gener"}).text


def test_options_have_ids_of_their_own_in_named_groups(client: Client) -> None:
    many_questions(7)
    text = client.get("/suggest", {"q": "tag"}).text + client.get("/suggest", {"q": "option"}).text
    ids = re.findall(r'id="(suggestion-[^"]+)"', text)
    assert len(ids) == len(set(ids)) == 10
    assert text.count('aria-selected="false"') == 10
    assert re.findall(r'role="group" aria-label="(\w+)"', text) == ["Tags", "Questions"]


def test_it_is_a_fragment_and_only_read(question: Question, client: Client) -> None:
    assert "<html" not in client.get("/suggest", {"q": "gener"}).text
    assert client.post("/suggest", {"q": "gener"}).status_code == 405


def test_markup_is_text(author: User, client: Client) -> None:
    ask(author, title="Markup <script>alert(1)</script>")
    assert "<script>" not in client.get("/suggest", {"q": "markup"}).text


@pytest.mark.parametrize("q", ["", " ", "\x00", "\\", "[", "-[", "(((", "😂", "\u202e", "x" * 5000, "错" * 5000])
def test_any_text_may_be_unfinished(question: Question, client: Client, q: str) -> None:
    assert client.get("/suggest", {"q": q}).status_code == 200
