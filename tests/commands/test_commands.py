"""Commands parse arguments, call one function, and say what came of it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from qa.models import Question
from qa.search import encoding, index, signing
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_a_member_becomes_a_moderator() -> None:
    make_user("Zhang")
    assert "Zhang is a moderator" in run("make_moderator", "zhang")
    assert User.objects.get().is_moderator


def test_a_moderator_must_have_signed_up() -> None:
    with pytest.raises(CommandError, match="sign up"):
        run("make_moderator", "nobody")


def test_the_index_is_synced_and_rebuilt(question: Question) -> None:
    assert "0 changes behind" in run("sync_search")
    assert "built" in run("rebuild_search")
    assert index.reader.searcher().num_docs == 1


def test_words_are_synced_without_the_vectors(question: Question, monkeypatch) -> None:
    monkeypatch.setattr(encoding, "sweep", lambda progress: pytest.fail("encodes"))
    assert "0 changes behind" in run("sync_search", "--words")
    assert index.reader.searcher().num_docs == 1


@pytest.mark.parametrize("arguments", [(), ("--words",)])
def test_syncing_the_index_signs_what_an_older_version_signed(question: Question, monkeypatch, arguments) -> None:
    calls: list[bool] = []
    monkeypatch.setattr(signing, "catch_up", lambda: calls.append(True))
    run("sync_search", *arguments)
    assert calls == [True]


def test_a_rebuild_says_so_when_another_process_writes() -> None:
    with index.lock(), pytest.raises(CommandError, match="Another process"):
        run("rebuild_search")


def test_recount_checks_and_repairs(question: Question) -> None:
    assert run("recount", "--check") == ""
    Question.objects.update(score=7, answer_count=3)
    with pytest.raises(CommandError, match="2 counters are wrong"):
        run("recount", "--check")
    assert "score is 7, should be 0" in run("recount")
    assert run("recount", "--check") == ""
