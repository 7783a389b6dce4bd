"""Course questions and answers: a `Q：` line opens a question, the lines up to the next one are its answer.

Section lines end the item above them. `第六课QA` tags the questions below it; `全程回顾2：精选问答` names where they
come from; either is their lesson in the course, which is called as the file. What stands before the first question of
a section belongs to no answer.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from qa import rules
from qa.text.language import guess_language

from .records import AnswerRecord, QuestionRecord, Records
from .source import ImportSourceError, read_lines
from .text import Distinct, Fence, collapse, derived_tags, digest, paragraphs, title_and_rest

_QUESTION = re.compile(r"^\s*[QＱ]\d{0,3}\s*[:：]\s*(?P<text>.*)$")
_ANSWER_MARK = re.compile(r"^\s*[AＡ]\d{0,3}\s*[:：]\s*")
_LESSON = re.compile(
    r"^\W*(?P<name>第[一二三四五六七八九十百\d]+[课讲章期])\s*(?:Q\s*&?\s*A|问答|答疑)?\W*$", re.IGNORECASE
)
_RECAP = re.compile(r"^\W*全程回顾\s*\d*\s*[:：]\s*(?P<name>\S.*)$")

_DEFAULT_SECTION = "课程问答"


@dataclass(slots=True)
class _Item:
    """One question line with the lines below it, and the headings it stands under."""

    line: int
    question: str
    recap: str
    lesson: str
    answer: list[str] = field(default_factory=list)


def read(path: Path) -> Records:
    """Yield the questions of the course document at `path`, each with its answer as the accepted one if it has any."""
    lines = read_lines(path)
    if not any(_QUESTION.match(line) for line in lines):
        raise ImportSourceError(f"{path} has no line that starts with `Q：`, so it is no list of course questions.")
    return _records(path, lines)


def _records(path: Path, lines: list[str]) -> Records:
    keys = Distinct()
    for item in _items(lines):
        yield _record(path, item, keys)


def _items(lines: list[str]) -> Iterator[_Item]:
    fence, item, recap, lesson = Fence(), None, "", ""
    for number, line in enumerate(lines, 1):
        is_code = fence.takes(line)
        question, heading = (None, None) if is_code else (_QUESTION.match(line), _heading(line))
        if question or heading:
            if item:
                yield item
            item = None
        if question:
            item = _Item(number, collapse(question["text"]), recap, lesson)
        elif heading:
            recap, lesson = heading if heading[0] else (recap, heading[1])
        elif item:
            item.answer.append(line)
    if item:
        yield item


def _heading(line: str) -> tuple[str, str] | None:
    """Return (recap, lesson) of a section line, one of them empty; None for any other line."""
    if recap := _RECAP.match(line):
        return collapse(recap["name"]), ""
    if lesson := _LESSON.match(line):
        return "", lesson["name"]
    return None


def _record(path: Path, item: _Item, keys: Distinct) -> QuestionRecord:
    title, rest = _title(item)
    answer = _answer(item.answer)
    return QuestionRecord(
        external_id=keys.of(f"course-qa/{path.stem}#{digest(item.question)}"),
        title=title,
        body="\n\n".join(part for part in (rest, _source_note(item)) if part),
        lang=guess_language(f"{title}\n{answer}"),
        where=f"{path.name}:{item.line}",
        tags=derived_tags(item.recap or _DEFAULT_SECTION, item.lesson),
        answers=(AnswerRecord(answer, accepted=True),) if answer else (),
        course=path.stem[: rules.COURSE_MAX],
        lesson=(item.lesson or item.recap)[: rules.LESSON_MAX],
    )


def _answer(lines: list[str]) -> str:
    body = paragraphs(lines)
    return _ANSWER_MARK.sub("", body, count=1)


def _source_note(item: _Item) -> str:
    section = f"课程{item.recap}" if item.recap else _DEFAULT_SECTION
    return f"来源：{section}" + (f"，{item.lesson}" if item.lesson else "")


def _title(item: _Item) -> tuple[str, str]:
    """Return the title and, where the question is too long for one, the whole question for the body."""
    question = item.question
    if question and len(question) < rules.TITLE_MIN:
        return f"{item.lesson or item.recap or _DEFAULT_SECTION}：{question}", ""
    return title_and_rest(question, rules.TITLE_MAX)
