"""Votes: the state in the end is all that counts, for the score, for the author and for the voter."""

from itertools import product

import pytest

from accounts.models import User
from qa import rules, services
from qa.errors import Invalid
from qa.models import Answer, Question, ReputationEvent, Vote
from qa.services import recount

pytestmark = pytest.mark.django_db

AUTHOR_OF_ANSWER = {1: rules.REPUTATION["answer_up"], -1: rules.REPUTATION["answer_down"], 0: 0}
AUTHOR_OF_QUESTION = {1: rules.REPUTATION["question_up"], -1: rules.REPUTATION["question_down"], 0: 0}
VOTER_ON_ANSWER = {1: 0, -1: rules.REPUTATION["voted_down"], 0: 0}
CLICKS = [(1, -1, 1), (1, 1, 1), (-1, 1, -1), (1, 0, -1), (-1, -1, 0), (1, 0, 1), (0, 0, -1), (-1, 1, 0)]


def reputation(user: User) -> int:
    return User.objects.get(pk=user.pk).reputation


@pytest.mark.parametrize("clicks", CLICKS)
def test_votes_on_an_answer_leave_what_the_last_one_says(answer: Answer, trusted: User, clicks: tuple) -> None:
    for value in clicks:
        post = services.vote(actor=trusted, post=answer, value=value)
    assert post.score == Answer.objects.get(pk=answer.pk).score == clicks[-1]
    assert reputation(answer.author) == AUTHOR_OF_ANSWER[clicks[-1]]
    assert reputation(trusted) == 500 + VOTER_ON_ANSWER[clicks[-1]]
    assert list(Vote.objects.values_list("value", flat=True)) == [clicks[-1]][: abs(clicks[-1])]


@pytest.mark.parametrize("clicks", CLICKS)
def test_votes_on_a_question_leave_what_the_last_one_says(question: Question, trusted: User, clicks: tuple) -> None:
    for value in clicks:
        services.vote(actor=trusted, post=question, value=value)
    assert Question.objects.get(pk=question.pk).score == clicks[-1]
    assert reputation(question.author) == AUTHOR_OF_QUESTION[clicks[-1]]
    assert reputation(trusted) == 500


def test_two_people_add_up(answer: Answer, trusted: User, moderator: User, author: User) -> None:
    for actor, value in ((trusted, 1), (moderator, -1), (author, 1)):
        services.vote(actor=actor, post=answer, value=value)
    answer.refresh_from_db()
    assert answer.score == 1
    assert reputation(answer.author) == 2 * rules.REPUTATION["answer_up"] + rules.REPUTATION["answer_down"]


def test_an_imported_score_stays_below_the_votes(question: Question, newcomer: User) -> None:
    Question.objects.filter(pk=question.pk).update(score=7, imported_score=7)
    assert services.vote(actor=newcomer, post=question, value=1).score == 8
    assert services.vote(actor=newcomer, post=question, value=0).score == 7
    assert list(recount.check()) == []


def test_a_post_without_an_author_takes_votes(question: Question, trusted: User) -> None:
    Question.objects.filter(pk=question.pk).update(author=None, author_name="somebody elsewhere")
    assert services.vote(actor=trusted, post=question, value=1).score == 1
    assert ReputationEvent.objects.count() == 0


@pytest.mark.parametrize("value", [2, -2, 10**30, None, True + 1])
def test_another_value_is_refused(question: Question, trusted: User, value: object) -> None:
    with pytest.raises(Invalid) as refusal:
        services.vote(actor=trusted, post=question, value=value)
    assert refusal.value.field == "value"
    assert Vote.objects.count() == 0


@pytest.mark.parametrize("moves", list(product("AB", repeat=3)), ids="".join)
def test_accepting_back_and_forth_pays_the_last_one_once(
    question: Question, author: User, helper: User, newcomer: User, moves: tuple[str, ...]
) -> None:
    answers = {
        "A": services.post_answer(actor=helper, question=question, body="第一个答案"),
        "B": services.post_answer(actor=newcomer, question=question, body="第二个答案"),
    }
    for letter in moves:
        services.accept(actor=author, answer=answers[letter])
    last = answers[moves[-1]]
    question.refresh_from_db()
    assert question.accepted_answer_id == last.pk
    assert Answer.objects.get(is_accepted=True).pk == last.pk
    points = {user.username: reputation(user) for user in (author, helper, newcomer)}
    won = rules.REPUTATION["accepted"]
    assert points == {
        "author": rules.REPUTATION["accepting"],
        "helper": won if last.author == helper else 0,
        "newcomer": won if last.author == newcomer else 0,
    }
    services.unaccept(actor=author, answer=Answer.objects.get(pk=last.pk))
    assert [reputation(user) for user in (author, helper, newcomer)] == [0, 0, 0]
    assert list(recount.check()) == []


def test_accepting_ones_own_answer_pays_nothing(question: Question, author: User) -> None:
    own = services.post_answer(actor=author, question=question, body="我自己找到了")
    assert services.accept(actor=author, answer=own).is_accepted
    assert reputation(author) == 0
    assert ReputationEvent.objects.count() == 0


def test_a_moderator_who_deletes_the_accepted_answer_takes_its_points_back(
    question: Question, answer: Answer, author: User, helper: User, moderator: User
) -> None:
    services.accept(actor=author, answer=answer)
    assert reputation(helper) == rules.REPUTATION["accepted"]
    services.delete(actor=moderator, thing=answer)
    question.refresh_from_db()
    assert (question.accepted_answer_id, question.answer_count) == (None, 0)
    assert (reputation(author), reputation(helper)) == (0, 0)
    services.restore(actor=moderator, thing=answer)
    assert not Answer.objects.get(pk=answer.pk).is_accepted
    assert list(recount.check()) == []
