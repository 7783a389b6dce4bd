"""How far people have seen what waits for them."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from qa import policies
from qa.models import LastLook
from qa.services.base import require


@transaction.atomic
def look_at_home(*, actor: User, until: datetime) -> LastLook:
    """What came until this moment no longer waits for the actor; a later look stays."""
    require(policies.can_ask(actor))
    look, is_new = LastLook.objects.select_for_update().get_or_create(person=actor, defaults={"at": until})
    if not is_new and look.at < until:
        look.at = until
        look.save(update_fields=["at"])
    return look
