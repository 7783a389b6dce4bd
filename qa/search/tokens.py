"""One tokeniser for index and query, so that a word copied from a post finds that post.

Text is folded (NFKC, lower case, Traditional to Simplified Chinese), cut where Latin and CJK meet, and then

- Chinese runs give the words of rjieba, and every pair of neighbouring characters (for what segmentation gets wrong);
- Latin identifiers give themselves whole and their parts: `ascend_kernel_runtime.cc` gives ascend, kernel, runtime, cc
  too, `GeneratorDataset` gives generator and dataset;
- plain English words are stemmed (Snowball), so that `dataset` and `datasets` meet;
- c++, c#, f#, q# and .net keep their signs.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import opencc
import rjieba
import Stemmer

TOKENISER_VERSION = 1
"""A change of this number rebuilds every index."""

TOKEN_LENGTH_MAX = 120
"""Longer runs (base64, hashes in logs) are no words; the index leaves them out."""

CJK = (
    "\u2e80-\u2fdf\u3005\u3007\u3040-\u30ff\u3100-\u312f\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003134f"
)
RUNS = re.compile(
    rf"(?P<cjk>[{CJK}]+)"
    r"|(?P<signed>(?<![^\W_])(?:[cC]\+\+|[cCfFqQ]\#|\.[nN][eE][tT])(?![\w+\#]))"
    rf"|(?P<word>[^\W{CJK}]+(?:[.\-]+[^\W{CJK}]+)*)"
)
PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\dA-Za-z_]+")
PLAIN_WORD = re.compile(r"[a-z]{3,}")


class Token(NamedTuple):
    """`start` and `end` are offsets in the text that was given to `spans`."""

    text: str
    start: int
    end: int


@lru_cache(maxsize=1)
def simplified() -> dict[int, str]:
    """Traditional → Simplified, character by character, so that offsets stay what they were."""
    characters = [chr(code) for first, last in ((0x3400, 0x9FFF), (0xF900, 0xFAFF)) for code in range(first, last + 1)]
    converted = opencc.OpenCC("t2s").convert("\n".join(characters)).split("\n")
    return {ord(a): b for a, b in zip(characters, converted, strict=True) if a != b and len(b) == 1}


def fold(text: str) -> str:
    """NFKC and Simplified; case is kept, since CamelCase says where an identifier's parts begin."""
    return unicodedata.normalize("NFKC", text).translate(simplified())


STEMMER = Stemmer.Stemmer("english", maxCacheSize=50_000)


def stem(word: str) -> str:
    return STEMMER.stemWord(word) if PLAIN_WORD.fullmatch(word) else word


def chinese(run: str, at: int) -> Iterator[Token]:
    """Words of two characters and more, and all pairs; a run of one character gives that character."""
    if len(run) == 1:
        yield Token(run, at, at + 1)
    for i in range(len(run) - 1):
        yield Token(run[i : i + 2], at + i, at + i + 2)
    start = at
    for word in rjieba.cut(run):
        if len(word) > 2:
            yield Token(word, start, start + len(word))
        start += len(word)


def latin(run: str, at: int) -> Iterator[Token]:
    """The run whole, and its parts where it has more than one."""
    yield Token(stem(run.lower()), at, at + len(run))
    parts = list(PARTS.finditer(run))
    if len(parts) > 1:
        for part in parts:
            yield Token(stem(part[0].lower()), at + part.start(), at + part.end())


def spans(text: str) -> Iterator[Token]:
    """The tokens of folded text, with their places in it."""
    for run in RUNS.finditer(text):
        if run["cjk"]:
            yield from chinese(run[0], run.start())
        elif run["signed"]:
            yield Token(run[0].lower(), run.start(), run.end())
        elif run.end() - run.start() <= TOKEN_LENGTH_MAX:
            yield from latin(run[0], run.start())


def tokens(text: str) -> list[str]:
    """The tokens of any text, in order, repeats included."""
    return [token.text for token in spans(fold(text))]
