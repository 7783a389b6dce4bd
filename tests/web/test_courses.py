"""Courses: lessons in order, a learner's progress, and the way through from question to question."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from qa import services
from qa.models import Answer, Course, Progress, Question
from tests.factories import ask, in_course, make_user

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def lessons(author: User) -> list[Question]:
    """Two lessons; the fourth question belongs to the first again."""
    names = ["第一课", "第一课", "第二课", "第一课"]
    return [in_course(ask(author, title=f"题目 {n}"), lesson=name) for n, name in enumerate(names)]


@pytest.fixture
def course(lessons: list[Question]) -> Course:
    return Course.objects.get()


def titles(text: str) -> list[str]:
    return re.findall(r"<h3[^>]*><a[^>]*>(.+?)</a>", text)


def test_a_course_shows_its_lessons_in_order(course: Course, client: Client) -> None:
    text = client.get(course.get_absolute_url()).text
    assert titles(text) == ["题目 0", "题目 1", "题目 3", "题目 2"]
    assert text.index('<h2 id="lesson-1"><bdi>第一课') < text.index('<h2 id="lesson-2"><bdi>第二课')
    assert 'href="#lesson-2"' in text


def test_a_question_without_a_lesson_is_among_the_others(client: Client, question: Question) -> None:
    in_course(question, lesson="")
    assert "Other questions" in client.get(Course.objects.get().get_absolute_url()).text


def test_what_is_solved_here_is_marked(course: Course, lessons: list[Question], client: Client, author: User) -> None:
    answer = services.post_answer(actor=make_user("someone"), question=lessons[1], body="这样")
    services.accept(actor=author, answer=answer)
    rows = re.split(r'<li id="step-', client.get(course.get_absolute_url()).text)[1:]
    assert [('title="solved"' in row) for row in rows] == [False, True, False, False]


def test_another_slug_leads_to_the_right_one(course: Course, client: Client) -> None:
    for address in (f"/courses/{course.pk}", f"/courses/{course.pk}/x"):
        assert client.get(address).url == course.get_absolute_url()
    assert client.get(f"/courses/{course.pk + 1}/x").status_code == 404


def test_a_stranger_is_told_that_signing_in_keeps_progress(course: Course, client: Client) -> None:
    for address in ("/courses", course.get_absolute_url()):
        text = client.get(address).text
        assert "Sign in, and this page remembers" in text
        assert "<progress" not in text
        assert "/read" not in text


def test_deleted_questions_are_in_no_course(
    course: Course, lessons: list[Question], as_user: Callable[..., Client], author: User
) -> None:
    services.delete(actor=author, thing=lessons[0])
    client = as_user(author)
    assert "题目 0" not in client.get(course.get_absolute_url()).text
    assert "0 of 3 read" in client.get("/courses").text
    for question in lessons[1:]:
        services.delete(actor=author, thing=question)
    assert "No question of this course" in client.get(course.get_absolute_url()).text
    assert "There is no course" in client.get("/courses").text
    assert "course-place" not in client.get(lessons[0].get_absolute_url()).text


def test_progress_is_counted_for_the_reader_alone(
    course: Course, lessons: list[Question], as_user: Callable[..., Client], newcomer: User, trusted: User
) -> None:
    services.mark_read(actor=newcomer, question=lessons[0])
    services.mark_solved(actor=newcomer, question=lessons[2])
    services.mark_read(actor=trusted, question=lessons[1])
    client = as_user(newcomer)
    for address in ("/courses", course.get_absolute_url()):
        text = client.get(address).text
        assert '<progress max="4" value="2"' in text
        assert "2 of 4 read, 1 understood" in text
    assert len(re.findall(r"-button\" class=\"act\" aria-pressed=\"true", text)) == 3


@pytest.mark.parametrize(
    ("read", "said", "goes_on"),
    [
        ([], "Begin with the first question", 0),
        ([0], "Continue where you stopped", 1),
        ([0, 1], "Continue where you stopped", 3),
        ([1, 2], "Continue where you stopped", 0),
        ([2, 1], "Continue where you stopped", 3),
    ],
)
def test_a_learner_goes_on_behind_what_was_read_last(
    course: Course,
    lessons: list[Question],
    as_user: Callable[..., Client],
    newcomer: User,
    read: list[int],
    said: str,
    goes_on: int,
) -> None:
    for at in read:
        services.mark_read(actor=newcomer, question=lessons[at])
    text = as_user(newcomer).get(course.get_absolute_url()).text
    assert re.search(rf'href="{lessons[goes_on].get_absolute_url()}">\s+{said}', text)


def test_who_has_read_everything_is_told_so(
    course: Course, lessons: list[Question], as_user: Callable[..., Client], newcomer: User
) -> None:
    for question in lessons:
        services.mark_read(actor=newcomer, question=question)
    text = as_user(newcomer).get(course.get_absolute_url()).text
    assert "You have read everything here." in text
    assert "Continue" not in text


def test_a_toggle_leads_back_to_where_it_stands(
    course: Course, lessons: list[Question], as_user: Callable[..., Client], newcomer: User
) -> None:
    client, question = as_user(newcomer), lessons[1]
    here = f"{course.get_absolute_url()}#step-{question.pk}"
    assert client.post(f"/q/{question.pk}/solved?from=course").url == here
    assert Progress.objects.get().solved_at
    assert client.post(f"/q/{question.pk}/solved/remove").url == question.get_absolute_url()
    assert Progress.objects.get().solved_at is None
    client.post(f"/q/{question.pk}/read/remove?from=course")
    assert not Progress.objects.exists()


def test_a_toggle_answers_htmx_with_what_changed(
    lessons: list[Question], as_user: Callable[..., Client], newcomer: User
) -> None:
    client, key = as_user(newcomer), lessons[3].pk
    text = client.post(f"/q/{key}/solved?from=course", headers=HTMX).text
    for part in (f'id="solved-q{key}"', f'id="read-q{key}"', 'id="course-progress"', 'id="lesson-count-1"'):
        assert part in text
    assert text.count('aria-pressed="true"') == 2
    assert "1 of 4 read, 1 understood" in text
    assert ">1/3<" in text
    assert f"/q/{key}/read/remove?from=course" in text
    text = client.post(f"/q/{key}/read/remove", headers=HTMX).text
    assert text.count('aria-pressed="false"') == 2
    assert "course-progress" not in text
    assert "from=course" not in text


def test_a_strangers_toggle_asks_for_an_account(lessons: list[Question], client: Client) -> None:
    assert client.post(f"/q/{lessons[0].pk}/read").url.startswith("/accounts/login/")
    assert not Progress.objects.exists()


def test_a_question_page_says_where_it_stands(lessons: list[Question], client: Client) -> None:
    text = client.get(lessons[3].get_absolute_url()).text
    place = text[text.index('class="course-place"') : text.index("</nav>", text.index('class="course-place"'))]
    assert "3 of 4" in place
    assert f'rel="prev" href="{lessons[1].get_absolute_url()}"' in place
    assert f'rel="next" href="{lessons[2].get_absolute_url()}"' in place
    assert "#lesson-1" in place
    assert "<form" not in place


def test_the_ends_of_a_course_lead_one_way(lessons: list[Question], client: Client) -> None:
    first, last = (client.get(lessons[at].get_absolute_url()).text for at in (0, 2))
    assert ('rel="prev"' in first, 'rel="next"' in first) == (False, True)
    assert ('rel="prev"' in last, 'rel="next"' in last) == (True, False)


def test_a_question_of_no_course_says_nothing(question: Question, client: Client) -> None:
    assert "course-place" not in client.get(question.get_absolute_url()).text


def test_a_kept_page_shows_nobody_elses_progress(
    lessons: list[Question], as_user: Callable[..., Client], newcomer: User, trusted: User
) -> None:
    address, newcomers, others = lessons[0].get_absolute_url(), Client(), Client()
    newcomers.force_login(newcomer)
    others.force_login(trusted)
    pressed = re.compile(r'id="read-q\d+-button" class="act" aria-pressed="(\w+)"')
    seen = [pressed.findall(client.get(address).text) for client in (newcomers, others)]
    services.mark_read(actor=newcomer, question=lessons[0])
    seen += [pressed.findall(client.get(address).text) for client in (newcomers, others)]
    assert seen == [["false"], ["false"], ["true"], ["false"]]


def test_courses_cost_the_same_for_few_and_for_many(
    as_user: Callable[..., Client], newcomer: User, author: User
) -> None:
    client, costs = as_user(newcomer), []
    for number in (3, 12):
        for n in range(number):
            question = in_course(ask(author, title=f"题目 {number} {n}"), course=f"课 {n % 3}", lesson=f"章 {n % 2}")
            services.mark_read(actor=newcomer, question=question)
        for address in ("/courses", Course.objects.first().get_absolute_url(), question.get_absolute_url()):
            client.get(address)
            with CaptureQueriesContext(connection) as asked:
                assert client.get(address).status_code == 200
            costs.append(len(asked))
        with CaptureQueriesContext(connection) as asked:
            client.post(f"/q/{question.pk}/read", headers=HTMX)
        costs.append(len(asked))
    assert costs[:2] == [4, 5]
    assert costs[:4] == costs[4:]


def test_an_answer_that_cannot_be_saved_keeps_the_place(
    lessons: list[Question], answer: Answer, as_user: Callable[..., Client], newcomer: User
) -> None:
    page = as_user(newcomer).post(f"/q/{lessons[0].pk}/answer", {"body": " "})
    assert "course-place" in page.text
