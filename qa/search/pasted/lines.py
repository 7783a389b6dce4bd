"""A pasted text → its lines: without colours and prefixes of launchers, and with the breaks an input field took out."""

import re
from collections.abc import Iterator

LINE_MAX = 2_000
"""Characters of one line that are looked at; binary noise and progress bars make longer ones."""

BLANK_LINES = re.compile(r"\n{3,}")
COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PREFIX = re.compile(
    r"^(?:\[rank\d{1,6}\]:\s?|\[\d{1,5},\d{1,5}\]<std(?:err|out)>:\s?|\(\w{1,40} pid=\d{1,10}[^()]{0,80}\)\s"
    r"|E\s{3}|\s{0,40}(?:\|\s|\+\s(?=Exception Group))|>\s)"
)
"""What torchrun, mpirun, ray, pytest, exception groups and quotations put before each line."""
PROGRESS = re.compile(r"^.{0,120}?\d{1,3}%\|[^|\n]{0,200}\|[^\[\n]{0,60}\[[^\[\]]{0,80}\]\s?")

FRAME_HEAD = r'File "[^"\n]{1,500}", line \d+(?:,? in \S+)?'
LEVELS = "ERROR|CRITICAL|FATAL|EXCEPTION|WARNING|WARN|INFO|DEBUG|EVENT"
TYPE = (
    r"(?:[A-Za-z_]\w*\.)*(?:(?:Base)?Exception(?:Group)?"
    r"|[A-Z]\w*(?:Error|Exception|ExceptionGroup|Interrupt|Exit|Warning|Failure|Timeout))"
)
HEADS = (
    r"(?:Exception Group )?Traceback \(most recent call last\):"
    r"|During handling of the above exception, another exception occurred:"
    r"|The above exception was the direct cause of the following exception:"
    r"|(?<!-)-{10,}+"
)
BREAK_BEFORE = re.compile(
    rf"(?<!\s)(?<!Exception Group)\s++(?={HEADS}|File \"[^\"\n]{{1,500}}\", line \d"
    rf"|\[(?:{LEVELS})\]\s?[A-Z_]{{1,30}}\(|[EFIW]\d{{4}} \d\d:\d\d:\d\d|E[A-Z0-9]\d{{4}}: "
    r"|TraceBack \(most|Solution: |ERROR: |CMake Error|\+[\-+])"
    rf"|\s\|(?=\s++(?:File \"|{TYPE}: ))"
)
BREAK_AFTER = re.compile(rf"(?:{HEADS}|{FRAME_HEAD})(?=\s)")
BREAK_AT_EXCEPTION = re.compile(rf"\s(?=(?:{TYPE}|(?:[A-Za-z_]\w*\.)+[A-Z]\w*)(?::\s|\s*$))")


def unfold(text: str) -> Iterator[str]:
    """The lines of a text whose breaks became spaces: at headings, frames and log lines, and after a frame's source."""
    broken = BREAK_AFTER.sub(r"\g<0>\n", BREAK_BEFORE.sub("\n", text))
    after_frame = False
    for line in broken.split("\n"):
        yield from BREAK_AT_EXCEPTION.split(line, maxsplit=1) if after_frame else (line,)
        after_frame = line.startswith("File ")


def cleaned(line: str) -> str:
    """The line without what a terminal, a launcher or a progress bar put before the message; its indentation stays."""
    line = COLOUR.sub("", line[:LINE_MAX]) if "\x1b" in line else line[:LINE_MAX]
    line = PROGRESS.sub("", line) if "%|" in line else line
    return PREFIX.sub("", line).rstrip()


def lines_of(text: str) -> list[str]:
    """The cleaned lines of any text."""
    lines = BLANK_LINES.sub("\n\n", text).splitlines()
    if len([line for line in lines if line.strip()]) == 1:
        lines = list(unfold(text.strip()))
    return [cleaned(line) for line in lines]
