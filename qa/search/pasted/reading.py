"""A pasted text → what it says went wrong."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from qa.search.pasted.environment import environment_of
from qa.search.pasted.grammar import CODE, EXCEPTION, FIGURES, THROWN, UNCAUGHT, WHAT, Kind, Line, carrying, classified
from qa.search.pasted.lines import lines_of
from qa.search.pasted.noise import readable, skeleton
from qa.search.pasted.symbols import Frame, frames
from qa.text.secrets import mask

LINES_MAX = 200
"""Error lines that are kept: the first and the last hundred say what the repetitions between them do."""
EXCEPTIONS_MAX = 8
FRAMES_MAX = 20


@dataclass(frozen=True, slots=True)
class Pasted:
    """`lines` carry the error, in order; the rest is what was recognised. No secret is in it.

    `exception` and `message` are those of the exception that was not caught; `exceptions` names the types of the whole
    chain, the root first.
    """

    lines: list[str] = field(default_factory=list)
    exception: str = ""
    message: str = ""
    exceptions: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    stack: list[Frame] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    has_error: bool = False
    """Whether any line says that something went wrong; if not, `lines` are the whole text."""

    @property
    def telling(self) -> str:
        """The text to look for: the lines without what differs from run to run, each once, and the environment."""
        return "\n".join(dict.fromkeys([*map(readable, self.lines), *self.environment.values()]))

    @property
    def frames(self) -> list[dict[str, str]]:
        return [{"file": frame.file, "function": frame.function} for frame in self.stack]

    @property
    def signature(self) -> dict[str, object]:
        """What is shown of the error."""
        return {"exception": self.exception, "message": self.message, "codes": self.codes, "frames": self.frames}


def exception_of(line: Line, following: str) -> tuple[str, str]:
    """Type without its module, and message, which may begin on the line after."""
    match = EXCEPTION.match(line.text) or THROWN.match(line.text) or UNCAUGHT.match(line.text)
    message = (match.groupdict().get("message") or "").strip()
    if not message:
        said = WHAT.match(following)
        message = (said["message"] if said else following).strip()
    return match["type"].replace("::", ".").rpartition(".")[2], message


def thrown(lines: Sequence[Line]) -> list[tuple[str, str]]:
    """Type and message of each exception, the root first and the one that was not caught last.

    Python prints a chain in that order, but an exception group before what is in it.
    """
    following = [line.text if line.kind in (Kind.OTHER, Kind.ERROR) else "" for line in lines[1:]]
    found = [
        exception_of(line, after)
        for line, after in zip_longest(lines, following, fillvalue="")
        if line.kind is Kind.EXCEPTION
    ]
    errors = [one for one in found if not one[0].endswith("Warning")] or found
    return sorted(errors, key=lambda one: one[0].endswith("ExceptionGroup"))


def codes_in(lines: Sequence[Line]) -> Iterator[str]:
    for line in lines:
        for match in CODE.finditer(line.text):
            yield match["family"] or match["value"] or f"{match['system']} {match['number']}"


def kept(lines: Sequence[Line]) -> list[Line]:
    """The lines without those that say the same but for numbers, and without the middle of very many."""
    said: dict[str, Line] = {}
    for line in lines:
        said.setdefault(skeleton(line.text), line)
    lines = list(said.values())
    return lines if len(lines) <= LINES_MAX else [*lines[: LINES_MAX // 2], *lines[-LINES_MAX // 2 :]]


def read(text: str) -> Pasted:
    """Never fails: a text without any error line is all message."""
    text = mask(text)
    lines = list(classified(lines_of(text)))
    telling = kept(list(carrying(lines)))
    exceptions = thrown(telling)
    exception, message = exceptions[-1] if exceptions else ("", "")
    found = dict.fromkeys(frames(line.text for line in lines if line.kind is not Kind.NOTE))
    distinct = {line.text.translate(FIGURES): line.text for line in reversed(lines)}  # The first of each.
    return Pasted(
        lines=[line.text for line in telling or kept([line for line in lines if line.text])],
        exception=exception,
        message=message,
        exceptions=list(dict.fromkeys(kind for kind, _ in exceptions))[-EXCEPTIONS_MAX:],
        codes=list(dict.fromkeys(codes_in(telling))),
        stack=list(found)[-FRAMES_MAX:],
        environment=environment_of("\n".join(reversed(distinct.values()))),
        has_error=bool(telling),
    )
