"""Many people at once on a real PostgreSQL: counters stay exact and nobody sees an error."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, transaction

from accounts.models import User
from qa import services
from qa.errors import Refused
from qa.models import Answer, Question, SearchChange, Tag, Vote
from qa.search import index, sync
from qa.services import recount
from tests.factories import ask, make_user

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
THREADS = 8


def at_once(acts: list[Callable[[], object]]) -> list[object]:
    """Runs each act in a thread of its own, all starting together; raises what any of them raised."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result() for future in [pool.submit(run, act) for act in acts]]


@pytest.fixture
def crowd() -> list[User]:
    return [make_user(f"voter{i}", reputation=100) for i in range(THREADS)]


@pytest.fixture
def answered() -> tuple[Question, list[Answer]]:
    question = ask(make_user("asker"))
    answers = [
        services.post_answer(actor=make_user(f"answerer{i}"), question=question, body=f"answer {i}") for i in range(3)
    ]
    return question, answers


def test_eight_people_vote_for_one_post_at_once(crowd: list[User], answered) -> None:
    question, _ = answered
    at_once([lambda user=user: services.vote(actor=user, post=question, value=1) for user in crowd])
    question.refresh_from_db()
    assert question.score == THREADS
    assert [str(wrong) for wrong in recount.check()] == [f"user {u.pk}: reputation is 100, should be 0" for u in crowd]


def test_one_person_clicks_eight_times_at_once(crowd: list[User], answered) -> None:
    question, _ = answered
    at_once([lambda: services.vote(actor=crowd[0], post=question, value=1)] * THREADS)
    question.refresh_from_db()
    assert (question.score, Vote.objects.count()) == (1, 1)
    assert User.objects.get(username="asker").reputation == 5


def test_voting_unvoting_and_accepting_at_random_leave_every_counter_exact(answered) -> None:
    question, answers = answered
    crowd = [make_user(f"v{i}", is_moderator=True) for i in range(THREADS)]
    posts = [question, *answers]

    def spree(seed: int) -> None:
        rng, user = random.Random(seed), crowd[seed]
        for _ in range(25):
            try:
                act = rng.choice(["vote", "vote", "accept", "unaccept", "edit"])
                if act == "vote":
                    services.vote(actor=user, post=rng.choice(posts), value=rng.choice([1, 0, -1]))
                elif act == "edit":
                    tags = rng.sample(["a1", "b2", "c3", "d4"], 2)
                    services.edit_question(
                        actor=user, question=question, title="训练变慢了", body=f"{rng.random()}", tags=tags
                    )
                else:
                    getattr(services, act)(actor=user, answer=rng.choice(answers))
            except Refused as refused:
                assert refused.code == "not_accepted"

    at_once([lambda seed=seed: spree(seed) for seed in range(THREADS)])
    assert [str(wrong) for wrong in recount.check()] == []
    assert Answer.objects.filter(is_accepted=True).count() <= 1


def test_two_people_who_vote_on_each_other_do_not_wait_in_a_ring(answered) -> None:
    """A changed vote pays two people and takes from two; whoever it is, people are locked in one order."""
    question, _ = answered
    first, second = (make_user(name, reputation=100) for name in ("first", "second"))
    by_first, by_second = (
        services.post_answer(actor=user, question=question, body=user.username) for user in (first, second)
    )
    for _ in range(15):
        services.vote(actor=first, post=by_second, value=1)
        services.vote(actor=second, post=by_first, value=0)
        at_once(
            [
                lambda: services.vote(actor=first, post=by_second, value=-1),
                lambda: services.vote(actor=second, post=by_first, value=-1),
            ]
        )


def test_switching_the_accepted_answer_while_its_people_vote_does_not_wait_in_a_ring(answered) -> None:
    question, answers = answered
    asker = question.author
    for round_ in range(15):
        at_once(
            [
                lambda i=round_: services.accept(actor=asker, answer=answers[i % 3]),
                lambda i=round_: services.vote(actor=answers[2].author, post=answers[0], value=1 - i % 2),
                lambda i=round_: services.vote(actor=answers[0].author, post=question, value=i % 2),
            ]
        )
    assert [str(wrong) for wrong in recount.check()] == []


def test_the_same_new_tag_at_once_is_one_tag_with_an_exact_count(crowd: list[User]) -> None:
    names = ["new-one", "new-two", "new-three"]
    at_once(
        [
            lambda i=i, user=user: ask(user, title=f"question number {i}", tags=tuple(names[i % 3 :] + names[: i % 3]))
            for i, user in enumerate(crowd)
        ]
    )
    assert sorted(Tag.objects.values_list("name", "question_count")) == [(name, THREADS) for name in sorted(names)]


def test_a_form_sent_eight_times_at_once_is_one_question(crowd: list[User]) -> None:
    asked = at_once([lambda: ask(crowd[0], title="only once please")] * THREADS)
    assert len({question.pk for question in asked}) == 1
    assert Question.objects.count() == 1


def test_answering_and_deleting_at_once_leaves_the_answer_count_exact(crowd: list[User], answered) -> None:
    question, answers = answered
    moderator = make_user("moderator", is_moderator=True)
    acts = [
        lambda user=user: services.post_answer(actor=user, question=question, body=f"by {user.pk}")
        for user in crowd[:5]
    ]
    acts += [lambda a=a: services.delete(actor=moderator, thing=a) for a in answers]
    at_once(acts)
    question.refresh_from_db()
    assert question.answer_count == 5


def test_a_transaction_that_commits_late_is_indexed(answered) -> None:
    """Its journal entry has a lower number than one that another transaction has committed meanwhile."""
    question, _ = answered
    late = Barrier(2)
    done = Barrier(2)

    def slow() -> None:
        with transaction.atomic():
            Question.objects.filter(pk=question.pk).update(title="晚提交的标题")
            SearchChange.objects.create(question_id=question.pk)
            late.wait()
            done.wait()

    def quick() -> None:
        late.wait()
        ask(make_user("quick"), title="早提交的标题")
        assert sync.behind() == 0
        done.wait()

    at_once([slow, quick])
    assert sync.behind() == 1
    sync.before_search()
    assert sync.behind() == 0
    assert index.reader.searcher().num_docs == 2


def test_writers_at_once_leave_an_index_that_has_everything(crowd: list[User]) -> None:
    at_once(
        [
            lambda user=user: [ask(user, title=f"question {user.pk} number {i}", body=f"{i}") for i in range(6)]
            for user in crowd
        ]
    )
    sync.before_search()
    assert sync.behind() == 0
    assert index.reader.searcher().num_docs == Question.objects.count() == THREADS * 6
