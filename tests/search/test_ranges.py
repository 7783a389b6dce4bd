"""Numbers, dates and versions, and ranges of them."""

from datetime import UTC, datetime

import pytest

from qa.search.ranges import Range, date, number, read, version


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("3", 3, 3),
        ("3..", 3, None),
        ("..5", None, 5),
        ("3..9", 3, 9),
        ("-2..", -2, None),
        (">=3", 3, None),
        (">3", 4, None),
        ("<5", None, 4),
        ("<=5", None, 5),
    ],
)
def test_a_range_of_numbers(text: str, low: int | None, high: int | None) -> None:
    assert read(text, number) == Range(low, high)


@pytest.mark.parametrize(
    "text", ["", "..", "abc", "3..x", "x..3", "9..3", ">", ">=", "3.5", "1e3", "9" * 30, "３", "3...."]
)
def test_what_is_no_range_of_numbers(text: str) -> None:
    assert read(text, number) is None


def at(*moment: int) -> int:
    return int(datetime(*moment, tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("2026", at(2026, 1, 1), at(2026, 12, 31, 23, 59, 59)),
        ("2024-02", at(2024, 2, 1), at(2024, 2, 29, 23, 59, 59)),
        ("2026-12", at(2026, 12, 1), at(2026, 12, 31, 23, 59, 59)),
        ("2026-1-5", at(2026, 1, 5), at(2026, 1, 5, 23, 59, 59)),
        ("2026-01-05..2026-02", at(2026, 1, 5), at(2026, 2, 28, 23, 59, 59)),
        (">2026-01", at(2026, 2, 1), None),
        ("<2026", None, at(2025, 12, 31, 23, 59, 59)),
    ],
)
def test_a_date_covers_its_year_month_or_day(text: str, low: int, high: int) -> None:
    assert read(text, date) == Range(low, high)


@pytest.mark.parametrize("text", ["26", "2026-13", "2026-02-30", "0000", "9999", "2026-", "20261", "2026-01-01T00"])
def test_what_is_no_date(text: str) -> None:
    assert read(text, date) is None


@pytest.mark.parametrize(
    ("asked", "has", "covered"),
    [
        ("2.3", "2.3", True),
        ("2.3", "2.3.1", True),
        ("2.3", "2.3.0rc1", True),
        ("2.3", "2.30", False),
        ("2.3.1", "2.3", False),
        ("2", "2.9.9", True),
        ("r2.3", "2.3.4", True),
        ("2.2..2.4", "2.4.1", True),
        ("2.2..2.4", "2.5", False),
        (">2.3", "2.3.9", False),
        (">2.3", "2.4", True),
        ("<2.3", "2.2.14", True),
    ],
)
def test_a_version_covers_what_begins_with_its_parts(asked: str, has: str, covered: bool) -> None:
    low, high = read(asked, version)
    value = version(has).low
    assert ((low is None or low <= value) and (high is None or value <= high)) is covered


@pytest.mark.parametrize("text", ["", "x", "2.", ".3", "1..2..3", "latest"])
def test_what_is_no_version(text: str) -> None:
    assert read(text, version) is None
