"""What may be said of the environment, and what an edit of it leaves behind."""

import pytest

from accounts.models import User
from qa import services
from qa.environment import Environment
from qa.errors import Invalid
from qa.models import Question, Revision, SearchChange
from qa.services import fields

pytestmark = pytest.mark.django_db

SAID = {"version": "r2.3", "device": "ascend", "python": "3.9"}
NOW = Environment(version="2.3", device="Ascend", python="3.9")


def asked(author: User, **environment: str) -> Question:
    return services.ask(actor=author, title="训练很慢怎么办", body="每步两秒。", tags=["性能"], environment=environment)


def test_asking_stores_each_value_in_its_one_spelling(author: User) -> None:
    question = asked(author, **SAID)
    assert Question.objects.get().environment == question.environment == NOW
    assert question.revisions.get().environment == NOW.stated


def test_nothing_has_to_be_said(author: User) -> None:
    question = asked(author)
    assert question.environment == Environment()
    assert question.revisions.get().environment == {}


def test_an_edit_changes_the_fields_it_names_writes_a_revision_and_tells_the_index(author: User) -> None:
    question = asked(author, **SAID)
    changes = SearchChange.objects.count()
    services.edit_question(actor=author, question=question, environment={"device": "GPU", "python": ""})
    assert Question.objects.get().environment == Environment(version="2.3", device="GPU")
    assert [revision.environment for revision in question.revisions.all()] == [
        NOW.stated,
        {"version": "2.3", "device": "GPU"},
    ]
    assert SearchChange.objects.filter(question_id=question.pk).count() == changes + 1


def test_an_edit_to_the_same_values_writes_nothing(author: User) -> None:
    question = asked(author, **SAID)
    before = (Revision.objects.count(), SearchChange.objects.count(), Question.objects.values().get())
    services.edit_question(actor=author, question=question, environment=SAID)
    services.edit_question(actor=author, question=question, environment={})
    assert (Revision.objects.count(), SearchChange.objects.count(), Question.objects.values().get()) == before


def test_an_edit_of_something_else_leaves_the_environment(author: User) -> None:
    services.edit_question(actor=author, question=asked(author, **SAID), title="另一个标题")
    assert Question.objects.get().environment == NOW


def test_every_field_that_is_wrong_is_named_beside_those_of_the_text(author: User) -> None:
    with pytest.raises(Invalid) as refusal:
        services.ask(actor=author, title="x", body="b", tags=["a"], environment={"device": "TPU", "python": "new"})
    assert [error.field for error in refusal.value.all] == ["title", "environment.device", "environment.python"]
    assert all(str(error.reason).endswith(".") for error in refusal.value.all)
    assert "Ascend, GPU, CPU" in str(refusal.value.all[1].reason)
    assert not Question.objects.exists()


def test_a_value_stays_valid_when_the_choices_change(author: User, settings) -> None:
    question = asked(author, **SAID)
    settings.DEVICES = ["NPU"]
    services.edit_question(actor=author, question=question, title="另一个标题", environment={"device": "Ascend"})
    assert Question.objects.get().environment == NOW
    with pytest.raises(Invalid, match="NPU"):
        services.edit_question(actor=author, question=question, environment={"device": "GPU"})
    settings.DEVICES = []
    services.edit_question(actor=author, question=question, environment={"device": "Ascend", "python": "3.10"})
    with pytest.raises(Invalid, match="does not ask"):
        services.edit_question(actor=author, question=question, environment={"device": "GPU"})
    assert Question.objects.get().environment == Environment(version="2.3", device="Ascend", python="3.10")


def test_an_answers_revision_has_no_environment(answer) -> None:
    assert answer.revisions.get().environment == {}


def test_keys_that_are_no_field_are_left_out() -> None:
    assert fields.clean_environment({"cann": "8.0", "device": "cpu"}) == Environment(device="CPU")
