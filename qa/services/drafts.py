"""Keeping what a member has typed and not posted."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from qa import messages, policies, rules
from qa.errors import Invalid
from qa.models import Draft
from qa.services.base import require
from qa.text.chars import strip_controls

CONFLICT = _("Another window has changed this draft meanwhile.")


def make_room(owner: User) -> None:
    """The oldest drafts of a person go when there are more than anybody may have."""
    beyond = owner.drafts.order_by("-updated_at", "-pk").values_list("pk", flat=True)[rules.DRAFTS_MAX :]
    Draft.objects.filter(pk__in=list(beyond)).delete()


@transaction.atomic
def save_draft(*, actor: User, form: str, typed: Mapping[str, str], base: int) -> Draft | None:
    """The draft with what is typed now; None when nothing is typed, and then there is no draft any more.

    `base` is the revision that the window began from, 0 for none. Invalid with the code `draft_conflict` when the
    draft has another: two windows are open, and neither may overwrite the other without a word.
    """
    require(policies.can_ask(actor))
    typed = {name: strip_controls(value) for name, value in typed.items()}
    if sum(map(len, typed.values())) > rules.DRAFT_LENGTH_MAX:
        raise Invalid("body", "too_long", messages.TOO_MUCH_TEXT)
    User.objects.select_for_update(no_key=True).get(pk=actor.pk)
    draft = actor.drafts.filter(form=form).first() or Draft(owner=actor, form=form, revision=0)
    if draft.typed == typed:
        return draft
    if draft.revision != base:
        raise Invalid("draft", "draft_conflict", CONFLICT)
    if not any(map(str.strip, typed.values())):
        drop_draft(actor=actor, form=form)
        return None
    draft.typed, draft.revision, draft.updated_at = typed, base + 1, timezone.now()
    draft.save()
    make_room(actor)
    return draft


def drop_draft(*, actor: User, form: str) -> None:
    """After the text was posted, or thrown away."""
    actor.drafts.filter(form=form).delete()
