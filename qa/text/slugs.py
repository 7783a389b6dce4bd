"""The readable part of a question's address."""

import re
import unicodedata

from qa.text.chars import is_mark, is_word_char, safe_cut

FALLBACK = "question"
"""The slug of a title in which nothing can be read, such as one of emoji only; the id alone opens the page."""

_NAMES = {"c++": "cpp", "c#": "csharp", "f#": "fsharp", "g++": "gpp", ".net": "dotnet"}
_NAME = re.compile(r"(?<![^\W_])(?:c\+\+|g\+\+|[cf]#|(?<![\w.])\.net(?!\w))")
_EDGES = re.compile(r"_*-_*")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])['’](?=[^\W\d_])")


def _readable(title: str) -> str:
    """Fold width and case, and spell out the names that consist of signs."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", title).lower())
    return _NAME.sub(lambda match: _NAMES[match[0]] + "-", _APOSTROPHE.sub("", folded))


def _hyphenate(text: str) -> str:
    """Put one hyphen in place of each run of characters that are not part of a word."""
    kept: list[str] = []
    for char in text:
        if is_word_char(char) or char == "_" or (is_mark(char) and kept and kept[-1] != "-"):
            kept.append(char)
        elif kept and kept[-1] != "-":
            kept.append("-")
    return _EDGES.sub("-", "".join(kept)).strip("-_")


def _shorten(slug: str, max_length: int) -> str:
    """Cut at the last hyphen of the second half, or else between two characters."""
    if len(slug) <= max_length:
        return slug
    cut = safe_cut(slug, max_length)
    if slug[cut] != "-":
        hyphen = slug.rfind("-", max_length // 2, cut)
        cut = hyphen if hyphen > 0 else cut
    return slug[:cut].strip("-_")


def slugify(title: str, max_length: int = 80) -> str:
    """Return a stable, non-empty slug of at most `max_length` characters for a title in any script.

    Letters, marks and digits stay as they are written (Chinese stays Chinese), in lower case and compatibility form;
    everything between them becomes one hyphen. A title without any letter or digit gives `FALLBACK`.
    """
    return _shorten(_hyphenate(_readable(title)), max_length) or FALLBACK
