"""User names: which are accepted, and which look like somebody else's."""

import re
import unicodedata

from qa.text.chars import is_invisible, is_mark, is_word_char

NAME_MIN, NAME_MAX = 2, 30

_SIGNS = frozenset("_-.")
_EDGE_SIGNS = ("-", ".")
_WEB_ADDRESS = re.compile(
    r"://|^www\.|^https?:|\.(?:com|cn|net|org|io|top|xyz|info|cc|co|me|dev|app|ru|vip|shop|site|online|club|link)$",
    re.IGNORECASE,
)
_DIACRITICS = re.compile("[\u0300-\u036f]")
_LOOK_ALIKES = str.maketrans(
    "авеѕіїјӏкмнорсԁԛԝтухһցαβεηικμνορτυχγωϲϳɡı01|i",
    "abesiijlkmhopcdqwtyxhgabenikuvoptuxywcjgiolll",
)
"""Cyrillic, Greek, Armenian and phonetic letters, digits and `i`, each with the Latin letter it is drawn like."""

_LATIN = re.compile(r"[a-z\u00c0-\u024f]", re.IGNORECASE)
_LATIN_LIKE = re.compile(r"[\u0370-\u03ff\u0400-\u052f]")
_WORDS = re.compile(r"[_.\-]+")


def _fold(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold()
    return _DIACRITICS.sub("", unicodedata.normalize("NFKD", folded)).translate(_LOOK_ALIKES).replace("i", "l")


def skeleton(name: str) -> str:
    """Return the form in which names that look alike are equal: width, case, accents, look-alike letters and digits.

    It is for comparing, never for showing. Separators stay: `a_b` and `ab` look different.
    """
    return unicodedata.normalize("NFC", _fold(name))


_STAFF_WORDS = frozenset(
    map(
        skeleton,
        ("admin", "admins", "administrator", "moderator", "moderators", "staff", "official", "sysadmin", "webmaster"),
    )
)
"""Refused as any word of a name: `site-admin` claims as much as `admin` does."""

_STAFF_NAMES = frozenset(
    map(
        skeleton,
        (
            *("root", "support", "system", "security", "superuser", "helpdesk", "postmaster", "noreply", "mod"),
            *("anonymous", "deleted", "jiehuo", "null", "undefined", "everyone"),
        ),
    )
)
"""Refused as a whole name only: `grass-root` claims nothing."""

_STAFF_PARTS = tuple(
    map(skeleton, ("管理员", "管理員", "版主", "官方", "客服", "站长", "站長", "系统", "系統", "解惑", "超管"))
)
"""Refused anywhere in a name, because Chinese does not mark where a word ends."""


class NameProblem(ValueError):
    """A user name that is refused. `message` is English with `params` to fill in, so that callers can translate it."""

    def __init__(self, code: str, message: str, **params: object) -> None:
        super().__init__(message % params if params else message)
        self.code = code
        self.message = message
        self.params = params


def _check_length(name: str) -> None:
    if len(name) < NAME_MIN:
        raise NameProblem("too_short", "A name needs at least %(limit)d characters.", limit=NAME_MIN)
    if len(name) > NAME_MAX:
        raise NameProblem("too_long", "A name can have at most %(limit)d characters.", limit=NAME_MAX)


def _check_characters(name: str) -> None:
    for char in name:
        if is_invisible(char):
            raise NameProblem("invisible", "A name must not contain invisible or control characters.")
        if char.isspace():
            raise NameProblem("space", "A name must not contain spaces.")
        if not (is_word_char(char) or is_mark(char) or char in _SIGNS):
            raise NameProblem("character", "“%(character)s” is not allowed in a name.", character=char)


def _check_shape(name: str) -> None:
    if not any(is_word_char(char) for char in name):
        raise NameProblem("no_letter", "A name needs a letter or a digit.")
    if is_mark(name[0]) or name.startswith(_EDGE_SIGNS) or name.endswith(_EDGE_SIGNS):
        raise NameProblem("edge", "A name must begin and end with a letter or a digit.")


def _check_identity(name: str) -> None:
    if looks_like_staff(name):
        raise NameProblem("staff", "This name looks like one of the people who run the site.")
    if _LATIN.search(name) and _LATIN_LIKE.search(name):
        raise NameProblem("mixed_scripts", "A name must not mix Latin with Cyrillic or Greek letters.")


def looks_like_staff(name: str) -> bool:
    """Say whether a reader could take the name for a moderator, the operator or the software itself."""
    seen = skeleton(name)
    bare = skeleton(name.rstrip("0123456789_-."))
    words = {*_WORDS.split(seen), bare, _WORDS.sub("", seen)}
    whole = {seen, bare, _WORDS.sub("", seen)}
    return bool(words & _STAFF_WORDS or whole & _STAFF_NAMES) or any(part in seen for part in _STAFF_PARTS)


def check_username(name: str) -> str:
    """Return the composed (NFC) form of a user name that is accepted.

    Accepted are 2 to 30 letters, marks and digits of any script with `_`, `-` and `.` between them. Raises NameProblem
    for anything else: invisible characters, web addresses, names that look like staff, mixed look-alike scripts.
    """
    name = unicodedata.normalize("NFC", name.strip(" \t\r\n"))
    if _WEB_ADDRESS.search(name):
        raise NameProblem("url", "A name must not be a web address.")
    _check_length(name)
    _check_characters(name)
    _check_shape(name)
    _check_identity(name)
    return name
