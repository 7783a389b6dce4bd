"""Opening of source files: all that happens before a parser looks at the first line."""

import codecs
from pathlib import Path

DOCUMENT_BYTES_MAX = 32 * 1024 * 1024
"""A document is read whole, so its size is bounded; larger sets belong into JSON Lines, which is read line by line."""

_WIDE_MARKS = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


class ImportSourceError(ValueError):
    """The given path cannot be imported at all. The text is one sentence for the person who named the path."""


def require_file(path: Path) -> None:
    """Raise `ImportSourceError` unless `path` is an existing regular file."""
    if not path.exists():
        raise ImportSourceError(f"{path} does not exist.")
    if not path.is_file():
        raise ImportSourceError(f"{path} is not a file.")


def read_lines(path: Path) -> list[str]:
    """Return the lines of a text file without their ends; UTF-8 with or without BOM, or UTF-16 with BOM.

    Lines end at LF, CRLF or CR only, so that line numbers agree with those of an editor.
    """
    require_file(path)
    text = _decode(path, _read_bytes(path))
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _read_bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > DOCUMENT_BYTES_MAX:
            raise ImportSourceError(f"{path} is larger than {DOCUMENT_BYTES_MAX // 1024**2} MiB.")
        return path.read_bytes()
    except OSError as error:
        raise ImportSourceError(f"{path} cannot be read: {error.strerror}.") from error


def _decode(path: Path, raw: bytes) -> str:
    encoding = _WIDE_MARKS.get(raw[:2], "utf-8-sig")
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        name = "UTF-16" if encoding == "utf-16" else "UTF-8"
        raise ImportSourceError(f"{path} is not valid {name} at byte {error.start}; save it as UTF-8.") from error
