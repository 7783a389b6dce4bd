"""Following, bookmarks, flags: only the state afterwards counts, and each is one's own."""

import pytest

from accounts import services as account_services
from accounts.models import User
from qa import services
from qa.errors import Invalid
from qa.models import Answer, Bookmark, Flag, FlagReason, Follow, Question, Tag
from qa.models.marks import Marks, marks_of

pytestmark = pytest.mark.django_db


def test_following_twice_is_following_once(question: Question, newcomer: User, trusted: User) -> None:
    for thing in (question, Tag.objects.get(name="dataset")):
        for actor in (newcomer, newcomer, trusted):
            services.follow(actor=actor, thing=thing)
        assert Follow.objects.of(newcomer, thing).count() == 1
        for _ in range(2):
            services.unfollow(actor=newcomer, thing=thing)
        assert not Follow.objects.of(newcomer, thing).exists()
        assert Follow.objects.of(trusted, thing).exists()


def test_bookmarking_twice_is_bookmarking_once(
    question: Question, answer: Answer, newcomer: User, trusted: User
) -> None:
    for post in (question, answer):
        for actor in (newcomer, newcomer, trusted):
            services.bookmark(actor=actor, post=post)
        assert Bookmark.objects.on(post).count() == 2
        for _ in range(2):
            services.remove_bookmark(actor=newcomer, post=post)
        assert Bookmark.objects.on(post).get().person == trusted


def test_a_second_flag_takes_the_place_of_the_first(question: Question, newcomer: User, trusted: User) -> None:
    services.flag(actor=trusted, post=question, reason="spam")
    services.flag(actor=newcomer, post=question, reason="spam")
    flag = services.flag(actor=newcomer, post=question, reason="other", text="  抄来  的\n")
    assert (flag.reason, flag.text) == ("other", "抄来 的")
    assert Flag.objects.filter(person=newcomer).count() == 1
    services.withdraw_flag(actor=newcomer, post=question)
    assert Flag.objects.get().person == trusted


def test_a_flag_that_was_decided_on_stays_and_another_may_follow(question: Question, newcomer: User) -> None:
    services.flag(actor=newcomer, post=question, reason="spam")
    Flag.objects.update(resolved_at=question.created_at)
    services.withdraw_flag(actor=newcomer, post=question)
    assert Flag.objects.count() == 1
    services.flag(actor=newcomer, post=question, reason="rude")
    assert Flag.objects.open().get().reason == FlagReason.RUDE


@pytest.mark.parametrize(
    ("reason", "text", "field"),
    [
        ("", "", "reason"),
        ("boring", "", "reason"),
        ("other", "", "text"),
        ("other", " \x00 ", "text"),
        ("spam", "x" * 301, "text"),
        ("spam", "\ud800", "text"),
    ],
)
def test_a_flag_that_says_nothing_is_refused(
    question: Question, newcomer: User, reason: str, text: str, field: str
) -> None:
    with pytest.raises(Invalid) as refused:
        services.flag(actor=newcomer, post=question, reason=reason, text=text)
    assert refused.value.field == field
    assert not Flag.objects.exists()


def test_all_marks_of_a_reader_come_in_one_query(
    question: Question, answer: Answer, newcomer: User, trusted: User, django_assert_num_queries
) -> None:
    services.vote(actor=trusted, post=answer, value=-1)
    services.vote(actor=newcomer, post=question, value=1)
    services.follow(actor=newcomer, thing=question)
    services.follow(actor=newcomer, thing=Tag.objects.get(name="dataset"))
    services.bookmark(actor=newcomer, post=answer)
    services.flag(actor=newcomer, post=answer, reason="spam")
    with django_assert_num_queries(1):
        marks = marks_of(newcomer, [question, answer])
    assert marks["question", question.pk] == Marks(vote=1, is_followed=True)
    assert marks["answer", answer.pk] == Marks(is_bookmarked=True, is_flagged=True)
    assert marks_of(trusted, [question, answer])["answer", answer.pk] == Marks(vote=-1)


def test_what_a_person_followed_and_kept_goes_with_them(question: Question, newcomer: User, trusted: User) -> None:
    for actor in (newcomer, trusted):
        services.follow(actor=actor, thing=question)
        services.bookmark(actor=actor, post=question)
    account_services.close_account(user=newcomer)
    assert Follow.objects.get().person == trusted
    assert Bookmark.objects.get().person == trusted
