"""Writing the journal that indexes follow, in the transaction of the change."""

from collections.abc import Iterable

from django.db import transaction

from qa.models import SearchChange
from qa.search import encoders, sync, tasks


def record(question_id: int) -> None:
    """Says that a text of this question changes in this transaction: this node's index follows after commit.

    A job makes new sentence vectors where the site has an encoder.
    """
    record_numbers(question_id)
    transaction.on_commit(sync.follow, robust=True)
    if encoders.configured_name():
        tasks.encode_question.enqueue(question_id)


def record_numbers(question_id: int) -> None:
    """Says that what the question is sorted and filtered by changes: the next search takes it up."""
    SearchChange.objects.say([question_id])


def record_many(question_ids: Iterable[int]) -> None:
    """The same for an import, which brings the index up to date itself when it is done."""
    SearchChange.objects.say(question_ids)
