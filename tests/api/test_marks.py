"""follow/, bookmark/ and flag/: a person's own marks, for programs."""

from collections.abc import Callable

import pytest

from accounts.models import User
from qa.models import Answer, Bookmark, Flag, Follow, Question
from tests.api.shapes import problem

pytestmark = pytest.mark.django_db


def test_marks_are_set_and_taken_back(question: Question, answer: Answer, api: Callable, newcomer: User) -> None:
    client = api(newcomer)
    cases = [
        (f"questions/{question.pk}/follow/", Follow),
        (f"questions/{question.pk}/bookmark/", Bookmark),
        (f"answers/{answer.pk}/bookmark/", Bookmark),
        (f"questions/{question.pk}/flag/", Flag),
        (f"answers/{answer.pk}/flag/", Flag),
    ]
    for path, model in cases:
        for method, number in (("post", 1), ("post", 1), ("delete", 0), ("delete", 0)):
            response = getattr(client, method)(f"/api/v1/{path}", {"reason": "spam"})
            assert (response.status_code, response.content) == (204, b"")
            assert model.objects.filter(person=newcomer).count() == number


def test_a_flag_says_what_is_wrong(answer: Answer, api: Callable, newcomer: User, helper: User) -> None:
    path = f"/api/v1/answers/{answer.pk}/flag/"
    problem(api(newcomer).post(path, {}), 400, "required", "reason")
    problem(api(newcomer).post(path, {"reason": "boring"}), 400, "unknown", "reason")
    problem(api(newcomer).post(path, {"reason": "other"}), 400, "too_short", "text")
    problem(api(helper).post(path, {"reason": "spam"}), 403, "own_post")
    assert api(newcomer).post(path, {"reason": "other", "text": "抄来的"}).status_code == 204
    assert (Flag.objects.get().reason, Flag.objects.get().text) == ("other", "抄来的")


def test_nobody_marks_in_anothers_name(question: Question, api: Callable, newcomer: User, helper: User) -> None:
    api(newcomer).post(f"/api/v1/questions/{question.pk}/follow/", {"person": helper.pk})
    assert Follow.objects.get().person == newcomer


def test_what_cannot_be_seen_cannot_be_marked(api: Callable, newcomer: User) -> None:
    for path in ("questions/99/follow/", "questions/99/bookmark/", "answers/99/flag/"):
        problem(api(newcomer).post(f"/api/v1/{path}", {"reason": "spam"}), 404)
