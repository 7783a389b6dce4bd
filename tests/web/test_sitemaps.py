"""Sitemaps name every page that may be found, and no other."""

from xml.etree import ElementTree

import pytest
from django.test import Client

from accounts.models import User
from qa import services
from qa.models import Question
from qa.web import sitemaps
from tests.factories import ask, many_questions

pytestmark = pytest.mark.django_db

NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
SITE = "http://127.0.0.1:8000"


def places(client: Client, path: str) -> list[str | None]:
    response = client.get(path)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/xml"
    return [place.text for place in ElementTree.fromstring(response.content).iter(f"{NAMESPACE}loc")]


def test_questions_and_tags_are_named(client: Client, question: Question, author: User, moderator: User) -> None:
    services.delete(actor=moderator, thing=ask(author, title="Deleted again", tags=("gone",)))
    assert places(client, "/sitemap-questions.xml") == [SITE + question.get_absolute_url()]
    assert places(client, "/sitemap-tags.xml") == [SITE + tag.get_absolute_url() for tag in question.tag_list]
    assert f"{SITE}/tags" in places(client, "/sitemap-pages.xml")
    assert client.get("/sitemap-people.xml").status_code == 404


def test_the_index_names_all_pages_without_reading_the_rows(
    client: Client, monkeypatch, django_assert_num_queries
) -> None:
    many_questions(25)
    monkeypatch.setattr(sitemaps.RowSitemap, "limit", 10)
    highest = Question.objects.order_by("-pk")[0].pk
    with django_assert_num_queries(4):
        found = places(client, "/sitemap.xml")
    questions = [place for place in found if "questions" in place]
    assert len(questions) == -(-highest // 10)
    shown = [place for address in questions for place in places(client, address.removeprefix("http://testserver"))]
    assert sorted(shown) == sorted(SITE + one.get_absolute_url() for one in Question.objects.all())


@pytest.mark.parametrize("asked", ["0", "2", "x", "-1", "99999999999999999999"])
def test_a_page_that_is_not_there(client: Client, question: Question, asked: str) -> None:
    assert client.get(f"/sitemap-questions.xml?p={asked}").status_code == 404


def test_an_empty_site_has_empty_sitemaps(client: Client) -> None:
    assert places(client, "/sitemap-questions.xml") == []
    assert places(client, "/sitemap.xml")
