"""One batch of new, checked records as rows: a fixed number of statements whatever its size."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils import timezone

from accounts.models import User, name_key
from accounts.validators import username_validators
from qa.importers.records import AnswerRecord, CommentRecord, QuestionRecord
from qa.models import Answer, Comment, ImportedRecord, Question, QuestionTag, Revision, Tag, target_of
from qa.models.post import Post
from qa.search import changes, signing
from qa.services.tagging import lock_tags, tagging
from qa.text import language
from qa.text.markdown import render, render_inline


@dataclass
class Batch:
    source: str
    records: list[QuestionRecord]
    digests: dict[str, str]
    now: datetime = field(default_factory=timezone.now)

    def write(self) -> None:
        """Call inside a transaction; the records are new, valid, and each external id is there once."""
        self.authors = authors(self.source, {name for record in self.records for name in names(record)})
        self.questions = Question.objects.bulk_create([self.question(record) for record in self.records])
        pairs = list(zip(self.questions, self.records, strict=True))
        self.answers = [(self.answer(question, answer), answer) for question, r in pairs for answer in r.answers]
        Answer.objects.bulk_create([answer for answer, _ in self.answers])
        self.mark_accepted()
        self.tag(pairs)
        self.comment(pairs)
        self.keep_revisions(pairs)
        signing.record_many([*self.questions, *(answer for answer, _ in self.answers)])
        ImportedRecord.objects.bulk_create(self.imported(pairs))
        changes.record_many(question.pk for question in self.questions)

    def authored(self, name: str, body: str, created_at: datetime | None) -> dict[str, object]:
        author = self.authors.get(name)
        return {
            "author": author,
            "author_name": "" if author else name[:100],
            "body": body,
            "created_at": created_at or self.now,
        }

    def question(self, record: QuestionRecord) -> Question:
        mine = self.authored(record.user, record.body, record.created_at)
        latest = max([mine["created_at"], *(answer.created_at or self.now for answer in record.answers)])
        return Question(
            **mine,
            html=render(record.body),
            title=record.title,
            lang=record.lang,
            score=record.score,
            imported_score=record.score,
            answer_count=len(record.answers),
            last_activity_at=latest,
            **record.environment,
        )

    def answer(self, question: Question, record: AnswerRecord) -> Answer:
        return Answer(
            **self.authored(record.user, record.body, record.created_at),
            html=render(record.body),
            question=question,
            lang=language.guess_language(record.body),
            score=record.score,
            imported_score=record.score,
            is_accepted=record.accepted,
        )

    def mark_accepted(self) -> None:
        accepted = {answer.question_id: answer for answer, _ in self.answers if answer.is_accepted}
        for question in self.questions:
            question.accepted_answer = accepted.get(question.pk)
        Question.objects.bulk_update([q for q in self.questions if q.accepted_answer_id], ["accepted_answer"])

    def tag(self, pairs: list[tuple[Question, QuestionRecord]]) -> None:
        counts: dict[str, int] = {}
        for name in (name for _, record in pairs for name in record.tags):
            counts[name] = counts.get(name, 0) + 1
        tags = {tag.name: tag for tag in lock_tags(counts)} if counts else {}
        QuestionTag.objects.bulk_create(
            [tagging(question, tags[name]) for question, record in pairs for name in record.tags]
        )
        for tag in tags.values():
            tag.question_count = F("question_count") + counts[tag.name]
        Tag.objects.bulk_update(tags.values(), ["question_count"])

    def comment(self, pairs: list[tuple[Question, QuestionRecord]]) -> None:
        on_questions = [self.comment_row(question, c) for question, record in pairs for c in record.comments]
        on_answers = [self.comment_row(answer, c) for answer, record in self.answers for c in record.comments]
        Comment.objects.bulk_create(on_questions + on_answers)

    def comment_row(self, post: Post, record: CommentRecord) -> Comment:
        mine = self.authored(record.user, record.body, record.created_at)
        return Comment(**mine, **target_of(post), html=render_inline(record.body))

    def keep_revisions(self, pairs: list[tuple[Question, QuestionRecord]]) -> None:
        of_questions = [
            first_revision(q, title=q.title, tags=list(record.tags), environment=record.environment)
            for q, record in pairs
        ]
        of_answers = [first_revision(answer) for answer, _ in self.answers]
        Revision.objects.bulk_create(of_questions + of_answers)

    def imported(self, pairs: list[tuple[Question, QuestionRecord]]) -> Iterator[ImportedRecord]:
        for question, record in pairs:
            yield ImportedRecord(
                source=self.source,
                kind=ImportedRecord.Kind.QUESTION,
                external_id=record.external_id,
                digest=self.digests[record.external_id],
                question=question,
            )


def first_revision(post: Post, **what: object) -> Revision:
    return Revision(
        **target_of(post), number=1, body=post.body, editor_id=post.author_id, created_at=post.created_at, **what
    )


def names(record: QuestionRecord) -> Iterator[str]:
    """Every author's name in a record; empty ones left out."""
    things = [record, *record.answers, *record.comments, *(c for answer in record.answers for c in answer.comments)]
    return (thing.user for thing in things if thing.user)


def is_valid(name: str) -> bool:
    """Could somebody sign up by this name? Otherwise it is shown as text, and looks like no account."""
    try:
        for validator in username_validators:
            validator(name)
    except ValidationError:
        return False
    return True


def authors(source: str, wanted: set[str]) -> dict[str, User]:
    """Name → account of this source, made where missing; an account here of the same name is somebody else's."""
    known = ImportedRecord.objects.filter(source=source, kind="user", external_id__in=wanted).select_related("user")
    found = {record.external_id: record.user for record in known}
    new = sorted(name for name in wanted - set(found) if is_valid(name))
    if not new:
        return found
    created = User.objects.bulk_create([User(username=name, password=make_password(None)) for name in free_names(new)])
    ImportedRecord.objects.bulk_create(
        ImportedRecord(source=source, kind=ImportedRecord.Kind.USER, external_id=name, user=user)
        for name, user in zip(new, created, strict=True)
    )
    return found | dict(zip(new, created, strict=True))


def free_names(wanted: Iterable[str]) -> Iterator[str]:
    """Each name, with a number behind it where it is taken in any case."""
    wanted = list(wanted)
    keys = [name_key(name) for name in wanted]
    taken = set(User.objects.filter(username_key__in=keys).values_list("username_key", flat=True))
    for name in wanted:
        free, number = name, 1
        while name_key(free) in taken or (number > 1 and User.objects.filter(username_key=name_key(free)).exists()):
            number += 1
            free = f"{name}-{number}"
        taken.add(name_key(free))
        yield free
