"""Questions, answers, comments and votes."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from qa import rules
from qa.models import Answer, Post, Question
from qa.models.post import Authored, Reader
from qa.models.vote import DOWN
from qa.policies.decision import NO_ACCOUNT, YES, Decision, no

DELETED = no("deleted", _("This post is deleted."))
NOT_YOURS = no("not_yours", _("Only its author or a moderator may do this."))
OWN_VOTE = no("own_post", _("You cannot vote on your own post."))
NOT_ASKER = no("not_asker", _("Only the person who asked or a moderator may accept an answer."))
NOT_ACCEPTED = no("not_accepted", _("This answer is not accepted."))
IS_ACCEPTED = no(
    "accepted", _("An accepted answer cannot be deleted; the person who asked can take the acceptance back.")
)
HAS_ANSWERS = no(
    "has_answers", _("Others have answered; a question with their answers can be deleted by a moderator only.")
)
NOT_DELETED = no("not_deleted", _("This post is not deleted."))
BY_MODERATOR = no("deleted_by_moderator", _("A moderator deleted this post; only a moderator can restore it."))


def needs_reputation(needed: int, user: Reader) -> Decision:
    reason = format_lazy(_("This needs {needed} reputation; you have {have}."), needed=needed, have=user.reputation)
    return no("reputation", reason)


def is_deleted(post: Post) -> bool:
    """An answer of a deleted question counts as deleted."""
    return post.deleted_at is not None or (isinstance(post, Answer) and post.question.deleted_at is not None)


def wrote(user: Reader, thing: Authored) -> bool:
    return user.is_authenticated and thing.author_id == user.pk


def can_ask(user: Reader) -> Decision:
    return YES if user.is_authenticated else NO_ACCOUNT


def can_use(user: Reader, post: Post) -> Decision:
    """What any member may do to any post that is not deleted."""
    if not user.is_authenticated:
        return NO_ACCOUNT
    return DELETED if is_deleted(post) else YES


def can_answer(user: Reader, question: Question) -> Decision:
    return can_use(user, question)


def can_comment(user: Reader, post: Post) -> Decision:
    return can_use(user, post)


def can_edit(user: Reader, post: Post) -> Decision:
    """Authors and moderators, and members whom the site has come to trust."""
    if not (decision := can_use(user, post)):
        return decision
    if wrote(user, post) or user.is_moderator or user.reputation >= rules.EDIT_OTHERS_REPUTATION:
        return YES
    return needs_reputation(rules.EDIT_OTHERS_REPUTATION, user)


def can_vote(user: Reader, post: Post, value: int) -> Decision:
    """`value` is 1, -1 or 0: a down-vote needs reputation, taking one back does not."""
    if not (decision := can_use(user, post)):
        return decision
    if wrote(user, post):
        return OWN_VOTE
    if value == DOWN and user.reputation < rules.VOTE_DOWN_REPUTATION and not user.is_moderator:
        return needs_reputation(rules.VOTE_DOWN_REPUTATION, user)
    return YES


def can_accept(user: Reader, answer: Answer) -> Decision:
    if not (decision := can_use(user, answer)):
        return decision
    return YES if wrote(user, answer.question) or user.is_moderator else NOT_ASKER


def can_unaccept(user: Reader, answer: Answer) -> Decision:
    decision = can_accept(user, answer)
    return NOT_ACCEPTED if decision and not answer.is_accepted else decision


def can_delete(user: Reader, thing: Authored) -> Decision:
    """Authors delete their own while nobody else's work hangs on it; moderators always."""
    if not user.is_authenticated:
        return NO_ACCOUNT
    if thing.deleted_at is not None:
        return DELETED
    if user.is_moderator:
        return YES
    if not wrote(user, thing):
        return NOT_YOURS
    if isinstance(thing, Answer) and thing.is_accepted:
        return IS_ACCEPTED
    if isinstance(thing, Question) and thing.answer_count and thing.answers.live().exclude(author=user).exists():
        return HAS_ANSWERS
    return YES


def can_restore(user: Reader, thing: Authored) -> Decision:
    if not user.is_authenticated:
        return NO_ACCOUNT
    if thing.deleted_at is None:
        return NOT_DELETED
    if user.is_moderator:
        return YES
    if not wrote(user, thing):
        return NOT_YOURS
    return YES if thing.deleted_by_id == user.pk else BY_MODERATOR
