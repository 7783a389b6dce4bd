"""What the site says of itself to programs."""

from xml.etree import ElementTree

import pytest
from django.test import Client

from qa.models import Question
from qa.web.machines import CLOSED_TO_ROBOTS

pytestmark = pytest.mark.django_db

SITE = "http://127.0.0.1:8000"


def test_robots_may_read_what_is_to_be_found(client: Client, question: Question) -> None:
    response = client.get("/robots.txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    closed = [line.removeprefix("Disallow: ") for line in response.text.splitlines() if line.startswith("Disallow")]
    assert closed == [*CLOSED_TO_ROBOTS]
    for path in (
        "/",
        "/ask",
        "/search?q=loss",
        question.get_absolute_url(),
        "/tags",
        "/tags/dataset",
        "/users/1/author",
        f"/cards/{question.pk}.png",
    ):
        assert not any(path.startswith(one) for one in closed)
    assert f"Sitemap: {SITE}/sitemap.xml" in response.text


def test_a_language_model_is_told_how_to_search(client: Client, question: Question) -> None:
    text = client.get("/llms.txt").text
    assert text.startswith("# ")
    assert f"{SITE}/api/v1/search/?q=" in text
    assert f"[dataset]({SITE}/tags/dataset): 1 question" in text
    assert "&" not in text
    assert "{" not in text.replace('{"text": "…"}', "").replace('{"title": "…", "body": "…"}', "")


def test_a_browser_is_told_how_to_search(client: Client, settings) -> None:
    settings.SITE_NAME = "A & B <of a very long name>"
    root = ElementTree.fromstring(client.get("/opensearch.xml").content)
    names = {child.tag.rpartition("}")[2]: child for child in root}
    assert len(names["ShortName"].text) <= 16
    templates = [child.get("template") for child in root if child.tag.endswith("Url")]
    assert templates == [f"{SITE}/search?q={{searchTerms}}", f"{SITE}/feeds/search?q={{searchTerms}}"]
