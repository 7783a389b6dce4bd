"""Courses: their questions in lessons, and how far a learner has come."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from qa import services
from qa.models import Course, CoursePlace, Progress, Question
from qa.models.post import Reader
from qa.web.access import visible

ACTS = {
    "read": services.mark_read,
    "unread": services.unmark_read,
    "solved": services.mark_solved,
    "unsolved": services.unmark_solved,
}
FROM_COURSE = "?from=course"
"""Behind the address of a button on the page of a course."""


@dataclass(frozen=True, slots=True)
class Step:
    """A question at its place in a course, and the reader's progress with it."""

    place: CoursePlace
    progress: Progress | None = None

    @property
    def question(self) -> Question:
        return self.place.question

    @property
    def key(self) -> str:
        """What tells its buttons apart from those of the other questions."""
        return f"q{self.place.question_id}"

    @property
    def is_read(self) -> bool:
        return self.progress is not None

    @property
    def is_solved(self) -> bool:
        return self.is_read and self.progress.solved_at is not None


@dataclass(frozen=True, slots=True)
class Part:
    """A lesson or a whole course, in numbers."""

    steps: list[Step]

    @property
    def total(self) -> int:
        return len(self.steps)

    @property
    def read(self) -> int:
        return sum(step.is_read for step in self.steps)

    @property
    def solved(self) -> int:
        return sum(step.is_solved for step in self.steps)


@dataclass(frozen=True, slots=True)
class Lesson(Part):
    """`number` tells the lessons of a page apart; `name` may be empty."""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Outline(Part):
    """A course in its lessons; `steps` are its questions in the order in which they are read."""

    course: Course
    lessons: list[Lesson] = field(default_factory=list)

    @property
    def has_begun(self) -> bool:
        return self.read > 0

    @property
    def next_step(self) -> Step | None:
        """Where a learner goes on: the first unread one behind that read last, else the first unread one."""
        read = [at for at, step in enumerate(self.steps) if step.is_read]
        last = max(read, key=lambda at: self.steps[at].progress.read_at, default=-1)
        return next((step for step in self.steps[last + 1 :] + self.steps if not step.is_read), None)

    def around(self, question: Question) -> dict[str, object] | None:
        """What the page of a question says of its place; None when the reader finds it in no list."""
        at = next((at for at, step in enumerate(self.steps) if step.question == question), None)
        if at is None:
            return None
        step = self.steps[at]
        return {
            "outline": self,
            "step": step,
            "origin": "",
            "lesson": next(lesson for lesson in self.lessons if step in lesson.steps),
            "number": at + 1,
            "previous": self.steps[at - 1] if at else None,
            "next": self.steps[at + 1] if at + 1 < self.total else None,
        }


def outline(places: Iterable[CoursePlace], progress: dict[int, Progress]) -> Outline | None:
    """The places of one course in lessons, each lesson where its first question stands; None without places."""
    by_name: dict[str, list[Step]] = {}
    for place in places:
        by_name.setdefault(place.lesson, []).append(Step(place, progress.get(place.question_id)))
    if not by_name:
        return None
    lessons = [Lesson(steps, name, number) for number, (name, steps) in enumerate(by_name.items(), 1)]
    steps = list(chain.from_iterable(by_name.values()))
    return Outline(steps, steps[0].place.course, lessons)


def outline_for(reader: Reader, places: Iterable[CoursePlace]) -> Outline | None:
    """With the reader's progress in the whole course; 2 queries, 1 for a stranger."""
    places = list(places)
    return outline(places, Progress.objects.of(reader, [place.question for place in places]))


def place_of(reader: Reader, question: Question) -> dict[str, object] | None:
    """Course, lesson, neighbours and progress, for the page of a question; None when it is in no course.

    1 query when it is in one, 1 more for a reader who is signed in.
    """
    if not hasattr(question, "course_place"):
        return None
    places = CoursePlace.objects.of_the_course_of(question).rows_for(reader)
    found = outline(places, Progress.objects.of(reader, [question]))
    return found and found.around(question)


def courses(request: HttpRequest) -> HttpResponse:
    """Queries: session, person; courses; progress."""
    counted = Progress.objects.counted_by_course(request.user)
    rows = list(Course.objects.listed_for(request.user))
    for row in rows:
        row.read, row.solved = counted.get(row.pk, (0, 0))
    return render(request, "qa/courses.html", {"courses": rows})


def course(request: HttpRequest, pk: int, slug: str = "") -> HttpResponse:
    """Queries: session, person; course; places; progress."""
    found = get_object_or_404(Course, pk=pk)
    if slug != found.slug:
        return redirect(found)
    shown = outline_for(request.user, found.places.rows_for(request.user))
    return render(request, "qa/course.html", {"course": found, "outline": shown, "origin": FROM_COURSE})


@require_POST
def mark(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """A step forward or back: to htmx what changed, to others the page on which the button stands."""
    question = get_object_or_404(visible("question", request.user), pk=pk)
    ACTS[act](actor=request.user, question=question)
    found = outline_for(request.user, CoursePlace.objects.of_the_course_of(question).rows_for(request.user))
    around = found and found.around(question)
    origin = FROM_COURSE if request.GET.get("from") == "course" else ""
    if around is None or not (request.htmx or origin):
        return redirect(question)
    if not request.htmx:
        return redirect(f"{found.course.get_absolute_url()}#step-{pk}")
    context = {**around, "origin": origin, "pressed": act.removeprefix("un")}
    return render(request, "qa/includes/learnt.html", context)
