"""Rows → records → JSON Lines: what `import_content --format jsonl` reads back."""

import hashlib
import json
from collections.abc import Iterator
from typing import IO, Any

from django.db.models import Prefetch, QuerySet

from qa.importers.checks import EXTERNAL_ID_MAX
from qa.models import Answer, Comment, Installation, Question
from qa.models.post import Authored

BATCH = 200


def questions() -> QuerySet[Question]:
    """Every question that is not deleted, with what hangs on it; a fixed number of queries a batch."""
    comments = Comment.objects.live().select_related("author").order_by("id")
    answers = Answer.objects.live().select_related("author").order_by("id")
    return (
        Question.objects.live()
        .with_row()
        .select_related("course_place__course")
        .prefetch_related(
            Prefetch("comments", comments),
            Prefetch("answers", answers.prefetch_related(Prefetch("comments", comments))),
        )
        .order_by("pk")
    )


def external_id(question: Question, here: str) -> str:
    """Unique over all sources and sites (`here` is this one's key), and the same after an import of the export."""
    if not hasattr(question, "imported"):
        return f"{here}/question/{question.pk}"
    imported = question.imported
    name = imported.external_id if imported.source == "jsonl" else f"{imported.source}/{imported.external_id}"
    return name if len(name) <= EXTERNAL_ID_MAX else hashlib.sha256(name.encode()).hexdigest()


def authored(thing: Authored) -> dict[str, Any]:
    name = thing.author.username if thing.author and not thing.author.left_at else thing.author_name
    return {"body": thing.body, "user": name, "created_at": thing.created_at.isoformat()}


def place(question: Question) -> dict[str, str]:
    """Course and lesson of a question that is in one."""
    if not hasattr(question, "course_place"):
        return {}
    return {"course": question.course_place.course.name, "lesson": question.course_place.lesson}


def comments(post: Question | Answer) -> list[dict[str, Any]]:
    return [authored(comment) for comment in post.comments.all()]


def record(question: Question, here: str) -> dict[str, Any]:
    return {
        "external_id": external_id(question, here),
        "lang": question.lang,
        "title": question.title,
        **authored(question),
        "tags": [tag.name for tag in question.tag_list],
        "environment": question.environment.stated,
        "score": question.score,
        "answers": [
            {**authored(answer), "accepted": answer.is_accepted, "score": answer.score, "comments": comments(answer)}
            for answer in question.answers.all()
        ],
        "comments": comments(question),
        **place(question),
    }


def lines() -> Iterator[str]:
    here = str(Installation.objects.get_or_create()[0].key)
    for question in questions().iterator(chunk_size=BATCH):
        yield json.dumps(record(question, here), ensure_ascii=False) + "\n"


def write(file: IO[str]) -> int:
    """Writes every question that is not deleted, a line each; returns how many."""
    return sum(file.write(line) > 0 for line in lines())
