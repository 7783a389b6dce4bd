"""Questions that differ in all that a query can ask for."""

from collections.abc import Callable
from datetime import datetime

import pytest
import tantivy

from qa.importers.records import AnswerRecord, QuestionRecord
from qa.importers.writer import Writer
from qa.models import Question
from qa.search import encoders, encoding, sync
from tests.search.fakes import ConceptEncoder, Installed


@pytest.fixture
def view() -> Callable[[], tantivy.Searcher]:
    """What search sees now."""
    return sync.before_search


@pytest.fixture
def add(db) -> Callable[..., Question]:
    """Adds one question by import."""
    problems: list[object] = []

    def write(title: str, body: str = "", *, answers: tuple[str, ...] = (), accepted: int | None = None, **record):
        made = QuestionRecord(
            external_id=title,
            title=title,
            body=body,
            lang=record.pop("lang", "zh"),
            where=title,
            answers=tuple(AnswerRecord(text, accepted=at == accepted) for at, text in enumerate(answers)),
            **record,
        )
        Writer("made", tell=problems.append).write([made])
        assert problems == []
        return Question.objects.get(title=title)

    return write


def moment(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}T00:00:00+00:00")


@pytest.fixture
def installed(monkeypatch, settings) -> Installed:
    """A site whose encoders are those that the test installs; none to begin with."""
    made = Installed()
    settings.ENCODER = "auto"
    monkeypatch.setattr(encoders, "load", made.load)
    monkeypatch.setattr(encoders, "configured_name", made.configured_name)
    encoders.query_vector.cache_clear()
    return made


@pytest.fixture
def encoder(installed: Installed) -> ConceptEncoder:
    """The encoder of a site that has one."""
    return installed.use(ConceptEncoder())


@pytest.fixture
def sweep(db) -> Callable[[], None]:
    """Encodes what lacks, as `sync_search` does."""

    def go() -> None:
        for _ in encoding.sweep():
            pass

    return go
