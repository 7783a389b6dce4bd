"""Sentence encoders of which a test knows what they understand."""

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from qa.search.encoders import EncoderError, normalised
from qa.search.tokens import tokens

CONCEPTS = (
    ("显存不够", "内存不足", "out of memory"),
    ("卡住", "不动", "hangs", "stuck"),
    ("变慢", "速度慢", "slow"),
    ("安装", "install"),
    ("保存", "save"),
    ("形状", "shape"),
    ("画图", "plot"),
    ("网络断开", "connection lost"),
)
"""What means the same, in either language."""
WORDS = 1_016
"""Dimensions that all other words share."""
WEIGHT = 4.0
"""A concept's weight against all other words."""


class ConceptEncoder:
    """Texts with the same concepts are alike, texts with the same words a little. `asked` keeps what it was given."""

    def __init__(self, name: str = "concepts 1") -> None:
        self.name = name
        self.asked: list[str] = []

    def vector(self, text: str) -> np.ndarray:
        row = np.zeros(len(CONCEPTS) + WORDS, dtype=np.float32)
        for word in tokens(text):
            row[len(CONCEPTS) + crc32(word.encode()) % WORDS] += 1.0
        row /= max(float(np.linalg.norm(row)), 1.0)
        for place, spellings in enumerate(CONCEPTS):
            row[place] = WEIGHT * any(spelling in text.lower() for spelling in spellings)
        return row

    def queries(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += texts
        return normalised(np.stack([self.vector(text) for text in texts]))

    def documents(self, texts: Sequence[str], *, patient: bool = True) -> np.ndarray:
        return self.queries(texts)


class FailingEncoder(ConceptEncoder):
    """One that cannot be reached."""

    def queries(self, texts: Sequence[str]) -> np.ndarray:
        raise EncoderError("not reachable")

    def documents(self, texts: Sequence[str], *, patient: bool = True) -> np.ndarray:
        return self.queries(texts)


class Installed:
    """Which encoders there are, and which of them new vectors come from; stands in for `load` and `configured_name`."""

    def __init__(self) -> None:
        self.known: dict[str, ConceptEncoder] = {}
        self.configured = ""

    def use(self, encoder: ConceptEncoder) -> ConceptEncoder:
        """From now on new vectors come from this one; those before it can still be asked."""
        self.known[encoder.name] = encoder
        self.configured = encoder.name
        return encoder

    def load(self, name: str) -> ConceptEncoder:
        if name not in self.known:
            raise EncoderError(f"{name} is not here.")
        return self.known[name]

    def configured_name(self) -> str:
        return self.configured
