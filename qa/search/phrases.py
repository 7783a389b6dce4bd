"""The words of a phrase: each Chinese character, each run of other letters and digits, without stems.

Unlike `tokens.py` no two of them overlap, so the words of a phrase stand next to each other wherever it is written.
"""

import re

from qa.search.tokens import CJK, TOKEN_LENGTH_MAX, fold

WORD = re.compile(
    rf"[{CJK}]|(?<![^\W_])(?:c\+\+|[cfq]\#|\.net)(?![\w+\#])|[^\W_{CJK}]+",
)


def words(text: str) -> list[str]:
    """The folded words of any text, in order; what stands between them (signs, spaces, `_`) does not count."""
    return [match[0][:TOKEN_LENGTH_MAX] for match in WORD.finditer(fold(text).lower())]
