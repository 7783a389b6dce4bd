"""Frames of Python and native stacks, and readable names of mangled C++ symbols."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from qa.search.pasted.grammar import FIGURES

MANGLED = re.compile(r"(?<![A-Za-z0-9])_Z[A-Za-z0-9_.]{2,}")
LENGTH = re.compile(r"\d{1,3}")
QUALIFIERS = re.compile(r"_Z(?:T[VIS]|GV)?N?[rVK]{0,3}(?P<std>St)?")

PYTHON_FRAME = re.compile(r'^\s*File "(?P<file>[^"\n]{1,500})", line \d+(?:,? in (?P<function>\S+))?')
GRAPH_FRAME = re.compile(r"^\s*#\s?\d{1,3}\s+In file (?P<file>[^\s:()]{1,500})(?::\d+|\(\d+\))(?P<function>)")
NATIVE_FRAME = re.compile(
    r"(?<![\w.\-/\\])(?P<file>[\w.\-/\\]{1,300}\.(?:cc|cpp|cu|hpp|h|c))(?:\(\d+\)|:(?:\d+|\*+)(?![:\d])\]?)"
    r"(?:\d*\s*(?P<function>[A-Za-z_]\w*)(?=[\](]|:\S|$))?"
)
LIBRARY_FRAME = re.compile(r"(?<![\w.\-/])(?P<file>[\w.\-/]{1,300}\.so)[\w.]*\((?P<function>_Z\w+)")
PACKAGES = re.compile(r"/(?:site|dist)-packages/|(?:^|/)mindspore/\w+/")
NATIVE = re.compile(r"\.(?:cc|cpp|cu|h|hpp|c|so)$")
FOLDERS = re.compile(r"[\\/]")


class Frame(NamedTuple):
    """`file` is without folders; `is_framework` says whether the code is of an installed package, not of the reader."""

    file: str
    function: str
    is_framework: bool


def demangled(symbol: str) -> str:
    """The nested name of a mangled symbol: `_ZN3c105ErrorC1Ev` → `c10::Error`; a symbol without one stays."""
    head = QUALIFIERS.match(symbol)
    names, at = ["std"] if head and head["std"] else [], head.end() if head else 0
    while length := LENGTH.match(symbol, at):
        at = length.end() + int(length[0])
        names.append(symbol[length.end() : at])
    return "::".join(names) or symbol


def with_names(text: str) -> str:
    """The text with mangled symbols made readable."""
    return MANGLED.sub(lambda match: demangled(match[0]), text) if "_Z" in text else text


def frame(match: re.Match[str]) -> Frame:
    path = match["file"].replace("\\", "/")
    function = (match["function"] or "").rstrip(",")
    if function.startswith("_Z"):
        function = demangled(function).rpartition("::")[2]
    return Frame(FOLDERS.split(path)[-1], function, bool(PACKAGES.search(path) or NATIVE.search(path)))


def frame_in(line: str) -> re.Match[str] | None:
    python = PYTHON_FRAME.match(line) or GRAPH_FRAME.match(line)
    return python or NATIVE_FRAME.search(line) or LIBRARY_FRAME.search(line)


def frames(lines: Iterable[str]) -> Iterator[Frame]:
    """The frame of each line that has one."""
    has_frame = cache(lambda plain: frame_in(plain) is not None)
    for line in lines:
        if has_frame(line.translate(FIGURES)) and (match := frame_in(line)):
            yield frame(match)
