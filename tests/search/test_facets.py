"""Counts over everything that a query finds."""

from collections.abc import Callable

import pytest

from qa.models import Question
from qa.search import facets, filters, sync
from qa.search.facets import Facets
from qa.search.query import parse

pytestmark = pytest.mark.django_db


def counted(text: str) -> Facets:
    wanted = filters.filtered(None, filters.clauses(parse(text), user_id=None))
    return facets.count(sync.before_search(), wanted)


def test_tags_languages_and_solved_are_counted(add: Callable[..., Question]) -> None:
    add("第一个问题", tags=("c++", "静态图"))
    add("第二个问题", tags=("c++",), answers=("答案一",), accepted=0)
    add("Third question", tags=("c#",), answers=("answer one",), lang="en")
    assert counted("") == Facets({"c++": 2, "c#": 1, "静态图": 1}, {"zh": 2, "en": 1}, solved=1, unsolved=2)
    assert counted("[c++]") == Facets({"c++": 2, "静态图": 1}, {"zh": 2}, solved=1, unsolved=1)
    assert counted("[缺席]") == Facets({}, {}, solved=0, unsolved=0)


def test_the_ten_most_frequent_tags_are_named(add: Callable[..., Question]) -> None:
    for number in range(12):
        add(f"问题 {number}", tags=(f"tag-{number:02}", "all"))
    tags = counted("").tags
    assert len(tags) == 10
    assert next(iter(tags.items())) == ("all", 12)
