"""Tags."""

from django.utils.translation import gettext_lazy as _

from qa.models import Tag
from qa.models.post import Reader
from qa.policies.decision import NO_ACCOUNT, YES, Decision, no

NOT_MODERATOR = no("not_moderator", _("Only a moderator may do this."))


def can_edit_tag(user: Reader, tag: Tag) -> Decision:
    """What a tag is about is said for everybody who uses it."""
    if not user.is_authenticated:
        return NO_ACCOUNT
    return YES if user.is_moderator else NOT_MODERATOR
