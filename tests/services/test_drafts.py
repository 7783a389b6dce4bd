"""Drafts of members: the newest is kept, an older window does not overwrite it, and nobody collects them."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.services import close_account
from qa import rules
from qa.errors import Invalid, Refused
from qa.models import Draft
from qa.services.drafts import drop_draft, save_draft

pytestmark = pytest.mark.django_db


def save(actor: User, base: int = 0, form: str = "/ask", **typed: str) -> Draft | None:
    return save_draft(actor=actor, form=form, typed=typed, base=base)


def test_each_save_is_a_revision_of_one_draft(author: User) -> None:
    first = save(author, title="一")
    again = save(author, base=first.revision, title="一二")
    assert (again.pk, again.revision, again.typed) == (first.pk, 2, {"title": "一二"})
    assert again.updated_at > first.updated_at


def test_the_same_text_again_is_no_save(author: User) -> None:
    first = save(author, title="一")
    assert save(author, base=0, title="一").revision == first.revision == 1


def test_an_older_window_does_not_overwrite(author: User) -> None:
    save(author, base=save(author, title="一").revision, title="新的")
    for base in (0, 1, 3):
        with pytest.raises(Invalid) as refused:
            save(author, base=base, title="旧的")
        assert refused.value.code == "draft_conflict"
    assert Draft.objects.get().typed == {"title": "新的"}


def test_a_window_whose_draft_was_posted_elsewhere_does_not_bring_it_back(author: User) -> None:
    base = save(author, title="一").revision
    drop_draft(actor=author, form="/ask")
    with pytest.raises(Invalid):
        save(author, base=base, title="一二")
    assert Draft.objects.count() == 0


def test_an_empty_form_has_no_draft(author: User) -> None:
    assert save(author, title=" ", body="\n") is None
    base = save(author, title="一").revision
    assert save(author, base=base, title="", body="") is None
    assert Draft.objects.count() == 0


def test_drafts_are_apart_by_person_and_form(author: User, helper: User) -> None:
    for actor, form in ((author, "/ask"), (author, "/q/1/answer"), (helper, "/ask")):
        save(actor, form=form, body=form)
    drop_draft(actor=author, form="/ask")
    assert {(draft.owner, draft.form) for draft in Draft.objects.all()} == {(author, "/q/1/answer"), (helper, "/ask")}


def test_the_oldest_makes_room(author: User, monkeypatch) -> None:
    monkeypatch.setattr(rules, "DRAFTS_MAX", 2)
    for number in range(3):
        save(author, form=f"/q/{number}/answer", body="x")
    assert sorted(draft.form for draft in Draft.objects.all()) == ["/q/1/answer", "/q/2/answer"]


def test_a_text_longer_than_any_post_is_refused(author: User) -> None:
    with pytest.raises(Invalid) as refused:
        save(author, body="x" * (rules.DRAFT_LENGTH_MAX + 1))
    assert refused.value.code == "too_long"


def test_characters_that_no_database_takes_are_left_out(author: User) -> None:
    assert save(author, body="a\x00b\ud800c\n").typed == {"body": "abc\n"}


def test_a_stranger_has_no_draft() -> None:
    with pytest.raises(Refused):
        save(AnonymousUser(), body="x")


def test_drafts_go_with_their_owner(author: User) -> None:
    save(author, body="x")
    close_account(user=author)
    assert Draft.objects.count() == 0
