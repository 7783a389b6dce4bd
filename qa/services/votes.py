"""Voting up, down, and taking it back."""

from django.db import transaction

from accounts.models import User
from qa import policies
from qa.errors import Invalid
from qa.messages import UNKNOWN_VOTE
from qa.models import Post, Question, Vote, target_of
from qa.models.vote import DOWN, UP
from qa.search import changes
from qa.services import reputation
from qa.services.base import lock, require


@transaction.atomic
def vote(*, actor: User, post: Post, value: int) -> Post:
    """The post with its new score. `value` is 1, -1, or 0 to take the vote back; only the state afterwards counts."""
    if value not in (UP, 0, DOWN):
        raise Invalid("value", "unknown", UNKNOWN_VOTE)
    post = lock(post)
    require(policies.can_vote(actor, post, value))
    old = Vote.objects.on(post).filter(voter=actor).first()
    before = old.value if old else 0
    if before == value:
        return post
    if not value:
        reputation.settle(gone=old.reputation_events.all())
        old.delete()
    else:
        new = old or Vote(**target_of(post), voter=actor)
        new.value = value
        new.save()
        reputation.settle(gone=new.reputation_events.all(), due=reputation.due_for_vote(new))
    post.score += value - before
    post.save(update_fields=["score"])
    if isinstance(post, Question):
        changes.record_numbers(post.pk)
    return post
