"""The ledger: pay, take back, and keep `User.reputation` equal to the sum of a person's events."""

from collections import Counter
from collections.abc import Iterable

from django.db.models import F, QuerySet

from accounts.models import User
from qa import rules
from qa.models import Answer, ReputationEvent, ReputationKind, Vote
from qa.models.vote import UP


def settle(*, gone: QuerySet[ReputationEvent] | None = None, due: Iterable[ReputationEvent] = ()) -> None:
    """Deletes the events `gone`, writes those `due`, and changes the counter of each person once.

    Call it once in a service and last: people are locked in the order of their ids, so no two services wait in a ring.
    """
    change: Counter[int] = Counter()
    if gone is not None:
        for user_id, points in gone.values_list("user_id", "points"):
            change[user_id] -= points
        gone.delete()
    due = list(due)
    ReputationEvent.objects.bulk_create(due)
    for event in due:
        change[event.user_id] += event.points
    for user_id in sorted(change):
        if change[user_id]:
            User.objects.filter(pk=user_id).update(reputation=F("reputation") + change[user_id])


def event(user_id: int, kind: ReputationKind, **cause: Vote | Answer) -> ReputationEvent:
    return ReputationEvent(user_id=user_id, kind=kind, points=rules.REPUTATION[kind], **cause)


def due_for_vote(vote: Vote) -> list[ReputationEvent]:
    """What a vote pays: its post's author, and for a down-vote on an answer the voter too."""
    post, direction = vote.target, "up" if vote.value == UP else "down"
    due = []
    if post.author_id:
        due.append(event(post.author_id, ReputationKind(f"{post.kind}_{direction}"), vote=vote))
    if (post.kind, direction) == ("answer", "down"):
        due.append(event(vote.voter_id, ReputationKind.VOTED_DOWN, vote=vote))
    return due


def due_for_acceptance(answer: Answer) -> list[ReputationEvent]:
    """What an acceptance pays; accepting one's own answer pays nothing."""
    asker = answer.question.author_id
    if not answer.author_id or answer.author_id == asker:
        return []
    due = [event(answer.author_id, ReputationKind.ACCEPTED, answer=answer)]
    if asker:
        due.append(event(asker, ReputationKind.ACCEPTING, answer=answer))
    return due
