"""The errors that posts tell of, signed when a post is written, and all anew when the way of signing has changed."""

from collections.abc import Iterable, Iterator

from django.db import transaction

from qa import rules
from qa.models import Answer, ErrorSignature, Installation, Post, Question, SearchChange, target_of
from qa.search.pasted import signatures_in

EXCEPTION_MAX = ErrorSignature._meta.get_field("exception").max_length
BATCH = 200


def signed(post: Post) -> Iterator[ErrorSignature]:
    """The rows, not yet written, of the errors in a post. No secret is in them."""
    for signature in signatures_in(post.body):
        yield ErrorSignature(
            **target_of(post),
            digest=signature.digest,
            exception="".join(signature.exceptions[-1:])[:EXCEPTION_MAX],
            message=signature.message,
            terms=signature.terms,
        )


def record(post: Post) -> None:
    """Replaces what is stored of a post, which the caller has locked."""
    ErrorSignature.objects.on(post).delete()
    record_many([post])


def record_many(posts: Iterable[Post]) -> None:
    """Stores those of new posts."""
    ErrorSignature.objects.bulk_create([row for post in posts for row in signed(post)])


@transaction.atomic
def sign_anew(model: type[Post], after: int) -> int | None:
    """Signs the posts that follow this id, a batch of them; the last id, or None when there are no more."""
    posts = list(model.objects.filter(pk__gt=after).order_by("pk").select_for_update(no_key=True)[:BATCH])
    if not posts:
        return None
    ErrorSignature.objects.on_any(posts).delete()
    record_many(posts)
    SearchChange.objects.say({post.pk if isinstance(post, Question) else post.question_id for post in posts})
    return posts[-1].pk


def catch_up() -> None:
    """Signs every post anew when this version of the program signs in another way than the one before."""
    installation, _ = Installation.objects.get_or_create()
    if installation.signature_version == rules.SIGNATURE_VERSION:
        return
    for model in (Question, Answer):
        last: int | None = 0
        while last is not None:
            last = sign_anew(model, last)
    Installation.objects.update(signature_version=rules.SIGNATURE_VERSION)
