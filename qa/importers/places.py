"""Courses of imported questions: each question that has no place in its course yet is put behind the others."""

from collections.abc import Collection, Iterable, Iterator
from itertools import count

from django.db.models import Max

from qa.importers.records import QuestionRecord
from qa.models import Course, CoursePlace, ImportedRecord


def lock_courses(names: Iterable[str]) -> dict[str, Course]:
    """By name, locked in one order; those that are not there yet are made, behind the others."""
    last = Course.objects.aggregate(last=Max("position"))["last"] or 0
    for position, name in enumerate(sorted(names), last + 1):
        Course.objects.get_or_create(name=name, defaults={"position": position})
    return {course.name: course for course in Course.objects.select_for_update().filter(name__in=names).order_by("pk")}


def next_positions(courses: Collection[Course]) -> dict[int, Iterator[int]]:
    """Course → the numbers behind its last question."""
    ends = CoursePlace.objects.filter(course__in=courses).order_by().values_list("course").annotate(Max("position"))
    last = dict(ends)
    return {course.pk: count(last.get(course.pk, 0) + 1) for course in courses}


def keep(source: str, records: Iterable[QuestionRecord]) -> None:
    """Call inside a transaction, when the records are rows. A place that is there stays as it is."""
    wanted = {record.external_id: record for record in records if record.course}
    known = ImportedRecord.objects.filter(source=source, kind=ImportedRecord.Kind.QUESTION, external_id__in=wanted)
    questions = dict(known.filter(question__course_place=None).values_list("external_id", "question"))
    if not questions:
        return
    new = [record for name, record in wanted.items() if name in questions]
    courses = lock_courses({record.course for record in new})
    positions = next_positions(list(courses.values()))
    places = []
    for record in new:
        course = courses[record.course]
        place = CoursePlace(course=course, lesson=record.lesson, position=next(positions[course.pk]))
        place.question_id = questions[record.external_id]
        places.append(place)
    CoursePlace.objects.bulk_create(places)
