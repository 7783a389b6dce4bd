"""What every importer yields: plain records that know nothing of the database.

A parser turns a file into a stream of `QuestionRecord` and `Problem`; `writer` turns the stream into rows. Parsers are
pure and streaming: they never read the database and never hold a whole large file.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class CommentRecord:
    body: str
    user: str = ""
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """`body` is Markdown; `user` a display name or empty; `score` votes as a count; `created_at` aware or None."""

    body: str
    accepted: bool = False
    user: str = ""
    score: int = 0
    created_at: datetime | None = None
    comments: tuple[CommentRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionRecord:
    """One question with everything below it.

    `external_id` is stable between runs over the same source (never a running number over a folder that may grow).
    `lang` is `zh` or `en`. `where` says where the record stands, as `file:line`, for messages. `course` and `lesson`
    are names; both are empty for a question of no course.
    """

    external_id: str
    title: str
    body: str
    lang: str
    where: str
    tags: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    """Those of `rules.ENVIRONMENT_FIELDS` that are known."""
    user: str = ""
    score: int = 0
    created_at: datetime | None = None
    answers: tuple[AnswerRecord, ...] = ()
    comments: tuple[CommentRecord, ...] = field(default=())
    course: str = ""
    lesson: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """A record that cannot be read: where it stands (`file:line`) and one sentence that says what is wrong."""

    where: str
    message: str


Records = Iterator[QuestionRecord | Problem]
