"""Rows → records → JSON Lines: what `import_content --format jsonl` reads back."""

import json
from collections.abc import Iterator
from typing import IO, Any

from django.db.models import Prefetch, QuerySet

from qa.models import Answer, Comment, Question
from qa.models.post import Authored

BATCH = 200


def questions() -> QuerySet[Question]:
    """Every question that is not deleted, with what hangs on it; a fixed number of queries a batch."""
    comments = Comment.objects.live().select_related("author").order_by("id")
    answers = Answer.objects.live().select_related("author").order_by("id")
    return (
        Question.objects.live()
        .with_row()
        .prefetch_related(
            Prefetch("comments", comments),
            Prefetch("answers", answers.prefetch_related(Prefetch("comments", comments))),
        )
        .order_by("pk")
    )


def external_id(question: Question) -> str:
    """Unique over all sources, and the same again after an import of the export."""
    if not hasattr(question, "imported"):
        return f"question/{question.pk}"
    imported = question.imported
    return imported.external_id if imported.source == "jsonl" else f"{imported.source}/{imported.external_id}"


def authored(thing: Authored) -> dict[str, Any]:
    name = thing.author.username if thing.author and not thing.author.left_at else thing.author_name
    return {"body": thing.body, "user": name, "created_at": thing.created_at.isoformat()}


def comments(post: Question | Answer) -> list[dict[str, Any]]:
    return [authored(comment) for comment in post.comments.all()]


def record(question: Question) -> dict[str, Any]:
    return {
        "external_id": external_id(question),
        "lang": question.lang,
        "title": question.title,
        **authored(question),
        "tags": [tag.name for tag in question.tag_list],
        "score": question.score,
        "answers": [
            {**authored(answer), "accepted": answer.is_accepted, "score": answer.score, "comments": comments(answer)}
            for answer in question.answers.all()
        ],
        "comments": comments(question),
    }


def lines() -> Iterator[str]:
    for question in questions().iterator(chunk_size=BATCH):
        yield json.dumps(record(question), ensure_ascii=False) + "\n"


def write(file: IO[str]) -> int:
    """Writes every question that is not deleted, a line each; returns how many."""
    return sum(file.write(line) > 0 for line in lines())
