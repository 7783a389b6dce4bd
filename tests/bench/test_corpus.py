"""The quick way to rows leaves what an import leaves, as far as look-ups read it."""

import json

import numpy as np
import pytest

from accounts.models import User
from bench import corpus
from bench.stand_in import DIMENSIONS, StandIn
from qa.importers import jsonl
from qa.importers.writer import Writer
from qa.models import Answer, Aspect, ErrorSignature, Question, QuestionTag, QuestionVector, Tag
from tests.bench.records import record

pytestmark = pytest.mark.django_db

QUESTION = ("title", "body", "lang", "score", "imported_score", "answer_count", "created_at", "author__username")
ANSWER = ("body", "is_accepted", "score", "question__title", "author__username")


def look() -> dict[str, list]:
    """What there is, without ids."""
    return {
        "questions": list(Question.objects.order_by("title").values_list(*QUESTION, "accepted_answer__body")),
        "external ids": sorted(Question.objects.values_list("imported__external_id", flat=True)),
        "answers": list(Answer.objects.order_by("question__title", "score").values_list(*ANSWER)),
        "tags": sorted(QuestionTag.objects.values_list("content_object__title", "tag__name", "asked_at")),
        "signatures": sorted(ErrorSignature.objects.values_list("digest", "exception", "message")),
        "uses": sorted(Tag.objects.values_list("name", "initials", "question_count")),
    }


def filled(made: list[dict], batch: int, monkeypatch) -> list[int]:
    monkeypatch.setattr(corpus, "BATCH", batch)
    done: list[int] = []
    corpus.fill(made, done.append)
    return done


def test_rows_are_as_an_import_leaves_them(tmp_path, monkeypatch):
    made = [record(number) for number in range(5)]
    path = tmp_path / "corpus.jsonl"
    path.write_text("\n".join(map(json.dumps, made)), encoding="utf-8")
    Writer("bench", tell=pytest.fail).write(jsonl.read(path))
    expected = look()
    for model in (Question, Tag, User):
        model.objects.all().delete()
    filled(made, 2, monkeypatch)
    assert look() == expected


def test_batches_go_on_where_the_one_before_ended(monkeypatch):
    assert filled([record(number) for number in range(5)], 2, monkeypatch) == [2, 2, 1]
    assert list(Question.objects.order_by("pk").values_list("pk", flat=True)) == [1, 2, 3, 4, 5]
    assert Answer.objects.count() == 10
    assert Tag.objects.get(name="ascend").question_count == 5


def test_html_is_the_escaped_text(monkeypatch):
    filled([record(1)], 2, monkeypatch)
    assert Answer.objects.get(is_accepted=True).html == "<p>升级驱动 &lt;b&gt;。</p>"


def test_each_aspect_of_a_question_has_a_vector(monkeypatch):
    filled([record(1), record(2, body="", answers=[])], 2, monkeypatch)
    rows = QuestionVector.objects.order_by("question", "aspect").values_list("question_id", "aspect", "model")
    assert list(rows) == [(1, aspect, "stand-in") for aspect in Aspect.values] + [(2, Aspect.TITLE, "stand-in")]
    stored = np.frombuffer(bytes(QuestionVector.objects.get(question=2).vector), dtype=np.int8)
    assert stored.shape == (DIMENSIONS,)
    assert np.abs(stored).max() == 127
    cosine = stored @ StandIn().documents([record(2)["title"]])[0] / np.linalg.norm(stored.astype(float))
    assert cosine > 0.99
