"""A corpus as rows of an empty SQLite database, faster than an import and in bounded memory.

The importer checks, renders and compares every record, some 300 a second. Here records that are known to be right are
written by `bulk_create` under ids given out beforehand, two to three times as many. What a look-up or the index reads
is as an import leaves it: authors, questions, answers, tags, signatures of errors. What neither reads (comments,
revisions) is left out, and the HTML is the escaped text. Sentence vectors are the stand-in's, for each aspect that a
question has.
"""

import html
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from accounts.models import User
from bench import TOOLS
from bench.stand_in import StandIn
from qa.importers.writer import batches
from qa.models import Answer, Aspect, ErrorSignature, ImportedRecord, Question, QuestionTag, QuestionVector, Tag
from qa.search import encoding, signing
from qa.search.vectors import quantised
from qa.services.tagging import new_tag, tagging

BATCH = 1_000
SOURCE = "bench"


def records(size: int) -> Iterator[Mapping]:
    """Questions in the form of the jsonl import, as make_corpus.py prints them."""
    command = [sys.executable, str(TOOLS / "make_corpus.py"), str(size)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as made:
        yield from map(json.loads, made.stdout)
    if made.returncode:
        raise subprocess.CalledProcessError(made.returncode, command)


def post_fields(record: Mapping, created_at: datetime, author: int | None) -> dict[str, object]:
    """What a question and an answer have alike."""
    body, score = record["body"], record.get("score", 0)
    return {
        "author_id": author,
        "body": body,
        "html": f"<p>{html.escape(body)}</p>",
        "created_at": created_at,
        "score": score,
        "imported_score": score,
    }


@dataclass
class Filler:
    """Writes batch after batch; knows by name the authors and tags that it has made, and which ids are used."""

    authors: dict[str, int] = field(default_factory=dict)
    tags: dict[str, Tag] = field(default_factory=dict)
    uses: Counter[str] = field(default_factory=Counter)
    questions: int = 0
    answers: int = 0

    @transaction.atomic
    def write(self, some: list[Mapping]) -> None:
        self.make_authors(some)
        self.make_tags(some)
        posts = [self.posts(record) for record in some]
        questions = [question for question, _ in posts]
        answers = [answer for _, own in posts for answer in own]
        Question.objects.bulk_create(questions)
        Answer.objects.bulk_create(answers)
        pairs = list(zip(questions, some, strict=True))
        QuestionTag.objects.bulk_create(
            [tagging(question, self.tags[name]) for question, record in pairs for name in record["tags"]]
        )
        ImportedRecord.objects.bulk_create([imported(question, record) for question, record in pairs])
        signatures = [row for post in (*questions, *answers) for row in signing.signed(post)]
        ErrorSignature.objects.bulk_create(signatures)
        QuestionVector.objects.bulk_create(vectors(posts, signatures))

    def make_authors(self, some: list[Mapping]) -> None:
        names = {post["user"]: None for record in some for post in (record, *record["answers"])}
        made = User.objects.bulk_create(
            [User(username=name, password="!") for name in names if name not in self.authors]
        )
        self.authors |= {user.username: user.pk for user in made}

    def make_tags(self, some: list[Mapping]) -> None:
        names = [name for record in some for name in record["tags"]]
        self.uses.update(names)
        made = Tag.objects.bulk_create([new_tag(name) for name in dict.fromkeys(names) if name not in self.tags])
        self.tags |= {tag.name: tag for tag in made}

    def posts(self, record: Mapping) -> tuple[Question, list[Answer]]:
        """The rows of a question and of its answers, not yet written."""
        self.questions += 1
        asked_at = datetime.fromisoformat(record["created_at"])
        answers = [self.answer(each, record["lang"], asked_at) for each in record["answers"]]
        question = Question(
            pk=self.questions,
            title=record["title"],
            lang=record["lang"],
            accepted_answer_id=next((answer.pk for answer in answers if answer.is_accepted), None),
            answer_count=len(answers),
            last_activity_at=asked_at,
            **post_fields(record, asked_at, self.authors[record["user"]]),
        )
        return question, answers

    def answer(self, record: Mapping, lang: str, created_at: datetime) -> Answer:
        """An answer to the question that was numbered last."""
        self.answers += 1
        return Answer(
            pk=self.answers,
            question_id=self.questions,
            lang=lang,
            is_accepted=record.get("accepted", False),
            **post_fields(record, created_at, self.authors[record["user"]]),
        )

    def count_tags(self) -> None:
        for name, tag in self.tags.items():
            tag.question_count = self.uses[name]
        Tag.objects.bulk_update(self.tags.values(), ["question_count"])


def imported(question: Question, record: Mapping) -> ImportedRecord:
    kind = ImportedRecord.Kind.QUESTION
    return ImportedRecord(source=SOURCE, kind=kind, external_id=record["external_id"], question=question)


def texts(posts: Iterable[tuple[Question, list[Answer]]], signatures: Iterable[ErrorSignature]) -> dict[tuple, str]:
    """Question and aspect → a text of its own; which aspects a question has is as in `encoding.texts_of`."""
    told: dict[tuple[int, int], str] = {}
    for question, answers in posts:
        told[question.pk, Aspect.TITLE] = question.title
        if question.body or answers:
            told[question.pk, Aspect.LEAD] = f"{question.title}\n{question.body}"[: encoding.LEAD_LENGTH]
    for row in signatures:
        if row.question_id:
            told.setdefault((row.question_id, Aspect.ERROR), f"{row.exception}: {row.message}")
    return told


def vectors(
    posts: Iterable[tuple[Question, list[Answer]]], signatures: Iterable[ErrorSignature]
) -> list[QuestionVector]:
    told = texts(posts, signatures)
    rows = quantised(StandIn().documents(list(told.values())))
    return [
        QuestionVector(
            question_id=pk, aspect=aspect, model=StandIn.name, digest=encoding.digest(text), vector=row.tobytes()
        )
        for ((pk, aspect), text), row in zip(told.items(), rows, strict=True)
    ]


def fill(made: Iterable[Mapping], progress: Callable[[int], None]) -> None:
    """Writes all records into an empty database."""
    filler = Filler()
    for some in batches(made, BATCH):
        filler.write(some)
        progress(len(some))
    filler.count_tags()
