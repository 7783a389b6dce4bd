"""Which words of a text to look for, and how much each counts."""

import math
from collections import Counter
from collections.abc import Mapping

import tantivy

from qa.search.index import SCHEMA, TEXT_FIELDS
from qa.search.tokens import tokens

TERMS_MAX = 40
"""An any-of-many query costs by the term; the rarest 40 of a long text find as well as all of them (docs/search.md)."""
FEW = 8
"""Up to this many words are all looked for without asking how rare each is."""


def rarity(searcher: tantivy.Searcher, term: str) -> float:
    """BM25's inverse document frequency, from the field in which the term is most frequent; 0 for an unknown word."""
    frequency = max(searcher.doc_freq(name, term) for name in TEXT_FIELDS)
    if not frequency:
        return 0.0
    return math.log(1 + (searcher.num_docs - frequency + 0.5) / (frequency + 0.5))


def weigh(searcher: tantivy.Searcher, text: str) -> dict[str, float]:
    """Term → how often it counts: 1 + ln(count). At most TERMS_MAX, those with the most weight by rarity and count."""
    counts = Counter(tokens(text))
    if len(counts) > FEW:
        weight = {term: rarity(searcher, term) * math.sqrt(count) for term, count in counts.items()}
        best = sorted((term for term in counts if weight[term]), key=lambda term: -weight[term])[:TERMS_MAX]
        counts = Counter({term: counts[term] for term in best})
    return {term: 1 + math.log(count) for term, count in counts.items()}


def any_of(terms: Mapping[str, float], fields: Mapping[str, float]) -> tantivy.Query:
    """Documents with any of the terms in any of the fields, scored by the sum of weighted BM25."""
    parts = [
        (
            tantivy.Occur.Should,
            tantivy.Query.boost_query(tantivy.Query.term_query(SCHEMA, name, term, index_option="freq"), count * boost),
        )
        for term, count in terms.items()
        for name, boost in fields.items()
    ]
    return tantivy.Query.boolean_query(parts)


def holding(character: str, fields: Mapping[str, float]) -> tantivy.Query:
    """Documents with this one Chinese character: the index has it inside pairs and words."""
    parts = [
        (
            tantivy.Occur.Should,
            tantivy.Query.boost_query(tantivy.Query.regex_query(SCHEMA, name, f".?{character}.?"), boost),
        )
        for name, boost in fields.items()
    ]
    return tantivy.Query.boolean_query(parts)
