"""Which words of a text to look for, and how much each counts."""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

import tantivy

from qa.search import glossary
from qa.search.index import SCHEMA, TEXT_FIELDS
from qa.search.tokens import CJK, fold, tokens

TERMS_MAX = 40
"""An any-of-many query costs by the term; the rarest 40 of a long text find as well as all of them (docs/search.md)."""
FEW = 8
"""Up to this many words are all looked for without asking how rare each is."""

IDENTIFIER = re.compile(
    rf"(?<![^\W{CJK}])(?=[^\W{CJK}]*(?:\d[^\W\d]|[^\W\d]\d|[^\W_]_+[^\W_]|[a-z][A-Z]|[A-Z]{{3}}))[^\W{CJK}]{{3,120}}"
    rf"|(?<![^\W{CJK}])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+"
)
"""API names and error codes: letters and digits together, an underscore, CamelCase, capitals, a dotted name."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Words to look for.

    `terms`: term → how often it counts; `weight`: BM25's inverse document frequencies of all words of the text, known
    to the index or not, each times how often it counts: what a post that has them all has about; `named`: the share
    (0 to 1) of it that API names and error codes carry.
    """

    terms: Mapping[str, float]
    weight: float = 0.0
    named: float = 0.0


def rarity(searcher: tantivy.Searcher, term: str) -> float:
    """BM25's inverse document frequency, from the field in which the term is most frequent; 0 for an unknown word."""
    frequency = max(searcher.doc_freq(name, term) for name in TEXT_FIELDS)
    if not frequency:
        return 0.0
    return inverse(searcher.num_docs, frequency)


def inverse(documents: int, frequency: int) -> float:
    """ln(1 + (N - n + 0.5) / (n + 0.5)), as tantivy computes it."""
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def often(count: int) -> float:
    return 1 + math.log(count)


def weigh(searcher: tantivy.Searcher, text: str) -> Sought:
    """At most TERMS_MAX terms, those with the most weight by rarity and count."""
    counts = Counter(tokens(text))
    known = {term: rarity(searcher, term) for term in counts}
    unknown = inverse(searcher.num_docs, 0)
    weights = {term: often(count) * (known[term] or unknown) for term, count in counts.items()}
    chosen: Iterable[str] = counts
    if len(counts) > FEW:
        by_weight = sorted(counts, key=lambda term: -known[term] * math.sqrt(counts[term]))
        chosen = [term for term in by_weight if known[term]][:TERMS_MAX]
    names = {token for name in IDENTIFIER.finditer(fold(text)) for token in tokens(name[0])}
    whole = sum(weights.values())
    named = sum(weight for term, weight in weights.items() if term in names)
    return Sought({term: often(counts[term]) for term in chosen}, whole, named / whole if whole else 0.0)


def translated(searcher: tantivy.Searcher, sought: Sought, text: str) -> Sought:
    """The same with the words of the other language for the terms of the field that the text has."""
    more = {token: 1.0 for token in sorted(glossary.translations(text)) if token not in sought.terms}
    found = {token: often for token, often in more.items() if rarity(searcher, token)}
    return Sought({**found, **sought.terms}, sought.weight, sought.named)


def one(name: str, term: str) -> tantivy.Query:
    return tantivy.Query.term_query(SCHEMA, name, term, index_option="freq")


def holding(name: str, character: str) -> tantivy.Query:
    """Documents with this one Chinese character: the index has it inside pairs and words."""
    return tantivy.Query.regex_query(SCHEMA, name, f".?{character}.?")


def anywhere(terms: Collection[str], fields: Iterable[str]) -> Iterator[tuple[str, str, tantivy.Query]]:
    """(term, field, what finds it there) for each pair; a single Chinese character is looked for inside words."""
    alone = len(terms) == 1 and all(len(term) == 1 and not term.isascii() for term in terms)
    made = holding if alone else one
    return ((term, name, made(name, term)) for term in terms for name in fields)


def any_of(terms: Mapping[str, float], fields: Mapping[str, float]) -> tantivy.Query:
    """Documents with any of the terms in any of the fields, scored by the sum of weighted BM25."""
    return tantivy.Query.boolean_query(
        [
            (tantivy.Occur.Should, tantivy.Query.boost_query(query, terms[term] * fields[name]))
            for term, name, query in anywhere(terms, fields)
        ]
    )


def highest_score(searcher: tantivy.Searcher, terms: Mapping[str, float], fields: Mapping[str, float]) -> float:
    """No document scores more by `any_of`: BM25 gives a term at most (1 + k1 = 2.2) times its rarity in each field."""
    return 2.2 * inverse(searcher.num_docs, 0) * sum(terms.values()) * sum(fields.values())


def most_of(terms: Collection[str], fields: Iterable[str]) -> tantivy.Query:
    """Documents with all of up to three terms, and with three in four of more, in any of the fields."""
    places: dict[str, list[tuple[tantivy.Occur, tantivy.Query]]] = {}
    for term, _, query in anywhere(terms, fields):
        places.setdefault(term, []).append((tantivy.Occur.Should, query))
    least = len(terms) if len(terms) <= 3 else math.ceil(len(terms) * 0.75)
    each = [(tantivy.Occur.Should, tantivy.Query.boolean_query(some)) for some in places.values()]
    return tantivy.Query.boolean_query(each, minimum_number_should_match=least)
