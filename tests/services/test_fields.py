"""What may be stored in each field, whoever sends it."""

from collections.abc import Callable

import pytest

from accounts.models import User
from qa import rules
from qa.errors import Invalid
from qa.models import Question
from qa.services import fields
from tests.factories import ask

FAMILY = "👨‍👩‍👧‍👦🏳️‍🌈🇨🇳😂"

CLEANED = [
    (fields.clean_body, "a\x00b", "ab"),
    (fields.clean_body, "a\x1b[31mred\x1b[0m", "a[31mred[0m"),
    (fields.clean_body, "a\r\nb\rc", "a\nb\nc"),
    (fields.clean_body, "e\u0301", "é"),
    (fields.clean_body, "\n\n    code\n\ttab  \n", "    code\n\ttab"),
    (fields.clean_body, FAMILY, FAMILY),
    (fields.clean_title, "loss\n变成\r\nnan", "loss 变成 nan"),
    (fields.clean_title, "  a\t\tb\u3000c d ", "a b c d"),
    (fields.clean_title, FAMILY, FAMILY),
    (fields.clean_title, "كيف حالك", "كيف حالك"),
    (fields.clean_title, "<b>x</b>", "<b>x</b>"),
    (fields.clean_comment, "  多谢\n", "多谢"),
    (fields.clean_reason, "错字\nBcc: x", "错字 Bcc: x"),
    (fields.clean_reason, "", ""),
]  # fmt: skip


@pytest.mark.parametrize(("clean", "given", "stored"), CLEANED)
def test_text_is_cleaned(clean: Callable[[str], str], given: str, stored: str) -> None:
    assert clean(given) == stored
    assert clean(stored) == stored, "cleaning twice changes nothing"


REFUSED = [
    (fields.clean_title, "a\ud800bcd", "encoding"),
    (fields.clean_body, "\udc00", "encoding"),
    (fields.clean_title, "", "too_short"),
    (fields.clean_title, "abc", "too_short"),
    (fields.clean_title, " \n\t\u3000 ", "too_short"),
    (fields.clean_title, "\x00\x00\x00\x00", "too_short"),
    (fields.clean_title, "长" * (rules.TITLE_MAX + 1), "too_long"),
    (fields.clean_body, " \r\n\t\u00a0 ", "too_short"),
    (fields.clean_body, "x" * (rules.BODY_MAX + 1), "too_long"),
    (fields.clean_comment, "x", "too_short"),
    (fields.clean_comment, "x" * (rules.COMMENT_MAX + 1), "too_long"),
    (fields.clean_reason, "x" * (rules.REASON_MAX + 1), "too_long"),
]


@pytest.mark.parametrize(("clean", "given", "code"), REFUSED)
def test_what_cannot_be_stored_is_refused_with_a_sentence(clean: Callable[[str], str], given: str, code: str) -> None:
    with pytest.raises(Invalid) as refusal:
        clean(given)
    assert refusal.value.code == code
    assert str(refusal.value.reason).endswith(".")
    assert refusal.value.field == clean.__name__.removeprefix("clean_").replace("comment", "body")


@pytest.mark.parametrize(
    ("clean", "longest"),
    [
        (fields.clean_title, "题" * rules.TITLE_MAX),
        (fields.clean_body, "文" * rules.BODY_MAX),
        (fields.clean_comment, "评" * rules.COMMENT_MAX),
        (fields.clean_reason, "因" * rules.REASON_MAX),
    ],
)
def test_the_longest_text_is_kept_whole(clean: Callable[[str], str], longest: str) -> None:
    assert clean(longest) == longest


@pytest.mark.django_db
def test_the_longest_title_and_emoji_come_back_whole_from_the_database(author: User) -> None:
    title = FAMILY + "长" * (rules.TITLE_MAX - len(FAMILY))
    question = ask(author, title=title, body=f"正文 {FAMILY}", tags=("标" * rules.TAG_LENGTH_MAX,))
    stored = Question.objects.get(pk=question.pk)
    assert (stored.title, stored.body) == (title, f"正文 {FAMILY}")
    assert FAMILY in stored.html
    assert stored.revisions.get().title == title
