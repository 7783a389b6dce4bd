"""The search page and the page for a pasted error."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from qa import rules, services
from qa.models import Question
from tests.factories import ask, make_user, many_questions

pytestmark = pytest.mark.django_db

HOSTILE = [
    "List<String> vs Vec<T>", "\\", "/", "'\":*", "score:", "created:>", "user:me", "‘ ’", "ʼ ＇", "a\x00b", "(((",
    "[a TO b]", "title:x^9~2", "AND OR NOT", "*", "?", "%", "Cannot read config file:.", "😂", "\u202e",
    "</title><script>x</script>",
]  # fmt: skip


def test_words_are_marked_in_title_and_excerpt(question: Question, client: Client) -> None:
    text = client.get("/search", {"q": "卡住"}).text
    assert "GeneratorDataset <mark>卡住</mark>不动怎么办</a>" in text
    assert "训练时<mark>卡住</mark>，没有报错" in text
    assert "1 question found" in text


def test_markup_in_a_body_is_text_in_its_excerpt(author: User, client: Client) -> None:
    ask(author, title="A broken image", body="<img src=x onerror=alert(1)> is broken, a < b && c too")
    text = client.get("/search", {"q": "broken"}).text
    assert "<img" not in text
    assert "a &lt; b &amp;&amp; c too" in text
    assert "&amp;lt;" not in text


@pytest.mark.parametrize("query", HOSTILE)
def test_any_text_is_a_query_and_stays_in_the_box(question: Question, client: Client, query: str) -> None:
    page = client.get("/search", {"q": query})
    assert page.status_code == 200
    assert page.context["q"] == query.replace("\x00", "").strip()
    assert "<script>x" not in page.text
    assert "found" in page.text or "Nothing found." in page.text


@pytest.mark.parametrize("query", ["List<String>", "Vec<T>", "`E1001`", "config file:.", "C:\\temp\\x.txt"])
def test_a_pasted_line_with_signs_finds_its_post(author: User, client: Client, query: str) -> None:
    ask(
        author, title="Signs in a line", body="List<String> vs Vec<T>, E1001, Cannot read config file:. C:\\temp\\x.txt"
    )
    assert client.get("/search", {"q": query}).context["found"].count == 1


def test_a_text_too_long_for_a_query_is_refused_with_a_sentence_and_kept(client: Client) -> None:
    long = "错误" * 2500
    page = client.get("/search", {"q": long})
    assert page.status_code == 200
    assert f"at most {rules.QUERY_MAX} characters" in page.text
    assert 'role="alert"' in page.text
    assert f">\n{long}</textarea>" in page.text
    assert 'href="/diagnose"' in page.text


def test_nothing_typed_is_no_search(question: Question, client: Client) -> None:
    for address in ("/search", "/search?q=", "/search?q=%20%20"):
        page = client.get(address)
        assert "Type words" in page.text
        assert "Nothing found" not in page.text


def test_pages_of_hits_have_no_gap_and_no_repeat(client: Client) -> None:
    many_questions(45)
    address, shown = "/search?q=dataset", []
    while address:
        page = client.get(address)
        shown += [hit.question.pk for hit in page.context["found"].hits]
        following = re.search(r'rel="next" href="([^"]+)"', page.text)
        address = "/search" + following[1].replace("&amp;", "&") if following else ""
    assert len(shown) == len(set(shown)) == 45


@pytest.mark.parametrize("page", ["0", "-1", "abc", "", "99999999999999999999", "9" * 18, "\x00"])
def test_a_page_that_is_none_is_no_error(question: Question, client: Client, page: str) -> None:
    response = client.get("/search", {"q": "卡住", "page": page})
    assert response.status_code == 200
    assert 'rel="next"' not in response.text


def test_what_is_deleted_is_not_found(question: Question, author: User, client: Client) -> None:
    services.delete(actor=author, thing=question)
    assert "Nothing found." in client.get("/search", {"q": "卡住"}).text


# What the page offers besides the hits


def choices(page: object) -> dict[str, list[str]]:
    """Group → labels with their counts, the chosen with a cross."""
    groups = re.findall(r"<dt>(\w+)</dt>\s*<dd>(.*?)</dd>", page.text.split('<dl class="facets">')[-1], re.DOTALL)
    return {name: [label_of(link) for link in re.findall(r"<a (.*?)</a>", links)] for name, links in groups}


def label_of(link: str) -> tuple[str, str]:
    label = re.search(r">([^<>]+?) ?<", link)[1]
    count = re.search(r'<span class="muted">(\d+)</span>', link)
    assert count or "#close" in link
    return label, count[1] if count else "×"


def href(page: object, label: str) -> str:
    found = re.search(rf'href="(\?[^"]*)"[^>]*>{re.escape(label)}', page.text)
    return "/search" + found[1].replace("&amp;", "&")


@pytest.fixture
def three(author: User, helper: User) -> list[Question]:
    """Two in Chinese, of which the first is solved; one in English with two votes."""
    made = [
        ask(author, title="Dataset 卡住不动了怎么办", tags=("dataset", "报错")),
        ask(author, title="Dataset 读得很慢怎么办", tags=("dataset", "c++")),
        ask(author, title="The dataset is slow to read", body="each step takes seconds", tags=("speed",)),
    ]
    services.accept(actor=author, answer=services.post_answer(actor=helper, question=made[0], body="换个写法"))
    services.vote(actor=helper, post=made[2], value=1)
    return made


def shown(page: object) -> list[Question]:
    return [hit.question for hit in page.context["found"].hits]


def test_facets_count_and_narrow_and_can_be_taken_back(three: list[Question], client: Client) -> None:
    page = client.get("/search", {"q": "dataset"})
    assert {name: sorted(some) for name, some in choices(page).items()} == {
        "Tags": [("c++", "1"), ("dataset", "2"), ("speed", "1"), ("报错", "1")],
        "Language": [("Chinese", "2"), ("English", "1")],
        "State": [("Not solved", "2"), ("Solved", "1")],
    }
    narrowed = client.get(href(page, "c++"))
    assert (narrowed.context["q"], shown(narrowed)) == ("dataset [c++]", [three[1]])
    assert ("c++", "×") in choices(narrowed)["Tags"]
    assert client.get(href(narrowed, "c++")).context["q"] == "dataset"
    assert shown(client.get(href(page, "Solved"))) == three[:1]
    assert shown(client.get(href(page, "English"))) == three[2:]
    assert three[0] not in shown(client.get(href(page, "Not solved")))


def test_a_facet_that_would_leave_everything_is_not_offered(question: Question, client: Client) -> None:
    assert 'class="facets"' not in client.get("/search", {"q": "卡住"}).text


def test_hits_can_be_sorted_and_the_order_is_marked(three: list[Question], client: Client) -> None:
    page = client.get("/search", {"q": "dataset", "page": "1"})
    assert re.findall(r'<a href="[^"]*" aria-current="true">(\w+)</a>', page.text) == ["Relevance"]
    newest = client.get(href(page, "Newest"))
    assert shown(newest) == three[::-1]
    assert re.findall(r'<a href="[^"]*" aria-current="true">(\w+)</a>', newest.text) == ["Newest"]
    assert shown(client.get(href(page, "Votes")))[0] == three[2]
    assert client.get("/search", {"q": "dataset", "sort": "x"}).context["sort"] == "relevance"


def test_my_environment_ranks_and_stays_in_links_and_in_the_search_box(author: User, client: Client) -> None:
    said = [{"version": "2.7", "device": "Ascend"}, {"version": "1.5", "device": "GPU"}]
    made = [
        services.ask(actor=author, title=f"训练速度很慢 {i}", body="每步两秒", tags=["speed"], environment=said[i])
        for i in (0, 1)
    ]
    for i in (0, 1):
        page = client.get("/search", {"q": "训练速度很慢", **said[i]})
        assert (shown(page)[0], len(shown(page))) == (made[i], 2)
        assert f"device={said[i]['device']}" in href(page, "Newest")
        header = page.text.split("</header>")[0]
        assert f'<input type="hidden" name="device" value="{said[i]["device"]}">' in header
        assert f'<option value="{said[i]["device"]}" selected>' in page.text


@pytest.mark.parametrize("value", ["TPU", "\x00", "9" * 500_000, "<b>"])
def test_an_environment_that_is_none_says_nothing(question: Question, client: Client, value: str) -> None:
    page = client.post("/search", {"q": "卡住", "version": value, "device": value, "mode": value})
    assert shown(page) == [question]
    assert page.context["near"].stated == {}


def test_what_was_not_understood_is_said(question: Question, client: Client) -> None:
    page = client.get("/search", {"q": "卡住 scroe:3"})
    notes = re.search(r'<ul class="notes">(.*?)</ul>', page.text, re.DOTALL)[1]
    assert "score:3" in notes


def test_a_misspelt_word_is_offered_as_it_was_meant(client: Client) -> None:
    many_questions(1)
    page = client.get("/search", {"q": "optoin <x>", "page": "3"})
    meant = re.search(r'<p class="meant">.*?href="([^"]*)">(.*?)</a>', page.text)
    assert meant[2] == "option &lt;x&gt;"
    assert meant[1] == "?q=option+%3Cx%3E"


def test_no_word_found_shows_the_nearest_and_says_so(question: Question, client: Client, monkeypatch) -> None:
    from qa.search import lookups

    nearest = lookups.Found(1, [lookups.Hit(question, {})], nearest=True)
    monkeypatch.setattr(lookups, "search", lambda text, **options: nearest)
    page = client.get("/search", {"q": "hangs"}).text
    assert "No question has these words" in page
    assert question.title in page
    assert "1 question found" not in page
    assert "Newest" not in page


def test_asking_is_offered_after_hits_and_first_where_there_are_none(question: Question, client: Client) -> None:
    for q, is_prominent in (("卡住", False), ("nowhere", True)):
        page = client.get("/search", {"q": q}).text
        assert re.search(rf'<form method="post" action="/ask/this".*?name="q" value="{q}"', page, re.DOTALL)
        button = re.search(r"<button([^>]*)>Ask this</button>", page)[1]
        assert ("primary" in button) is is_prominent


def test_the_query_language_is_explained_on_the_page(client: Client) -> None:
    help_text = re.search(r'<details class="query-help">(.*?)</details>', client.get("/search").text, re.DOTALL)[1]
    assert "is:accepted" in help_text
    assert "href" not in help_text


def test_an_explanation_is_shown_to_moderators_only(
    question: Question, as_user: Callable[..., Client], moderator: User, trusted: User
) -> None:
    address = "/search?q=卡住&explain=1"
    assert "Why this rank" not in as_user(trusted).get(address).text
    page = as_user(moderator).get(address).text
    table = re.search(r'<table class="parts">.*?</table>', page, re.DOTALL)[0]
    assert re.findall(r"<th scope=\"col\">(.*?)</th>", table)[-1] == "Total"
    assert all(float(value) >= 0 for value in re.findall(r"<td>(.*?)</td>", table))


# A pasted error in the search box

PASTE = """Traceback (most recent call last):
  File "/home/zhangsan/train.py", line 12, in <module>
  File "/usr/lib/python3.9/site-packages/mindspore/common/api.py", line 578, in compile
TypeError: For 'MatMul', the type of 'x' should be Tensor, but got int.
"""


def test_a_paste_is_looked_up_as_an_error_and_each_hit_says_why(author: User, client: Client) -> None:
    question = ask(author, title="MatMul 的类型", body=f"```\n{PASTE}\n```")
    for page in (client.post("/search", {"q": PASTE}), client.get("/search", {"q": PASTE}, follow=True)):
        assert shown(page)[0] == question
        recognised = re.search(r'<dl class="recognised">.*?</dl>', page.text, re.DOTALL)[0]
        assert "<code>TypeError</code>" in recognised
        why = " ".join(re.search(r'<ul class="reasons">.*?</ul>', page.text, re.DOTALL)[0].split())
        assert "the same error" in why
        assert "same exception <code>TypeError</code>" in why
        assert "same operator <code>MatMul</code>" in why
        assert 'class="facets"' not in page.text


def test_what_was_posted_stands_in_no_address_of_the_page(client: Client) -> None:
    for number in range(25):
        services.ask(actor=make_user(f"u{number}"), title=f"MatMul {number}", body=PASTE, tags=["x"])
    page = client.post("/search", {"q": PASTE, "device": "Ascend"})
    assert not [address for address in re.findall(r'(?:href|action)="([^"]*)"', page.text) if "MatMul" in address]
    assert re.search(r'<form id="near"[^>]*method="post"', page.text)
    assert re.search(r'<button form="near" name="page" value="2">', page.text)
    second = client.post("/search", {"q": PASTE, "page": "2"})
    assert len(shown(page)) + len(shown(second)) == 25
    assert not set(shown(page)) & set(shown(second))


def test_a_search_by_post_needs_no_token_and_stores_nothing(question: Question) -> None:
    client = Client(enforce_csrf_checks=True)
    assert shown(client.post("/search", {"q": "卡住"})) == [question]
    assert client.session.items() == {}.items()


SECRET = "hf_abcdefghij0123456789xyz"


def test_secrets_are_taken_out_of_what_is_searched_and_shown(question: Question, client: Client) -> None:
    page = client.post("/search", {"q": f"卡住 {SECRET}\n{PASTE}"})
    assert SECRET not in page.text
    assert "zhangsan" not in page.text
    assert "&lt;token&gt;" in page.text.split("</textarea>")[0]
    assert page.text.count("was replaced before the search") == 1


def test_an_address_with_a_secret_leads_to_one_without(question: Question, client: Client) -> None:
    response = client.get("/search", {"q": f"卡住 {SECRET}", "sort": "newest", "page": "2"})
    assert response.status_code == 302
    assert SECRET not in response.url
    page = client.get(response.url)
    assert page.status_code == 200
    assert (page.context["q"], page.context["sort"]) == ("卡住 <token>", "newest")
    assert page.text.count("was replaced before the search") == 1
    assert "was replaced" not in client.get("/search", {"q": "卡住"}).text


# A pasted error on its own page

ERROR = """Traceback (most recent call last):
  File "/home/me/train.py", line 12, in <module>
ValueError: <b>bad</b> value, E60108
"""


def test_a_pasted_error_is_recognised_and_answered(author: User, client: Client) -> None:
    question = ask(author, title="A bad value", body="ValueError: bad value")
    page = client.post("/diagnose", {"text": ERROR})
    recognised = re.search(r'<dl class="recognised">.*?</dl>', page.text, re.DOTALL)[0]
    for shown in ("ValueError", "&lt;b&gt;bad&lt;/b&gt; value, E60108", "E60108", "train.py"):
        assert f"<code>{shown}" in recognised
    assert question.get_absolute_url() in page.text
    assert "&lt;b&gt;bad" in page.text
    assert page.context["form"]["text"].value() == ERROR


def test_an_error_nobody_had_offers_to_ask(client: Client) -> None:
    page = client.post("/diagnose", {"text": ERROR})
    assert "Nothing found." in page.text
    assert 'action="/ask/this"' in page.text


def test_a_log_that_is_too_long_is_refused_and_kept(client: Client) -> None:
    long = "line of a log\n" * (rules.DIAGNOSE_BYTES_MAX // 14 + 1)
    page = client.post("/diagnose", {"text": long})
    assert page.status_code == 200
    assert "at most 512 kB" in page.context["form"].errors["text"][0]
    assert page.context["form"]["text"].value() == long


@pytest.mark.parametrize("text", ["", " \n ", "a\x00b", "\u202e", "\\ / ' \" * ( ) & | !", "x" * 500_000])
def test_any_text_may_be_pasted(question: Question, client: Client, text: str) -> None:
    page = client.post("/diagnose", {"text": text})
    assert page.status_code == 200
    assert page.context["form"]["text"].value() == text


def test_nothing_pasted_asks_for_something(client: Client) -> None:
    page = client.post("/diagnose", {"text": " "})
    assert "Nothing found" not in page.text
    assert page.status_code == 200


def test_what_is_pasted_is_stored_nowhere(question: Question, client: Client) -> None:
    client.post("/diagnose", {"text": "RuntimeError: my secret path /home/me"})
    assert Question.objects.count() == 1
    assert client.session.items() == {}.items()
