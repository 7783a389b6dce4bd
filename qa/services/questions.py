"""Asking and editing a question."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from qa import policies
from qa.models import Question
from qa.search import changes, signing
from qa.services import fields, revisions, tagging
from qa.services.base import lock, require
from qa.text.markdown import render

TWICE_WITHIN = timedelta(minutes=10)


def just_asked(actor: User, title: str, body: str) -> Question | None:
    """The same question by the same person a moment ago: a form that was sent twice."""
    recent = actor.questions.live().filter(created_at__gt=timezone.now() - TWICE_WITHIN)
    return recent.filter(title=title, body=body).first()


@transaction.atomic
def ask(
    *,
    actor: User,
    title: str,
    body: str,
    tags: Iterable[str],
    lang: str = "",
    environment: Mapping[str, str] | None = None,
) -> Question:
    """The new question; the one just asked when the same text comes twice (a double click). Empty `lang`: guessed."""
    require(policies.can_ask(actor))
    title, body, names, where = fields.each(
        lambda: fields.clean_title(title),
        lambda: fields.clean_body(body),
        lambda: fields.clean_tags(tags),
        lambda: fields.clean_environment(environment or {}),
    )
    lang = fields.clean_lang(lang, f"{title}\n{body}")
    now = timezone.now()
    if twin := just_asked(actor, title, body):
        return twin
    tagging.lock_tags(names)
    User.objects.select_for_update(no_key=True).get(pk=actor.pk)
    if twin := just_asked(actor, title, body):
        return twin
    question = Question.objects.create(
        author=actor,
        title=title,
        body=body,
        html=render(body),
        lang=lang,
        created_at=now,
        last_activity_at=now,
        **asdict(where),
    )
    tagging.set_tags(question, names)
    revisions.record(question, editor=actor, at=now, tags=names)
    signing.record(question)
    changes.record(question.pk)
    return question


def rewrite(question: Question, **values: str) -> None:
    """Saves these fields and the moments of the edit."""
    for name, value in values.items():
        setattr(question, name, value)
    question.save(update_fields=[*values, "edited_at", "last_activity_at"])


@transaction.atomic
def edit_question(
    *,
    actor: User,
    question: Question,
    title: str | None = None,
    body: str | None = None,
    tags: Iterable[str] | None = None,
    environment: Mapping[str, str] | None = None,
    reason: str = "",
    revision: int | None = None,
) -> Question:
    """The question with its new text and a new revision; nothing is written when nothing changed.

    What is None stays as it is when the edit is saved, and so does a field that `environment` leaves out.
    `revision` is the number the editor began from; Invalid when somebody else has saved since.
    """
    question = lock(question)
    require(policies.can_edit(actor, question))
    now = (question.title, question.body, tagging.tag_names(question), question.environment)
    title, body, names, where, reason = fields.each(
        lambda: now[0] if title is None else fields.clean_title(title),
        lambda: now[1] if body is None else fields.clean_body(body),
        lambda: now[2] if tags is None else fields.clean_tags(tags),
        lambda: fields.clean_environment(environment or {}, now[3]),
        lambda: fields.clean_reason(reason),
    )
    number = revisions.check_base(question, revision)
    if (title, body, names, where) == now:
        return question
    question.edited_at = question.last_activity_at = timezone.now()
    rewrite(question, title=title, body=body, html=render(body), **asdict(where))
    tagging.set_tags(question, names)
    revisions.record(question, editor=actor, at=question.edited_at, tags=names, reason=reason, number=number + 1)
    signing.record(question)
    changes.record(question.pk)
    return question
