"""Suggestions as rows that the reader may see, and the query that a tag completes."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from qa import services
from qa.models import Question, Tag
from qa.search.suggestions import SHOWN, suggestions, with_tag
from tests.factories import ask, many_questions


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("", "[dataset]"),
        ("da", "[dataset]"),
        ("[da", "[dataset]"),
        ("-[da", "[dataset]"),
        ("slow training da", "slow training [dataset]"),
        ("slow [data s", "slow [dataset]"),
        ("数据集 shuju", "数据集 [dataset]"),
        ("slow ", "slow [dataset]"),
        ("[loss] da", "[loss] [dataset]"),
    ],
)
def test_a_tag_takes_the_place_of_the_unfinished_word(typed: str, completed: str) -> None:
    assert with_tag(typed, Tag(name="dataset")) == completed


@pytest.mark.django_db
def test_no_more_than_are_shown_and_none_that_is_deleted(author: User) -> None:
    many_questions(SHOWN + 2)
    services.delete(actor=author, thing=ask(author, title="option of mine", tags=("tag-mine",)))
    questions, tags = suggestions("option", user=AnonymousUser())
    assert len(questions) == SHOWN
    assert "option of mine" not in {question.title for question in questions}
    assert len(suggestions("tag", user=AnonymousUser())[1]) == SHOWN
    assert all(isinstance(question, Question) for question in questions)
    assert tags == []
