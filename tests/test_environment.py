"""The environment of a question, and what a site offers of it."""

from itertools import product

import pytest

from qa.environment import FIELDS, Environment, accepted, offered, wanted
from tests.timing import assert_takes_less_than

ASCEND = Environment("2.3.1", "Ascend", "Graph", "Linux", "3.9")
NOTHING = Environment()


def test_the_same_device_and_a_near_version_are_closest() -> None:
    near = Environment(version="2.4", device="Ascend")
    other_device = Environment(version="2.4", device="GPU")
    far_version = Environment(version="1.8", device="Ascend")
    nothing_in_common = Environment(version="1.8", device="GPU")
    found = [ASCEND.closeness(other) for other in (ASCEND, near, other_device, far_version, nothing_in_common)]
    assert found[0] == 1
    assert found[0] > found[1] > max(found[2:4]) > found[4]


def test_what_is_not_said_is_neither_near_nor_far() -> None:
    assert ASCEND.closeness(NOTHING) == NOTHING.closeness(ASCEND) == NOTHING.closeness(NOTHING) == 0.5
    agreeing, differing = Environment(device="Ascend"), Environment(device="CPU")
    assert ASCEND.closeness(differing) < 0.5 < ASCEND.closeness(agreeing)


def test_closeness_is_between_0_and_1_and_the_same_from_both_sides() -> None:
    texts = ("", "2.3.1", "1.8", "Ascend", "\ud800", "x" * 100)
    everything = [Environment(*[text] * 5) for text in texts] + [ASCEND]
    for one, other in product(everything, repeat=2):
        assert 0 <= one.closeness(other) == other.closeness(one) <= 1


def test_a_device_is_the_same_in_any_case() -> None:
    assert ASCEND.closeness(Environment(device="ascend")) == ASCEND.closeness(Environment(device="Ascend"))


def test_what_a_page_shows(settings) -> None:
    assert ASCEND.shown == {
        "version": "MindSpore 2.3.1", "device": "Ascend", "mode": "Graph", "os": "Linux", "python": "3.9",
    }  # fmt: skip
    assert ASCEND.brief == "MindSpore 2.3.1 · Ascend"
    assert Environment(device="CPU", os="Linux").brief == "CPU"
    assert (NOTHING.shown, NOTHING.labelled, NOTHING.brief) == ({}, [], "")
    settings.FRAMEWORK = "Other {x}"
    assert [(str(label), value) for label, value in Environment(version="1.5", python="3.9").labelled] == [
        ("Version", "Other {x} 1.5"),
        ("Python", "3.9"),
    ]


def test_a_field_without_choices_is_not_on_the_site(settings) -> None:
    assert list(offered()) == list(FIELDS)
    settings.DEVICES = settings.FRAMEWORK_VERSIONS = []
    assert list(offered()) == ["mode", "os", "python"]
    assert ASCEND.shown == {"mode": "Graph", "os": "Linux", "python": "3.9"}
    assert ASCEND.brief == ASCEND.age_note == ""
    assert (accepted("device", "Ascend"), accepted("device", "")) == (None, "")
    assert "leave it empty" in str(wanted("device"))


def test_the_note_on_age_names_both_versions(settings) -> None:
    settings.FRAMEWORK_VERSIONS = ["2.7", "1.5"]
    assert Environment(version="1.5").age_note == "Written for MindSpore 1.5; the newest is 2.7."
    assert Environment(version="2.6").age_note == NOTHING.age_note == ""


@pytest.mark.parametrize(
    ("name", "value", "stored"),
    [
        ("device", " ascend ", "Ascend"),
        ("device", "GPU", "GPU"),
        ("mode", "pynative", "PyNative"),
        ("os", "MACOS", "macOS"),
        ("version", "r1.8", "1.8"),
        ("python", "3.9.7", "3.9.7"),
        ("python", " \n", ""),
        ("device", "TPU", None),
        ("version", "GPU", None),
        ("version", "9.9", "9.9"),
        ("device", "GPU\x00", None),
        ("cann", "8.0", None),
    ],
)
def test_a_value_is_stored_in_the_spelling_of_its_choice(name: str, value: str, stored: str | None) -> None:
    assert accepted(name, value) == stored


@pytest.mark.parametrize("name", [*FIELDS, "cann"])
def test_what_a_field_takes_is_said_in_a_sentence(name: str) -> None:
    assert str(wanted(name)).endswith(".")


def test_the_choices_are_named(settings) -> None:
    settings.FRAMEWORK_VERSIONS = ["7.7"]
    assert "Ascend, GPU, CPU" in str(wanted("device"))
    assert "7.7" in str(wanted("version"))


def test_junk_costs_no_time() -> None:
    def work() -> None:
        for name, junk in product(FIELDS, ("1." * 250_000, " " * 500_000, "\u0130" * 250_000)):
            accepted(name, junk)
            assert 0 <= Environment(*[junk] * 5).closeness(ASCEND) <= 1

    assert_takes_less_than(4, work)
