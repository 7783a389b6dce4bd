"""Acts through the pages: POST only, then back to the post; to htmx the part that changed, with a word on it."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from qa import services
from qa.models import Answer, Bookmark, Comment, Flag, Follow, Question, Tag, Vote

pytestmark = pytest.mark.django_db


def test_a_vote_counts_and_leads_back(question: Question, as_user: Callable[..., Client], trusted: User) -> None:
    client, scores = as_user(trusted), []
    for value in ("1", "1", "-1", "0"):
        response = client.post(f"/q/{question.pk}/vote", {"value": value})
        assert (response.status_code, response.url) == (302, question.get_absolute_url())
        scores.append(Question.objects.get().score)
    assert scores == [1, 1, -1, 0]


def test_a_vote_on_an_answer_leads_to_the_answer(
    answer: Answer, as_user: Callable[..., Client], newcomer: User
) -> None:
    response = as_user(newcomer).post(f"/a/{answer.pk}/vote", {"value": "1"})
    assert response.url == answer.get_absolute_url()
    assert Vote.objects.get().answer == answer


@pytest.mark.parametrize("value", ["", "2", "-2", "abc", "1.5", "99999999999999999999", "9" * 5000, "\x00", None])
def test_another_vote_is_refused_with_a_sentence(
    question: Question, as_user: Callable[..., Client], trusted: User, value: str | None
) -> None:
    page = as_user(trusted).post(f"/q/{question.pk}/vote", {} if value is None else {"value": value})
    assert page.status_code == 400
    assert "A vote is 1, -1 or 0." in page.text
    assert Vote.objects.count() == 0


def test_a_strangers_vote_leads_to_the_sign_in_page_and_back(question: Question, client: Client, author: User) -> None:
    here = f"http://testserver{question.get_absolute_url()}"
    response = client.post(f"/q/{question.pk}/vote", {"value": "1"}, headers={"Referer": here})
    assert response.url.startswith("/accounts/login/?next=")
    back = client.post(response.url, {"login": "author", "password": "correct horse"})
    assert back.url in (here, question.get_absolute_url())
    assert Vote.objects.count() == 0


@pytest.mark.parametrize("referer", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\x00"])
def test_signing_in_never_leads_to_another_site(question: Question, client: Client, author: User, referer: str) -> None:
    response = client.post(f"/q/{question.pk}/vote", {"value": "1"}, headers={"Referer": referer})
    back = client.post(response.url, {"login": "author", "password": "correct horse"})
    assert back.status_code == 302
    assert back.url == "/"


def test_accepting_and_taking_it_back(
    question: Question, answer: Answer, as_user: Callable[..., Client], author: User
) -> None:
    client = as_user(author)
    assert client.post(f"/a/{answer.pk}/accept").url == answer.get_absolute_url()
    assert Question.objects.get().accepted_answer == answer
    page = client.get(question.get_absolute_url()).text
    assert "Accepted answer" in page
    assert f"/a/{answer.pk}/unaccept" in page
    client.post(f"/a/{answer.pk}/unaccept")
    assert Question.objects.get().accepted_answer is None


def test_a_refusal_says_why(question: Question, answer: Answer, as_user: Callable[..., Client], helper: User) -> None:
    page = as_user(helper).post(f"/a/{answer.pk}/accept")
    assert page.status_code == 403
    assert "Only the person who asked or a moderator may accept an answer." in page.text


def test_a_deleted_question_leads_its_author_to_the_page_that_offers_to_restore(
    question: Question, as_user: Callable[..., Client], author: User
) -> None:
    client = as_user(author)
    page = client.post(f"/q/{question.pk}/delete", follow=True)
    assert page.status_code == 200
    assert "This post is deleted" in page.text
    assert f"/q/{question.pk}/restore" in page.text
    assert question.title not in client.get("/?sort=newest").text
    page = client.post(f"/q/{question.pk}/restore", follow=True)
    assert "This post is deleted" not in page.text
    assert question.title in client.get("/?sort=newest").text


def test_a_deleted_answer_leads_to_its_question_and_back(
    answer: Answer, as_user: Callable[..., Client], helper: User
) -> None:
    client = as_user(helper)
    assert client.post(f"/a/{answer.pk}/delete").url == answer.question.get_absolute_url()
    assert client.post(f"/a/{answer.pk}/restore").url == answer.get_absolute_url()


def test_a_deleted_comment_leads_to_its_post(answer: Answer, as_user: Callable[..., Client], newcomer: User) -> None:
    comment = services.add_comment(actor=newcomer, post=answer, body="多谢")
    client = as_user(newcomer)
    assert client.post(f"/c/{comment.pk}/delete").url == answer.get_absolute_url()
    assert Comment.objects.get().deleted_by == newcomer
    assert client.post(f"/c/{comment.pk}/restore").status_code == 302
    assert Comment.objects.get().deleted_at is None


def test_deleting_twice_is_told_and_not_crashed(
    question: Question, as_user: Callable[..., Client], author: User
) -> None:
    client = as_user(author)
    assert [client.post(f"/q/{question.pk}/delete").status_code for _ in range(2)] == [302, 403]


@pytest.mark.parametrize("path", ["/q/{q}/vote", "/q/{q}/delete", "/q/{q}/restore", "/a/{a}/accept", "/a/{a}/unaccept"])
def test_acts_need_their_csrf_token(question: Question, answer: Answer, author: User, path: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(author)
    assert client.post(path.format(q=question.pk, a=answer.pk), {"value": "1"}).status_code == 403
    assert Question.objects.get().deleted_at is None
    assert not Answer.objects.get().is_accepted


HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/questions/1/x?page=2"}


def test_htmx_gets_the_buttons_of_a_vote_and_a_word(
    answer: Answer, as_user: Callable[..., Client], trusted: User
) -> None:
    client = as_user(trusted)
    up = client.post(f"/a/{answer.pk}/vote", {"value": "1"}, headers=HTMX).text
    assert "<html" not in up
    assert "<output" in up
    assert f'hx-swap-oob="innerHTML:#said-a{answer.pk}"' in up
    assert "Voted up." in up
    down = client.post(f"/a/{answer.pk}/vote", {"value": "-1"}, headers=HTMX).text
    assert 'name="value" value="1">' in down, "undoing leads to the vote before"
    back = client.post(f"/a/{answer.pk}/vote", {"value": "0"}, headers=HTMX).text
    assert "Vote taken back." in back
    assert "Undo" not in back


def test_a_refusal_is_a_sentence_for_htmx(answer: Answer, as_user: Callable[..., Client], helper: User) -> None:
    client = as_user(helper)
    for path, form, status in (("vote", {"value": "1"}, 403), ("accept", {}, 403), ("vote", {"value": "7"}, 400)):
        response = client.post(f"/a/{answer.pk}/{path}", form, headers=HTMX)
        assert response.status_code == status
        assert response.text.startswith('<p class="refused">')
        assert "<html" not in response.text


def test_an_old_page_is_told_of_in_a_sentence(answer: Answer, newcomer: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(newcomer)
    response = client.post(f"/a/{answer.pk}/vote", {"value": "1"}, headers=HTMX)
    assert response.status_code == 403
    assert "Load it again" in response.text
    assert "<html" not in response.text


@pytest.mark.parametrize("act", ["vote", "follow", "bookmark", "flag"])
def test_a_strangers_htmx_press_takes_the_page_to_the_sign_in(question: Question, client: Client, act: str) -> None:
    response = client.post(f"/q/{question.pk}/{act}", {"value": "1"}, headers=HTMX)
    assert response.status_code == 200
    assert response.headers["HX-Redirect"] == "/accounts/login/?next=/questions/1/x%3Fpage%3D2"


def test_htmx_cannot_be_led_to_another_site(question: Question, client: Client) -> None:
    headers = {**HTMX, "HX-Current-URL": "https://evil.example/x"}
    response = client.post(f"/q/{question.pk}/vote", {"value": "1"}, headers=headers)
    assert response.headers["HX-Redirect"] == "/accounts/login/?next=/"


@pytest.mark.parametrize(("act", "back"), [("follow", "unfollow"), ("bookmark", "bookmark/remove")])
def test_a_mark_is_set_and_taken_back(
    question: Question, as_user: Callable[..., Client], newcomer: User, act: str, back: str
) -> None:
    client, rows = as_user(newcomer), {"follow": Follow, "bookmark": Bookmark}[act].objects
    assert client.post(f"/q/{question.pk}/{act}").url == question.get_absolute_url()
    assert rows.count() == 1
    part = client.post(f"/q/{question.pk}/{act}", headers=HTMX).text
    assert f'action="/q/{question.pk}/{back}"' in part
    assert 'aria-pressed="true"' in part
    assert rows.count() == 1
    part = client.post(f"/q/{question.pk}/{back}", headers=HTMX).text
    assert 'aria-pressed="false"' in part
    assert "Undo" in part
    assert rows.count() == 0


def test_a_tag_is_followed(question: Question, as_user: Callable[..., Client], newcomer: User) -> None:
    client, tag = as_user(newcomer), Tag.objects.get(name="dataset")
    assert client.post(f"/t/{tag.pk}/follow").url == "/tags/dataset"
    assert Follow.objects.get().tag == tag
    assert f'action="/t/{tag.pk}/unfollow"' in client.get("/tags/dataset").text
    part = client.post(f"/t/{tag.pk}/unfollow", headers=HTMX).text
    assert 'aria-pressed="false"' in part
    assert f'action="/t/{tag.pk}/follow"' in part
    assert client.post("/t/99999/follow").status_code == 404


def test_both_answers_change_when_another_is_accepted(
    question: Question, answer: Answer, as_user: Callable[..., Client], author: User, newcomer: User
) -> None:
    other = services.post_answer(actor=newcomer, question=question, body="另一个答案")
    services.accept(actor=author, answer=answer)
    part = as_user(author).post(f"/a/{other.pk}/accept", headers=HTMX).text
    assert part.count("Accepted answer") == 1
    for pk, oob in ((other.pk, False), (answer.pk, True)):
        form = part.partition(f'<form id="accept-a{pk}"')[2].partition(">")[0]
        assert ("hx-swap-oob" in form) is oob
        assert f'<div id="acceptance-a{pk}" hx-swap-oob="true">' in part
    assert f'href="#answer-{other.pk}"' in part


def test_a_comment_changes_at_its_place(answer: Answer, as_user: Callable[..., Client], newcomer: User) -> None:
    client = as_user(newcomer)
    added = client.post(f"/a/{answer.pk}/comment", {"body": "哪个**版本**"}, headers=HTMX)
    comment = Comment.objects.get()
    assert f'<li id="comment-{comment.pk}"' in added.text
    assert "Comment added." in added.text
    deleted = client.post(f"/c/{comment.pk}/delete", headers=HTMX).text
    assert f'<li id="comment-{comment.pk}" class="deleted"' in deleted
    assert f"/c/{comment.pk}/restore" in deleted
    assert "deleted" not in client.post(f"/c/{comment.pk}/restore", headers=HTMX).text.partition("tabindex")[0]


def test_a_comment_that_cannot_be_saved_comes_back_with_all_that_was_typed(
    question: Question, as_user: Callable[..., Client], newcomer: User
) -> None:
    page = as_user(newcomer).post(f"/q/{question.pk}/comment", {"body": "<"}, headers=HTMX)
    assert page.status_code == 200
    assert page.headers["HX-Retarget"] == "this"
    assert "Write at least 2 characters" in page.text
    assert "&lt;</textarea>" in page.text
    assert "<html" not in page.text


def test_an_answer_comes_with_its_empty_form(
    question: Question, as_user: Callable[..., Client], newcomer: User
) -> None:
    text = as_user(newcomer).post(f"/q/{question.pk}/answer", {"body": "再试试别的"}, headers=HTMX).text
    answer = Answer.objects.get()
    form, _, rest = text.partition('hx-swap-oob="beforeend:#answer-list"')
    assert "再试试别的" not in form
    assert f'<article id="answer-{answer.pk}"' in rest
    assert "1 answer" in rest
    assert "Answer posted." in rest


def test_an_answer_that_cannot_be_saved_comes_back(
    question: Question, as_user: Callable[..., Client], newcomer: User
) -> None:
    text = as_user(newcomer).post(f"/q/{question.pk}/answer", {"body": "x" * 100_001}, headers=HTMX).text
    assert 'id="answering"' in text
    assert "At most 100000 characters" in text
    assert "<html" not in text
    assert not Answer.objects.exists()


def test_a_flag_is_a_page_or_a_part(answer: Answer, as_user: Callable[..., Client], newcomer: User) -> None:
    client, path = as_user(newcomer), f"/a/{answer.pk}/flag"
    assert "<html" in client.get(path).text
    assert "<html" not in client.get(path, headers=HTMX).text
    missing = client.post(path, {"reason": "", "text": "<b>"})
    assert "Choose what is wrong." in missing.text
    assert "&lt;b&gt;" in missing.text
    part = client.post(path, {"reason": "other"}, headers=HTMX)
    assert part.headers["HX-Retarget"] == "this"
    assert "Say what is wrong." in part.text
    assert client.post(path, {"reason": "spam"}).url == answer.get_absolute_url()
    said = client.post(path, {"reason": "rude"}, headers=HTMX).text
    assert "A moderator will look at it." in said
    assert Flag.objects.get().reason == "rude"
    assert "Flag withdrawn." in client.post(f"{path}/withdraw", headers=HTMX).text
    assert not Flag.objects.exists()


def test_nobody_flags_their_own(answer: Answer, as_user: Callable[..., Client], helper: User) -> None:
    client = as_user(helper)
    assert f"/a/{answer.pk}/flag" not in client.get(answer.question.get_absolute_url()).text
    assert client.get(f"/a/{answer.pk}/flag").status_code == 403
