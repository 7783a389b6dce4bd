"""Counters: right after every story, and what is broken by hand is found and repaired."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from qa import services
from qa.models import Answer, Question, QuestionTag, Tag
from qa.services import recount
from tests.factories import many_questions

pytestmark = pytest.mark.django_db


def asked_and_answered(cast: dict[str, User]) -> None:
    question = services.ask(actor=cast["author"], title="训练时卡住", body="没有报错", tags=["dataset", "loss"])
    answer = services.post_answer(actor=cast["helper"], question=question, body="换一个版本")
    services.add_comment(actor=cast["newcomer"], post=answer, body="有用")
    services.vote(actor=cast["newcomer"], post=answer, value=1)
    services.vote(actor=cast["trusted"], post=question, value=-1)
    services.accept(actor=cast["author"], answer=answer)


def edited(cast: dict[str, User]) -> None:
    asked_and_answered(cast)
    question, answer = Question.objects.get(), Answer.objects.get()
    services.edit_question(
        actor=cast["trusted"], question=question, title="新的标题", body="新的正文", tags=["loss", "adam"]
    )
    services.edit_answer(actor=cast["helper"], answer=answer, body="改过的答案")


def deleted(cast: dict[str, User]) -> None:
    asked_and_answered(cast)
    services.delete(actor=cast["moderator"], thing=Answer.objects.get())
    services.delete(actor=cast["moderator"], thing=Question.objects.get())


def restored(cast: dict[str, User]) -> None:
    deleted(cast)
    services.restore(actor=cast["moderator"], thing=Question.objects.get())
    services.restore(actor=cast["moderator"], thing=Answer.objects.get())


def votes_taken_back(cast: dict[str, User]) -> None:
    asked_and_answered(cast)
    services.vote(actor=cast["newcomer"], post=Answer.objects.get(), value=0)
    services.vote(actor=cast["trusted"], post=Answer.objects.get(), value=-1)
    services.unaccept(actor=cast["author"], answer=Answer.objects.get())


def imported(cast: dict[str, User]) -> None:
    many_questions(5)
    services.vote(actor=cast["newcomer"], post=Question.objects.first(), value=1)


STORIES = [asked_and_answered, edited, deleted, restored, votes_taken_back, imported]


@pytest.fixture
def cast(author: User, helper: User, newcomer: User, trusted: User, moderator: User) -> dict[str, User]:
    User.objects.filter(username="trusted").update(reputation=0)
    for user in (author, helper, newcomer, trusted, moderator):
        user.reputation = 500  # What policies ask; the counters in the database are those of the events.
    return {"author": author, "helper": helper, "newcomer": newcomer, "trusted": trusted, "moderator": moderator}


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_counters_are_right_after(story: Callable, cast: dict[str, User]) -> None:
    story(cast)
    assert [str(item) for item in recount.check()] == []
    call_command("recount", "--check", stdout=(said := StringIO()))
    assert said.getvalue() == ""


BREAKAGES = [
    (Question, "score"), (Question, "answer_count"), (Question, "accepted_answer_id"), (Question, "last_activity_at"),
    (Answer, "score"), (User, "reputation"), (Tag, "question_count"), (QuestionTag, "asked_at"),
]  # fmt: skip


@pytest.mark.parametrize(("model", "field"), BREAKAGES, ids=lambda value: getattr(value, "__name__", value))
def test_a_broken_counter_is_found_and_repaired(model: type, field: str, cast: dict[str, User]) -> None:
    asked_and_answered(cast)
    row = model.objects.order_by("pk").first()
    right = getattr(row, field)
    moment = cast["author"].date_joined
    wrong = {"accepted_answer_id": None, "last_activity_at": moment, "asked_at": moment}.get(field, 40)
    model.objects.filter(pk=row.pk).update(**{field: wrong})
    with pytest.raises(CommandError):
        call_command("recount", "--check", stdout=(said := StringIO()))
    assert field in said.getvalue()
    row.refresh_from_db()
    assert getattr(row, field) == wrong, "--check only looks"
    call_command("recount", stdout=StringIO())
    row.refresh_from_db()
    assert getattr(row, field) == right
    call_command("recount", "--check", stdout=StringIO())


def test_every_counter_is_proven() -> None:
    proven = {(rows.model, field) for rows, counters in recount.expected() for field in counters}
    assert proven == set(BREAKAGES)


def test_a_deleted_answer_is_not_counted_until_it_is_back(question: Question, answer: Answer, helper: User) -> None:
    counts = []
    for act in (services.delete, services.restore):
        act(actor=helper, thing=answer)
        counts.append(Question.objects.get(pk=question.pk).answer_count)
    assert counts == [0, 1]


def test_a_deleted_question_leaves_its_tags_and_comes_back_to_them(question: Question, author: User) -> None:
    counts = []
    for act in (services.delete, services.restore):
        act(actor=author, thing=question)
        counts.append(dict(Tag.objects.values_list("name", "question_count")))
    assert counts == [{"dataset": 0, "报错": 0}, {"dataset": 1, "报错": 1}]
