"""Who may do what: `can_x(user, thing) -> Decision`. Asked by services, pages and API alike; never writes.

A decision refused says why and, where it helps, what would be needed. Imports only models and rules.
"""

from qa.policies.decision import NO_ACCOUNT, YES, Decision
from qa.policies.marks import can_bookmark, can_flag, can_follow, can_keep_progress, can_take_back
from qa.policies.posts import (
    can_accept,
    can_answer,
    can_ask,
    can_comment,
    can_delete,
    can_edit,
    can_restore,
    can_unaccept,
    can_vote,
)
from qa.policies.tags import can_edit_tag

__all__ = [
    "NO_ACCOUNT",
    "YES",
    "Decision",
    "can_accept",
    "can_answer",
    "can_ask",
    "can_bookmark",
    "can_comment",
    "can_delete",
    "can_edit",
    "can_edit_tag",
    "can_flag",
    "can_follow",
    "can_keep_progress",
    "can_restore",
    "can_take_back",
    "can_unaccept",
    "can_vote",
]
