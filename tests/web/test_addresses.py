"""A question has one address, and every other way to write it leads there."""

from urllib.parse import quote, unquote

import pytest
from django.test import Client

from accounts.models import User
from qa import services
from qa.models import Answer, Question
from tests.factories import ask

pytestmark = pytest.mark.django_db

TITLES = [
    "训练时 loss 变成 nan", "كيف حالك", "ไทย ไทย", "こんにちは", "안녕하세요", "שלום עולם", "Привет мир", "مرحبا hello",
    "😂😂😂😂", "....", "????", "ă ţ ş în română", "How to use C# with #include?", "50% of a/b & c=d; e+f", "edit",
    "delete", "history", "answer", "vote", "comment", "12345", "../../etc/passwd", "a\\b|c^d`e", "<b>x</b>",
    "%E4%BD%A0%E5%A5%BD", "长" * 300, "index.html", "new line\nin it", "e\u0301le\u0300ve", "𝒳𝒴𝒵𝒲",
]  # fmt: skip


@pytest.mark.parametrize("title", TITLES)
def test_every_title_gives_an_address_that_opens(client: Client, author: User, title: str) -> None:
    question = ask(author, title=title)
    address = question.get_absolute_url()
    assert address.isascii()
    assert len(address) > len(f"/questions/{question.pk}/")
    page = client.get(address)
    assert page.status_code == 200
    assert page.context["question"] == question
    assert client.get(f"/questions/{question.pk}").url == address


def test_titles_of_different_scripts_have_different_slugs(author: User) -> None:
    slugs = [ask(author, title=title).slug for title in TITLES[:8]]
    assert len(set(slugs)) == 8
    assert "question" not in slugs


def ways(question: Question) -> dict[str, str]:
    slug = question.slug
    return {
        "no slug": f"/questions/{question.pk}",
        "trailing slash": f"/questions/{question.pk}/",
        "wrong slug": f"/questions/{question.pk}/something-else",
        "wrong Chinese slug": f"/questions/{question.pk}/别的",
        "slash behind": f"/questions/{question.pk}/{slug}/",
        "more behind": f"/questions/{question.pk}/{slug}/edit",
        "encoded twice": f"/questions/{question.pk}/{quote(quote(slug))}",
        "upper case": f"/questions/{question.pk}/{slug.upper()}",
        "not UTF-8": f"/questions/{question.pk}/%ff%fe",
        "NUL": f"/questions/{question.pk}/%00",
        "line break": f"/questions/{question.pk}/a%0d%0aX-Evil:%201",
        "leading zeros": f"/questions/000{question.pk}/{slug}",
    }


def test_every_other_way_leads_to_the_address(question: Question, client: Client) -> None:
    address = question.get_absolute_url()
    led = {}
    for name, path in ways(question).items():
        response = client.get(path)
        if response.status_code == 301:
            assert "X-Evil" not in response.headers
            led[name] = response.url
        else:
            led[name] = f"{response.status_code}, {response.wsgi_request.path}"
    allowed = {
        "leading zeros": f"200, /questions/000{question.pk}/{question.slug}",
        "line break": f"404, /questions/{question.pk}/a\r\nX-Evil: 1",
    }
    assert led == {name: allowed.get(name, address) for name in ways(question)}


@pytest.mark.parametrize("change", [quote, unquote], ids=["encoded", "raw"])
def test_a_chinese_slug_is_taken_encoded_and_raw(question: Question, client: Client, change) -> None:
    assert client.get(f"/questions/{question.pk}/{change(question.slug)}").status_code == 200


def test_a_redirect_keeps_the_query_and_is_not_cached(question: Question, client: Client) -> None:
    response = client.get(f"/questions/{question.pk}/x?page=2&a=%E4%BD%A0")
    assert response.url == f"{question.get_absolute_url()}?page=2&a=%E4%BD%A0"
    assert "no-cache" in response.headers["Cache-Control"]


def test_an_old_address_leads_on_after_the_title_changed(question: Question, author: User, client: Client) -> None:
    old = question.get_absolute_url()
    services.edit_question(actor=author, question=question, title="edit", body="正文", tags=["x"])
    assert client.get(old).url == f"/questions/{question.pk}/edit"
    assert client.get(f"/questions/{question.pk}/edit").status_code == 200


def test_the_page_names_its_address(question: Question, client: Client, settings) -> None:
    canonical = f'<link rel="canonical" href="{settings.SITE_URL}{question.get_absolute_url()}">'
    assert canonical in client.get(question.get_absolute_url(), {"page": 1}).text


def test_an_answers_address_leads_to_its_place(question: Question, answer: Answer, client: Client) -> None:
    assert client.get(answer.get_absolute_url()).url == f"{question.get_absolute_url()}#answer-{answer.pk}"


def test_an_answers_address_finds_its_page(question: Question, helper: User, client: Client) -> None:
    answers = [services.post_answer(actor=helper, question=question, body=f"答案 {number}") for number in range(31)]
    assert (
        client.get(answers[-1].get_absolute_url()).url
        == f"{question.get_absolute_url()}?page=2#answer-{answers[-1].pk}"
    )


@pytest.mark.parametrize(
    "path", ["/questions/999", "/questions/999/x", "/a/999", "/questions/" + "9" * 400, "/users/999"]
)
def test_what_is_not_there_is_not_found(question: Question, client: Client, path: str) -> None:
    page = client.get(path)
    assert page.status_code == 404
    assert "<h1>" in page.text
