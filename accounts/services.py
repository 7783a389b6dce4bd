"""Every write to an account that is not allauth's own."""

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone
from knox.models import AuthToken

from accounts.models import User, name_key


@transaction.atomic
def close_account(*, user: User) -> User:
    """Anonymises the person for good: what they wrote and the pictures in it stay as those of «deleted user».

    Name, e-mail, password, tokens, drafts and what only they saw go.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    EmailAddress.objects.filter(user=user).delete()
    AuthToken.objects.filter(user=user).delete()
    user.follows.all().delete()
    user.bookmarks.all().delete()
    user.drafts.all().delete()
    user.progress.all().delete()
    if hasattr(user, "last_look"):
        user.last_look.delete()
    user.images.update(uploader=None)
    user.username = f"deleted-{user.pk}"
    user.email = ""
    user.is_active = user.is_moderator = user.is_staff = user.is_superuser = False
    user.left_at = timezone.now()
    user.set_unusable_password()
    user.save()
    return user


def create_token(*, user: User) -> tuple[AuthToken, str]:
    """A new API token and its secret, which is shown once and kept as a digest only."""
    return AuthToken.objects.create(user=user)


def revoke_token(*, user: User, digest: str) -> int:
    """How many tokens went: 0 when the token is not this person's."""
    return AuthToken.objects.filter(user=user, pk=digest).delete()[0]


def make_moderator(*, username: str) -> User:
    """Gives the person the rights of a moderator. Raises User.DoesNotExist."""
    user = User.objects.get(username_key=name_key(username))
    user.is_moderator = True
    user.save(update_fields=["is_moderator"])
    return user
