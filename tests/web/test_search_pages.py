"""The search page and the page for a pasted error."""

import re

import pytest
from django.test import Client

from accounts.models import User
from qa import rules, services
from qa.models import Question
from tests.factories import ask, many_questions

pytestmark = pytest.mark.django_db

HOSTILE = [
    "List<String> vs Vec<T>", "\\", "/", "'\":*", "score:", "created:>", "user:me", "‘ ’", "ʼ ＇", "a\x00b", "(((",
    "[a TO b]", "title:x^9~2", "AND OR NOT", "*", "?", "%", "Cannot read config file:.", "😂", "\u202e",
    "</title><script>x</script>",
]  # fmt: skip


def test_words_are_marked_in_title_and_excerpt(question: Question, client: Client) -> None:
    text = client.get("/search", {"q": "卡住"}).text
    assert "GeneratorDataset <mark>卡住</mark>不动怎么办</a>" in text
    assert "训练时<mark>卡住</mark>，没有报错" in text
    assert "1 question found" in text


def test_markup_in_a_body_is_text_in_its_excerpt(author: User, client: Client) -> None:
    ask(author, title="A broken image", body="<img src=x onerror=alert(1)> is broken, a < b && c too")
    text = client.get("/search", {"q": "broken"}).text
    assert "<img" not in text
    assert "a &lt; b &amp;&amp; c too" in text
    assert "&amp;lt;" not in text


@pytest.mark.parametrize("query", HOSTILE)
def test_any_text_is_a_query_and_stays_in_the_box(question: Question, client: Client, query: str) -> None:
    page = client.get("/search", {"q": query})
    assert page.status_code == 200
    assert page.context["q"] == query.replace("\x00", "").strip()
    assert "<script>x" not in page.text
    assert "found" in page.text or "Nothing found." in page.text


@pytest.mark.parametrize("query", ["List<String>", "Vec<T>", "`E1001`", "config file:.", "C:\\temp\\x.txt"])
def test_a_pasted_line_with_signs_finds_its_post(author: User, client: Client, query: str) -> None:
    ask(
        author, title="Signs in a line", body="List<String> vs Vec<T>, E1001, Cannot read config file:. C:\\temp\\x.txt"
    )
    assert client.get("/search", {"q": query}).context["found"].count == 1


def test_a_text_too_long_for_a_query_is_refused_with_a_sentence_and_kept(client: Client) -> None:
    long = "错误" * 2500
    page = client.get("/search", {"q": long})
    assert page.status_code == 200
    assert f"at most {rules.QUERY_MAX} characters" in page.text
    assert 'role="alert"' in page.text
    assert f'value="{long}"' in page.text
    assert 'href="/diagnose"' in page.text


def test_nothing_typed_is_no_search(question: Question, client: Client) -> None:
    for address in ("/search", "/search?q=", "/search?q=%20%20"):
        page = client.get(address)
        assert "Type words" in page.text
        assert "Nothing found" not in page.text


def test_pages_of_hits_have_no_gap_and_no_repeat(client: Client) -> None:
    many_questions(45)
    address, shown = "/search?q=dataset", []
    while address:
        page = client.get(address)
        shown += [hit.question.pk for hit in page.context["found"].hits]
        following = re.search(r'rel="next" href="([^"]+)"', page.text)
        address = "/search" + following[1].replace("&amp;", "&") if following else ""
    assert len(shown) == len(set(shown)) == 45


@pytest.mark.parametrize("page", ["0", "-1", "abc", "", "99999999999999999999", "9" * 18, "\x00"])
def test_a_page_that_is_none_is_no_error(question: Question, client: Client, page: str) -> None:
    response = client.get("/search", {"q": "卡住", "page": page})
    assert response.status_code == 200
    assert 'rel="next"' not in response.text


def test_what_is_deleted_is_not_found(question: Question, author: User, client: Client) -> None:
    services.delete(actor=author, thing=question)
    assert "Nothing found." in client.get("/search", {"q": "卡住"}).text


# A pasted error

ERROR = """Traceback (most recent call last):
  File "/home/me/train.py", line 12, in <module>
ValueError: <b>bad</b> value, E60108
"""


def test_a_pasted_error_is_recognised_and_answered(author: User, client: Client) -> None:
    question = ask(author, title="A bad value", body="ValueError: bad value")
    page = client.post("/diagnose", {"text": ERROR})
    recognised = re.search(r'<dl class="recognised">.*?</dl>', page.text, re.DOTALL)[0]
    for shown in ("ValueError", "&lt;b&gt;bad&lt;/b&gt; value, E60108", "E60108", "train.py"):
        assert f"<code>{shown}" in recognised
    assert question.get_absolute_url() in page.text
    assert "&lt;b&gt;bad" in page.text
    assert page.context["form"]["text"].value() == ERROR


def test_an_error_nobody_had_offers_to_ask(client: Client) -> None:
    page = client.post("/diagnose", {"text": ERROR})
    assert "Nothing found." in page.text
    assert 'href="/ask"' in page.text


def test_a_log_that_is_too_long_is_refused_and_kept(client: Client) -> None:
    long = "line of a log\n" * (rules.DIAGNOSE_BYTES_MAX // 14 + 1)
    page = client.post("/diagnose", {"text": long})
    assert page.status_code == 200
    assert "at most 512 kB" in page.context["form"].errors["text"][0]
    assert page.context["form"]["text"].value() == long


@pytest.mark.parametrize("text", ["", " \n ", "a\x00b", "\u202e", "\\ / ' \" * ( ) & | !", "x" * 500_000])
def test_any_text_may_be_pasted(question: Question, client: Client, text: str) -> None:
    page = client.post("/diagnose", {"text": text})
    assert page.status_code == 200
    assert page.context["form"]["text"].value() == text


def test_nothing_pasted_asks_for_something(client: Client) -> None:
    page = client.post("/diagnose", {"text": " "})
    assert "Nothing found" not in page.text
    assert page.status_code == 200


def test_what_is_pasted_is_stored_nowhere(question: Question, client: Client) -> None:
    client.post("/diagnose", {"text": "RuntimeError: my secret path /home/me"})
    assert Question.objects.count() == 1
    assert client.session.items() == {}.items()
