"""Version numbers: which texts are one, and how far two of them are apart."""

import pytest

from qa import rules
from qa.text.versions import UNKNOWN, clean_version, closeness, is_much_older, numbers
from tests.timing import assert_takes_less_than


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("2.3.1", "2.3.1"),
        ("2.4", "2.4"),
        ("2", "2"),
        ("r1.8", "1.8"),
        ("V2.3.0", "2.3.0"),
        (" 2.3.0RC1\n", "2.3.0rc1"),
        ("2.3.0-rc.1", "2.3.0-rc.1"),
        ("2.7.1.post1", "2.7.1.post1"),
        ("2.1+cu118", "2.1+cu118"),
        ("２．３", "2.3"),
        ("2." + "1" * 6, "2.111111"),
        ("1.2" + "a" * (rules.ENVIRONMENT_MAX - 3), "1.2" + "a" * (rules.ENVIRONMENT_MAX - 3)),
    ],
)
def test_a_version_has_one_spelling(text: str, cleaned: str) -> None:
    assert clean_version(text) == cleaned
    assert clean_version(cleaned) == cleaned


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "new", "r", "2.", ".2", "2..3", "2.3 or 2.4", "2,3", "=2.3", "-1", "2.3\n2.4", "2.3!", "２版", "٣.٩",
        "2.3\x00", "2.3\ud800", "1" * 7, "1.2" + "a" * (rules.ENVIRONMENT_MAX - 2), "\ufdfa" * 10,
    ],
)  # fmt: skip
def test_what_is_no_version_has_no_spelling_and_no_numbers(text: str) -> None:
    assert clean_version(text) is None
    assert numbers(text) == ()


def test_numbers_are_compared_as_numbers() -> None:
    assert numbers("2.10.0rc1") == (2, 10, 0)
    assert numbers("r1.8") == (1, 8)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("2.3.0", "2.3.1", 1.0),
        ("2.3", "r2.3.0rc1", 1.0),
        ("2.3", "2.4", 0.8),
        ("2.9", "2.10", 0.8),
        ("2.3", "2.7", 0.2),
        ("2.0", "2.9", 0.0),
        ("1.10", "2.0", 0.0),
        ("1", "2.0", 0.0),
        ("2", "2.3", UNKNOWN),
        ("", "2.3", UNKNOWN),
        ("", "", UNKNOWN),
        ("new", "2.3", UNKNOWN),
    ],
)
def test_closeness_falls_with_each_minor_version(one: str, other: str, expected: float) -> None:
    assert closeness(one, other) == closeness(other, one) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("version", "than", "expected"),
    [
        ("1.10.1", "2.0.0", True),
        ("1", "2.0", True),
        ("2.4", "2.7", True),
        ("2.7", "2.10.0", True),
        ("2.4.9", "2.7.0rc1", True),
        ("2.5.0", "2.7.9", False),
        ("2.7", "2.7", False),
        ("2.9", "2.7", False),
        ("3.0", "2.7", False),
        ("2", "2.7", False),
        ("", "2.7", False),
        ("1.5", "", False),
        ("old", "2.7", False),
    ],
)
def test_much_older_is_a_major_version_or_three_minor_ones(version: str, than: str, expected: bool) -> None:
    assert is_much_older(version, than) is expected


@pytest.mark.parametrize("junk", ["1" * 500_000, "1." * 250_000, "1.a" + "-a" * 250_000, "\ufdfa" * 170_000])
def test_junk_costs_no_time(junk: str) -> None:
    def work() -> None:
        assert (clean_version(junk), numbers(junk), closeness(junk, junk)) == (None, (), UNKNOWN)

    assert_takes_less_than(0.5, work)
