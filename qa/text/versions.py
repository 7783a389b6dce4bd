"""Version numbers: which texts are one, and how far two of them are apart."""

import re
import unicodedata

from qa import rules

UNKNOWN = 0.5
"""The closeness of two things of which one is not known: neither near nor far."""
MINORS_TOO_OLD = 3
"""Minor versions behind, within one major version, from which on a version is much older."""
_MINORS_FAR = 5
"""Minor versions apart from which on two versions have nothing in common but the major one."""

_SHAPE = re.compile(r"[rv]?([0-9]{1,6}(?:\.[0-9]{1,6})*(?:[-.+_]?[a-z][a-z0-9.+_-]*)?)")
_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)*")


def clean_version(text: str) -> str | None:
    """`2.3.0rc1` for ` r2.3.0RC1 `: digits and dots, then perhaps a suffix. None when the text is no version."""
    if len(text) > 2 * rules.ENVIRONMENT_MAX:
        return None
    found = _SHAPE.fullmatch(unicodedata.normalize("NFKC", text).strip().lower())
    return found[1] if found and len(found[1]) <= rules.ENVIRONMENT_MAX else None


def numbers(version: str) -> tuple[int, ...]:
    """(2, 3, 0) for `2.3.0rc1`; empty when the text is no version."""
    cleaned = clean_version(version)
    return tuple(map(int, _NUMBERS.match(cleaned)[0].split("."))) if cleaned else ()


def closeness(one: str, other: str) -> float:
    """1 for the same minor version, less with each that lies between, 0 from five on and for another major version.

    UNKNOWN where one of them is no version, or both have the same major version and one says no minor.
    """
    first, second = numbers(one)[:2], numbers(other)[:2]
    if not first or not second:
        return UNKNOWN
    if first[0] != second[0]:
        return 0.0
    if len(first) < 2 or len(second) < 2:
        return UNKNOWN
    return max(0.0, 1 - abs(first[1] - second[1]) / _MINORS_FAR)


def is_much_older(version: str, than: str) -> bool:
    """A lower major version, or at least MINORS_TOO_OLD minor versions behind within the same one.

    Never where one of them is no version; patch number and suffix do not count.
    """
    old, new = numbers(version)[:2], numbers(than)[:2]
    if not old or not new:
        return False
    if old[0] != new[0]:
        return old[0] < new[0]
    return len(old) == len(new) == 2 and new[1] - old[1] >= MINORS_TOO_OLD
