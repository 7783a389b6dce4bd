"""Did you mean: Latin words that the index does not know, as the known word that is nearest."""

import re
from collections.abc import Iterator
from itertools import islice

import tantivy
from rapidfuzz import process
from rapidfuzz.distance import OSA, Levenshtein

from qa.search.index import PHRASE_FIELDS, TEXT_FIELDS
from qa.search.query import Query, parse
from qa.search.tokens import CJK, stem

WORD = re.compile(rf"(?<![^\W_{CJK}])[A-Za-z]{{4,30}}(?![^\W_{CJK}])")
"""Letters only: a number or a code that nobody has met is not another one misspelt."""
LONG = 6
"""Letters from which on two changes are looked for."""
WORDS_MAX = 3
"""Unknown words of one query that are looked up: each costs as much as a search."""


def is_known(view: tantivy.Searcher, word: str) -> bool:
    """Has any question the word, in any of its forms?"""
    return any(view.doc_freq(field, word) for field in PHRASE_FIELDS) or any(
        view.doc_freq(field, stem(word)) for field in TEXT_FIELDS
    )


def nearest(view: tantivy.Searcher, word: str) -> str | None:
    """The known word with the fewest changes, of those the one in most questions.

    Words with another first letter are not looked at: it is seldom missed, and few are left to compare.
    """
    counts: dict[str, int] = {}
    for field in PHRASE_FIELDS:
        for term, count in view.terms_with_prefix(field, word[0]):
            counts[term] = counts.get(term, 0) + count
    changes = 2 if len(word) >= LONG else 1
    near = process.extract(word, list(counts), scorer=OSA.distance, score_cutoff=changes, limit=None)
    found = [(distance, -counts[term], term) for term, distance, _ in near if term.isalpha()]
    return min(found)[2] if found else None


def in_case_of(typed: str, word: str) -> str:
    """The word with capitals where the typed one has them."""
    if typed.isupper():
        return word.upper()
    characters = list(word)
    for kind, start, end, new_start, new_end in Levenshtein.opcodes(typed.lower(), word):
        if kind != "insert":
            for at, character in zip(range(new_start, new_end), typed[start:end], strict=False):
                characters[at] = word[at].upper() if character.isupper() else word[at]
    return "".join(characters)


def unknown(view: tantivy.Searcher, query: Query) -> Iterator[re.Match[str]]:
    """Where in the text of the query, outside of operators, words stand that no question has."""
    plain = (part for part in query.parts if not part.term)
    places = (match for part in plain for match in WORD.finditer(query.text, part.start, part.end))
    return islice((match for match in places if not is_known(view, match[0].lower())), WORDS_MAX)


def corrected(view: tantivy.Searcher, text: str) -> str | None:
    """The query as it was probably meant, all but the corrected words as typed; None when there is nothing better."""
    kept, at = [], 0
    for match in unknown(view, parse(text)):
        if word := nearest(view, match[0].lower()):
            kept += [text[at : match.start()], in_case_of(match[0], word)]
            at = match.end()
    return "".join([*kept, text[at:]]) if kept else None
