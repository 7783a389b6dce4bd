"""Every write: keyword-only, actor first, atomic, returns the model.

Each service locks the row, then asks the policy, then writes, so that what was checked still holds when it is written.
Each raises `errors.Refused` when the actor may not, and `errors.Invalid` with the field when a value cannot be stored.
Locks are taken in one order everywhere: question, answer, tags by id, people by id.
"""

from qa.services.answers import accept, edit_answer, post_answer, unaccept
from qa.services.comments import add_comment
from qa.services.deletion import delete, restore
from qa.services.questions import ask, edit_question
from qa.services.votes import vote

__all__ = [
    "accept",
    "add_comment",
    "ask",
    "delete",
    "edit_answer",
    "edit_question",
    "post_answer",
    "restore",
    "unaccept",
    "vote",
]
