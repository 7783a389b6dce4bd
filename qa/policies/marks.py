"""Following, bookmarks, progress and flags: what a reader does for themselves, or tells the moderators."""

from django.utils.translation import gettext_lazy as _

from qa.models import Post, Question
from qa.models.follow import Followed
from qa.models.post import Reader
from qa.policies.decision import NO_ACCOUNT, YES, Decision, no
from qa.policies.posts import can_use, wrote

NO_COURSE = no("no_course", _("This question is in no course."))
OWN_FLAG = no("own_post", _("You cannot flag your own post; edit or delete it instead."))


def can_follow(user: Reader, thing: Followed) -> Decision:
    if isinstance(thing, Post):
        return can_use(user, thing)
    return YES if user.is_authenticated else NO_ACCOUNT


def can_bookmark(user: Reader, post: Post) -> Decision:
    return can_use(user, post)


def can_keep_progress(user: Reader, question: Question) -> Decision:
    """Only questions of a course are learnt."""
    if not (decision := can_use(user, question)):
        return decision
    return YES if hasattr(question, "course_place") else NO_COURSE


def can_flag(user: Reader, post: Post) -> Decision:
    if not (decision := can_use(user, post)):
        return decision
    return OWN_FLAG if wrote(user, post) else YES


def can_take_back(user: Reader, thing: Followed | Post) -> Decision:
    """What one has followed, bookmarked, learnt or flagged oneself: always, even when it is deleted meanwhile."""
    return YES if user.is_authenticated else NO_ACCOUNT
