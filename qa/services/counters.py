"""Counters of a question that are recomputed, under its lock, from what they count."""

from datetime import datetime

from qa.models import Question
from qa.search import changes


def refresh(question: Question, *, active_at: datetime | None = None) -> None:
    """Answers and acceptance counted anew; `active_at` moves the last activity; the index hears of it."""
    question.answer_count = question.answers.live().count()
    question.accepted_answer = question.answers.filter(is_accepted=True).first()
    if active_at is not None:
        question.last_activity_at = active_at
    question.save(update_fields=["answer_count", "accepted_answer", "last_activity_at"])
    changes.record(question.pk)
