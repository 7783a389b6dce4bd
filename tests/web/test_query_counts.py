"""A page costs the same queries for 10 questions as for 60, and the list of them is short.

Each list names the table that each query reads first; `django_session` and one `accounts_user` are the reader's own.
"""

import re
from collections.abc import Callable

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from qa.models import Question
from qa.search import sync
from tests.factories import ask, many_questions

pytestmark = pytest.mark.django_db

READER = ["django_session", "accounts_user"]
# Title, author and import in one; then the tags of all rows.
ROWS = ["qa_question", "qa_questiontag"]
# Comments under question and answers; then the reader's votes and other marks in one, when there is a reader.
POSTS = ["qa_answer", "qa_comment"]
# Everything that may have changed on a question page: one query over many tables, an answer's first.
STATE = ["qa_answer"]
# Is anything outstanding in the journal; then the hits, and their tags.
HITS = ["qa_searchchange", *ROWS]
# The environments of what may be ranked, where one is near.
NEAR = ["qa_question"]

# Rows, and the popular tags beside them.
HOME = [*ROWS, "qa_tag"]
# Has the reader begun, and until when have they seen this; answers to them, their open questions, comments on their
# questions and on their answers; the tags that they follow, of which there are none here; the questions.
FOR_YOU = ["qa_follow", "qa_answer", "qa_question", "qa_comment", "qa_comment", "qa_follow", "qa_follow"]
# The person; how many questions and answers.
PERSON = ["accounts_user", "qa_question", "qa_answer"]

PAGES = {
    "/": HOME,
    "/?sort=active": HOME,
    "/?sort=unanswered": HOME,
    "/?sort=top": HOME,
    "/?after={second}": ["qa_question", *HOME],
    "/tags": ["qa_tag"],
    "/tags?q=tag": ["qa_tag"],
    # The tag; rows; best answers; related tags.
    "/tags/bulk": ["qa_tag", *ROWS, "qa_answer", "qa_tag"],
    "{question}": [*STATE, *ROWS, *POSTS, *HITS, *NEAR],
    "/search?q=dataset": HITS,
    "/search?q=dataset+[bulk]+is:accepted&sort=newest": HITS,
    "/search?q=dataset&device=Ascend": [*HITS, *NEAR],
    # Is anything outstanding; questions by id; tags by their beginning.
    "/suggest?q=dat": ["qa_searchchange", "qa_question", "qa_tag"],
    "/users": ["accounts_user"],
    "{person}": [*PERSON, *ROWS],
    "{answerer}?show=answers": [*PERSON, "qa_answer"],
    "{answerer}?show=tags": [*PERSON, "qa_tag"],
    # Questions, answers, comments; acceptances.
    "{answerer}?show=activity": [*PERSON, "qa_question", "qa_answer", "qa_comment", "qa_reputationevent"],
    "/diagnose": [],
}


def tables(client: Client, address: str) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return sorted(re.search(r'FROM "?(\w+)"?', query["sql"])[1] for query in captured)


def addresses() -> dict[str, str]:
    question = Question.objects.order_by("pk").first()
    answer = question.answers.order_by("pk").first()
    known = {
        "second": question.pk + 1,
        "question": question.get_absolute_url(),
        "person": question.author.get_absolute_url(),
        "answerer": answer.author.get_absolute_url(),
    }
    return {page: page.format(**known) for page in PAGES}


@pytest.mark.parametrize("role", ["stranger", "reader"])
def test_a_page_costs_the_same_for_ten_questions_and_for_sixty(
    role: str, as_user: Callable[..., Client], newcomer: User
) -> None:
    client = as_user(newcomer if role == "reader" else None)
    own = READER if role == "reader" else []
    expected = {page: sorted(own + queries) for page, queries in PAGES.items()}
    if role == "stranger":
        expected["/"] = sorted([*HOME, "qa_question"])  # What was solved lately.
    if role == "reader":
        expected["/"] = sorted([*own, *FOR_YOU])
        expected["{question}"] = sorted([*own, *PAGES["{question}"], "qa_vote", "qa_draft"])
        expected["/tags/bulk"] = sorted([*own, *PAGES["/tags/bulk"], "qa_follow"])
    for number in (10, 60):
        many_questions(number)
        for without_answer in range(number // 5):
            ask(newcomer, title=f"Nobody knows {without_answer}")
        Question.objects.update(version="1.5", device="Ascend")
        caches["pages"].clear()
        sync.catch_up()  # A search brings the index up first; that is not what is counted here.
        assert {page: tables(client, address) for page, address in addresses().items()} == expected
    assert max(map(len, expected.values())) <= 13
