"""The environment of a question on the pages: in the forms, on the question, in lists, in the history."""

import re
from collections.abc import Callable

import pytest
from django.core.cache import caches
from django.test import Client

from accounts.models import User
from qa import services
from qa.environment import Environment
from qa.models import Question

pytestmark = pytest.mark.django_db

TEXT = {"title": "训练时 loss 变成 nan", "body": "用的是 Adam", "tags": "loss"}
SAID = {"version": "1.5", "device": "Ascend", "mode": "Graph", "os": "Linux", "python": "3.7"}


@pytest.fixture
def old(author: User, settings) -> Question:
    settings.FRAMEWORK_VERSIONS = ["2.7", "1.5"]
    return services.ask(actor=author, title="很旧的问题", body="正文", tags=["loss"], environment=SAID)


def options(page: object, name: str) -> list[str]:
    select = re.search(rf'<select name="{name}".*?</select>', page.text, re.DOTALL)[0]
    return re.findall(r'<option value="([^"]*)"', select)


def test_asking_with_an_environment(as_user: Callable[..., Client], author: User) -> None:
    as_user(author).post("/ask", {**TEXT, **SAID, "version": "r1.5"})
    assert Question.objects.get().environment == Environment(**SAID)


def test_the_form_offers_the_choices_of_the_settings_in_one_fieldset(
    as_user: Callable[..., Client], author: User, settings
) -> None:
    settings.FRAMEWORK_VERSIONS = ["2.7", "1.5"]
    page = as_user(author).get("/ask")
    fieldset = re.search(r"<fieldset.*?</fieldset>", page.text, re.DOTALL)[0]
    assert "<legend>" in fieldset
    assert re.findall(r'name="(\w+)"', fieldset) == list(SAID)
    assert page.text.count('name="device"') == 1
    assert page.text.index('name="tags"') < page.text.index('name="body"') < page.text.index("<fieldset")
    assert options(page, "device") == ["", *settings.DEVICES]
    assert re.findall(r'<option value="([\d.]+)">', fieldset) == ["2.7", "1.5"]
    assert re.search(r'<input[^>]*name="version"[^>]*list="version-choices"', fieldset)
    assert '<datalist id="version-choices">' in fieldset


def test_a_field_without_choices_is_not_on_the_pages(old: Question, as_user: Callable, author: User, settings) -> None:
    settings.DEVICES = settings.FRAMEWORK_VERSIONS = []
    client = as_user(author)
    assert re.findall(r'name="(version|device|mode)"', client.get("/ask").text) == ["mode"]
    page = client.get(old.get_absolute_url()).text
    assert "Ascend" not in page
    assert "1.5" not in page
    client.post(f"/q/{old.pk}/edit", {**TEXT, "mode": "PyNative"})
    assert Question.objects.get().environment == Environment(**{**SAID, "mode": "PyNative"})


def test_a_value_from_before_the_choices_changed_can_be_kept(
    old: Question, as_user: Callable, author: User, settings
) -> None:
    settings.DEVICES = ["NPU"]
    page = as_user(author).get(f"/q/{old.pk}/edit")
    assert options(page, "device") == ["", "NPU", "Ascend"]
    form = {field.name: field.value() or "" for field in page.context["form"]}
    assert as_user(author).post(f"/q/{old.pk}/edit", {**form, "body": "neu"}).status_code == 302
    assert Question.objects.get().environment == Environment(**SAID)


def test_an_edit_that_does_not_send_the_fields_leaves_them(old: Question, as_user: Callable, author: User) -> None:
    assert as_user(author).post(f"/q/{old.pk}/edit", TEXT).status_code == 302
    assert Question.objects.get().environment == Environment(**SAID)


def test_a_field_is_emptied_by_an_edit(old: Question, as_user: Callable, author: User) -> None:
    as_user(author).post(f"/q/{old.pk}/edit", {**TEXT, **SAID, "version": "", "device": ""})
    assert Question.objects.get().environment == Environment(**{**SAID, "version": "", "device": ""})


def test_what_a_stranger_typed_waits_until_they_have_signed_in(client: Client, author: User) -> None:
    client.post("/ask", {**TEXT, **SAID})
    client.force_login(author)
    form = client.get("/ask").context["form"]
    assert {name: form[name].value() for name in SAID} == SAID


def test_markup_in_a_value_is_text(as_user: Callable, author: User) -> None:
    page = as_user(author).post("/ask", {**TEXT, "device": "<b>x", "version": '"><i>'})
    assert "<b>x" not in page.text
    assert "<i>" not in page.text
    assert page.context["form"]["device"].value() == "<b>x"


def test_the_question_page_names_each_field(old: Question, client: Client) -> None:
    chips = re.search(r'<dl class="chips">.*?</dl>', client.get(old.get_absolute_url()).text, re.DOTALL)[0]
    assert re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", chips) == [
        ("Version", "MindSpore 1.5"),
        ("Device", "Ascend"),
        ("Mode", "Graph"),
        ("System", "Linux"),
        ("Python", "3.7"),
    ]


def test_a_question_that_says_nothing_shows_nothing(question: Question, client: Client) -> None:
    assert "<dl" not in client.get(question.get_absolute_url()).text


def test_a_list_row_names_version_and_device(old: Question, question: Question, client: Client) -> None:
    chips = re.findall(r'<span class="environment-chip">.*?</svg>(.*?)</span>', client.get("/").text)
    assert chips == ["MindSpore 1.5 · Ascend"]


def test_an_answer_to_a_question_on_a_much_older_version_says_so(
    old: Question, helper: User, client: Client, settings
) -> None:
    note = "Written for MindSpore 1.5; the newest is 2.7."
    assert note not in client.get(old.get_absolute_url()).text, "only answers say it"
    services.post_answer(actor=helper, question=old, body="这样做")
    assert client.get(old.get_absolute_url()).text.count(note) == 1
    settings.FRAMEWORK_VERSIONS = ["1.7"]
    caches["pages"].clear()  # A site reads its settings when it starts.
    assert "Written for" not in client.get(old.get_absolute_url()).text


def test_the_history_shows_what_changed_of_it(old: Question, author: User, client: Client) -> None:
    services.edit_question(actor=author, question=old, environment={"device": "GPU"})
    services.edit_question(actor=author, question=old, title="另一个标题")
    newest, second, first = client.get(f"/q/{old.pk}/history").text.split('<section class="revision"')[1:]
    assert "Environment" not in newest
    assert re.search(r"<del>.*Ascend.*</del>.*<ins>.*GPU.*</ins>", second, re.DOTALL)
    assert "Version 1.5" in first
