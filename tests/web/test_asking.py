"""From a search to a question, and questions like the one that is being written."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from qa import rules, services
from qa.models import Question
from tests.factories import ask

pytestmark = pytest.mark.django_db

PASTE = """Traceback (most recent call last):
  File "/home/zhangsan/train.py", line 12, in <module>
  File "/usr/lib/python3.9/site-packages/mindspore/common/api.py", line 578, in compile
TypeError: For 'MatMul', the type of 'x' should be Tensor, but got int.
"""


@pytest.fixture
def writer(as_user: Callable[..., Client], author: User) -> Client:
    return as_user(author)


def begun(client: Client, q: str) -> dict[str, str]:
    """What stands in the form after "Ask this"."""
    page = client.post("/ask/this", {"q": q}, follow=True)
    assert page.redirect_chain[-1][0] == "/ask"
    form = page.context["form"]
    return {field.name: field.value() for field in form if field.value()}


def test_words_become_the_title_and_tags_the_tags(writer: Client) -> None:
    typed = begun(writer, "训练  很慢 [dataset] -[gpu] lang:zh is:answered [c++]")
    assert typed == {"title": "训练 很慢", "tags": "dataset, c++"}


def test_more_than_fits_is_left_out(writer: Client) -> None:
    typed = begun(writer, f"{'长' * 400} " + " ".join(f"[tag{i}]" for i in range(9)))
    assert len(typed["title"]) == rules.TITLE_MAX
    assert typed["tags"].count(",") == rules.TAGS_MAX - 1


def test_a_paste_becomes_a_block_of_code_without_its_secrets(writer: Client) -> None:
    typed = begun(writer, PASTE.replace("\n", "\r\n"))
    assert typed["body"] == f"```text\n{PASTE.replace('zhangsan', '<user>').strip()}\n```\n"
    assert typed["title"] == "TypeError: For 'MatMul', the type of 'x' should be Tensor, but got int."
    assert typed["python"] == "3.9"


def test_a_log_that_is_too_long_for_a_question_is_cut_to_its_errors(writer: Client) -> None:
    typed = begun(writer, "step 1 of 9 is done\n" * 10_000 + PASTE)
    assert "TypeError" in typed["body"]
    assert len(typed["body"]) < rules.BODY_MAX
    posted = writer.post("/ask", {**typed, "tags": "loss"})
    assert posted.url == Question.objects.get().get_absolute_url()


def test_an_environment_that_this_site_does_not_have_is_left_out(writer: Client, settings) -> None:
    settings.DEVICES = ["TPU"]
    assert "device" not in begun(writer, f"[ERROR] DEVICE(1,2,python):2026-01-01-10:00:00 Ascend failed\n{PASTE}")


@pytest.mark.parametrize("q", ["", " ", "\x00", "`" * 200_000, "x" * 400_000, "[", "\n\n"])
def test_any_text_may_begin_a_question(writer: Client, q: str) -> None:
    assert writer.post("/ask/this", {"q": q}, follow=True).status_code == 200


def test_what_was_searched_for_waits_until_somebody_has_signed_in(author: User, client: Client) -> None:
    response = client.post("/ask/this", {"q": "训练很慢"}, follow=True)
    assert response.redirect_chain[-1][0] == "/accounts/login/?next=/ask"
    page = client.post("/accounts/login/?next=/ask", {"login": "author", "password": "correct horse"}, follow=True)
    assert page.context["form"]["title"].value() == "训练很慢"


def test_nothing_of_it_is_in_an_address(writer: Client) -> None:
    response = writer.post("/ask/this", {"q": PASTE})
    assert response.url == "/ask"
    assert Question.objects.count() == 0


def test_the_draft_needs_the_forms_token(author: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(author)
    assert client.post("/ask/this", {"q": "x"}).status_code == 403


# Similar questions


def similar(page: object) -> list[str]:
    return re.findall(r'<a href="([^"]*)" target="_blank">', page.text.partition("Does one of these answer it?")[2])


def test_similar_questions_are_found_by_the_title(question: Question, author: User, writer: Client) -> None:
    ask(author, title="Completely different words", body="nothing in common")
    page = writer.post("/ask/similar", {"title": "GeneratorDataset 卡住", "body": ""})
    assert similar(page) == [question.get_absolute_url()]
    assert "<html" not in page.text


def test_the_body_and_the_tags_count_too(question: Question, writer: Client) -> None:
    for more in ({"body": "卡住，没有报错 np.array"}, {"tags": "dataset，其他"}):
        assert similar(writer.post("/ask/similar", {"title": "why", **more})) == [question.get_absolute_url()]


def test_at_most_five_and_the_solved_are_marked(author: User, helper: User, writer: Client, question: Question) -> None:
    for number in range(7):
        ask(author, title=f"GeneratorDataset 卡住 {number}")
    services.accept(actor=author, answer=services.post_answer(actor=helper, question=question, body="换个写法"))
    page = writer.post("/ask/similar", {"title": question.title})
    assert len(similar(page)) == 5
    assert page.text.count("✓ solved") == 1


def test_without_a_title_nothing_is_looked_for(question: Question, writer: Client) -> None:
    assert similar(writer.post("/ask/similar", {"title": " ", "body": question.body})) == []


@pytest.mark.parametrize("text", ["\x00", "x" * 300_000, "错" * 120_000, "[", "\u202e", "🙂"])
def test_any_text_may_be_being_written(question: Question, writer: Client, text: str) -> None:
    for field in ("title", "body", "tags"):
        assert writer.post("/ask/similar", {"title": "卡住", field: text}).status_code == 200


def test_the_button_finds_them_without_javascript_and_keeps_what_is_typed(question: Question, writer: Client) -> None:
    form = {"title": "GeneratorDataset 卡住", "body": "我的情况", "tags": "dataset, 报错", "device": "Ascend"}
    page = writer.post("/ask", {**form, "similar": "1"})
    assert similar(page) == [question.get_absolute_url()]
    assert {name: page.context["form"][name].value() for name in form} == form
    assert 'role="alert"' not in page.text
    assert Question.objects.count() == 1
    assert re.search(r"<noscript>.*?name=\"similar\"", writer.get("/ask").text, re.DOTALL)


def test_only_asking_looks_for_similar_questions(question: Question, writer: Client) -> None:
    assert 'aria-live="polite"' in writer.get("/ask").text
    assert 'id="similar"' not in writer.get(f"/q/{question.pk}/edit").text
