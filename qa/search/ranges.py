"""Numbers, dates and versions in a query, and ranges of them, as inclusive bounds of integers. Pure."""

import re
from calendar import isleap, monthrange
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import reduce
from typing import NamedTuple

from qa.text.versions import numbers

NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)
DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?", re.ASCII)
COMPARED = re.compile(r"(>=|<=|>|<)(.+)")

VERSION_PARTS, PART_SIZE = 3, 1_000_000
"""How many parts of a version count, and the room for each in the integer that stands for it."""


class Range(NamedTuple):
    """From `low` to `high`, both included; None is open."""

    low: int | None
    high: int | None


Scale = Callable[[str], Range | None]
"""Text → the integers that it covers (a year covers its seconds, 2.3 covers 2.3.1); None for anything else."""


def number(text: str) -> Range | None:
    return Range(int(text), int(text)) if NUMBER.fullmatch(text) else None


def seconds(moment: datetime) -> int:
    return int(moment.timestamp())


def date(text: str) -> Range | None:
    """The seconds of a year, month or day in UTC."""
    match = DATE.fullmatch(text)
    if not match:
        return None
    year, month, day = (int(part) if part else None for part in match.groups())
    try:
        first = datetime(year, month or 1, day or 1, tzinfo=UTC)
        length = 1 if day else monthrange(year, month)[1] if month else 366 if isleap(year) else 365
        after = first + timedelta(days=length)
    except (ValueError, OverflowError):
        return None
    return Range(seconds(first), seconds(after) - 1)


def version(text: str) -> Range | None:
    """What begins with these parts: 2.3 covers 2.3 and 2.3.1, not 2.30. Three parts count; a suffix (rc1) does not."""
    given = numbers(text)[:VERSION_PARTS]
    if not given:
        return None
    value = reduce(lambda whole, part: whole * PART_SIZE + part, given)
    room = PART_SIZE ** (VERSION_PARTS - len(given))
    return Range(value * room, (value + 1) * room - 1)


def compared(sign: str, value: Range) -> Range:
    if sign == ">":
        return Range(value.high + 1, None)
    if sign == "<":
        return Range(None, value.low - 1)
    return Range(value.low, None) if sign == ">=" else Range(None, value.high)


def read(text: str, scale: Scale) -> Range | None:
    """`3`, `3..`, `..5`, `3..9`, `>=3`, `<5` on this scale; None for anything else, and for a range without inside."""
    if match := COMPARED.fullmatch(text):
        value = scale(match[2])
        return compared(match[1], value) if value else None
    first, dots, last = text.partition("..")
    if not dots:
        return scale(first)
    low, high = scale(first), scale(last)
    if (first and not low) or (last and not high) or not (first or last):
        return None
    if low and high and low.low > high.high:
        return None
    return Range(low.low if low else None, high.high if high else None)
