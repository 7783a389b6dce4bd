"""The JSON-LD of a question page: schema.org's names, true numbers, never an empty text."""

import json
import re

import pytest

from accounts.models import User
from qa import services
from qa.models import Answer, Question
from qa.web.structured import qa_page

pytestmark = pytest.mark.django_db

SITE = "http://127.0.0.1:8000"


def entity(question: Question, comments=(), answers=()) -> dict:
    page = json.loads(qa_page(question, comments, answers))
    assert (page["@context"], page["@type"]) == ("https://schema.org", "QAPage")
    return page["mainEntity"]


def test_a_question_without_answers(question: Question, author: User) -> None:
    found = entity(question)
    assert found["@type"] == "Question"
    assert (found["name"], found["answerCount"], found["commentCount"]) == (question.title, 0, 0)
    assert found["text"].startswith("训练时卡住")
    assert found["author"] == {"@type": "Person", "name": "author", "url": SITE + author.get_absolute_url()}
    assert found["datePublished"] == question.created_at.isoformat()
    assert not {"acceptedAnswer", "suggestedAnswer", "comment"} & found.keys()


def test_accepted_and_suggested_answers(question: Question, answer: Answer, author: User, trusted: User) -> None:
    second = services.post_answer(actor=trusted, question=question, body="![](/media/ab/picture.png)")
    answer = services.accept(actor=author, answer=answer)
    comment = services.add_comment(actor=author, post=answer, body="有用 <script>")
    question.refresh_from_db()
    found = entity(question, [], [(answer, [comment]), (second, [])])
    assert found["answerCount"] == 2
    assert found["acceptedAnswer"]["url"] == f"{SITE}{question.get_absolute_url()}#answer-{answer.pk}"
    assert found["acceptedAnswer"]["comment"][0]["text"] == "有用 <script>"
    assert [one["text"] for one in found["suggestedAnswer"]] == ["![](/media/ab/picture.png)"]


def test_what_is_deleted_is_not_told(question: Question, answer: Answer, author: User, moderator: User) -> None:
    comment = services.add_comment(actor=author, post=question, body="无用的评论")
    comment = services.delete(actor=author, thing=comment)
    gone = services.delete(actor=moderator, thing=answer)
    found = entity(question, [comment], [(gone, [])])
    assert found["commentCount"] == 0
    assert not {"acceptedAnswer", "suggestedAnswer", "comment"} & found.keys()


@pytest.mark.parametrize("text", ["</script><script>alert(1)</script>", "<!--<script>", "a\u2028b & c", "\x00\x1b nul"])
def test_no_text_gets_out_of_its_script_element(question: Question, text: str) -> None:
    question.title = question.body = text
    page = qa_page(question, (), ())
    assert not set("<>&\u2028\x00") & set(page)
    assert json.loads(page)["mainEntity"]["text"]


def test_people_without_an_account(question: Question, author: User) -> None:
    question.author, question.author_name = None, "陈老师"
    assert entity(question)["author"] == {"@type": "Person", "name": "陈老师"}


def test_the_page_has_what_search_engines_and_other_sites_read(client, question: Question, answer: Answer) -> None:
    html = client.get(question.get_absolute_url()).text
    found = json.loads(re.search(r'<script type="application/ld\+json">(.*?)</script>', html)[1])["mainEntity"]
    assert found["suggestedAnswer"][0]["text"].startswith("把")
    assert f'<link rel="canonical" href="{SITE}{question.get_absolute_url()}">' in html
    assert f'<meta property="og:image" content="{SITE}/cards/{question.pk}.png">' in html
    assert f'type="application/atom+xml" title="Answers" href="/feeds/questions/{question.pk}"' in html


def test_a_deleted_question_is_not_for_search_engines(
    as_user, question: Question, author: User, moderator: User
) -> None:
    services.delete(actor=moderator, thing=question)
    html = as_user(author).get(question.get_absolute_url()).text
    assert '<meta name="robots" content="noindex">' in html
    assert "ld+json" not in html


@pytest.mark.parametrize("path", ["/", "/tags", "/tags/dataset", "/users", "/search?q=loss", "/diagnose"])
def test_every_page_says_what_it_is(client, question: Question, path: str) -> None:
    html = client.get(path).text
    assert re.search(r'<meta name="description" content="[^"]{20,}">', html)
    assert f'<link rel="canonical" href="{SITE}{path.partition("?")[0]}">' in html
    assert html.count('rel="alternate" type="application/atom+xml"') == 1
