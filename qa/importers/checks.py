"""The limits of `qa.rules` and the settings, applied to a record. One that breaks them is reported whole, never cut."""

import re
from collections.abc import Iterator

from django.utils import translation

from qa import environment, rules
from qa.text.tags import TagError, normalise_tag

from .records import AnswerRecord, CommentRecord, Problem, QuestionRecord

EXTERNAL_ID_MAX = 255
NAME_MAX = 100
SCORE_MAX = 1_000_000_000

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def checked(record: QuestionRecord) -> QuestionRecord | Problem:
    """Return `record` when it fits all limits, else a `Problem` that names the first field that does not."""
    fault = next(_faults(record), None)
    return record if fault is None else Problem(record.where, fault)


def _faults(record: QuestionRecord) -> Iterator[str]:
    yield from _text("external_id", record.external_id, 1, EXTERNAL_ID_MAX)
    yield from _text("title", record.title, rules.TITLE_MIN, rules.TITLE_MAX)
    # An imported question may be its title alone, so the lower limit for a typed body does not hold here.
    yield from _text("body", record.body, 0, rules.BODY_MAX)
    yield from _text("user", record.user, 0, NAME_MAX)
    yield from _score("score", record.score)
    yield from _tags(record.tags)
    yield from _environment(record.environment)
    yield from _place(record.course, record.lesson)
    yield from _comments("comments", record.comments)
    yield from _answers(record.answers)


def _answers(answers: tuple[AnswerRecord, ...]) -> Iterator[str]:
    for index, answer in enumerate(answers):
        at = f"answers[{index}]"
        yield from _text(f"{at}.body", answer.body, rules.BODY_MIN, rules.BODY_MAX)
        yield from _text(f"{at}.user", answer.user, 0, NAME_MAX)
        yield from _score(f"{at}.score", answer.score)
        yield from _comments(f"{at}.comments", answer.comments)
    if sum(answer.accepted for answer in answers) > 1:
        yield "answers: more than one answer is marked as accepted."


def _comments(at: str, comments: tuple[CommentRecord, ...]) -> Iterator[str]:
    for index, comment in enumerate(comments):
        yield from _text(f"{at}[{index}].body", comment.body, rules.COMMENT_MIN, rules.COMMENT_MAX)
        yield from _text(f"{at}[{index}].user", comment.user, 0, NAME_MAX)


def _tags(tags: tuple[str, ...]) -> Iterator[str]:
    if len(tags) > rules.TAGS_MAX:
        yield f"tags: there are {len(tags)} tags, at most {rules.TAGS_MAX} are allowed."
    for index, tag in enumerate(tags):
        try:
            normalise_tag(tag)
        except TagError as error:
            yield f"tags[{index}]: {error}"


def _environment(given: dict[str, str]) -> Iterator[str]:
    for name, value in given.items():
        if environment.accepted(name, value) is None:
            with translation.override("en"):
                yield f"environment.{name}: {environment.wanted(name)}"


def _place(course: str, lesson: str) -> Iterator[str]:
    yield from _text("course", course, 0, rules.COURSE_MAX)
    yield from _text("lesson", lesson, 0, rules.LESSON_MAX)
    if lesson and not course:
        yield "lesson: it is given without a course."


def _text(field: str, value: str, low: int, high: int) -> Iterator[str]:
    if found := _UNSTORABLE.search(value):
        yield f"{field}: the text holds U+{ord(found[0]):04X}, which cannot be stored."
    length, filled = len(value), len(value.strip())
    if low and not filled:
        yield f"{field}: the text is empty."
    elif filled < low:
        yield f"{field}: the text has {filled} characters, at least {low} are needed."
    if length > high:
        yield f"{field}: the text has {length} characters, at most {high} are allowed."


def _score(field: str, value: int) -> Iterator[str]:
    if abs(value) > SCORE_MAX:
        yield f"{field}: the number is not between -{SCORE_MAX} and {SCORE_MAX}."
