import pytest

from accounts.models import User
from qa import services
from qa.models import Answer, Comment, Question


@pytest.fixture
def comment(answer: Answer, helper: User) -> Comment:
    return services.add_comment(actor=helper, post=answer, body="哪个版本？")


@pytest.fixture
def ids(question: Question, answer: Answer, comment: Comment, author: User) -> dict[str, int]:
    """What the letters in `calls` stand for."""
    return {"q": question.pk, "a": answer.pk, "c": comment.pk, "u": author.pk}
