"""What a character is and where a text may be cut; the questions the other modules of this package share."""

import re
import unicodedata

CJK = "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
CJK += "\uf900-\ufaff\U00020000-\U0003ffff"
"""Body of a regular-expression class: Han and kana. Hangul is left out, because Korean puts spaces between words."""

CJK_WIDE = CJK + "\u3000-\u303f\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6“”‘’…—·"
"""`CJK` and the punctuation that Chinese and Japanese text puts between such characters."""

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_CJK_CHAR = re.compile(f"[{CJK}]")
_CJK_WIDE_CHAR = re.compile(f"[{CJK_WIDE}]")
_CJK_BREAK = re.compile(f"(?<=[{CJK_WIDE}])[ \t]*\r?\n[ \t]*(?=[{CJK_WIDE}])")

_BLANK_LETTERS = frozenset("\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Characters which Unicode files under letters or marks but which draw nothing."""

_ZWJ = "\u200d"


def strip_controls(text: str) -> str:
    """Return the text without control characters (tab and line ends stay), lone surrogates and non-characters."""
    return _CONTROL.sub("", text)


def is_cjk(char: str) -> bool:
    """Say whether one character is Han or kana."""
    return _CJK_CHAR.match(char) is not None


def is_cjk_wide(char: str) -> bool:
    """Say whether one character is Han, kana, or punctuation written between them."""
    return _CJK_WIDE_CHAR.match(char) is not None


def join_cjk_lines(text: str) -> str:
    """Return the text with each line break between two Chinese or Japanese characters taken out."""
    return _CJK_BREAK.sub("", text) if "\n" in text else text


def is_variation_selector(char: str) -> bool:
    """Say whether the character only chooses a drawing of the one before it."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef" or "\u180b" <= char <= "\u180f"


def is_word_char(char: str) -> bool:
    """Say whether the character is a visible letter or digit of any script."""
    return unicodedata.category(char)[0] in "LN" and char not in _BLANK_LETTERS


def is_mark(char: str) -> bool:
    """Say whether the character is a visible mark that belongs to the letter before it (not an enclosing one)."""
    if char in _BLANK_LETTERS or is_variation_selector(char) or char == "\u034f":
        return False
    return unicodedata.category(char) in {"Mn", "Mc"}


def is_invisible(char: str) -> bool:
    """Say whether the character draws nothing or steers others: control, format, bidi, filler, blank pattern."""
    if char in _BLANK_LETTERS or is_variation_selector(char) or char in "\u2800\u034f":
        return True
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def _sticks_to_previous(char: str) -> bool:
    return unicodedata.category(char)[0] == "M" or char == _ZWJ or "\U0001f3fb" <= char <= "\U0001f3ff"


def _is_flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _splits_flag(text: str, at: int) -> bool:
    start = at
    while start and _is_flag_half(text[start - 1]):
        start -= 1
    return (at - start) % 2 == 1 and _is_flag_half(text[at])


def safe_cut(text: str, length: int) -> int:
    """Return the largest index up to `length` at which a cut leaves every drawn character whole.

    Letters keep their combining marks, joined emoji stay joined, flags keep both halves. When the first character
    alone is longer than `length` (a letter under hundreds of marks) the answer is `length`: something must be shown.
    """
    if len(text) <= length:
        return len(text)
    at = length
    while at > 0 and (_sticks_to_previous(text[at]) or text[at - 1] == _ZWJ or _splits_flag(text, at)):
        at -= 1
    return at or length
