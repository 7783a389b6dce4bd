"""Terms of the field in Chinese and English: words of a query in the one language find posts in the other."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from qa.search.tokens import fold, tokens

FILE = Path(__file__).with_name("glossary.tsv")
"""A Chinese term a line, a tab, its English terms separated by commas."""


@lru_cache(maxsize=1)
def chinese_to_english() -> Mapping[str, tuple[str, ...]]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    pairs = (line.split("\t") for line in lines)
    return {chinese: tuple(term.strip() for term in english.split(",")) for chinese, english in pairs}


@lru_cache(maxsize=1)
def english_to_chinese() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """By the tokens of the English term, so that other forms of its words are found too."""
    found: dict[tuple[str, ...], list[str]] = {}
    for chinese, terms in chinese_to_english().items():
        for term in terms:
            found.setdefault(tuple(tokens(term)), []).append(chinese)
    return {key: tuple(values) for key, values in found.items()}


def longest(sequence: str | tuple[str, ...], terms: Mapping) -> Iterator[tuple[str, ...]]:
    """Translations of the terms in a sequence, the longest term first at each place, without overlaps."""
    most = max(map(len, terms))
    at = 0
    while at < len(sequence):
        for length in range(min(most, len(sequence) - at), 0, -1):
            if translations := terms.get(sequence[at : at + length]):
                yield translations
                break
        else:
            length = 1
        at += length


def translations(text: str) -> set[str]:
    """Tokens of what the text's terms are called in the other language."""
    found = [*longest(fold(text).lower(), chinese_to_english()), *longest(tuple(tokens(text)), english_to_chinese())]
    return {token for terms in found for term in terms for token in tokens(term)}
