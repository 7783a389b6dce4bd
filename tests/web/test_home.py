"""A member's home: what waits for them, what came to their tags and to what they follow; the lists beside it."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from qa import services
from qa.models import Answer, LastLook, Question, Tag
from tests.factories import ask

pytestmark = pytest.mark.django_db


def section(text: str, name: str) -> str:
    """The part of the page that has this name."""
    start = text.index(f'aria-labelledby="{name}"')
    return text[start : text.index("</section>", start)]


def shown(client: Client, address: str = "/?sort=mine") -> str:
    page = client.get(address)
    assert page.status_code == 200
    return page.text


def current(text: str) -> str:
    return re.search(r'aria-current="page">([^<]+)</a>\s', text[text.index('class="tabs"') :])[1]


def test_the_first_tab_is_ones_own_for_who_has_begun(
    question: Question, as_user: Callable[..., Client], newcomer: User
) -> None:
    client = as_user(newcomer)
    assert current(shown(client, "/")) == "Newest"
    services.follow(actor=newcomer, thing=question.tag_list[0])
    assert current(shown(client, "/")) == "For you"
    assert current(shown(client, "/?sort=newest")) == "Newest"
    assert current(shown(client, f"/?after={question.pk}")) == "Newest"


def test_who_asked_or_answered_has_begun(
    question: Question, answer: Answer, author: User, helper: User, as_user: Callable[..., Client]
) -> None:
    for person in (author, helper):
        assert current(shown(as_user(person), "/")) == "For you"


def test_a_stranger_has_no_page_of_their_own(question: Question, client: Client) -> None:
    assert "For you" not in shown(client, "/")
    assert current(shown(client, "/?sort=mine")) == "Newest"


def test_answers_wait_until_accepted_or_seen(
    question: Question, answer: Answer, author: User, helper: User, as_user: Callable[..., Client]
) -> None:
    services.post_answer(actor=author, question=question, body="我自己的回答")
    client = as_user(author)
    waiting = section(shown(client), "waiting")
    assert waiting.count("<bdi>helper</bdi>") == 1
    assert "<bdi>author</bdi>" not in waiting
    assert f'href="{answer.get_absolute_url()}"' in waiting
    services.accept(actor=author, answer=answer)
    assert "Nothing waits for you." in section(shown(client), "waiting")


def test_a_question_waits_for_a_decision_also_when_its_answers_were_seen(
    question: Question, answer: Answer, author: User, as_user: Callable[..., Client]
) -> None:
    client = as_user(author)
    until = re.search(r'name="until" value="(\d+)"', shown(client))[1]
    assert client.post("/me/seen", {"until": until}).url == "/?sort=mine"
    waiting = section(shown(client), "waiting")
    assert "New answers" not in waiting
    assert "I have seen these" not in waiting
    assert "Accept it" in waiting
    assert question.title in waiting


def test_what_came_after_the_page_was_made_still_waits(
    question: Question, author: User, helper: User, as_user: Callable[..., Client]
) -> None:
    client = as_user(author)
    services.add_comment(actor=helper, post=question, body="哪个版本")
    until = re.search(r'name="until" value="(\d+)"', shown(client))[1]
    services.post_answer(actor=helper, question=question, body="试试这样")
    client.post("/me/seen", {"until": until})
    waiting = section(shown(client), "waiting")
    assert "New answers to your questions" in waiting
    assert "New comments" not in waiting


@pytest.mark.parametrize("until", ["", "x", "-1", "9" * 30, "\x00"])
def test_a_moment_that_is_none_is_now(author: User, as_user: Callable[..., Client], until: str) -> None:
    before = timezone.now()
    as_user(author).post("/me/seen", {"until": until})
    assert before <= LastLook.objects.get().at <= timezone.now()


def test_comments_on_ones_posts_wait(
    question: Question, answer: Answer, author: User, helper: User, trusted: User, as_user: Callable[..., Client]
) -> None:
    for post in (question, answer):
        services.add_comment(actor=trusted, post=post, body="哪个版本")
        services.add_comment(actor=helper, post=post, body="我用的是 2.3")
    for person, names in ((author, ["helper", "trusted"]), (helper, ["trusted"])):
        waiting = section(shown(as_user(person)), "waiting")
        comments = waiting[waiting.index("New comments") :]
        assert re.findall(r"<bdi>(\w+)</bdi>", comments) == names


def test_at_most_five_of_each_the_newest_first(
    author: User, helper: User, trusted: User, as_user: Callable[..., Client]
) -> None:
    for n in range(7):
        question = ask(author, title=f"题目 {n}")
        services.post_answer(actor=helper, question=question, body="这样")
        services.add_comment(actor=trusted, post=question, body="哪个版本")
    titles = re.findall(r"题目 \d", section(shown(as_user(author)), "waiting"))
    assert titles == [f"题目 {n}" for n in (6, 5, 4, 3, 2)] * 3


def test_followed_tags_bring_the_newest_questions_of_others(
    question: Question, author: User, helper: User, as_user: Callable[..., Client]
) -> None:
    ask(helper, title="别的题目", tags=("loss",))
    ask(author, title="没人回答的题目", tags=("dataset", "报错"))
    ask(helper, title="自己的题目", tags=("dataset",))
    for name in ("dataset", "报错"):
        services.follow(actor=helper, thing=Tag.objects.get(name=name))
    text = shown(as_user(helper))
    mine = section(text, "in-my-tags")
    assert re.findall(r"<h3[^>]*><a[^>]*>([^<]+)", mine) == ["没人回答的题目", question.title]
    assert mine.count('title="no answer yet"') == 2
    assert 'href="/tags/dataset"' in section(text, "my-tags")


def test_a_followed_question_is_shown_when_others_answer_it(
    question: Question, author: User, helper: User, newcomer: User, as_user: Callable[..., Client]
) -> None:
    services.post_answer(actor=author, question=question, body="从前的回答")
    services.follow(actor=newcomer, thing=question)
    client = as_user(newcomer)
    assert question.title not in section(shown(client), "followed")
    services.post_answer(actor=newcomer, question=question, body="自己的回答")
    assert question.title not in section(shown(client), "followed")
    services.post_answer(actor=helper, question=question, body="新的回答")
    assert question.title in section(shown(client), "followed")
    LastLook.objects.create(person=newcomer, at=timezone.now() + timedelta(seconds=1))
    assert question.title not in section(shown(client), "followed")


def test_what_is_deleted_waits_for_nobody(
    question: Question, answer: Answer, author: User, helper: User, moderator: User, as_user: Callable[..., Client]
) -> None:
    services.add_comment(actor=helper, post=question, body="哪个版本")
    services.follow(actor=author, thing=question.tag_list[0])
    services.follow(actor=author, thing=question)
    services.delete(actor=moderator, thing=question)
    assert question.title not in shown(as_user(author))


def test_empty_sections_say_what_to_do(newcomer: User, as_user: Callable[..., Client]) -> None:
    text = shown(as_user(newcomer))
    for sentence in ("Nothing waits for you.", "Follow the tags", "When a question that you follow"):
        assert sentence in text
    assert 'href="/tags"' in section(text, "in-my-tags")
    assert 'href="/?sort=unanswered"' in section(text, "waiting")


def test_home_costs_the_same_for_little_and_for_much(
    author: User, helper: User, newcomer: User, as_user: Callable[..., Client]
) -> None:
    client, costs = as_user(author), []
    for number in (2, 12):
        for n in range(number):
            question = ask(author, title=f"题目 {n}", tags=(f"t{n}", "loss"))
            answer = services.post_answer(actor=helper, question=question, body="这样")
            services.add_comment(actor=helper, post=question, body="哪个版本")
            services.add_comment(actor=author, post=answer, body="2.3")
            other = ask(newcomer, title=f"别人的 {n}", tags=(f"t{n}", "loss"))
            services.follow(actor=author, thing=other)
            services.follow(actor=author, thing=Tag.objects.get(name=f"t{n}"))
            services.post_answer(actor=helper, question=other, body="这样")
            mine = services.post_answer(actor=author, question=other, body="那样")
            services.add_comment(actor=helper, post=mine, body="好的")
        with CaptureQueriesContext(connection) as asked:
            shown(client, "/")
        costs.append(len(asked))
    assert costs == [11, 11]
