"""What every service does first: lock the row, then ask."""

from typing import TypeVar

from qa.errors import Refused
from qa.models import Answer, Post, Question
from qa.policies import Decision

P = TypeVar("P", bound=Post)


def require(decision: Decision) -> None:
    """Raises Refused with the decision's reason unless it is yes."""
    if not decision:
        raise Refused(decision.code, decision.reason)


def lock(post: P) -> P:
    """The post as it is now, locked until the transaction ends; its question comes with an answer, not locked.

    Call inside a transaction, a question before its answers.
    """
    queryset = type(post).objects.select_for_update(of=("self",), no_key=True).select_related("author")
    if isinstance(post, Answer):
        queryset = queryset.select_related("question")
    return queryset.get(pk=post.pk)


def lock_with_question(answer: Answer) -> Answer:
    """Both rows locked, question first; `answer.question` is the locked one."""
    question = lock(Question(pk=answer.question_id))
    answer = lock(answer)
    answer.question = question
    return answer
