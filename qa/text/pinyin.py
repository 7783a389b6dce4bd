"""Chinese names in Latin letters, for those who type them without an input method."""

import re
from typing import NamedTuple

HAN = re.compile("[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+")


class Spelling(NamedTuple):
    """`whole` has every syllable (jingtaitu), `initials` the first letter of each (jtt)."""

    whole: str = ""
    initials: str = ""


def spelling(name: str) -> Spelling:
    """The spelling of a name with its other characters in their places; empty for a name without Chinese."""
    if not HAN.search(name):
        return Spelling()
    # Its dictionary takes 57 MB and a third of a second: only a process that names something Chinese loads it.
    from pypinyin import lazy_pinyin  # noqa: PLC0415

    return Spelling(
        HAN.sub(lambda run: "".join(lazy_pinyin(run[0])), name),
        HAN.sub(lambda run: "".join(syllable[0] for syllable in lazy_pinyin(run[0])), name),
    )
