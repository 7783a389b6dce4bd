"""What each line of a log is: an exception, an error, a frame, source code, a warning or anything else."""

import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from functools import cache
from typing import NamedTuple

from qa.search.pasted.lines import FRAME_HEAD, TYPE


class Kind(Enum):
    BLANK = auto()
    RULE = auto()
    HEADING = auto()
    FRAME = auto()
    SOURCE = auto()
    STACK = auto()
    EXCEPTION = auto()
    ERROR = auto()
    NOTE = auto()
    """A log line below the level of an error."""
    OTHER = auto()


class Line(NamedTuple):
    kind: Kind
    text: str


EXCEPTION = re.compile(rf"^\s*(?P<type>{TYPE}|(?:[A-Za-z_]\w*\.)+\w*error)\b(?::\s*(?P<message>.*))?$")
UNCAUGHT = re.compile(r"^(?P<type>(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)(?::\s(?P<message>.*))?$")
"""What ends a Python traceback, whatever the exception is called."""
THROWN = re.compile(r"^terminate called after throwing an instance of '(?P<type>[^']{1,200})'")
WHAT = re.compile(r"^\s*what\(\):\s*(?P<message>.*)")
CODE = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"(?P<family>E(?:[A-Z]|RR)?\d{4,5})(?!\s\d\d:\d\d)"
    r"|\[?(?P<system>Errno|WinError)\s(?P<number>-?\d{1,5})\]?"
    r"|(?:[Ee]rr(?:or)?[ _]?[Cc]ode|ret(?:code)?|errno)['\"]?\s{0,3}(?:[:=\[]|is)?\s{0,3}['\"]?"
    r"(?P<value>[A-Z]{0,3}\d{3,12})"
    r")(?![A-Za-z0-9])"
)
"""Codes of CANN (EE9999, E39999, EI0006, ERR01100), of the system, and what a log calls an error code."""
LEVEL = re.compile(
    r"\[(?:(?P<error>ERROR|CRITICAL|FATAL|EXCEPTION)|WARNING|WARN|INFO|DEBUG|EVENT|TRACE)\]"
    r"|\b(?:(?P<bare>ERROR|CRITICAL|FATAL)|WARNING|WARN|INFO|DEBUG)\b(?=[\s:(\]|]|$)"
    r"|^(?:(?P<glog>[EF])|[IW])\d{4}\s\d\d:\d\d|^\[W\s|:\s[IW]\s\S{1,200}\.cc:\d"
)
LEVEL_WITHIN = 160
"""Characters in which a log line says its level; later such words are part of a message."""
SAID = re.compile(
    r"\berror:|\bfatal\b|undefined symbol|undefined reference|segmentation fault|core dumped|cannot allocate"
    r"|no such file|not found|permission denied|out of memory|\bfailed\b|\binvalid\b|unsupported|not supported"
    r"|\baborted?\b|timed? ?out|cannot open|command not found|bad_alloc"
    r"|assertion|cmake error|错误|失败|异常|报错|不支持|无法|超时",
    re.IGNORECASE,
)
RULE = re.compile(r"^[\s+|]{0,40}---[\s\d\-+]*$")
HEADING = re.compile(
    r"^\s*(?:(?:Exception Group )?Trace[Bb]ack \(most recent call|During handling of|The above exception was"
    r"|(?:Current t|T)hread 0x[0-9a-f]+)"
)
FRAME = re.compile(rf"^\s*{FRAME_HEAD}|^\s*#\s?\d{{1,3}}\s+In file ")
SECTION = re.compile(r"^\s*-\s?(?P<name>[A-Z][\w+ ]{2,60}):?\s*(?:\([\w ]{1,40}\):?)?\s*$")
STACK = re.compile(r"^\s*(?:#\d{1,3}\s+0x[0-9a-f]+|[\w./\\\-]+\.(?:cc|cpp|cu|h|hpp)(?::\d+\s[\w:~]+|\(\d+\)\.?)$)")
PLACE = re.compile(r"^.{0,40}?\[[\w./\\\-]{1,200}\.(?:cc|cpp|cu|h|hpp):(?:\d+|\*+)\]\s?[\w~]+\]")
"""A log line that names its place, with or without a level."""
FIGURES = str.maketrans("123456789", "0" * 9)
"""What a line is does not depend on which figures stand in it: a log of many steps has few different lines."""
CONTINUED_MAX = 6
"""Lines after an exception line that may still belong to its message."""


def level_of(line: str) -> Kind | None:
    """ERROR or NOTE where the line says its level."""
    match = LEVEL.search(line[:LEVEL_WITHIN])
    if match is None:
        return None
    return Kind.ERROR if match["error"] or match["bare"] or match["glog"] else Kind.NOTE


def in_traceback(line: str, previous: Kind) -> Kind | None:
    """What a line after a frame or its source is: more source, or the exception that ends the traceback."""
    match = None if line[:1].isspace() else UNCAUGHT.match(line)
    if match and (previous is Kind.SOURCE or (match["message"] and not match["type"].islower())):
        return Kind.EXCEPTION
    return Kind.SOURCE if previous is Kind.FRAME or line[:1].isspace() else None


def by_form(line: str) -> Kind | None:
    """What a line is wherever it stands."""
    if not line or line.isspace():
        return Kind.BLANK
    if RULE.match(line):
        return Kind.RULE
    if HEADING.match(line):
        return Kind.HEADING
    if FRAME.match(line):
        return Kind.FRAME
    return Kind.EXCEPTION if EXCEPTION.match(line) or THROWN.match(line) else None


def by_content(line: str) -> Kind:
    """What a line outside of tracebacks and sections is."""
    level = level_of(line)
    if level is Kind.ERROR or SAID.search(line):
        return Kind.ERROR
    if level or STACK.match(line):
        return level or Kind.STACK
    return Kind.ERROR if CODE.search(line) or WHAT.match(line) or PLACE.match(line) else Kind.OTHER


def section_kind(name: str) -> Kind:
    """What the lines of a section between dashed rules are."""
    name = name.lower()
    if "call stack" in name or "traceback" in name:
        return Kind.STACK
    return Kind.NOTE if "warning" in name else Kind.ERROR


def classified(lines: Iterable[str]) -> Iterator[Line]:
    """Each line with its kind, which follows from its form and from what stands before it."""
    previous, section = Kind.BLANK, None
    form, content = cache(by_form), cache(by_content)
    for text in lines:
        plain = text.translate(FIGURES)
        heading = SECTION.match(text) if previous is Kind.RULE else None
        kind = Kind.HEADING if heading else form(plain)
        if heading or kind is Kind.HEADING or text.lstrip().startswith("["):
            section = section_kind(heading["name"]) if heading else None
        if kind is None and previous in (Kind.FRAME, Kind.SOURCE):
            kind = in_traceback(text, previous)
        kind = kind or section or content(plain)
        yield Line(kind, text)
        previous = kind


ENDS_MESSAGE = frozenset((Kind.BLANK, Kind.RULE, Kind.HEADING, Kind.FRAME, Kind.STACK))


def carrying(lines: Iterable[Line]) -> Iterator[Line]:
    """Lines that carry the error, and the lines after an exception or a code that go on with its message."""
    left = 0
    for line in lines:
        if line.kind in ENDS_MESSAGE:
            left = 0
        elif line.kind in (Kind.EXCEPTION, Kind.ERROR):
            left = CONTINUED_MAX if line.kind is Kind.EXCEPTION or CODE.match(line.text) else left
            yield line
        elif line.kind is Kind.OTHER and left:
            left -= 1
            yield line
