"""Progress in courses and the last look: only the state afterwards counts, and each is one's own."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import services as account_services
from accounts.models import User
from qa import services
from qa.models import LastLook, Progress, Question
from qa.services.looks import look_at_home
from tests.factories import in_course

pytestmark = pytest.mark.django_db


@pytest.fixture
def lesson(question: Question) -> Question:
    return in_course(question)


def test_reading_twice_is_reading_once(lesson: Question, newcomer: User, trusted: User) -> None:
    for actor in (newcomer, newcomer, trusted):
        services.mark_read(actor=actor, question=lesson)
    assert Progress.objects.filter(person=newcomer).count() == 1
    for _ in range(2):
        services.unmark_read(actor=newcomer, question=lesson)
    assert Progress.objects.get().person == trusted


def test_what_is_solved_is_read_and_the_first_moment_stays(lesson: Question, newcomer: User) -> None:
    services.mark_solved(actor=newcomer, question=lesson)
    first = Progress.objects.get().solved_at
    services.mark_read(actor=newcomer, question=lesson)
    services.mark_solved(actor=newcomer, question=lesson)
    assert Progress.objects.get().solved_at == first is not None


def test_what_is_solved_no_longer_stays_read_and_what_is_unread_is_unsolved(lesson: Question, newcomer: User) -> None:
    services.mark_solved(actor=newcomer, question=lesson)
    for _ in range(2):
        services.unmark_solved(actor=newcomer, question=lesson)
        assert Progress.objects.get().solved_at is None
    services.mark_solved(actor=newcomer, question=lesson)
    services.unmark_read(actor=newcomer, question=lesson)
    services.unmark_solved(actor=newcomer, question=lesson)
    assert not Progress.objects.exists()


def test_a_later_look_stays(newcomer: User, trusted: User) -> None:
    now = timezone.now()
    for minutes in (0, 5, 3):
        look_at_home(actor=newcomer, until=now + timedelta(minutes=minutes))
    look_at_home(actor=trusted, until=now)
    assert LastLook.objects.get(person=newcomer).at == now + timedelta(minutes=5)
    assert LastLook.objects.get(person=trusted).at == now


def test_progress_and_look_go_with_the_account(lesson: Question, newcomer: User, trusted: User) -> None:
    for actor in (newcomer, trusted):
        services.mark_read(actor=actor, question=lesson)
        look_at_home(actor=actor, until=timezone.now())
    account_services.close_account(user=newcomer)
    assert Progress.objects.get().person == LastLook.objects.get().person == trusted
