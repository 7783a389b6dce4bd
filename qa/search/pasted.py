"""What a pasted log says went wrong: its error lines, and the exception, message, codes and frames in them. Pure."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

LINE_MAX = 2_000
"""Characters of one line that are looked at; binary noise and progress bars make longer ones."""
CONTINUED_MAX = 6
"""Lines after an exception line that may still belong to its message."""
FRAMES_MAX = 20
LINES_MAX = 200
"""Error lines that are kept: the first and the last hundred say what the repetitions between them do."""

EXCEPTION = re.compile(
    r"^(?:\[rank\d+\]:\s*|E\s{3}|\s*)(?P<type>(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Exit|Warning|Failure|Timeout))"
    r"\b(?::\s*(?P<message>.*))?$"
)
LEVEL = re.compile(r"\[(?:ERROR|CRITICAL|FATAL)\]|\b(?:ERROR|CRITICAL|FATAL)\b[\s:(\]|]|^[EF]\d{4}\s\d\d:\d\d")
SAID = re.compile(
    r"\berror:|\bfatal\b|undefined symbol|undefined reference|segmentation fault|core dumped|cannot allocate"
    r"|no such file|not found|permission denied|out of memory|\bfailed\b|\binvalid\b|unsupported|not supported"
    r"|\baborted?\b|timed? ?out|错误|失败|异常|报错|不支持|无法|超时",
    re.IGNORECASE,
)
CODE = re.compile(
    r"(?<![A-Za-z0-9])"
    r"(?:E[A-Z]?\d{4,5}|[Ee]rr(?:or)?[ _]?[Cc]ode['\"]?\s{0,3}[:=]?\s{0,3}['\"]?[A-Z]{0,3}\d{1,12})"
    r"(?![A-Za-z0-9])"
)
PYTHON_FRAME = re.compile(r'^\s*File "(?P<file>[^"]+)", line \d+(?:, in (?P<function>\S+))?')
NATIVE_FRAME = re.compile(
    r"(?<![\w.\-/])(?P<file>[\w.\-/]+\.(?:cc|cpp|cu|h|hpp|c)):\d+\]?\s*(?P<function>[A-Za-z_]\w*)?"
)
NOISE = re.compile(
    r"\(\d+[,:][0-9a-fx]+[^)]*\):?|\d{4}-\d\d-\d\d[-T ]\d\d:\d\d:\d\d[.:,\d]*|\b\d\d:\d\d:\d\d[.,]\d+|\b0x[0-9a-fA-F]+"
)
"""What differs from run to run: (process,thread,name): of a log line, times, addresses."""
HEADING = re.compile(
    r"^\s*(?:Traceback \(most recent call last\)|During handling of|The above exception)|^\s*-{3,}\s*$"
)


@dataclass(frozen=True, slots=True)
class Pasted:
    """`lines` carry the error, in order; the rest is what was recognised in them."""

    lines: list[str] = field(default_factory=list)
    exception: str = ""
    message: str = ""
    codes: list[str] = field(default_factory=list)
    frames: list[dict[str, str]] = field(default_factory=list)

    @property
    def telling(self) -> str:
        """The lines without what differs from run to run: the text to look for."""
        return "\n".join(NOISE.sub(" ", line) for line in self.lines)

    @property
    def signature(self) -> dict[str, object]:
        return {"exception": self.exception, "message": self.message, "codes": self.codes, "frames": self.frames}


def is_error(line: str) -> bool:
    return bool(EXCEPTION.match(line) or LEVEL.search(line) or CODE.search(line) or SAID.search(line))


def error_lines(lines: Iterable[str]) -> Iterator[str]:
    """Lines that carry the error, and the lines after an exception that go on with its message."""
    left = 0
    for line in lines:
        if HEADING.match(line) or PYTHON_FRAME.match(line) or not line.strip():
            left = 0
        elif is_error(line):
            left = CONTINUED_MAX if EXCEPTION.match(line) else left
            yield line
        elif left:
            left -= 1
            yield line


def last_exception(lines: Iterable[str]) -> tuple[str, str]:
    """Type (without its module) and message of the last exception line: in a chain, the one that was not caught."""
    found = ("", "")
    for line in lines:
        if match := EXCEPTION.match(line):
            found = (match["type"].rpartition(".")[2], (match["message"] or "").strip())
    return found


def frames(lines: Iterable[str]) -> Iterator[dict[str, str]]:
    """File name without its folders, and function, of each stack frame."""
    for line in lines:
        if match := PYTHON_FRAME.match(line) or NATIVE_FRAME.search(line):
            yield {"file": match["file"].rpartition("/")[2], "function": match["function"] or ""}


def read(text: str) -> Pasted:
    """Never fails: a text without any error line is all message."""
    lines = [line[:LINE_MAX].rstrip() for line in text.splitlines()]
    carrying = list(dict.fromkeys(error_lines(lines)))
    exception, message = last_exception(carrying)
    codes = dict.fromkeys(code for line in carrying for code in CODE.findall(line))
    telling = carrying or [line for line in lines if line.strip()]
    if len(telling) > LINES_MAX:
        telling = [*telling[: LINES_MAX // 2], *telling[-LINES_MAX // 2 :]]
    return Pasted(
        lines=telling,
        exception=exception,
        message=message,
        codes=list(codes),
        frames=list({tuple(frame.items()): frame for frame in frames(lines)}.values())[-FRAMES_MAX:],
    )
