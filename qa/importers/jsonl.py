"""JSON Lines: one question with its answers and comments per line, read in bounded memory.

Only `title` is required; `null` means absent, unknown keys are ignored. What is there must have the right type. A bad
line becomes a `Problem` that names the field, and reading goes on with the next line.
"""

import codecs
import hashlib
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from qa import rules
from qa.text.language import guess_language
from qa.text.tags import TagError, normalise_tag

from .records import AnswerRecord, CommentRecord, Problem, QuestionRecord, Records
from .source import ImportSourceError, require_file
from .text import collapse

LINE_BYTES_MAX = 16 * 1024 * 1024
"""A question with many long answers fits; a file without line ends does not fill the memory."""
YEAR_MIN, YEAR_MAX = 1970, 2100

T = TypeVar("T")

_LANGS = {"zh", "en"}
_KIND_NAMES = {str: "a string", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}


class _FieldError(ValueError):
    """One field of a line is wrong; the text is `field: sentence`."""


def read(path: Path) -> Records:
    """Yield a `QuestionRecord` or a `Problem` for every line of `path` that is not blank."""
    require_file(path)
    try:
        with path.open("rb") as stream:
            start = stream.read(2)
    except OSError as error:
        raise ImportSourceError(f"{path} cannot be read: {error.strerror}.") from error
    if start in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}:
        raise ImportSourceError(f"{path} is UTF-16; JSON Lines must be UTF-8.")
    return _records(path)


def _records(path: Path) -> Records:
    with path.open("rb") as stream:
        for number, raw in enumerate(_raw_lines(stream), 1):
            where = f"{path.name}:{number}"
            if raw is None:
                yield Problem(where, f"line: it is longer than {LINE_BYTES_MAX} bytes.")
            elif raw.strip():
                yield _line(where, raw)


def _raw_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Yield every line, and None for one that is over-long."""
    first = True
    while raw := stream.readline(LINE_BYTES_MAX + 1):
        if first:
            raw, first = raw.removeprefix(codecs.BOM_UTF8), False
        if len(raw) > LINE_BYTES_MAX and not raw.endswith(b"\n"):
            _skip_line(stream)
            yield None
        else:
            yield raw


def _skip_line(stream: BinaryIO) -> None:
    while (part := stream.readline(LINE_BYTES_MAX)) and not part.endswith(b"\n"):
        pass


def _line(where: str, raw: bytes) -> QuestionRecord | Problem:
    try:
        return _question(where, _object(raw))
    except _FieldError as error:
        return Problem(where, str(error))


def _object(raw: bytes) -> dict[str, Any]:
    try:
        data = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _FieldError(f"line: it is not valid UTF-8 at byte {error.start}.") from error
    except json.JSONDecodeError as error:
        raise _FieldError(f"line: it is not JSON: {error.msg} at character {error.colno}.") from error
    except (ValueError, RecursionError) as error:
        # json raises these for a number of thousands of digits and for brackets nested without end.
        raise _FieldError("line: it is JSON that is too large or too deep to read.") from error
    if not isinstance(data, dict):
        raise _FieldError("line: it is JSON, but not an object.")
    return data


def _question(where: str, data: dict[str, Any]) -> QuestionRecord:
    title = collapse(_get(data, "title", str, ""))
    if not title:
        raise _FieldError("title: it is missing or empty.")
    body = _get(data, "body", str, "").strip()
    return QuestionRecord(
        external_id=_get(data, "external_id", str, "").strip() or _key(title, body),
        title=title,
        body=body,
        lang=_lang(data) or guess_language(f"{title}\n{body}"),
        where=where,
        tags=_tags(data),
        environment=_environment(data),
        user=collapse(_get(data, "user", str, "")),
        score=_get(data, "score", int, 0),
        created_at=_date(data, ""),
        answers=_each(data, "", "answers", _answer),
        comments=_each(data, "", "comments", _comment),
        course=collapse(_get(data, "course", str, "")),
        lesson=collapse(_get(data, "lesson", str, "")),
    )


def _key(title: str, body: str) -> str:
    """What a record without an external id is known by: its text, to the letter."""
    return hashlib.sha256(f"{title}\n{body}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _answer(data: dict[str, Any], at: str) -> AnswerRecord:
    return AnswerRecord(
        body=_get(data, "body", str, "", at).strip(),
        accepted=_get(data, "accepted", bool, False, at),
        user=collapse(_get(data, "user", str, "", at)),
        score=_get(data, "score", int, 0, at),
        created_at=_date(data, at),
        comments=_each(data, at, "comments", _comment),
    )


def _comment(data: dict[str, Any], at: str) -> CommentRecord:
    user = collapse(_get(data, "user", str, "", at))
    return CommentRecord(body=_get(data, "body", str, "", at).strip(), user=user, created_at=_date(data, at))


def _get(data: dict[str, Any], key: str, kind: type[T], default: T, at: str = "") -> T:
    """Return the value of `key`, `default` where it is absent or null; raise where it is of another type."""
    value = data.get(key)
    if value is None:
        return default
    # bool is a subclass of int in Python, not in JSON.
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise _FieldError(f"{at}{key}: it must be {_KIND_NAMES[kind]}, not {_shown(value)}.")
    return value


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _each(data: dict[str, Any], at: str, key: str, build: Callable[[dict[str, Any], str], T]) -> tuple[T, ...]:
    """Return what `build` makes of every object in the list under `key`."""
    entries = _get(data, key, list, [], at)
    built = []
    for index, entry in enumerate(entries):
        place = f"{at}{key}[{index}]"
        if not isinstance(entry, dict):
            raise _FieldError(f"{place}: it must be an object, not {_shown(entry)}.")
        built.append(build(entry, f"{place}."))
    return tuple(built)


def _lang(data: dict[str, Any]) -> str:
    lang = _get(data, "lang", str, "")
    if lang and lang not in _LANGS:
        raise _FieldError(f"lang: it must be zh or en, not {_shown(lang)}.")
    return lang


def _tags(data: dict[str, Any]) -> tuple[str, ...]:
    """Return the tags in order, each once, in the one spelling that the site gives them."""
    found: dict[str, None] = {}
    for index, tag in enumerate(_get(data, "tags", list, [])):
        if not isinstance(tag, str):
            raise _FieldError(f"tags[{index}]: it must be a string, not {_shown(tag)}.")
        try:
            found[normalise_tag(tag)] = None
        except TagError as error:
            raise _FieldError(f"tags[{index}]: {error}") from error
    return tuple(found)


def _environment(data: dict[str, Any]) -> dict[str, str]:
    """Return what is said of version, device and the like; whether this site has such a value is asked later."""
    given = _get(data, "environment", dict, {})
    said = {name: _get(given, name, str, "", "environment.").strip() for name in rules.ENVIRONMENT_FIELDS}
    return {name: value for name, value in said.items() if value}


def _date(data: dict[str, Any], at: str) -> datetime | None:
    """Return `created_at` in UTC; a time without a zone is taken as UTC."""
    text = _get(data, "created_at", str, "", at).strip()
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise _FieldError(f"{at}created_at: {_shown(text)} is not an ISO 8601 date.") from error
    if not YEAR_MIN <= moment.year <= YEAR_MAX:
        raise _FieldError(f"{at}created_at: the year is not between {YEAR_MIN} and {YEAR_MAX}.")
    return moment
