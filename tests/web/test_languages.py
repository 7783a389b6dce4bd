"""Chinese and English are equal: the browser's wish, then the button, decide."""

import pytest
from django.test import Client

from accounts.models import User
from qa.models import Question

pytestmark = pytest.mark.django_db

CHINESE, ENGLISH = {"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5"}, {"Accept-Language": "en-GB,en;q=0.9"}
PAGES = [
    "/", "/search", "/diagnose", "/tags", "/users", "/nowhere", "/accounts/login/", "/accounts/signup/",
    "/accounts/password/reset/",
]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_pages_speak_the_browsers_language(client: Client, path: str) -> None:
    chinese, english = (client.get(path, headers=wish) for wish in (CHINESE, ENGLISH))
    assert '<html lang="zh-hans">' in chinese.text.lower()
    assert '<html lang="en">' in english.text
    for page, says, never in ((chinese, "提问", ">Sign in<"), (english, ">Sign in<", "提问")):
        assert says in page.text
        assert never not in page.text
        assert "Accept-Language" in page.headers["Vary"]


@pytest.mark.parametrize("wish", ["zh", "zh-Hans", "zh-cn", "zh-TW", "zh-Hant-HK", "ZH-CN"])
def test_every_chinese_is_understood(client: Client, wish: str) -> None:
    assert "提问" in client.get("/", headers={"Accept-Language": wish}).text


@pytest.mark.parametrize("wish", ["", "de", "xx-klingon", "*", "\x00", ";q=", "a" * 5000])
def test_any_other_wish_gets_a_page(client: Client, wish: str) -> None:
    assert client.get("/", headers={"Accept-Language": wish}).status_code == 200


def test_the_button_decides_from_then_on(client: Client) -> None:
    response = client.post("/i18n/setlang/", {"language": "zh-hans", "next": "/tags"}, headers=ENGLISH)
    assert (response.status_code, response.url) == (302, "/tags")
    assert "标签" in client.get("/tags", headers=ENGLISH).text
    client.post("/i18n/setlang/", {"language": "en", "next": "/tags"})
    assert "Tags" in client.get("/tags", headers=CHINESE).text


@pytest.mark.parametrize("language", ["xx", "", "en'\"><script>", "\x00"])
def test_a_language_that_is_none_changes_nothing(client: Client, language: str) -> None:
    client.post("/i18n/setlang/", {"language": language, "next": "/"})
    assert '<html lang="en">' in client.get("/", headers=ENGLISH).text


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_the_button_never_leads_to_another_site(client: Client, elsewhere: str) -> None:
    assert client.post("/i18n/setlang/", {"language": "en", "next": elsewhere}).url == "/"


def test_refusals_and_errors_are_chinese_too(question: Question, author: User, client: Client) -> None:
    client.force_login(author)
    own_vote = client.post(f"/q/{question.pk}/vote", {"value": "1"}, headers=CHINESE)
    assert "You cannot vote" not in own_vote.text
    form = {"title": "", "body": "正文", "tags": "a|b"}
    (error,) = client.post("/ask", form, headers=CHINESE).context["form"].errors["title"]
    assert not error.isascii()


@pytest.mark.parametrize("tags", ["", "a b c d e f", "a|b", "+++", "a//b", "x" * 51])
def test_what_is_wrong_with_a_tag_is_said_in_chinese(author: User, client: Client, tags: str) -> None:
    client.force_login(author)
    page = client.post("/ask", {"title": "中文的标题", "body": "正文", "tags": tags}, headers=CHINESE)
    assert not page.context["form"].errors["tags"][0].isascii()


def test_a_posts_own_language_is_marked(question: Question, client: Client) -> None:
    text = client.get(question.get_absolute_url(), headers=ENGLISH).text
    assert '<html lang="en">' in text
    assert '<h1 id="title" lang="zh">' in text
