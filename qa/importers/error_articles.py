"""Articles on errors: every paragraph is one passage and becomes one question with the passage as accepted answer.

A passage is never split and never left out: two passages on one theme, even with the same words, are two questions.
"""

from collections.abc import Iterator
from pathlib import Path

from qa import rules
from qa.text.language import guess_language

from .error_titles import has_symptom, names, products, title_of
from .records import AnswerRecord, QuestionRecord, Records
from .source import ImportSourceError, read_lines
from .text import Distinct, Fence, derived_tags, digest

_SOURCE_NOTE = "来源：报错与排查文章"
_SYMPTOM_TAG, _THEME_TAG = "报错排查", "使用经验"


def read(path: Path) -> Records:
    """Yield one question for every passage of `path`; passages are divided by blank lines."""
    lines = read_lines(path)
    if not any(line.strip() for line in lines):
        raise ImportSourceError(f"{path} holds no text.")
    return _records(path, lines)


def _records(path: Path, lines: list[str]) -> Records:
    keys, titles = Distinct(), Distinct("（{}）")
    for number, passage in _passages(lines):
        yield QuestionRecord(
            external_id=keys.of(f"error-articles/{path.stem}#{digest(passage)}"),
            title=titles.of(_title(passage)),
            body=_SOURCE_NOTE,
            lang=guess_language(passage),
            where=f"{path.name}:{number}",
            tags=_tags(passage),
            answers=(AnswerRecord(passage, accepted=True),),
        )


def _passages(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) of every paragraph; a blank line inside a code fence does not end one."""
    fence, start, passage = Fence(), 0, []
    for number, line in enumerate([*lines, ""], 1):
        if fence.takes(line) or line.strip():
            start = start if passage else number
            passage.append(line.rstrip())
        elif passage:
            yield start, "\n".join(passage).strip()
            passage = []
    if passage:
        yield start, "\n".join(passage).strip()


def _title(passage: str) -> str:
    """Return a title within the limits wherever the passage has a clause or at least a name that can be one."""
    title = title_of(passage)
    if len(title) > rules.TITLE_MAX:
        title = "、".join(names(passage)[:3]) or title
    return title if len(title) >= rules.TITLE_MIN else f"{_kind(passage)}：{title}"


def _kind(passage: str) -> str:
    return _SYMPTOM_TAG if has_symptom(passage) else _THEME_TAG


def _tags(passage: str) -> tuple[str, ...]:
    return derived_tags(_kind(passage), *products(passage))
