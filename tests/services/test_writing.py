"""Asking, answering, editing: what is kept of each edit, and what becomes of tags."""

import pytest

from accounts.models import User
from qa import rules, services
from qa.errors import Invalid
from qa.models import Answer, Comment, Question, Revision, SearchChange, Tag
from tests.factories import ask

pytestmark = pytest.mark.django_db


def edit(question: Question, actor: User, **changes: object) -> Question:
    now = {"title": question.title, "body": question.body, "tags": ["dataset", "报错"]}
    return services.edit_question(actor=actor, question=question, **{**now, **changes})


def test_revisions_are_numbered_and_keep_what_was(question: Question, author: User, trusted: User) -> None:
    edit(question, author, body="第二版")
    edit(question, trusted, title="第三版的标题", body="第二版", tags=["loss"], reason="更清楚")
    kept = question.revisions.order_by("number")
    assert [revision.number for revision in kept] == [1, 2, 3]
    assert [revision.body for revision in kept] == [question.body, "第二版", "第二版"]
    assert [revision.title for revision in kept] == [question.title, question.title, "第三版的标题"]
    assert [revision.tags for revision in kept] == [["dataset", "报错"], ["dataset", "报错"], ["loss"]]
    assert [revision.editor for revision in kept] == [author, author, trusted]
    assert kept[2].reason == "更清楚"


def test_an_answers_revisions_are_numbered_for_themselves(answer: Answer, helper: User) -> None:
    services.edit_answer(actor=helper, answer=answer, body="第二版", reason="错字")
    assert list(answer.revisions.order_by("number").values_list("number", "body", "reason")) == [
        (1, answer.body, ""),
        (2, "第二版", "错字"),
    ]


def test_nothing_is_written_when_nothing_changed(
    question: Question, answer: Answer, author: User, helper: User
) -> None:
    before = (Revision.objects.count(), SearchChange.objects.count(), Question.objects.values().get())
    edit(question, author, reason="only a reason")
    edit(
        question,
        author,
        title=f"  {question.title}\n",
        body=question.body.replace("\n", "\r\n"),
        tags=["DataSet", "报错"],
    )
    services.edit_answer(actor=helper, answer=answer, body=answer.body + "\n\n")
    assert (Revision.objects.count(), SearchChange.objects.count(), Question.objects.values().get()) == before


def test_an_edit_that_began_from_an_older_revision_is_refused(question: Question, author: User, trusted: User) -> None:
    edit(question, trusted, body="别人先保存了", revision=1)
    with pytest.raises(Invalid) as refusal:
        edit(question, author, body="我的", revision=1)
    assert (refusal.value.field, refusal.value.code) == ("revision", "edit_conflict")
    assert Question.objects.get().body == "别人先保存了"
    assert edit(question, author, body="我的", revision=2).body == "我的"


def test_an_edit_moves_the_last_activity(question: Question, answer: Answer, author: User, helper: User) -> None:
    moments = [question.last_activity_at]
    services.edit_answer(actor=helper, answer=answer, body="改过")
    moments.append(Question.objects.get().last_activity_at)
    edit(question, author, body="也改过")
    moments.append(Question.objects.get().last_activity_at)
    assert moments == sorted(set(moments))


def test_the_same_text_sent_twice_is_one_post(author: User, helper: User) -> None:
    question = ask(author)
    assert ask(author) == question
    first = services.post_answer(actor=helper, question=question, body="一样的")
    assert services.post_answer(actor=helper, question=question, body="一样的\n") == first
    remark = services.add_comment(actor=helper, post=question, body="一样的")
    assert services.add_comment(actor=helper, post=question, body=" 一样的 ") == remark
    assert (Question.objects.count(), Answer.objects.count(), Comment.objects.count()) == (1, 1, 1)


def test_different_people_may_write_the_same(author: User, helper: User) -> None:
    assert ask(author) != ask(helper)


def test_what_was_deleted_may_be_asked_again(author: User) -> None:
    services.delete(actor=author, thing=(first := ask(author)))
    assert ask(author) != first


TAGS = [
    (["C++", "c#", ".NET", "c", "C/C++"], ["c++", "c#", ".net", "c", "c/c++"]),
    (["ms", "ms", "MS", "ｍｓ"], ["ms"]),
    (["静态图", "静态图"], ["静态图"]),
    (["é", "e\u0301"], ["é"]),
    (["Graph Mode"], ["graph-mode"]),
    (["हिन्दी"], ["हिन्दी"]),
]


@pytest.mark.parametrize(("given", "stored"), TAGS, ids=",".join)
def test_tags_have_one_spelling_and_stand_once(author: User, given: list[str], stored: list[str]) -> None:
    question = ask(author, tags=tuple(given))
    assert [row.tag.name for row in question.question_tags.order_by("id")] == stored
    assert set(Tag.objects.values_list("name", "question_count")) == {(name, 1) for name in stored}


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ([], "too_few"),
        (["a", "b", "c", "d", "e", "f"], "too_many"),
        ([""], "empty"),
        (["x" * 51], "too_long"),
        (["a|b"], "character"),
        (["+++"], "no_letter"),
        (["a\u200bb"], "invisible"),
        (["a//b"], "slash"),
        (["a\ud800"], "encoding"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_tags_are_refused_with_a_sentence(author: User, tags: list[str], code: str) -> None:
    with pytest.raises(Invalid) as refusal:
        ask(author, tags=tuple(tags))
    assert (refusal.value.field, refusal.value.code) == ("tags", code)
    assert str(refusal.value.reason).strip()
    assert Question.objects.count() == 0


def test_a_tag_that_is_too_long_is_said_to_be_too_long(author: User) -> None:
    with pytest.raises(Invalid, match=str(rules.TAG_LENGTH_MAX)):
        ask(author, tags=("x" * 51,))


def test_changing_tags_touches_no_tag_that_begins_the_same(author: User) -> None:
    question = ask(author, tags=("java", "javascript"))
    edit(question, author, tags=["javascript"])
    assert dict(Tag.objects.values_list("name", "question_count")) == {"java": 0, "javascript": 1}
    assert [tag.name for tag in question.tags.all()] == ["javascript"]


def test_the_language_is_guessed_unless_it_is_given(author: User) -> None:
    assert ask(author, title="训练时 loss 变成 nan").lang == "zh"
    assert ask(author, title="The loss is nan", body="With Adam.").lang == "en"
    assert services.ask(actor=author, title="The loss", body="is nan", tags=["x"], lang="zh").lang == "zh"
    with pytest.raises(Invalid, match="zh or en"):
        services.ask(actor=author, title="The loss", body="is nan", tags=["x"], lang="fr")
