"""Home, tags, people: each row once, whatever the order, and no page that cannot be opened."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services as account_services
from accounts.models import User
from qa import services
from qa.models import Question, QuestionTag, Tag
from tests.factories import ask, make_user, many_questions

pytestmark = pytest.mark.django_db

SIGNED = ["c", "c++", "c#", ".net", "c/c++", "node.js", "静态图", "μc"]
NONSENSE = ["abc", "-1", "0", "", "99999999999999999999", "999999", "1.5", "\x00"]


@pytest.fixture
def sixty() -> None:
    """Sixty questions, a third without an answer; three of each moment and many of each score."""
    many_questions(40)
    for number in range(20):
        ask(make_user(f"member{number}"), title=f"Nobody knows {number}")
    moment = timezone.now()
    for number, pk in enumerate(Question.objects.order_by("pk").values_list("pk", flat=True)):
        when = moment - timedelta(minutes=number // 3)
        Question.objects.filter(pk=pk).update(
            created_at=when, last_activity_at=moment - (moment - when) % timedelta(minutes=7), score=number % 5
        )
        QuestionTag.objects.filter(content_object=pk).update(asked_at=when)


def rows(page: object) -> list[int]:
    return [int(pk) for pk in re.findall(r'<h3[^>]*><a href="/questions/(\d+)/', page.text)]


def walked(client: Client, address: str, read: Callable = rows) -> list[list]:
    """What each page shows, following the link to the next one to the end."""
    pages, path = [], address.partition("?")[0]
    while address:
        page = client.get(address)
        assert page.status_code == 200
        pages.append(read(page))
        following = re.search(r'rel="next" href="([^"]+)"', page.text)
        address = path + following[1].replace("&amp;", "&") if following else ""
        assert len(pages) < 10
    return pages


ORDERS = {
    "/": ["-created_at", "-pk"],
    "/?sort=active": ["-last_activity_at", "-pk"],
    "/?sort=top": ["-score", "-pk"],
    "/?sort=nonsense": ["-created_at", "-pk"],
    "/tags/bulk": ["-created_at", "-pk"],
}


@pytest.mark.parametrize("address", ORDERS)
def test_every_question_stands_once_in_its_order(sixty: None, client: Client, address: str) -> None:
    questions = Question.objects.order_by(*ORDERS[address])
    if "bulk" in address:
        questions = questions.filter(tags__name="bulk")
    pages = walked(client, address)
    assert [len(page) for page in pages] == ([20, 20] if "bulk" in address else [20, 20, 20])
    assert [pk for page in pages for pk in page] == list(questions.values_list("pk", flat=True))


def test_unanswered_are_those_without_an_answer(sixty: None, client: Client) -> None:
    expected = Question.objects.filter(answer_count=0).order_by("-created_at", "-pk")
    assert [pk for page in walked(client, "/?sort=unanswered") for pk in page] == [question.pk for question in expected]


def test_a_new_question_shifts_no_page(sixty: None, client: Client, author: User) -> None:
    before = walked(client, "/")
    first = client.get("/")
    ask(author, title="Something new meanwhile")
    following = re.search(r'rel="next" href="([^"]+)"', first.text)[1]
    assert rows(client.get("/" + following)) == before[1]


def test_a_deleted_question_still_marks_its_place(sixty: None, client: Client, moderator: User) -> None:
    pages = walked(client, "/")
    services.delete(actor=moderator, thing=Question.objects.get(pk=pages[0][-1]))
    assert rows(client.get("/", {"after": pages[0][-1]})) == pages[1]


@pytest.mark.parametrize("after", NONSENSE)
@pytest.mark.parametrize("path", ["/", "/tags", "/tags/dataset", "/users", "{author}"])
def test_a_place_that_is_none_is_the_beginning(
    question: Question, author: User, client: Client, path: str, after: str
) -> None:
    address = path.format(author=author.get_absolute_url())
    page = client.get(address, {"after": after})
    assert page.status_code == 200
    assert page.context["page"].rows == client.get(address).context["page"].rows != []


def test_a_row_shows_what_helps_to_choose(question: Question, answer: object, author: User, client: Client) -> None:
    services.accept(actor=author, answer=answer)
    text = client.get("/").text
    assert question.title in text
    assert 'title="solved"' in text
    assert "<b>1</b> answer" in text
    assert '<a class="tag" href="/tags/dataset">dataset</a>' in text
    assert author.get_absolute_url() in text


def test_deleted_questions_are_in_no_list(question: Question, author: User, as_user: Callable[..., Client]) -> None:
    services.delete(actor=author, thing=question)
    client = as_user(author)
    for address in ("/", "/?sort=active", "/?sort=top", "/?sort=unanswered", "/tags/dataset"):
        page = client.get(address)
        assert page.status_code == 200
        assert question.title not in page.text


def test_only_its_author_finds_what_they_deleted_on_their_own_page(
    question: Question, author: User, helper: User
) -> None:
    services.delete(actor=author, thing=question)
    for user, found in ((None, []), (helper, []), (author, [question.pk])):
        client = Client()
        if user:
            client.force_login(user)
        page = client.get(author.get_absolute_url())
        assert rows(page) == found
        assert ('class="badge">deleted' in page.text) is bool(found)


# Tags


def names(page: object) -> list[str]:
    return [tag.name for tag in page.context["page"].rows]


def test_tags_with_signs_have_pages_of_their_own(client: Client, author: User) -> None:
    asked = {name: ask(author, title=f"Question number {number}", tags=(name,)) for number, name in enumerate(SIGNED)}
    links = dict(re.findall(r'<a class="tag" href="([^"]+)">([^<]+)</a>', client.get("/tags").text))
    assert sorted(links.values()) == sorted(SIGNED)
    for address, name in links.items():
        assert not set(address) & set("#?"), "a browser would cut it there"
        page = client.get(address)
        assert page.context["tag"].name == name
        assert rows(page) == [asked[name].pk]


def test_the_most_used_tags_come_first(sixty: None, client: Client) -> None:
    counts = [tag.question_count for tag in client.get("/tags").context["page"].rows]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == 40


def test_a_filter_begins_at_the_first_page(client: Client) -> None:
    Tag.objects.bulk_create(
        Tag(name=f"tag{number:03}", slug=f"tag{number:03}", question_count=7) for number in range(130)
    )
    pages = walked(client, "/tags", names)
    assert [len(page) for page in pages] == [60, 60, 10]
    assert len({name for page in pages for name in page}) == 130
    last = client.get("/tags", {"after": Tag.objects.get(name=pages[1][-1]).pk}).text
    form = re.search(r'<form class="inline".*?</form>', last, re.DOTALL)[0]
    assert "after" not in form, "the filter goes on from no row"
    assert names(client.get("/tags", {"q": "TAG01"})) == [f"tag01{digit}" for digit in range(9, -1, -1)]
    assert len(walked(client, "/tags?q=tag", names)) == 3


@pytest.mark.parametrize("q", ["%", "_", "\\", "'", "x" * 5000, "\u202e", "nothing here"])
def test_a_filter_is_text(question: Question, client: Client, q: str) -> None:
    page = client.get("/tags", {"q": q})
    assert page.status_code == 200
    assert names(page) == []


def test_a_filter_of_nothing_visible_breaks_nothing(question: Question, client: Client) -> None:
    for q in ("\x00", " ", "\x00\x00", "%00"):
        assert client.get("/tags", {"q": q}).status_code == 200


@pytest.mark.parametrize("path", ["/tags/unknown", "/tags/c+", "/tags/%00", "/tags/dataset%2Fx", "/tags/" + "x" * 300])
def test_an_unknown_tag_is_not_found(question: Question, client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


# People


def test_people_stand_by_reputation_and_without_those_who_left(client: Client, author: User, trusted: User) -> None:
    gone = make_user("gone", reputation=900)
    account_services.close_account(user=gone)
    page = client.get("/users")
    assert [user.username for user in page.context["page"].rows] == ["trusted", "author"]
    assert "gone" not in page.text
    assert "deleted" not in page.text


def test_people_are_paged_without_gap_or_repeat(client: Client) -> None:
    User.objects.bulk_create(User(username=f"person{number}", reputation=number % 3) for number in range(130))
    pages = walked(client, "/users", lambda page: [user.pk for user in page.context["page"].rows])
    assert [pk for page in pages for pk in page] == [user.pk for user in User.objects.order_by("-reputation", "-pk")]


def test_a_person_shows_questions_and_answers(
    question: Question, answer: object, author: User, helper: User, client: Client
) -> None:
    assert rows(client.get(author.get_absolute_url())) == [question.pk]
    assert rows(client.get(helper.get_absolute_url())) == []
    page = client.get(helper.get_absolute_url(), {"show": "answers"})
    assert answer.get_absolute_url() in page.text
    assert question.title in page.text


def test_a_persons_questions_are_paged(client: Client, author: User) -> None:
    made = [ask(author, title=f"Question number {number}").pk for number in range(45)]
    assert [pk for page in walked(client, author.get_absolute_url()) for pk in page] == made[::-1]


@pytest.mark.parametrize("slug", ["", "/", "/other", "/AUTHOR", "/%00", "/a/b"])
def test_another_slug_leads_to_the_person(author: User, client: Client, slug: str) -> None:
    response = client.get(f"/users/{author.pk}{slug}")
    if slug in ("/", "/a/b"):
        assert response.status_code == 404
    else:
        assert response.url == author.get_absolute_url()


@pytest.mark.parametrize("name", ["小明", "ไทย", "a.b-c_d", "Straße", "محمد"])
def test_every_name_has_an_address(client: Client, name: str) -> None:
    user = make_user(name)
    page = client.get(user.get_absolute_url())
    assert page.status_code == 200
    assert f"<bdi>{name}</bdi>" in page.text


def test_somebody_who_left_is_shown_as_deleted_user(question: Question, author: User, client: Client) -> None:
    account_services.close_account(user=author)
    author.refresh_from_db()
    page = client.get(author.get_absolute_url())
    assert page.status_code == 200
    assert "<bdi>deleted user</bdi>" in page.text
    assert "author" not in page.text.replace("author-", "")
    for address in ("/", question.get_absolute_url(), f"/q/{question.pk}/history"):
        text = client.get(address).text
        assert "deleted user" in text
        assert ">author<" not in text
