"""The environment of a question through the API: an object of five strings."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from qa.models import Question
from tests.api import shapes
from tests.api.shapes import problem, problems

pytestmark = pytest.mark.django_db

NOTHING = dict.fromkeys(shapes.ENVIRONMENT, "")
NEW = {"title": "训练时 loss 变成 nan", "body": "用的是 Adam", "tags": ["loss"]}
SAID = {"version": "r2.3", "device": "ascend", "python": "3.9"}
STORED = {**NOTHING, "version": "2.3", "device": "Ascend", "python": "3.9"}


def test_asking_stores_it_and_every_reading_gives_it(api: Callable, author: User) -> None:
    row = api(author).post("/api/v1/questions/", {**NEW, "environment": SAID}).json()
    assert row["environment"] == STORED
    assert api().get("/api/v1/questions/").json()["results"][0]["environment"] == STORED
    revisions = api().get(f"/api/v1/questions/{row['id']}/revisions/").json()["results"]
    assert [revision["environment"] for revision in revisions] == [STORED]


def test_nothing_said_is_five_empty_strings(question: Question, answer, client: Client) -> None:
    assert client.get(f"/api/v1/questions/{question.pk}/").json()["environment"] == NOTHING
    revisions = client.get(f"/api/v1/answers/{answer.pk}/revisions/").json()["results"]
    assert revisions[0]["environment"] == NOTHING


def test_an_edit_changes_the_fields_it_names(question: Question, api: Callable, author: User) -> None:
    address = f"/api/v1/questions/{question.pk}/"
    assert api(author).patch(address, {"environment": SAID}).json()["environment"] == STORED
    changed = api(author).patch(address, {"environment": {"device": "GPU", "python": ""}}).json()
    assert changed["environment"] == {**STORED, "device": "GPU", "python": ""}
    assert api(author).patch(address, {"title": "新的标题"}).json()["environment"] == changed["environment"]


def test_a_wrong_value_is_refused_on_its_field_with_the_choices(api: Callable, author: User) -> None:
    wrong = {**NEW, "environment": {"device": "TPU", "python": "snake"}}
    found = {error["attr"]: error for error in problems(api(author).post("/api/v1/questions/", wrong), 400)}
    assert set(found) == {"environment.device", "environment.python"}
    assert "Ascend, GPU, CPU" in found["environment.device"]["detail"]
    assert not Question.objects.exists()


def test_a_version_is_text(api: Callable, author: User) -> None:
    """As a number, 2.10 would have come as 2.1."""
    wrong = {**NEW, "environment": {"version": 2.10}}
    problem(api(author).post("/api/v1/questions/", wrong), 400, "invalid", "environment.version")
