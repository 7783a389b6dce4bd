"""What one process measures, and what it does not do twice."""

import json
import shutil
from pathlib import Path

import pytest

from bench import corpus, worker
from qa.models import Question
from qa.search import index
from tests.bench.records import record

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings, tmp_path: Path, monkeypatch) -> Path:
    settings.JIEHUO_DATA_DIR = tmp_path
    monkeypatch.setattr(corpus, "records", lambda size: map(record, range(size)))
    return tmp_path


def test_a_site_is_filled_built_and_measured(folder):
    measured = worker.site(10)
    assert Question.objects.count() == measured["questions"] == 10
    assert {"index", "vectors", "lookups"} < set(measured)
    assert measured["memory"] > 1_000_000
    json.dumps(measured)


def test_what_is_there_is_used_again(folder):
    first = worker.site(10)
    generation = index.current()
    again = worker.site(10)
    assert Question.objects.count() == 10
    assert index.current() == generation
    assert again["index"] == first["index"]


def test_an_index_that_was_removed_is_built_and_timed_anew(folder):
    worker.site(10)
    shutil.rmtree(index.root())
    assert worker.site(10)["index"]["seconds"] > 0
    assert index.current() is not None
