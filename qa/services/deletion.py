"""Deleting and restoring: soft, undoable, and no list, search or counter shows what is gone."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from qa import policies
from qa.models import Answer, Comment, Question
from qa.search import changes
from qa.services import answers, counters, tagging
from qa.services.base import lock, lock_with_question, require

Thing = Question | Answer | Comment


def lock_thing(thing: Thing) -> Thing:
    if isinstance(thing, Answer):
        return lock_with_question(thing)
    if isinstance(thing, Comment):
        return Comment.objects.select_for_update(no_key=True).get(pk=thing.pk)
    return lock(thing)


def mark(thing: Thing, *, by: User | None) -> None:
    """Sets or clears (`by` None) the mark and lets the counters follow. The caller holds the locks."""
    thing.deleted_at, thing.deleted_by = (timezone.now(), by) if by else (None, None)
    thing.save(update_fields=["deleted_at", "deleted_by"])
    if isinstance(thing, Question):
        tagging.count_question(tagging.lock_tags(tagging.tag_names(thing)), -1 if by else 1)
        changes.record(thing.pk)
    elif isinstance(thing, Answer):
        counters.refresh(thing.question)


@transaction.atomic
def delete(*, actor: User, thing: Thing) -> Thing:
    """A moderator who deletes an accepted answer takes the acceptance back with it."""
    thing = lock_thing(thing)
    require(policies.can_delete(actor, thing))
    if isinstance(thing, Answer) and thing.is_accepted:
        answers.mark_accepted(thing.question, None)
        thing.is_accepted = False
    mark(thing, by=actor)
    return thing


@transaction.atomic
def restore(*, actor: User, thing: Thing) -> Thing:
    thing = lock_thing(thing)
    require(policies.can_restore(actor, thing))
    mark(thing, by=None)
    return thing
