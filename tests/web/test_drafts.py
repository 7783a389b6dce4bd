"""What a member types is kept on the server: by the script, and by the buttons where there is none."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from qa import rules
from qa.models import Answer, Draft, Question

pytestmark = pytest.mark.django_db

TYPED = {"title": "训练时 loss 变成 nan", "body": "写到一半", "tags": "loss, adam", "version": "2.3"}


@pytest.fixture
def writer(as_user: Callable[..., Client], author: User) -> Client:
    return as_user(author)


def save(client: Client, form: str = "/ask", draft: object = 0, **typed: str) -> object:
    return client.post("/drafts", {"form": form, "draft": draft, **(typed or TYPED)})


def opened(client: Client, path: str = "/ask") -> dict[str, object]:
    """What stands in the fields of a form that is opened."""
    form = client.get(path, follow=True).context["form"]
    return {field.name: field.value() for field in form if field.value()}


def test_a_draft_is_there_when_the_form_is_opened_again(writer: Client) -> None:
    assert 'class="notice restored" role="status" hidden>' in writer.get("/ask").text
    assert save(writer).json() == {"revision": 1}
    page = writer.get("/ask")
    assert opened(writer) == TYPED
    assert 'name="draft" value="1"' in page.text
    assert 'class="notice restored" role="status">' in page.text


def test_it_is_there_on_another_device_and_nobody_elses(writer: Client, author: User, helper: User) -> None:
    save(writer)
    for user, expected in ((author, TYPED), (helper, {})):
        elsewhere = Client()
        elsewhere.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
        assert opened(elsewhere) == expected


def test_each_form_has_its_own(question: Question, answer: Answer, writer: Client) -> None:
    forms = {f"/q/{question.pk}/answer": question.get_absolute_url(), f"/q/{question.pk}/comment": None}
    for form, page in forms.items():
        save(writer, form=form, body=form)
        assert opened(writer, page or form) == {"body": form}
    edit = f"/q/{question.pk}/edit"
    save(writer, form=edit, title="新标题", body="新的", tags="x", revision="1")
    assert {name: opened(writer, edit)[name] for name in ("title", "body")} == {"title": "新标题", "body": "新的"}


def test_posting_drops_it(question: Question, writer: Client) -> None:
    save(writer)
    save(writer, form=f"/q/{question.pk}/answer", body="半个答案")
    writer.post("/ask", {**TYPED, "draft": 1})
    writer.post(f"/q/{question.pk}/answer", {"body": "整个答案", "draft": 1})
    assert Draft.objects.count() == 0


def test_an_error_keeps_it(writer: Client) -> None:
    save(writer)
    page = writer.post("/ask", {**TYPED, "tags": "", "draft": 1})
    assert 'name="draft" value="1"' in page.text
    assert Draft.objects.get().typed == TYPED


@pytest.mark.parametrize("form", ["/ask", "/q/{pk}/answer", "/q/{pk}/edit", "/q/{pk}/comment"])
def test_it_can_be_thrown_away_without_javascript(question: Question, writer: Client, form: str) -> None:
    form = form.format(pk=question.pk)
    save(writer, form=form, body="weg")
    response = writer.post(form, {"body": "weg", "discard": "1"}, follow=True)
    assert response.status_code == 200
    assert Draft.objects.count() == 0
    assert response.context["form"]["body"].value() in (None, question.body)
    assert Answer.objects.count() == 0


def test_a_stranger_throws_away_what_the_session_kept(question: Question, client: Client) -> None:
    address = f"/q/{question.pk}/answer"
    client.post(address, {"body": "weg"})
    assert opened(client, question.get_absolute_url()) == {"body": "weg"}
    assert client.post(address, {"body": "weg", "discard": "1"}).url == question.get_absolute_url()
    assert opened(client, question.get_absolute_url()) == {}


def test_the_preview_keeps_a_draft_without_javascript(writer: Client) -> None:
    page = writer.post("/ask", {**TYPED, "preview": "1", "draft": "0"})
    assert Draft.objects.get().typed == TYPED
    assert 'name="draft" value="1"' in page.text
    page = writer.post("/ask", {**TYPED, "body": "weiter", "preview": "1", "draft": "1"})
    assert Draft.objects.get().typed["body"] == "weiter"
    assert 'name="draft" value="2"' in page.text


def test_the_preview_of_an_older_window_overwrites_nothing(writer: Client) -> None:
    save(writer)
    page = writer.post("/ask", {**TYPED, "body": "anders", "preview": "1", "draft": "0"})
    assert page.context["form"]["body"].value() == "anders"
    assert Draft.objects.get().typed == TYPED


def test_an_older_window_is_told(writer: Client) -> None:
    save(writer)
    refused = save(writer, draft=0, title="anders")
    assert refused.status_code == 409
    assert refused.json() == {"error": "Another window has changed this draft meanwhile.", "revision": 1}
    assert save(writer, draft=1, title="anders").json() == {"revision": 2}


def test_what_a_stranger_typed_becomes_the_members_draft(client: Client, author: User) -> None:
    client.post("/ask", TYPED)
    client.force_login(author, backend="allauth.account.auth_backends.AuthenticationBackend")
    page = client.get("/ask")
    assert opened(client) == TYPED
    assert page.context["form"].is_restored
    assert save(client, **{**TYPED, "body": "weiter"}).json() == {"revision": 1}
    assert opened(client)["body"] == "weiter"


def test_what_a_search_began_is_not_called_restored(writer: Client) -> None:
    page = writer.post("/ask/this", {"q": "loss nan"}, follow=True)
    assert page.context["form"]["title"].value() == "loss nan"
    assert not page.context["form"].is_restored


@pytest.mark.parametrize(
    "form", ["", "/", "/nowhere", "/search", "https://else.where/ask", "/q/1/vote", "/" + "x" * 200]
)
def test_only_forms_have_drafts(writer: Client, form: str) -> None:
    assert save(writer, form=form).status_code == 400
    assert Draft.objects.count() == 0


def test_a_text_that_is_too_long_is_refused_with_a_sentence(writer: Client) -> None:
    refused = save(writer, body="x" * (rules.DRAFT_LENGTH_MAX + 1))
    assert refused.status_code == 400
    assert "at most 100000" in refused.json()["error"]


@pytest.mark.parametrize("draft", ["", "abc", "-1", "9" * 30, "\x00"])
def test_any_revision_may_be_sent(writer: Client, draft: str) -> None:
    assert save(writer, draft=draft).status_code == 200


def test_only_what_a_form_asks_for_is_kept(writer: Client) -> None:
    save(writer, title="x", csrfmiddlewaretoken="t", password="p", body="a\x00b")
    assert Draft.objects.get().typed == {"title": "x", "body": "ab"}
