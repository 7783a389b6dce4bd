"""Light or dark: the system's choice, or the one that was made and is written before anything is painted."""

import re

import pytest
from django.conf import settings
from django.test import Client

pytestmark = pytest.mark.django_db


def root(client: Client) -> str:
    return re.search(r"<html[^>]*>", client.get("/tags").text)[0]


def pressed(client: Client) -> set[str]:
    return set(re.findall(r'value="(\w+)" aria-pressed="true"', client.get("/tags").text))


def test_the_system_decides_until_somebody_does(client: Client) -> None:
    assert "data-theme" not in root(client)
    assert '<meta name="color-scheme" content="light dark">' in client.get("/tags").text
    assert pressed(client) == {"system"}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_choice_is_kept_and_can_be_taken_back(client: Client, theme: str) -> None:
    response = client.post("/theme", {"theme": theme, "next": "/tags?q=a"})
    assert (response.status_code, response.url) == (302, "/tags?q=a")
    assert f'data-theme="{theme}"' in root(client)
    assert f'<meta name="color-scheme" content="{theme}">' in client.get("/tags").text
    assert pressed(client) == {theme}
    client.post("/theme", {"theme": "system"})
    assert "data-theme" not in root(client)


@pytest.mark.parametrize("theme", ["", "DARK", '"><script>', "\x00", "x" * 5000])
def test_a_theme_that_is_none_is_the_systems(client: Client, theme: str) -> None:
    assert client.post("/theme", {"theme": theme}).url == "/"
    client.cookies["theme"] = theme.replace("\x00", "")
    assert "data-theme" not in root(client)


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_the_choice_never_leads_to_another_site(client: Client, elsewhere: str) -> None:
    assert client.post("/theme", {"theme": "dark", "next": elsewhere}).url == "/"


def test_the_cookie_says_nothing_else_and_lasts(client: Client) -> None:
    cookie = client.post("/theme", {"theme": "dark"}).cookies["theme"]
    assert (cookie["path"], cookie["samesite"], bool(cookie["secure"])) == ("/", "Lax", settings.HTTPS)
    assert cookie["max-age"] >= 360 * 24 * 60 * 60


@pytest.mark.parametrize("template", ["400.html", "500.html"])
def test_pages_for_when_nothing_works_need_no_request(template: str) -> None:
    from django.template.loader import render_to_string

    page = render_to_string(template)
    assert 'lang="zh-Hans"' in page
    assert '<p lang="en">' in page
    assert page.count('rel="stylesheet"') == 8
