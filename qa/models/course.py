"""Courses: the questions of a course in their lessons, and how far a learner has come."""

from collections.abc import Iterable
from typing import Self

from django.db import models
from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from qa import rules
from qa.models.post import Reader
from qa.models.question import Question
from qa.text import slugs


class CourseQuerySet(models.QuerySet):
    def listed_for(self, user: Reader) -> Self:
        """Courses in the order of their numbers, with how many questions each has (`total`) in the reader's lists."""
        seen = Q(places__question__in=Question.objects.listed_for(user))
        counted = self.annotate(total=Count("places", filter=seen))
        return counted.filter(total__gt=0).order_by("position", "pk")


class Course(models.Model):
    name = models.CharField(_("name"), max_length=rules.COURSE_MAX, unique=True)
    position = models.PositiveIntegerField(default=0, help_text=_("Its place among the courses."))

    objects = CourseQuerySet.as_manager()

    class Meta:
        verbose_name = _("course")
        verbose_name_plural = _("courses")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("course", args=[self.pk, self.slug])

    @property
    def slug(self) -> str:
        return slugs.slugify(self.name)


class CoursePlaceQuerySet(models.QuerySet):
    def rows_for(self, user: Reader) -> Self:
        """In the course's order, with the course and what a row shows of the question; 1 query."""
        seen = self.filter(question__in=Question.objects.listed_for(user)).select_related("course", "question")
        shown = ("title", "lang", "answer_count", "accepted_answer")
        return seen.only("course", "lesson", "position", *(f"question__{name}" for name in shown)).order_by("position")

    def of_the_course_of(self, question: Question) -> Self:
        """The places of the whole course that this question is in; none when it is in no course."""
        return self.filter(course__places__question=question)


class CoursePlace(models.Model):
    """Where a question stands in a course. `lesson` is a heading; empty for a course without lessons."""

    question = models.OneToOneField("qa.Question", models.CASCADE, related_name="course_place")
    course = models.ForeignKey(Course, models.CASCADE, related_name="places", db_index=False)
    lesson = models.CharField(_("lesson"), max_length=rules.LESSON_MAX, blank=True)
    position = models.PositiveIntegerField()

    objects = CoursePlaceQuerySet.as_manager()

    class Meta:
        constraints = [
            # Also the index of the course page: the questions of a course in their order.
            models.UniqueConstraint(fields=["course", "position"], name="one_question_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.course_id}.{self.position} → #{self.question_id}"


class ProgressQuerySet(models.QuerySet):
    def of(self, person: Reader, questions: Iterable[Question]) -> dict[int, "Progress"]:
        """This reader's progress by question; no query for a stranger."""
        if not person.is_authenticated:
            return {}
        return {row.question_id: row for row in self.filter(person=person, question__in=questions)}

    def counted_by_course(self, person: Reader) -> dict[int, tuple[int, int]]:
        """Course → how many of its questions this reader has read and has solved; no query for a stranger."""
        if not person.is_authenticated:
            return {}
        mine = self.filter(person=person, question__in=Question.objects.listed_for(person))
        counted = mine.values("question__course_place__course").annotate(read=Count("pk"), solved=Count("solved_at"))
        rows = counted.values_list("question__course_place__course", "read", "solved").order_by()
        return {course: (read, solved) for course, read, solved in rows}


class Progress(models.Model):
    """That a learner has read a question of a course; `solved_at` says since when they can do it themselves."""

    person = models.ForeignKey(User, models.CASCADE, related_name="progress", db_index=False)
    question = models.ForeignKey("qa.Question", models.CASCADE, related_name="progress", db_index=False)
    read_at = models.DateTimeField(auto_now_add=True)
    solved_at = models.DateTimeField(null=True, blank=True)

    objects = ProgressQuerySet.as_manager()

    class Meta:
        constraints = [
            # Also the look-up of a reader's progress in a course.
            models.UniqueConstraint(fields=["person", "question"], name="progress_once_a_question"),
        ]
        indexes = [
            # Deleting a question for good.
            models.Index(fields=["question"], name="progress_of_question"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} → #{self.question_id}"
