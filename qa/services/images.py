"""Keeping the pictures that people put into their texts."""

from datetime import timedelta

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from qa import policies, rules
from qa.models import Image
from qa.services.base import require
from qa.services.pictures import Picture, reencoded, refuse

TOO_MANY = format_lazy(_("You can add {most} pictures a day; go on tomorrow."), most=rules.IMAGES_A_DAY)


def check_number(actor: User) -> None:
    """Raises Invalid when the person has added as many pictures today as anybody may."""
    if actor.images.filter(created_at__gt=timezone.now() - timedelta(days=1)).count() >= rules.IMAGES_A_DAY:
        raise refuse("too_many", TOO_MANY)


def store_image(*, actor: User, data: bytes) -> Image:
    """The picture, encoded anew and kept; the one there is when the same person uploads it again.

    A picture belongs to a text: who may ask may add one. Encoding takes time, so it happens before any lock.
    """
    require(policies.can_ask(actor))
    check_number(actor)
    return keep(actor, reencoded(data))


@transaction.atomic
def keep(actor: User, picture: Picture) -> Image:
    """The file first: one without a row harms nobody, a row without its file would be a broken picture."""
    User.objects.select_for_update(no_key=True).get(pk=actor.pk)
    if image := actor.images.filter(digest=picture.digest).first():
        return image
    check_number(actor)
    image = Image(
        uploader=actor,
        digest=picture.digest,
        suffix=picture.suffix,
        width=picture.width,
        height=picture.height,
        bytes=len(picture.data),
        created_at=timezone.now(),
    )
    if not default_storage.exists(image.name):
        default_storage.save(image.name, ContentFile(picture.data))
    image.save()
    return image
