"""The query language: what was typed → terms that filter, words that rank, notes on what was not understood. Pure.

Any text is a query. An operator is one only where it begins the text or follows white space and is whole; all else is
words, so that a pasted `a[0]`, `std::string`, `http://x`, `List[int]` or `--flag` is looked for as it is.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext
from rapidfuzz.distance import OSA

from qa.search import ranges
from qa.search.phrases import words
from qa.search.ranges import Range
from qa.search.tokens import CJK, fold
from qa.text.tags import TagError, normalise_tag

NOTES_MAX = 5

STATES = ("question", "answered", "accepted", "unanswered", "closed", "duplicate")
LANGUAGES = ("zh", "en")
SCALES = {
    "score": ranges.number,
    "answers": ranges.number,
    "created": ranges.date,
    "active": ranges.date,
    "version": ranges.version,
    "python": ranges.version,
}
CHOICES = {"is": STATES, "lang": LANGUAGES}
NAMED = ("device", "mode", "os")

EXAMPLES = {
    "user": "user:me",
    "is": "is:answered",
    "score": "score:3..",
    "answers": "answers:0",
    "created": "created:2026-01..",
    "active": "active:2026-01..",
    "lang": "lang:zh",
    "version": "version:2.3",
    "device": "device:ascend",
    "mode": "mode:graph",
    "os": "os:linux",
    "python": "python:3.9",
    "title": "title:dataset",
}
"""Every operator with a name, and how it looks when it is whole."""

OTHER_NAMES = {"author": "user", "language": "lang", "status": "is", "votes": "score"}

LOG_LEVELS = frozenset(
    ("TRACE", "DEBUG", "INFO", "EVENT", "NOTICE", "WARN", "WARNING", "ERROR", "CRITICAL", "FATAL", "EXCEPTION")
)
"""In brackets and capitals these begin a line of a log; as a tag they are written in lower case."""

HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}

QUOTED = r'"(?=\S)[^"\n]*(?<=\S)"|“(?=\S)[^“”\n]*(?<=\S)”|「(?=\S)[^「」\n]*(?<=\S)」'
PIECE = re.compile(
    rf"-?\[[^\[\]\n]+\](?!\S)|-?(?:title:)?(?:{QUOTED})(?![^\s{CJK}])|\S+",
    re.IGNORECASE,
)
"""What can be an operator, white space inside included; otherwise everything up to the next white space."""
OPERATOR = re.compile(r"([A-Za-z]{1,12}):(.*)", re.DOTALL)
EXCLUDED = re.compile(r"(?![A-Za-z](?![^\W_]))[^\W\d_][\w.+#-]*")
"""Begins with a letter and is longer than one Latin letter: `-r` and `-1` belong to what was pasted."""
NAME = re.compile(r"[^\W\d_][\w.+-]*")


class Term(NamedTuple):
    """A whole operator. `name` is that of the operator, or `tag`, `phrase`, `title phrase` or `word`."""

    name: str
    value: str | Range
    negated: bool = False


class Note(NamedTuple):
    """Why `fragment` is looked for as words; `example` is what would have been understood."""

    code: str
    fragment: str
    example: str = ""


class Part(NamedTuple):
    """A stretch of the text, and the term that it is; None where it is words. `text` is what it says for ranking."""

    start: int
    end: int
    text: str
    term: Term | None = None


@dataclass(frozen=True)
class Query:
    """`str(query)` is the text as it was typed."""

    text: str
    parts: tuple[Part, ...] = ()
    notes: tuple[Note, ...] = ()

    def __str__(self) -> str:
        return self.text

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """What a post must be or have, each once."""
        return tuple(dict.fromkeys(part.term for part in self.parts if part.term))

    @cached_property
    def words(self) -> str:
        """The text left for ranking: without operators, with what stands in phrases and titles that are asked for."""
        kept, at = [], 0
        for part in self.parts:
            kept += [self.text[at : part.start], part.text]
            at = part.end
        return "".join([*kept, self.text[at:]]).strip()

    @property
    def is_filter_only(self) -> bool:
        return bool(self.terms) and not self.words

    def taking_as_words(self, terms: Collection[Term], code: str) -> "Query":
        """The query in which these terms are words, with a note of this code on each."""
        parts, notes = [], list(self.notes)
        for part in self.parts:
            if part.term in terms:
                parts.append(Part(part.start, part.end, self.text[part.start : part.end]))
                notes.append(Note(code, parts[-1].text))
            else:
                parts.append(part)
        return Query(self.text, tuple(parts), limited(notes))


def limited(notes: list[Note]) -> tuple[Note, ...]:
    return tuple(dict.fromkeys(notes))[:NOTES_MAX]


def tag(text: str) -> str | None:
    """The normalised tag, or None: what has no letter, and the level of a log line, is none."""
    if text in LOG_LEVELS or not any(character.isalpha() for character in text):
        return None
    try:
        return normalise_tag(text)
    except TagError:
        return None


def exact(text: str) -> str:
    """The one form of a device, mode or system: folded, lower case, without white space."""
    return "-".join(fold(text).lower().split())


def value_of(name: str, text: str) -> str | Range | None:
    """The value of the operator `name`; None when the text is none."""
    if name in SCALES:
        return ranges.read(text, SCALES[name])
    if name in CHOICES:
        return text.lower() if text.lower() in CHOICES[name] else None
    if name in NAMED:
        return exact(text) if NAME.fullmatch(text) else None
    if name == "title":
        return text if words(text) else None
    return text.removeprefix("@").casefold() or None if text.isprintable() else None


def example(name: str) -> str:
    return ", ".join(f"{name}:{choice}" for choice in CHOICES[name]) if name in CHOICES else EXAMPLES[name]


def close_name(name: str, value: str) -> str:
    """The operator that was probably meant, with the value; empty when no name is close or the value does not fit."""
    if name in ("tag", "tags"):
        return f"[{value}]" if tag(value) else ""
    alike = [known for known in EXAMPLES if known[0] == name[0] and OSA.distance(known, name, score_cutoff=1) <= 1]
    meant = OTHER_NAMES.get(name) or next(iter(alike), "")
    return f"{meant}:{value}" if meant and value_of(meant, value) is not None else ""


def named(sign: str, name: str, value: str, typed: str) -> Term | Note | None:
    """`name:value`: a term, or a note where it is nearly one."""
    name = name.lower()
    if name not in EXAMPLES:
        meant = close_name(name, value)
        return Note("unknown", typed, sign + meant) if meant else None
    if name == "title" and len(value) > 2 and value[0] in '"“「' and value[-1] in '"”」' and words(value):
        return Term("title phrase", value[1:-1], bool(sign))
    read = None if name == "title" and value[:1] in {'"', "“", "「"} else value_of(name, value)
    return Note("value", typed, example(name)) if read is None else Term(name, read, bool(sign))


def bracketed(sign: str, inside: str, typed: str) -> Term | Note | None:
    """`[inside` with or without the closing bracket."""
    name = tag(inside.removesuffix("]"))
    if name and inside.endswith("]"):
        return Term("tag", name, bool(sign))
    return Note("bracket", typed, f"{sign}[{name}]") if name else None


def quoted(sign: str, text: str, typed: str) -> Term | Note | None:
    """`"text"` with or without the closing mark; a mark that closes before the end belongs to pasted text."""
    if len(text) > 2 and text[-1] in '"”」':
        return Term("phrase", text[1:-1], bool(sign)) if words(text) else None
    return Note("quote", typed, f'{sign}"{text[1:]}"') if not re.search('["”」]', text[1:]) and words(text) else None


def understood(piece: str, typed: str) -> Term | Note | None:
    """The term that a piece in half width is; a note where it nearly is one; None for plain words."""
    sign, body = ("-", piece[1:]) if piece.startswith("-") else ("", piece)
    if body.startswith("["):
        return bracketed(sign, body[1:], typed)
    if body.startswith(('"', "“", "「")):
        return quoted(sign, body, typed)
    if match := OPERATOR.fullmatch(body):
        return named(sign, match[1], match[2], typed)
    if sign and EXCLUDED.fullmatch(body):
        return Term("word", body, negated=True)
    return None


def said(term: Term) -> str:
    """What a term says for ranking."""
    return term.value if term.name in ("phrase", "title", "title phrase") and not term.negated else ""


def pieces(text: str) -> Iterator[tuple[re.Match[str], Term | Note | None]]:
    for match in PIECE.finditer(text.translate(HALF_WIDTH)):
        yield match, understood(match[0], text[match.start() : match.end()])


def parse(text: str) -> Query:
    """Never fails, in time linear in the text."""
    parts, notes = [], []
    for match, meaning in pieces(text):
        start, end = match.span()
        if isinstance(meaning, Term):
            parts.append(Part(start, end, said(meaning), meaning))
        else:
            parts.append(Part(start, end, text[start:end]))
        if isinstance(meaning, Note) and len(notes) < NOTES_MAX:
            notes.append(meaning)
    return Query(text, tuple(parts), limited(notes))


def with_term(text: str, term: str) -> str:
    """The query text with this operator at its end, unless it is there; `[dataset]`, `lang:zh`, `is:accepted`."""
    wanted = parse(term).terms
    return text if set(wanted) <= set(parse(text).terms) else f"{text.rstrip()} {term}".lstrip()


def without_term(text: str, term: str) -> str:
    """The query text without this operator, however it is written there; everything else stays as typed."""
    unwanted = parse(term).terms
    kept, at = [], 0
    for part in parse(text).parts:
        if part.term in unwanted:
            kept.append(text[at : part.start])
            at = part.end
    return " ".join(filter(None, (piece.strip() for piece in [*kept, text[at:]]))) if kept else text


def sentence(note: Note) -> str:
    """What a note tells the reader."""
    sentences = {
        "value": gettext("“%(fragment)s” was looked for as words. This would be understood: %(example)s"),
        "unknown": gettext("“%(fragment)s” was looked for as words. Did you mean %(example)s?"),
        "bracket": gettext("“%(fragment)s” was looked for as words. A tag ends with a bracket: %(example)s"),
        "quote": gettext("“%(fragment)s” was looked for as words. A phrase ends with a quotation mark."),
        "tag": gettext("“%(fragment)s” was looked for as words: no question has this tag."),
    }
    return sentences[note.code] % note._asdict()
