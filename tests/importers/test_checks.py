from dataclasses import replace

import pytest

from qa import rules
from qa.importers.checks import EXTERNAL_ID_MAX, NAME_MAX, SCORE_MAX, checked
from qa.importers.records import AnswerRecord, CommentRecord, Problem, QuestionRecord

GOOD = QuestionRecord("id", "title", "", "en", "file:1", tags=("c++",), answers=(AnswerRecord("yes", accepted=True),))


def test_a_record_within_the_limits_is_returned_as_it_is():
    assert checked(GOOD) is GOOD
    at_the_limits = replace(GOOD, title="x" * rules.TITLE_MAX, body="y" * rules.BODY_MAX, score=-SCORE_MAX)
    assert checked(at_the_limits) is at_the_limits


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"external_id": ""}, "external_id"),
        ({"external_id": "x" * (EXTERNAL_ID_MAX + 1)}, "external_id"),
        ({"title": "abc"}, "title"),
        ({"title": "   "}, "title"),
        ({"title": "x" * (rules.TITLE_MAX + 1)}, "title"),
        ({"title": "half \ud800 a pair"}, "title"),
        ({"body": "x" * (rules.BODY_MAX + 1)}, "body"),
        ({"body": "nul \0"}, "body"),
        ({"user": "x" * (NAME_MAX + 1)}, "user"),
        ({"score": SCORE_MAX + 1}, "score"),
        ({"tags": tuple("abcdef")}, "tags"),
        ({"tags": ("",)}, "tags[0]"),
        ({"tags": ("a", "x" * (rules.TAG_LENGTH_MAX + 1))}, "tags[1]"),
        ({"environment": {"version": "2.3.1", "mode": "Eager"}}, "environment.mode"),
        ({"environment": {"cann": "8.0"}}, "environment.cann"),
        ({"comments": (CommentRecord("x"),)}, "comments[0].body"),
        ({"comments": (CommentRecord("ok"), CommentRecord("x" * (rules.COMMENT_MAX + 1)))}, "comments[1].body"),
        ({"answers": (AnswerRecord(" "),)}, "answers[0].body"),
        ({"answers": (AnswerRecord("a", score=-SCORE_MAX - 1),)}, "answers[0].score"),
        ({"answers": (AnswerRecord("a", comments=(CommentRecord(""),)),)}, "answers[0].comments[0].body"),
        ({"answers": (AnswerRecord("a", accepted=True), AnswerRecord("b", accepted=True))}, "answers"),
    ],
)
def test_a_record_that_breaks_a_limit_is_reported_with_the_field(change, field):
    result = checked(replace(GOOD, **change))
    assert isinstance(result, Problem)
    assert result.where == "file:1"
    assert result.message.startswith(f"{field}: ")
    assert result.message.endswith(".")
