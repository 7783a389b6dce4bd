"""The errors that posts tell of are signed when a post is written."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from qa import rules, services
from qa.models import Answer, ErrorSignature, Installation, Question, SearchChange
from qa.search import signing, sync
from qa.search.pasted import read, sign, signatures_in
from tests.factories import ask

pytestmark = pytest.mark.django_db

LAUNCH = "RuntimeError: Launch kernel failed on stream, EE9999"
SHAPE = "ValueError: For 'MatMul', the shapes of the inputs are not equal"
SECRET = "RuntimeError: login with token hf_abcdefghij0123456789xyz of li@example.com failed at 192.168.30.140"


def fenced(error: str) -> str:
    return f"看看这个：\n\n```\n{error}\n```"


def told(post: Question | Answer) -> list[str]:
    return [str(row) for row in ErrorSignature.objects.on(post).order_by("id")]


def terms_in_index(question: Question) -> set[str]:
    """Those of the terms of LAUNCH and SHAPE that the index has of the question."""
    view = sync.before_search()
    assert view.num_docs == 1
    known = {term for error in (LAUNCH, SHAPE) for term in sign(read(error)).terms}
    return {term for term in known if view.doc_freq("signature", term)}


def test_a_question_is_signed_when_it_is_asked_and_edited(author: User) -> None:
    question = ask(author, body=fenced(LAUNCH))
    assert told(question) == [LAUNCH]
    row = ErrorSignature.objects.get()
    assert row.digest == sign(read(LAUNCH)).digest
    assert row.terms == sign(read(LAUNCH)).terms
    assert terms_in_index(question) == set(sign(read(LAUNCH)).terms)
    services.edit_question(actor=author, question=question, body=fenced(SHAPE))
    assert told(question) == [SHAPE]
    assert terms_in_index(question) == set(sign(read(SHAPE)).terms)
    services.edit_question(actor=author, question=question, body="没有报错了")
    assert told(question) == []
    assert terms_in_index(question) == set()


def test_an_answer_is_signed_when_it_is_written_and_edited(author: User, helper: User) -> None:
    question = ask(author, body=fenced(LAUNCH))
    answer = services.post_answer(actor=helper, question=question, body=fenced(SHAPE))
    assert told(answer) == [SHAPE]
    assert terms_in_index(question) == {*sign(read(LAUNCH)).terms, *sign(read(SHAPE)).terms}
    services.edit_answer(actor=helper, answer=answer, body="想不起来了")
    assert told(answer) == []
    assert told(question) == [LAUNCH]
    assert terms_in_index(question) == set(sign(read(LAUNCH)).terms)


def test_the_error_of_a_deleted_answer_is_not_in_the_index(author: User, helper: User) -> None:
    question = ask(author)
    answer = services.post_answer(actor=helper, question=question, body=fenced(SHAPE))
    assert terms_in_index(question) == set(sign(read(SHAPE)).terms)
    services.delete(actor=helper, thing=answer)
    assert terms_in_index(question) == set()


def test_an_import_signs_questions_and_answers(add: Callable[..., Question]) -> None:
    question = add("导入的问题", fenced(LAUNCH), answers=("没有报错", fenced(SHAPE)))
    assert told(question) == [LAUNCH]
    assert [told(answer) for answer in question.answers.order_by("id")] == [[], [SHAPE]]
    assert terms_in_index(question) == {*sign(read(LAUNCH)).terms, *sign(read(SHAPE)).terms}


def test_the_seeds_are_signed() -> None:
    call_command("seed", verbosity=0)
    posts = [*Question.objects.all(), *Answer.objects.all()]
    assert ErrorSignature.objects.count() == sum(len(signatures_in(post.body)) for post in posts) > 0


def test_several_errors_of_a_post_have_a_signature_each(author: User) -> None:
    question = ask(author, body=f"{fenced(LAUNCH)}\n\n{fenced(SHAPE)}\n\n{fenced(LAUNCH)}")
    assert told(question) == [LAUNCH, SHAPE]


def test_no_secret_is_stored_in_a_signature(author: User) -> None:
    ask(author, body=fenced(SECRET))
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM qa_errorsignature")
        rows = str(cursor.fetchall())
    assert "login with token" in rows
    for secret in ("hf_abcdefghij0123456789xyz", "li@example.com", "192.168.30.140"):
        assert secret not in rows


@pytest.mark.parametrize("length", [150, 199, 200, 201, 1_000])
def test_a_long_name_of_an_exception_fits_its_column(author: User, length: int) -> None:
    name = "X" * (length - 5) + "Error"
    ask(
        author,
        body=fenced(f'Traceback (most recent call last):\n  File "a.py", line 1, in f\n{name}: it is broken'),
    )
    row = ErrorSignature.objects.get()
    assert row.exception == name[: signing.EXCEPTION_MAX]


# All anew, when the way of signing has changed


@pytest.fixture
def outdated(author: User, helper: User) -> list[Question | Answer]:
    """Posts whose signatures are those of an older version of the program."""
    question = ask(author, body=fenced(LAUNCH))
    posts = [
        question,
        ask(author, title="另一个问题在此", body=fenced(SHAPE)),
        services.post_answer(actor=helper, question=question, body=fenced(SHAPE)),
    ]
    ErrorSignature.objects.update(digest="0" * 16, terms=["s:old"])
    Installation.objects.update_or_create(defaults={"signature_version": rules.SIGNATURE_VERSION - 1})
    SearchChange.objects.all().delete()
    return posts


@pytest.mark.parametrize("batch", [1, 200])
def test_another_way_of_signing_has_every_post_signed_anew(outdated, monkeypatch, batch: int) -> None:
    monkeypatch.setattr(signing, "BATCH", batch)
    signing.catch_up()
    assert [told(post) for post in outdated] == [[LAUNCH], [SHAPE], [SHAPE]]
    assert not ErrorSignature.objects.filter(digest="0" * 16).exists()
    assert Installation.objects.get().signature_version == rules.SIGNATURE_VERSION
    assert set(SearchChange.objects.values_list("question_id", flat=True)) == {outdated[0].pk, outdated[1].pk}


def test_the_same_way_of_signing_signs_nothing_anew(outdated, django_assert_num_queries) -> None:
    Installation.objects.update(signature_version=rules.SIGNATURE_VERSION)
    with django_assert_num_queries(1):
        signing.catch_up()
    assert ErrorSignature.objects.filter(digest="0" * 16).count() == 3
    assert not SearchChange.objects.exists()


def test_what_was_killed_half_way_is_done_again(outdated, monkeypatch) -> None:
    monkeypatch.setattr(signing, "BATCH", 1)
    sign_anew, calls = signing.sign_anew, iter(range(9))

    def dies_later(*arguments: object) -> int | None:
        if next(calls) == 1:
            raise KeyboardInterrupt
        return sign_anew(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(signing, "sign_anew", dies_later)
        with pytest.raises(KeyboardInterrupt):
            signing.catch_up()
    assert Installation.objects.get().signature_version < rules.SIGNATURE_VERSION
    signing.catch_up()
    assert [told(post) for post in outdated] == [[LAUNCH], [SHAPE], [SHAPE]]


def test_a_new_site_has_nothing_to_sign_anew(db) -> None:
    signing.catch_up()
    assert Installation.objects.get().signature_version == rules.SIGNATURE_VERSION


def test_the_command_signs_anew(outdated) -> None:
    call_command("sync_search", verbosity=0)
    assert [told(post) for post in outdated] == [[LAUNCH], [SHAPE], [SHAPE]]
    assert sync.before_search().doc_freq("signature", sign(read(SHAPE)).terms[0]) == 2
