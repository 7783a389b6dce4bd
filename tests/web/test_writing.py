"""Asking, answering, commenting, editing through the pages: nothing typed is lost, nothing is saved twice."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from qa import rules, services
from qa.models import Answer, Comment, Question

pytestmark = pytest.mark.django_db

FORM = {
    "title": "训练时 loss 变成 nan", "body": "用的是 **Adam**\n\n    code <b>", "tags": "loss，adam、c++",
    "version": "r2.3", "device": "Ascend", "mode": "", "os": "Linux", "python": "3.9",
}  # fmt: skip


@pytest.fixture
def writer(as_user: Callable[..., Client], author: User) -> Client:
    return as_user(author)


def typed(page: object) -> dict[str, str]:
    """What stands in the form's fields."""
    form = page.context["form"]
    return {field.name: field.value() for field in form}


def test_asking_leads_to_the_question(writer: Client, author: User) -> None:
    response = writer.post("/ask", FORM)
    question = Question.objects.get()
    assert (response.status_code, response.url) == (302, question.get_absolute_url())
    assert (question.author, question.title, question.body) == (author, FORM["title"], FORM["body"])
    assert sorted(tag.name for tag in question.tags.all()) == ["adam", "c++", "loss"]


WRONG = [
    ("title", "", "cannot be empty"),
    ("title", "abc", "at least 4"),
    ("title", "长" * (rules.TITLE_MAX + 1), "At most 300"),
    ("title", "a\x00bcd", "Null characters"),
    ("body", "", "cannot be empty"),
    ("body", " \n\t ", "cannot be empty"),
    ("body", "x" * (rules.BODY_MAX + 1), "At most 100000"),
    ("body", "a\x00b", "Null characters"),
    ("tags", "", "at least one tag"),
    ("tags", "a b c d e f", "at most 5 tags"),
    ("tags", "a|b", "|"),
    ("tags", "+++", "letter or a digit"),
    ("tags", "a//b", "slash"),
    ("tags", "x" * 51, "50"),
    ("version", "the newest", "a version such as 2."),
    ("version", "2\x00", "Null characters"),
    ("device", "TPU", "Ascend, GPU, CPU"),
    ("mode", "Eager", "Graph, PyNative"),
    ("os", "BeOS", "Linux, Windows, macOS"),
    ("python", "three", "a version such as 3."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "says"), WRONG, ids=lambda value: value[:12])
def test_an_error_stands_at_its_field_and_keeps_everything(writer: Client, name: str, value: str, says: str) -> None:
    form = {**FORM, name: value}
    page = writer.post("/ask", form)
    assert page.status_code == 200
    assert typed(page) == form
    (error,) = page.context["form"].errors[name]
    assert says in error
    assert 'role="alert"' in page.text
    assert list(page.context["form"].errors) == [name]
    assert Question.objects.count() == 0


def test_text_with_markup_is_kept_as_text(writer: Client) -> None:
    page = writer.post("/ask", {**FORM, "tags": "", "body": "</textarea><script>alert(1)</script>"})
    assert "</textarea><script>" not in page.text
    assert "&lt;/textarea&gt;&lt;script&gt;" in page.text


@pytest.mark.parametrize("tags", [FORM["tags"], "", "a|b"])
def test_a_preview_shows_the_text_and_saves_nothing(writer: Client, tags: str) -> None:
    page = writer.post("/ask", {**FORM, "tags": tags, "preview": "1"})
    assert page.status_code == 200
    assert "<strong>Adam</strong>" in page.text
    assert typed(page) == {**FORM, "tags": tags}
    assert Question.objects.count() == 0


def test_previews_of_answers_and_edits_save_nothing(question: Question, answer: Answer, writer: Client) -> None:
    for path, form in ((f"/q/{question.pk}/answer", {}), (f"/q/{question.pk}/edit", FORM)):
        page = writer.post(path, {**form, "body": "**fett**", "preview": "1"})
        assert page.status_code == 200
        assert "<strong>fett</strong>" in page.text
    assert Answer.objects.count() == 1
    assert Question.objects.get().body == question.body


def test_a_form_sent_twice_is_one_question(writer: Client) -> None:
    addresses = {writer.post("/ask", FORM).url for _ in range(2)}
    assert len(addresses) == Question.objects.count() == 1


def sign_in(client: Client, response: object, username: str) -> object:
    """Follows to the sign-in page, signs in there, and follows back."""
    assert response.status_code == 302
    assert response.url.startswith("/accounts/login/?next=")
    return client.post(response.url, {"login": username, "password": "correct horse"}, follow=True)


def test_a_strangers_question_waits_until_they_have_signed_in(client: Client, author: User) -> None:
    page = sign_in(client, client.post("/ask", FORM), "author")
    assert page.redirect_chain[-1][0] == "/ask"
    assert typed(page) == FORM
    assert Question.objects.count() == 0
    client.post("/ask", FORM)
    assert Question.objects.count() == 1
    assert typed(client.get("/ask"))["title"] is None, "the draft went when it was saved"


def test_a_strangers_answer_waits_on_the_question_page(question: Question, client: Client, author: User) -> None:
    page = sign_in(client, client.post(f"/q/{question.pk}/answer", {"body": "换 **优化器**"}), "author")
    assert page.redirect_chain[-1][0] == question.get_absolute_url()
    assert typed(page) == {"body": "换 **优化器**"}
    assert Answer.objects.count() == 0


def test_a_strangers_comment_and_edit_wait_too(question: Question, client: Client, author: User) -> None:
    page = sign_in(client, client.post(f"/q/{question.pk}/comment", {"body": "哪个版本"}), "author")
    assert typed(page) == {"body": "哪个版本"}
    client.logout()
    page = sign_in(client, client.post(f"/q/{question.pk}/edit", {**FORM, "reason": "更清楚"}), "author")
    assert {name: typed(page)[name] for name in (*FORM, "reason")} == {**FORM, "reason": "更清楚"}


def test_signing_up_keeps_the_text_too(client: Client) -> None:
    client.post("/ask", FORM)
    account = {"username": "新来的", "email": "new@example.org", "password1": "correct horse battery"}
    page = client.post("/accounts/signup/?next=/ask", account, follow=True)
    assert page.redirect_chain[-1][0] == "/ask"
    assert typed(page) == FORM


def test_one_persons_draft_is_not_anothers(client: Client, author: User, helper: User) -> None:
    sign_in(client, client.post("/ask", FORM), "author")
    client.logout()
    client.force_login(helper)
    assert typed(client.get("/ask"))["title"] is None


def test_answering_leads_to_the_answer(question: Question, writer: Client) -> None:
    response = writer.post(f"/q/{question.pk}/answer", {"body": "换优化器"})
    answer = Answer.objects.get()
    assert response.url == f"/a/{answer.pk}"
    assert writer.get(response.url, follow=True).status_code == 200
    page = writer.post(f"/q/{question.pk}/answer", {"body": "  "})
    assert (page.status_code, page.context["form"].errors.keys()) == (200, {"body"})
    assert Answer.objects.count() == 1


def test_an_answer_that_is_too_long_is_kept_on_the_question_page(question: Question, writer: Client) -> None:
    long = "x" * (rules.BODY_MAX + 1)
    page = writer.post(f"/q/{question.pk}/answer", {"body": long})
    assert typed(page) == {"body": long}
    assert question.title in page.text


@pytest.mark.parametrize("body", ["x", "x" * (rules.COMMENT_MAX + 1), "a\x00b"], ids=["short", "long", "NUL"])
def test_a_comment_with_an_error_is_kept_on_its_own_page(answer: Answer, writer: Client, body: str) -> None:
    page = writer.post(f"/a/{answer.pk}/comment", {"body": body})
    assert typed(page) == {"body": body}
    assert page.context["form"].errors["body"]
    assert answer.html in page.text
    assert Comment.objects.count() == 0


def test_a_comment_leads_to_its_place(answer: Answer, writer: Client) -> None:
    for path in (f"/a/{answer.pk}/comment", f"/q/{answer.question_id}/comment"):
        address = writer.post(path, {"body": "多谢"}).url
        while "#" not in address:
            address = writer.get(address).url
        assert address.startswith(answer.question.get_absolute_url())
        assert address.endswith(f"#comment-{Comment.objects.latest('pk').pk}")


def test_the_edit_form_opens_with_the_post_as_it_is(question: Question, answer: Answer, writer: Client) -> None:
    assert typed(writer.get(f"/q/{question.pk}/edit")) == {
        "title": question.title, "body": question.body, "tags": "dataset, 报错", "reason": None, "revision": 1,
        "version": "", "device": "", "mode": "", "os": "", "python": "",
    }  # fmt: skip


def test_an_edit_with_a_reason_is_in_the_history(question: Question, writer: Client) -> None:
    form = {**FORM, "reason": "更 <清楚>", "revision": "1"}
    assert writer.post(f"/q/{question.pk}/edit", form).url == Question.objects.get().get_absolute_url()
    text = writer.get(f"/q/{question.pk}/history").text
    places = [text.index(mark) for mark in ("Revision 2", "更 &lt;清楚&gt;", "Revision 1")]
    assert places == sorted(places)
    assert "author" in text
    page = writer.get(Question.objects.get().get_absolute_url()).text
    assert f"/q/{question.pk}/history" in page


def test_an_edit_that_changes_nothing_makes_no_revision(question: Question, writer: Client) -> None:
    page = writer.get(f"/q/{question.pk}/edit")
    form = {name: value or "" for name, value in typed(page).items()}
    form["body"] = form["body"].replace("\n", "\r\n")  # As browsers send it.
    assert writer.post(f"/q/{question.pk}/edit", form).status_code == 302
    assert question.revisions.count() == 1


def test_an_edit_conflict_keeps_the_text_says_so_and_can_be_saved_after_all(
    question: Question, writer: Client, trusted: User
) -> None:
    """The sentence says: compare with the history, then save again."""
    services.edit_question(actor=trusted, question=question, title="别人的标题", body="别人的", tags=["x"], revision=1)
    mine = {**FORM, "reason": "我的", "revision": "1"}
    page = writer.post(f"/q/{question.pk}/edit", mine)
    assert page.status_code == 200
    assert {name: typed(page)[name] for name in FORM} == FORM
    assert "Somebody else has edited this" in page.text
    assert f"/q/{question.pk}/history" in page.text
    assert Question.objects.get().title == "别人的标题"
    again = {**mine, "revision": str(typed(page)["revision"])}
    assert writer.post(f"/q/{question.pk}/edit", again).status_code == 302
    assert Question.objects.get().title == FORM["title"]


@pytest.mark.parametrize("revision", ["abc", "99999999999999999999", "-1", "\x00"])
def test_a_revision_that_is_none_is_refused_with_the_text_kept(
    question: Question, writer: Client, revision: str
) -> None:
    page = writer.post(f"/q/{question.pk}/edit", {**FORM, "revision": revision})
    assert page.status_code == 200
    assert {name: typed(page)[name] for name in FORM} == FORM
    assert Question.objects.get().title == question.title


def test_an_answer_is_edited_with_its_reason(answer: Answer, helper: User, as_user: Callable[..., Client]) -> None:
    response = as_user(helper).post(f"/a/{answer.pk}/edit", {"body": "改过", "reason": "错字", "revision": "1"})
    assert response.url == answer.get_absolute_url()
    assert "错字" in as_user(helper).get(f"/a/{answer.pk}/history").text


def test_history_of_what_is_deleted_is_not_for_everybody(question: Question, author: User, newcomer: User) -> None:
    services.delete(actor=author, thing=question)
    for user, status in ((None, 404), (newcomer, 404), (author, 200)):
        client = Client()
        if user:
            client.force_login(user)
        assert client.get(f"/q/{question.pk}/history").status_code == status


def test_forms_need_their_csrf_token(author: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(author)
    assert client.post("/ask", FORM).status_code == 403
    assert Question.objects.count() == 0


def test_every_field_that_is_wrong_says_so_at_once(as_user, author) -> None:
    page = as_user(author).post("/ask", {"title": "abc", "body": " ", "tags": "!!!"})
    assert set(page.context["form"].errors) == {"title", "body", "tags"}


def test_an_edit_kept_through_sign_in_does_not_overwrite_what_came_meanwhile(
    client, question, author, moderator
) -> None:
    edit = f"/q/{question.pk}/edit"
    typed = {"title": question.title, "body": "我改的", "tags": "dataset", "revision": "1"}
    assert client.post(edit, typed).status_code == 302
    services.edit_question(actor=moderator, question=question, body="版主改的")
    client.force_login(author, backend="allauth.account.auth_backends.AuthenticationBackend")
    form = client.get(edit).context["form"]
    again = client.post(
        edit, {name: form[name].value() for name in ("body", "title", "revision")} | {"tags": "dataset"}
    )
    assert again.context["form"].has_error("revision")
    question.refresh_from_db()
    assert question.body == "版主改的"


def test_a_comment_is_previewed_as_it_is_saved(as_user, author, question) -> None:
    text = "# no heading\n\n| a |\n|---|\n| b |"
    page = as_user(author).post(f"/q/{question.pk}/comment", {"body": text, "preview": "1"})
    comment = services.add_comment(actor=author, post=question, body=text)
    assert page.context["form"].preview == comment.html
