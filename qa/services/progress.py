"""A learner's progress in courses; only the state afterwards counts."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from qa import policies
from qa.models import Progress, Question
from qa.services.base import lock, require


@transaction.atomic
def mark_read(*, actor: User, question: Question) -> Question:
    question = lock(question)
    require(policies.can_keep_progress(actor, question))
    Progress.objects.get_or_create(person=actor, question=question)
    return question


@transaction.atomic
def unmark_read(*, actor: User, question: Question) -> Question:
    """What is not read is not solved either."""
    require(policies.can_take_back(actor, question))
    Progress.objects.filter(person=actor, question=question).delete()
    return question


@transaction.atomic
def mark_solved(*, actor: User, question: Question) -> Question:
    """What is solved is read as well; the moment of the first time stays."""
    question = lock(question)
    require(policies.can_keep_progress(actor, question))
    Progress.objects.get_or_create(person=actor, question=question)
    Progress.objects.filter(person=actor, question=question, solved_at=None).update(solved_at=timezone.now())
    return question


@transaction.atomic
def unmark_solved(*, actor: User, question: Question) -> Question:
    require(policies.can_take_back(actor, question))
    Progress.objects.filter(person=actor, question=question).update(solved_at=None)
    return question
