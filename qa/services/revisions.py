"""Every edit keeps what the post was."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from qa.errors import Invalid
from qa.models import Post, Question, Revision, target_of


def latest_number(post: Post) -> int:
    return Revision.objects.on(post).order_by("-number").values_list("number", flat=True).first() or 0


def record(
    post: Post, *, editor: User | None, at: datetime, tags: list[str] | None = None, reason: str = "", number: int = 1
) -> Revision:
    """Keeps the post as it now is. The caller holds the post's lock, so that `number` is free."""
    return Revision.objects.create(
        **target_of(post),
        number=number,
        title=post.title if isinstance(post, Question) else "",
        body=post.body,
        tags=tags or [],
        environment=post.environment.stated if isinstance(post, Question) else {},
        editor=editor,
        reason=reason,
        created_at=at,
    )


def check_base(post: Post, base: int | None) -> int:
    """The newest revision's number. Raises Invalid when the edit began from an older one."""
    number = latest_number(post)
    if base is not None and base != number:
        reason = _("Somebody else has edited this meanwhile. Compare with the history, then save again.")
        raise Invalid("revision", "edit_conflict", reason)
    return number
