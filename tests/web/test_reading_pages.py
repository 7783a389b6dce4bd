"""What home, tag and person pages say beside their lists."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services as account_services
from accounts.models import User
from qa import services
from qa.models import Answer, Comment, Question, ReputationEvent, Tag
from tests.factories import ask, make_user, many_questions

pytestmark = pytest.mark.django_db


def solved(title: str, tags: tuple[str, ...], *, author: User, helper: User, score: int = 0) -> Answer:
    answer = services.post_answer(actor=helper, question=ask(author, title=title, tags=tags), body="换一种写法")
    services.accept(actor=author, answer=answer)
    Answer.objects.filter(pk=answer.pk).update(score=score)
    return answer


# Home


def test_somebody_new_is_told_what_this_is_and_finds_a_large_search_box(question: Question, client: Client) -> None:
    page = client.get("/").text
    assert re.search(r'<section class="hero">.*<form class="search"', page, re.DOTALL)
    assert page.count('id="search-box"') == 1
    assert page.count("<h1") == 1


@pytest.mark.parametrize("address", ["/?sort=active", "/?after=1"])
def test_a_list_that_goes_on_does_not_begin_again(question: Question, client: Client, address: str) -> None:
    page = client.get(address).text
    assert 'class="hero"' not in page
    assert page.count('id="search-box"') == page.count("<h1") == 1


def test_a_member_comes_to_the_questions(question: Question, as_user: Callable[..., Client], newcomer: User) -> None:
    page = as_user(newcomer).get("/")
    assert 'class="hero"' not in page.text
    assert list(page.context["solved_lately"]) == []


def test_what_was_solved_lately_is_shown(client: Client, author: User, helper: User) -> None:
    for number in range(7):
        answer = solved(f"Solved number {number}", ("loss",), author=author, helper=helper)
        when = timezone.now() - timedelta(hours=number)
        Question.objects.filter(pk=answer.question_id).update(last_activity_at=when)
    ask(author, title="Not solved yet")
    services.delete(actor=make_user("mod", is_moderator=True), thing=Question.objects.get(title="Solved number 0"))
    shown = [question.title for question in client.get("/").context["solved_lately"]]
    assert shown == [f"Solved number {number}" for number in range(1, 6)]


def test_popular_tags_are_those_in_use(client: Client, author: User) -> None:
    ask(author, title="Number one", tags=("a", "b"))
    ask(author, title="Number two", tags=("b",))
    services.delete(actor=author, thing=ask(author, title="Number three", tags=("gone",)))
    assert [tag.name for tag in client.get("/").context["popular_tags"]] == ["b", "a"]


def test_a_row_says_its_state_in_a_picture_with_a_name(client: Client, author: User, helper: User) -> None:
    solved("Number one", ("a",), author=author, helper=helper)
    services.post_answer(actor=helper, question=ask(author, title="Number two"), body="也许")
    ask(author, title="Number three")
    page = client.get("/?sort=newest").text
    states = re.findall(r'<span class="state[^"]*" title="([^"]+)">\s*<svg[^>]*aria-label="\1"', page)
    assert states == ["no answer yet", "answered", "solved"]


@pytest.mark.parametrize("address", ["/", "/tags", "/users", "/tags?q=zzz", "/search", "/search?q=zzz"])
def test_an_empty_list_says_what_to_do_next(client: Client, address: str) -> None:
    empty = re.search(r'<div class="empty">(.*?)</main>', client.get(address).text, re.DOTALL)[1]
    assert "<svg" in empty
    assert re.search(r'<a class="button|<button', empty)


# Tags


def test_a_tag_shows_its_best_answers(client: Client, author: User, helper: User) -> None:
    for number in range(5):
        solved(f"Solved number {number}", ("loss",), author=author, helper=helper, score=number)
    solved("Of another tag", ("other",), author=author, helper=helper, score=99)
    top = Answer.objects.get(question__title="Solved number 4")
    services.delete(actor=make_user("mod", is_moderator=True), thing=top.question)
    best = client.get("/tags/loss").context["best_answers"]
    assert [answer.question.title for answer in best] == [f"Solved number {number}" for number in (3, 2, 1)]


def test_a_tag_names_those_it_stands_with(client: Client, author: User) -> None:
    for number, tags in enumerate([("a", "b"), ("a", "b", "c"), ("a", "c", "b"), ("d",)]):
        ask(author, title=f"Question number {number}", tags=tags)
    services.delete(actor=author, thing=ask(author, title="Question deleted", tags=("a", "gone")))
    assert [tag.name for tag in client.get("/tags/a").context["related_tags"]] == ["b", "c"]
    assert list(client.get("/tags/d").context["related_tags"]) == []


def test_what_a_tag_is_about_is_said_on_its_page_and_its_card(
    question: Question, as_user: Callable[..., Client], moderator: User
) -> None:
    client = as_user(moderator)
    tag = Tag.objects.get(name="dataset")
    assert f"/t/{tag.pk}/edit" in client.get("/tags/dataset").text
    said = "<b>Reading</b> & changing data"
    assert client.post(f"/t/{tag.pk}/edit", {"description": said}).url == "/tags/dataset"
    for address in ("/tags", "/tags/dataset"):
        page = client.get(address).text
        assert "&lt;b&gt;Reading&lt;/b&gt; &amp; changing data" in page
        assert said not in page
    client.post(f"/t/{tag.pk}/edit", {"description": ""})
    assert Tag.objects.get(pk=tag.pk).description == ""


def test_a_description_that_is_too_long_is_kept_in_the_form(
    question: Question, as_user: Callable[..., Client], moderator: User
) -> None:
    tag = Tag.objects.get(name="dataset")
    page = as_user(moderator).post(f"/t/{tag.pk}/edit", {"description": "x" * 301})
    assert page.status_code == 200
    assert page.context["form"].errors["description"]
    assert "x" * 301 in page.text


def test_only_a_moderator_is_led_to_the_form(question: Question, as_user: Callable[..., Client], author: User) -> None:
    tag = Tag.objects.get(name="dataset")
    client = as_user(author)
    assert f"/t/{tag.pk}/edit" not in client.get("/tags/dataset").text
    assert client.get(f"/t/{tag.pk}/edit").status_code == 403


# People


def counted(page: object) -> dict[str, int]:
    return page.context["counts"]


def test_a_person_is_shown_with_role_reputation_and_counts(client: Client, author: User, helper: User) -> None:
    solved("Number one", ("a",), author=author, helper=helper)
    User.objects.filter(pk=helper.pk).update(is_moderator=True, reputation=1234)
    services.delete(actor=author, thing=ask(author, title="Number two"))
    page = client.get(helper.get_absolute_url())
    assert counted(page) == {"questions": 0, "answers": 1}
    assert "<b>1234</b> reputation" in page.text
    assert ">moderator<" in page.text
    assert counted(client.get(author.get_absolute_url())) == {"questions": 1, "answers": 0}


def test_a_persons_tags_are_those_of_what_they_asked_or_answered(client: Client, author: User, helper: User) -> None:
    many_questions(3)
    solved("Number one", ("a", "b"), author=author, helper=helper)
    ask(helper, title="Number two", tags=("b", "c"))
    services.delete(actor=helper, thing=ask(helper, title="Number three", tags=("gone",)))
    tags = client.get(helper.get_absolute_url(), {"show": "tags"}).context["page"].rows
    assert [(tag.name, tag.uses) for tag in tags] == [("b", 2), ("a", 1), ("c", 1)]


def test_activity_is_one_list_by_time(client: Client, author: User, helper: User) -> None:
    answer = solved("Number one", ("a",), author=author, helper=helper)
    services.add_comment(actor=helper, post=answer, body="补充一点")
    asked = ask(helper, title="Number two")
    services.delete(actor=helper, thing=ask(helper, title="Number three"))
    now = timezone.now()
    Answer.objects.update(created_at=now - timedelta(hours=4))
    ReputationEvent.objects.update(created_at=now - timedelta(hours=3))
    Comment.objects.update(created_at=now - timedelta(hours=2))
    Question.objects.filter(pk=asked.pk).update(created_at=now - timedelta(hours=1))
    page = client.get(helper.get_absolute_url(), {"show": "activity"})
    assert [entry.kind for entry in page.context["page"].rows] == ["question", "comment", "accepted", "answer"]
    assert "补充一点" in page.text
    services.delete(actor=make_user("mod", is_moderator=True), thing=answer.question)
    page = client.get(helper.get_absolute_url(), {"show": "activity"})
    assert [entry.kind for entry in page.context["page"].rows] == ["question"]


@pytest.mark.parametrize("show", ["questions", "answers", "tags", "activity", "nonsense", ""])
def test_every_tab_of_somebody_who_did_nothing_or_left_opens(client: Client, newcomer: User, show: str) -> None:
    for _ in range(2):
        page = client.get(User.objects.get(pk=newcomer.pk).get_absolute_url(), {"show": show})
        assert page.status_code == 200
        assert 'class="empty"' in page.text
        account_services.close_account(user=newcomer)
    assert "newcomer" not in page.text
    assert "deleted user" in page.text


def test_ones_own_empty_page_says_what_to_do(newcomer: User, as_user: Callable[..., Client]) -> None:
    client = as_user(newcomer)
    assert '<a class="button primary" href="/ask">' in client.get(newcomer.get_absolute_url()).text
    answers = client.get(newcomer.get_absolute_url(), {"show": "answers"}).text
    assert '<a class="button primary" href="/?sort=unanswered">' in answers
