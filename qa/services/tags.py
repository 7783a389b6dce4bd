"""What a tag is about."""

from django.db import transaction

from accounts.models import User
from qa import policies
from qa.models import Tag
from qa.services import fields
from qa.services.base import require


@transaction.atomic
def edit_tag(*, actor: User, tag: Tag, description: str) -> Tag:
    """The tag with its new description, which may be empty."""
    tag = Tag.objects.select_for_update(no_key=True).get(pk=tag.pk)
    require(policies.can_edit_tag(actor, tag))
    tag.description = fields.clean_description(description)
    tag.save(update_fields=["description"])
    return tag
