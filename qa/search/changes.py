"""Writing the journal that indexes follow, in the transaction of the change."""

from collections.abc import Iterable

from django.db import transaction

from qa.models import SearchChange
from qa.search import sync


def record(question_id: int) -> None:
    """Says that what is found of this question changes in this transaction; this node's index follows after commit."""
    SearchChange.objects.create(question_id=question_id)
    transaction.on_commit(sync.follow, robust=True)


def record_many(question_ids: Iterable[int]) -> None:
    """The same for an import, which brings the index up to date itself when it is done."""
    SearchChange.objects.bulk_create([SearchChange(question_id=pk) for pk in question_ids])
