"""Things come to a view only through what its reader may see: what may not be seen is not found."""

from django.db.models import QuerySet

from qa.models import Answer, Comment, Question
from qa.models.post import Reader

MODELS = {"question": Question, "answer": Answer, "comment": Comment}


def visible(kind: str, user: Reader) -> QuerySet:
    """Questions, answers or comments; those that hang on something come with it."""
    queryset = MODELS[kind].objects.visible_to(user)
    if kind == "question":
        return queryset.with_row()
    parents = ("question",) if kind == "answer" else ("question", "answer__question")
    return queryset.select_related("author", *parents)
