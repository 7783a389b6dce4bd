"""Names of tags: one spelling for each, and which are refused."""

import re
import unicodedata

from qa.rules import TAG_LENGTH_MAX
from qa.text.chars import is_invisible, is_mark, is_word_char

_SIGNS = frozenset("+#.-_/")
_SPACE = re.compile(r"\s+")
_SEPARATORS = re.compile(r"[,，、;；\s]+")


class TagError(ValueError):
    """A tag name that is refused. `message` is English with `params` to fill in, so that callers can translate it."""

    def __init__(self, code: str, message: str, **params: object) -> None:
        super().__init__(message % params if params else message)
        self.code = code
        self.message = message
        self.params = params


def _fold(name: str) -> str:
    """Fold width, compatibility forms, case and white space; a second pass because lower case can decompose."""
    lowered = unicodedata.normalize("NFKC", name).lower()
    return _SPACE.sub("-", unicodedata.normalize("NFKC", lowered).strip())


def _check_characters(tag: str) -> None:
    for char in tag:
        if is_invisible(char):
            raise TagError("invisible", "A tag must not contain invisible or control characters.")
        if not (is_word_char(char) or is_mark(char) or char in _SIGNS):
            raise TagError("character", "“%(character)s” is not allowed in a tag.", character=char)


def _check_shape(tag: str) -> None:
    if not any(is_word_char(char) for char in tag):
        raise TagError("no_letter", "A tag needs a letter or a digit.")
    if is_mark(tag[0]):
        raise TagError("character", "“%(character)s” is not allowed in a tag.", character=tag[0])
    # A browser resolves such segments before it asks for the page, so the tag's page could never be opened.
    if any(segment in {"", ".", ".."} for segment in tag.split("/")):
        raise TagError("slash", "A slash in a tag must stand between two words.")


def normalise_tag(name: str) -> str:
    """Return the one spelling of a tag: compatibility-composed, lower case, inner white space as a hyphen.

    `c`, `c++`, `c#`, `.net`, `node.js` and `c/c++` stay different tags. Raises TagError for an empty or too long name,
    for characters other than letters, marks, digits and `+ # . - _ /`, and for a name without a letter or digit.
    """
    tag = _fold(name)
    if not tag:
        raise TagError("empty", "A tag must not be empty.")
    if len(tag) > TAG_LENGTH_MAX:
        raise TagError("too_long", "A tag can have at most %(limit)d characters.", limit=TAG_LENGTH_MAX)
    _check_characters(tag)
    _check_shape(tag)
    return tag


def split_tags(text: str) -> list[str]:
    """The names in what was typed, as typed: cut at commas, semicolons (also `，` `、` `；`) and white space."""
    return [name for name in _SEPARATORS.split(text) if name]
