"""Is a text a pasted error, or somebody's own words?"""

import re

from qa.search.pasted.grammar import CODE, EXCEPTION, FRAME, HEADING, PLACE, THROWN
from qa.search.pasted.lines import LEVELS, lines_of

ASKED = re.compile(r"[?？]\s*$|怎么|如何|为什么|为啥|\bhow (?:to|do|can|should)\b|\bwhy\b", re.IGNORECASE)
LOGGED = re.compile(
    rf"^\s*\[(?:{LEVELS})\]\s*\S|^\s*(?:\d{{4}}-\d\d-\d\d\S*\s[\d:.,]+\s.{{0,60}}?\b(?:ERROR|CRITICAL|FATAL)\b)"
    r"|^[EF]\d{4}\s\d\d:\d\d:\d\d|^\[PID: ?\d{1,10}\] \S"
)
PRINTED = re.compile(
    r"^\s*(?:(?:fatal |internal compiler |CMake |Fatal Python |collect2: )?error:|ERROR:|Error:|FATAL:|CMake Error\b)"
    r"\s*\S+\s+\S"
    r"|^\s*Fatal Python error: \S|^\s*Segmentation fault\b|^[^\s:]{1,200}:\d+:?(?:\d+:)?\s(?:fatal )?[Ee]rror: "
    r"|^(?:\S{0,60}/)?ld(?:\.\w+)?: |^\S{1,200}: undefined (?:reference to|symbol: )|\bsymbol lookup error: "
    r"|^\S{1,60}:(?: line \d+:|\s?\d+:)? ?\S{1,100}: (?:command )?not found$|^\S{1,60}: command not found$"
    r"|\bundefined symbol: ?_Z|\bcannot open shared object file: |\berror while loading shared libraries: "
)
"""What pip, compilers, linkers, shells and loaders print."""


def is_error_line(line: str) -> bool:
    """Can only a program have written this line, to say that something went wrong?"""
    if HEADING.match(line) or FRAME.match(line) or THROWN.match(line) or LOGGED.match(line) or PLACE.match(line):
        return True
    if ASKED.search(line):
        return False
    exception, code = EXCEPTION.match(line), CODE.match(line.lstrip())
    said_by_code = bool(code and line.lstrip()[code.end() :].startswith((": ", "：")))
    return bool((exception and exception["message"]) or said_by_code or PRINTED.search(line))


def looks_like_error(text: str) -> bool:
    """Is what was typed into a search box a pasted error?"""
    lines = [line for line in lines_of(text) if line]
    begins = any(EXCEPTION.match(line) and line.endswith(":") for line in lines[:-1])
    return begins or any(is_error_line(line) for line in lines)
