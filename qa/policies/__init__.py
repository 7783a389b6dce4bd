"""Who may do what: `can_x(user, thing) -> Decision`. Asked by services, pages and API alike; never writes.

A decision refused says why and, where it helps, what would be needed. Imports only models and rules.
"""

from qa.policies.decision import NO_ACCOUNT, YES, Decision
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

__all__ = [
    "NO_ACCOUNT",
    "YES",
    "Decision",
    "can_accept",
    "can_answer",
    "can_ask",
    "can_comment",
    "can_delete",
    "can_edit",
    "can_restore",
    "can_unaccept",
    "can_vote",
]
