"""Answering, editing an answer, accepting it and taking that back."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from qa import policies
from qa.models import Answer, Question, ReputationEvent
from qa.search import signing
from qa.services import counters, fields, reputation, revisions
from qa.services.base import lock, lock_with_question, require
from qa.services.questions import TWICE_WITHIN
from qa.text.markdown import render


@transaction.atomic
def post_answer(*, actor: User, question: Question, body: str, lang: str = "") -> Answer:
    """The new answer; the one just posted when the same text comes twice (a form sent twice)."""
    question = lock(question)
    require(policies.can_answer(actor, question))
    body = fields.clean_body(body)
    lang = fields.clean_lang(lang, body)
    now = timezone.now()
    mine = question.answers.live().filter(author=actor, created_at__gt=now - TWICE_WITHIN)
    if twin := mine.filter(body=body).first():
        return twin
    answer = Answer.objects.create(
        question=question, author=actor, body=body, html=render(body), lang=lang, created_at=now
    )
    revisions.record(answer, editor=actor, at=now)
    signing.record(answer)
    counters.refresh(question, active_at=now)
    return answer


@transaction.atomic
def edit_answer(*, actor: User, answer: Answer, body: str, reason: str = "", revision: int | None = None) -> Answer:
    """The answer with its new text and a new revision; see `edit_question`."""
    answer = lock_with_question(answer)
    require(policies.can_edit(actor, answer))
    body, reason = fields.each(lambda: fields.clean_body(body), lambda: fields.clean_reason(reason))
    number = revisions.check_base(answer, revision)
    if body == answer.body:
        return answer
    answer.body, answer.html, answer.edited_at = body, render(body), timezone.now()
    answer.save(update_fields=["body", "html", "edited_at"])
    revisions.record(answer, editor=actor, at=answer.edited_at, reason=reason, number=number + 1)
    signing.record(answer)
    counters.refresh(answer.question, active_at=answer.edited_at)
    return answer


def mark_accepted(question: Question, accepted: Answer | None) -> None:
    """Makes this the accepted answer of a locked question, or none of them; settles the reputation of both changes.

    The caller holds the locks and refreshes the counters.
    """
    changed = list(question.answers.select_for_update(no_key=True).filter(is_accepted=True))
    for answer in changed:
        answer.is_accepted = False
        answer.save(update_fields=["is_accepted"])
    if accepted:
        accepted.is_accepted = True
        accepted.save(update_fields=["is_accepted"])
    gone = ReputationEvent.objects.filter(answer__in=changed)
    reputation.settle(gone=gone, due=reputation.due_for_acceptance(accepted) if accepted else ())


@transaction.atomic
def accept(*, actor: User, answer: Answer) -> Answer:
    """The accepted answer; one accepted before loses the mark and its points."""
    answer = lock_with_question(answer)
    require(policies.can_accept(actor, answer))
    if not answer.is_accepted:
        mark_accepted(answer.question, answer)
        counters.refresh(answer.question)
    return answer


@transaction.atomic
def unaccept(*, actor: User, answer: Answer) -> Answer:
    answer = lock_with_question(answer)
    require(policies.can_unaccept(actor, answer))
    mark_accepted(answer.question, None)
    counters.refresh(answer.question)
    answer.is_accepted = False
    return answer
