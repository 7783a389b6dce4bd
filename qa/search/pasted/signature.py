"""What is the same when two people paste the same error from two machines."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from qa.search.pasted.grammar import CODE
from qa.search.pasted.noise import normalised
from qa.search.pasted.reading import Pasted
from qa.text.chars import CJK

MESSAGE_MAX = 500
FRAMES_TOLD = 3
"""The innermost frames that count in the digest: a trace is often cut at its outer end."""
OPERATORS_MAX = 8
HEADER = re.compile(
    r"^.{0,160}?\[[^\[\]\s]{1,200}\.(?:cc|cpp|cu|hpp|h|c|py):(?:\d+|\*+)\]\s?(?:\d+\s)?(?:[\w~:()<>]{1,80}\]\s?)?"
    r"|^[EF]\d{4}\s[^\]]{1,200}\]\s?"
    r"|^.{0,80}?\b(?:ERROR|CRITICAL|FATAL|EXCEPTION)\b[\]\s:|\-]*"
)
"""What a log line says before its message: level, module, process, time and place."""
OPERATOR = re.compile(
    r"\b[Ff]or\s['\"](?P<called>[A-Z]\w+)['\"]"
    r"|\b[Pp]rimitive\s?\[(?P<primitive>\w+)\]"
    r"|\b[Oo]p(?:erator)?(?:_?[Nn]ame|_?[Tt]ype|\s[Nn]ame|\s[Tt]ype)?['\"]?\s?[:=\[]\s?['\"\[]?(?P<named>[A-Za-z]\w+)"
    r"|\b(?:[Oo]p|[Oo]perator|[Kk]ernel)\s['\"]?(?P<spoken>[A-Z][A-Za-z]*[a-z0-9][A-Z0-9]\w*)"
    r"|\b(?:Default|Gradients)/(?:[\w\-]{1,80}/){0,20}?(?P<scoped>[A-Za-z]\w*?)-op\d+"
    r"|\b(?P<acl>aclnn[A-Z]\w+)"
)
"""Operators where the grammar of MindSpore and CANN names one."""
COUNTED = re.compile(r"_\d+(?:__kernel\d+)?$")
WORD = re.compile(rf"[^\W\d_{CJK}]{{2,}}|[{CJK}]{{2}}")
PLACEHOLDER = re.compile(r"<\w+>")


def digest_of(*parts: str) -> str:
    return blake2b("\n".join(parts).casefold().encode("utf-8", "replace"), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Signature:
    """`exceptions` are root first; `message` is normalised; `frames` are (file, function) of installed packages."""

    exceptions: tuple[str, ...] = ()
    message: str = ""
    codes: tuple[str, ...] = ()
    operators: tuple[str, ...] = ()
    frames: tuple[tuple[str, str], ...] = ()

    @property
    def says_something(self) -> bool:
        """Has the message two words of its own?"""
        return len(WORD.findall(PLACEHOLDER.sub(" ", self.message))) >= 2

    @property
    def digest(self) -> str:
        """16 hexadecimal digits that identify the error; empty where it says too little of itself."""
        if not (self.says_something or self.codes or self.operators or (self.exceptions and self.frames)):
            return ""
        frames = (f"{file}:{function}" for file, function in self.frames[-FRAMES_TOLD:])
        return digest_of(*self.exceptions, self.message, *self.codes, *self.operators, *frames)

    @property
    def message_digest(self) -> str:
        """The same of the last exception and the message alone, which a paste without its trace has too."""
        return digest_of(*self.exceptions[-1:], self.message) if self.says_something else ""

    @property
    def told(self) -> dict[str, tuple[str, str]]:
        """Term → (kind, text) for people: exception, code, operator, frame, or signature, which has no text.

        A term begins with its kind and is in lower case, without white space.
        """
        digests = {"s": self.digest, "m": self.message_digest}
        told = {f"{letter}:{digest}": ("signature", "") for letter, digest in digests.items() if digest}
        named = {
            "x": ("exception", self.exceptions),
            "c": ("code", self.codes),
            "o": ("operator", self.operators),
            "f": ("frame", [":".join(frame) for frame in self.frames]),
        }
        for letter, (kind, texts) in named.items():
            told |= {"".join(f"{letter}:{text}".lower().split()): (kind, text) for text in texts}
        return told

    @property
    def terms(self) -> list[str]:
        """What an index keeps of it."""
        return list(self.told)


def operators_in(lines: Sequence[str]) -> Iterator[str]:
    """Operators the lines name, without the number of the instance."""
    for line in lines:
        for match in OPERATOR.finditer(line):
            yield COUNTED.sub("", match[match.lastgroup])


def message_of(pasted: Pasted) -> str:
    """The message of the uncaught exception; without one that of the first line with a code, or of the first that is
    not the heading of others."""
    if pasted.exception or not pasted.has_error:
        return pasted.message
    coded = [line for line in pasted.lines if CODE.match(line)]
    complete = [line for line in pasted.lines if not line.endswith((":", "："))]
    return HEADER.sub("", (coded or complete or pasted.lines)[0], count=1)


def sign(pasted: Pasted) -> Signature:
    """The signature of what was read."""
    frames = dict.fromkeys((frame.file, frame.function) for frame in pasted.stack if frame.is_framework)
    return Signature(
        exceptions=tuple(pasted.exceptions),
        message=normalised(message_of(pasted))[:MESSAGE_MAX],
        codes=tuple(pasted.codes),
        operators=tuple(dict.fromkeys(operators_in(pasted.lines)))[:OPERATORS_MAX],
        frames=tuple(frames),
    )
