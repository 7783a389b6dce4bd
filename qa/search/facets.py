"""How many of all that a query finds have each tag, language and state."""

from collections.abc import Mapping
from dataclasses import dataclass

import tantivy

TAGS = 10

COUNTS = {
    "tags": {"terms": {"field": "tag", "size": TAGS}},
    "languages": {"terms": {"field": "lang"}},
    "states": {"terms": {"field": "state"}},
}


@dataclass(frozen=True, slots=True)
class Facets:
    """Counts by tag and by language, most first, and of questions with and without an accepted answer."""

    tags: Mapping[str, int]
    languages: Mapping[str, int]
    solved: int
    unsolved: int


def count(view: tantivy.Searcher, query: tantivy.Query) -> Facets:
    """Counts over everything that the query finds, in one pass."""
    found = view.aggregate(query, COUNTS)
    tags, languages, states = (
        {bucket["key"]: bucket["doc_count"] for bucket in found[name]["buckets"]} for name in COUNTS
    )
    solved = states.get("accepted", 0)
    return Facets(tags, languages, solved, states.get("answered", 0) + states.get("unanswered", 0) - solved)
