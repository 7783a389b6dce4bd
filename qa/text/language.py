"""Which of the site's two languages a text is in."""

import re

from qa.text.chars import CJK
from qa.text.fences import segments

_CJK_CHARS = re.compile(f"[{CJK}]")
_INLINE_CODE = re.compile(r"`[^`\n]{1,500}`|https?://[!-~]+")
_WORDS = re.compile(r"[A-Za-z]+")

_CJK_SHARE = 0.3
"""Characters per Latin word and character above which a text is Chinese: a Chinese word has about two characters, and a
Chinese sentence on programming is often half identifiers."""


def guess_language(text: str) -> str:
    """Return "zh" or "en" by the share of Chinese characters in what stands outside of code."""
    prose = "\n".join(part.text for part in segments(text) if not part.is_code) if "\n" in text else text
    prose = _INLINE_CODE.sub(" ", prose)
    characters, words = len(_CJK_CHARS.findall(prose)), len(_WORDS.findall(prose))
    return "zh" if characters and characters >= _CJK_SHARE * (characters + words) else "en"
