"""Every write: keyword-only, actor first, atomic, returns the model.

Each service locks the row, then asks the policy, then writes, so that what was checked still holds when it is written.
Each raises `errors.Refused` when the actor may not, and `errors.Invalid` with the field when a value cannot be stored.
Locks are taken in one order everywhere: question, answer, tags by id, people by id.
"""

from qa.services.answers import accept, edit_answer, post_answer, unaccept
from qa.services.comments import add_comment
from qa.services.deletion import delete, restore
from qa.services.marks import bookmark, flag, follow, remove_bookmark, unfollow, withdraw_flag
from qa.services.progress import mark_read, mark_solved, unmark_read, unmark_solved
from qa.services.questions import ask, edit_question
from qa.services.tags import edit_tag
from qa.services.votes import vote

__all__ = [
    "accept",
    "add_comment",
    "ask",
    "bookmark",
    "delete",
    "edit_answer",
    "edit_question",
    "edit_tag",
    "flag",
    "follow",
    "mark_read",
    "mark_solved",
    "post_answer",
    "remove_bookmark",
    "restore",
    "unaccept",
    "unfollow",
    "unmark_read",
    "unmark_solved",
    "vote",
    "withdraw_flag",
]
