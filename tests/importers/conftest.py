from pathlib import Path

import pytest

from qa.importers.checks import checked
from qa.importers.records import Problem, QuestionRecord

SHARED = Path(__file__).resolve().parents[3] / "shared"


@pytest.fixture
def shared():
    """Return a function that finds a path below ../shared, and skips the test where it is not there."""

    def find(pattern):
        found = sorted(SHARED.glob(pattern))
        if not found:
            pytest.skip(f"{SHARED / pattern} is not there")
        return found[0]

    return find


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a text (or bytes) to a file below a temporary folder and returns its path."""

    def writer(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return writer


def within_limits(records):
    """The records as the writer takes them: one beyond a limit is a Problem."""
    return [checked(record) if isinstance(record, QuestionRecord) else record for record in records]


def questions(records):
    return [record for record in records if isinstance(record, QuestionRecord)]


def problems(records):
    return [record for record in records if isinstance(record, Problem)]
