"""The question page: what it shows, in which order, to whom."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts import services as account_services
from accounts.models import User
from qa import services
from qa.models import Answer, Question
from tests.factories import ask

pytestmark = pytest.mark.django_db


def shown_answers(page: object) -> list[int]:
    return [int(pk) for pk in re.findall(r'<article id="answer-(\d+)"', page.text)]


def shown(html: str) -> str:
    """The page without what is for search engines."""
    return re.sub(r'<script type="application/ld\+json">.*?</script>', "", html)


def test_answers_stand_accepted_first_then_by_score_then_oldest(
    question: Question, author: User, helper: User, newcomer: User, trusted: User, moderator: User, client: Client
) -> None:
    old, liked, disliked, accepted, new = (
        services.post_answer(actor=helper, question=question, body=f"答案 {number}") for number in range(5)
    )
    services.vote(actor=newcomer, post=liked, value=1)
    services.vote(actor=trusted, post=disliked, value=-1)
    services.accept(actor=author, answer=accepted)
    page = client.get(question.get_absolute_url())
    assert shown_answers(page) == [answer.pk for answer in (accepted, liked, old, new, disliked)]
    assert "5 answers" in page.text


def test_answers_are_paged_without_gap_or_repeat(question: Question, helper: User, client: Client) -> None:
    made = [services.post_answer(actor=helper, question=question, body=f"答案 {number}").pk for number in range(65)]
    pages = [client.get(question.get_absolute_url(), {"page": page}) for page in (1, 2, 3)]
    assert [len(shown_answers(page)) for page in pages] == [30, 30, 5]
    assert [pk for page in pages for pk in shown_answers(page)] == made
    assert ["?page=2" in pages[0].text, "?page=3" in pages[1].text, 'rel="next"' in pages[2].text] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("page", ["0", "-1", "abc", "", "999999999999999999999", "1.5", "\x00"])
def test_a_page_that_is_no_number_is_the_first(question: Question, answer: Answer, client: Client, page: str) -> None:
    response = client.get(question.get_absolute_url(), {"page": page})
    assert response.status_code == 200
    assert shown_answers(response) == [answer.pk]


def test_a_page_past_the_end_does_not_say_that_nobody_answered(
    question: Question, answer: Answer, client: Client
) -> None:
    assert "Nobody has answered yet" not in client.get(question.get_absolute_url(), {"page": 7}).text


def test_a_deleted_question_is_there_for_its_author_and_moderators_only(
    question: Question, author: User, newcomer: User, moderator: User
) -> None:
    services.delete(actor=author, thing=question)
    seen = {}
    for user in (None, newcomer, author, moderator):
        client = Client()
        if user:
            client.force_login(user)
        page = client.get(question.get_absolute_url())
        seen[user and user.username] = page.status_code
        assert (question.title in page.text) is (page.status_code == 200)
    assert seen == {None: 404, "newcomer": 404, "author": 200, "mod": 200}


def test_a_deleted_answer_is_there_for_its_author_and_moderators_only(
    question: Question, answer: Answer, helper: User, newcomer: User, moderator: User
) -> None:
    services.delete(actor=helper, thing=answer)
    for user, shown in ((None, []), (newcomer, []), (helper, [answer.pk]), (moderator, [answer.pk])):
        client = Client()
        if user:
            client.force_login(user)
        page = client.get(question.get_absolute_url())
        assert shown_answers(page) == shown
        assert ("asnumpy()" in page.text) is bool(shown)
        assert "0 answers" in page.text


def test_a_comment_stands_under_its_post_until_it_is_deleted(
    question: Question, answer: Answer, newcomer: User, client: Client
) -> None:
    on_question = services.add_comment(actor=newcomer, post=question, body="哪个**版本**")
    on_answer = services.add_comment(actor=newcomer, post=answer, body="有用 <b>x</b>")
    text = client.get(question.get_absolute_url()).text
    places = [
        text.index(mark) for mark in (f'id="comment-{on_question.pk}"', 'id="answers"', f'id="comment-{on_answer.pk}"')
    ]
    assert places == sorted(places)
    assert "<strong>版本</strong>" in text
    services.delete(actor=newcomer, thing=on_question)
    assert f'id="comment-{on_question.pk}"' not in client.get(question.get_absolute_url()).text


def test_a_post_of_somebody_who_left_stays_without_a_name(
    question: Question, answer: Answer, author: User, helper: User, client: Client
) -> None:
    services.accept(actor=author, answer=answer)
    for user in (author, helper):
        account_services.close_account(user=user)
    page = client.get(question.get_absolute_url())
    assert page.status_code == 200
    assert "asnumpy()" in page.text
    assert shown(page.text).count("deleted user") == 2
    assert "/users/" not in re.sub(r'href="/users"', "", page.text)


def test_an_imported_name_is_shown_and_is_no_account(question: Question, client: Client) -> None:
    Question.objects.update(author=None, author_name="<i>elsewhere</i>")
    text = client.get(question.get_absolute_url()).text
    assert "<bdi>&lt;i&gt;elsewhere&lt;/i&gt;</bdi>" in text


def test_a_title_is_text_everywhere(author: User, client: Client) -> None:
    title = "<script>alert(1)</script> a < b && \"c\" 'd'"
    question = ask(author, title=title, body=title)
    for path in (question.get_absolute_url(), "/", f"/q/{question.pk}/history", author.get_absolute_url()):
        text = client.get(path).text
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
        assert "&amp;lt;" not in text


def test_the_reader_sees_only_what_they_may_do(
    question: Question, answer: Answer, as_user: Callable[..., Client], newcomer: User
) -> None:
    text = as_user(newcomer).get(question.get_absolute_url()).text
    assert f"/q/{question.pk}/comment" in text
    for act in ("edit", "delete", "restore", "accept"):
        assert f"/q/{question.pk}/{act}" not in text
        assert f"/a/{answer.pk}/{act}" not in text


def test_the_asker_may_accept_and_the_author_edit(
    question: Question, answer: Answer, as_user: Callable[..., Client], author: User
) -> None:
    text = as_user(author).get(question.get_absolute_url()).text
    assert f"/a/{answer.pk}/accept" in text
    assert f"/q/{question.pk}/edit" in text
    assert f"/q/{question.pk}/delete" not in text, "others have answered"


def test_my_vote_is_shown_and_its_button_takes_it_back(
    question: Question, as_user: Callable[..., Client], newcomer: User
) -> None:
    services.vote(actor=newcomer, post=question, value=1)
    text = as_user(newcomer).get(question.get_absolute_url()).text
    assert re.search(r'name="value" value="0" aria-pressed="true" aria-label="Vote up"', text)


def test_my_marks_are_shown(question: Question, answer: Answer, as_user: Callable[..., Client], newcomer: User) -> None:
    services.follow(actor=newcomer, thing=question)
    services.bookmark(actor=newcomer, post=answer)
    services.flag(actor=newcomer, post=answer, reason="spam")
    text = as_user(newcomer).get(question.get_absolute_url()).text
    for act, pk in (
        ("unfollow", f"q/{question.pk}"),
        ("bookmark/remove", f"a/{answer.pk}"),
        ("flag/withdraw", f"a/{answer.pk}"),
    ):
        assert f'action="/{pk}/{act}"' in text
    assert f'action="/q/{question.pk}/bookmark"' in text


def test_related_questions_are_beside_it(question: Question, author: User, client: Client) -> None:
    other = ask(author, title="GeneratorDataset 卡住的另一种情况")
    aside = client.get(question.get_absolute_url()).text.partition("<aside")[2]
    assert other.get_absolute_url() in aside
    assert question.get_absolute_url() not in aside.partition("</aside>")[0]


def test_markdown_is_shown_the_same_in_preview_and_on_the_page(as_user: Callable[..., Client], author: User) -> None:
    body = "行内 `if (n <= 5) cout << 5;` 一行<br>末尾\\\n下一行\n\n```\na < b\n```\n\n"
    body += '[x](https://e.org" onclick="alert(1))'
    client = as_user(author)
    form = {"title": "预览和页面一样吗", "body": body, "tags": "x"}
    preview = client.post("/ask", {**form, "preview": "1"}).context["form"].preview
    client.post("/ask", form)
    question = Question.objects.get()
    assert preview == question.html
    assert preview in client.get(question.get_absolute_url()).text
    assert "&amp;lt;" not in preview
    assert not re.search(r"<[^>]*onclick", preview)


def test_of_very_many_comments_the_first_are_shown_and_all_on_request(client, question, author) -> None:
    for number in range(25):
        services.add_comment(actor=author, post=question, body=f"comment number {number}")
    first = client.get(question.get_absolute_url()).content.decode()
    assert shown(first).count("comment number") == 20
    assert "?comments=all" in first
    every = client.get(f"{question.get_absolute_url()}?comments=all").text
    assert shown(every).count("comment number") == 25


def test_answers_can_be_ordered_but_the_accepted_one_stays_first(
    question: Question, author: User, helper: User, newcomer: User, client: Client
) -> None:
    old, liked, new = (services.post_answer(actor=helper, question=question, body=f"答案 {n}") for n in range(3))
    accepted = services.post_answer(actor=helper, question=question, body="accepted")
    services.vote(actor=newcomer, post=liked, value=1)
    services.accept(actor=author, answer=accepted)
    shown = {
        order: shown_answers(client.get(question.get_absolute_url(), {"order": order}))
        for order in ("newest", "oldest", "score", "x")
    }
    first = accepted.pk
    assert shown == {
        "newest": [first, new.pk, liked.pk, old.pk],
        "oldest": [first, old.pk, liked.pk, new.pk],
        "score": [first, liked.pk, old.pk, new.pk],
        "x": [first, liked.pk, old.pk, new.pk],
    }


def test_the_order_is_kept_from_page_to_page(question: Question, helper: User, client: Client) -> None:
    made = [services.post_answer(actor=helper, question=question, body=f"答案 {number}").pk for number in range(35)]
    page = client.get(question.get_absolute_url(), {"order": "newest"})
    assert "?order=newest&amp;page=2" in page.text
    assert shown_answers(page)[0] == made[-1]


def test_the_head_leads_to_the_accepted_answer(
    question: Question, answer: Answer, author: User, client: Client
) -> None:
    assert 'href="#answers"' in client.get(question.get_absolute_url()).text
    services.accept(actor=author, answer=answer)
    assert f'href="#answer-{answer.pk}"' in client.get(question.get_absolute_url()).text


def test_a_long_answer_has_a_table_of_contents(question: Question, helper: User, client: Client) -> None:
    long = services.post_answer(actor=helper, question=question, body="# 先看日志\n\n# 再看进程\n\n# 最后看数据")
    text = client.get(question.get_absolute_url()).text
    for number, heading in enumerate(("先看日志", "再看进程", "最后看数据"), 1):
        assert f'<a href="#a{long.pk}-{number}">{heading}</a>' in text
        assert f'<h3 id="a{long.pk}-{number}">{heading}</h3>' in text


def test_a_name_stands_with_reputation_and_role(
    question: Question, moderator: User, author: User, client: Client
) -> None:
    services.post_answer(actor=moderator, question=question, body="from a moderator")
    services.post_answer(actor=author, question=question, body="found it myself")
    text = client.get(question.get_absolute_url()).text
    assert re.search(
        r"<bdi>mod</bdi></a>\s*<span class=\"reputation\"[^>]*>0</span>\s*<span class=\"badge\">moderator", text
    )
    assert "asked this" in text
