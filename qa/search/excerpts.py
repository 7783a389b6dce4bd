"""The stretch of a post that shows best why it was found, as safe HTML."""

import re
from bisect import bisect_left
from collections.abc import Iterable

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from qa.search.tokens import CJK, fold
from qa.text.plain import plain_text

LOOKED_AT = 6_000
"""Characters from the start of a post in which a stretch is looked for."""
WIDTH = 220
"""Columns of an excerpt; a Chinese character takes two."""

MARKS_MAX = 200
"""Marks that are looked at in one post: choosing among them costs their square."""

ONE_CJK = re.compile(f"[{CJK}]")


def pattern(terms: Iterable[str]) -> re.Pattern | None:
    """Finds the terms in folded lower-case text: Chinese anywhere, Latin (terms are stems) where a word begins.

    The first group is what was found; the match itself is empty, so that terms that overlap are all found.
    """
    chinese = [re.escape(term) for term in terms if ONE_CJK.search(term)]
    # A stem ends in i where its word may end in y: memori, memory.
    latin = [re.sub("i$", "[iy]", re.escape(term)) for term in terms if not ONE_CJK.search(term)]
    parts = sorted(chinese, key=len, reverse=True)
    if latin:
        parts.append(rf"(?<![^\W_{CJK}])(?:{'|'.join(sorted(latin, key=len, reverse=True))})[^\W{CJK}]*")
    return re.compile(f"(?=({'|'.join(parts)}))") if parts else None


def fold_in_place(text: str) -> str:
    """Folded lower-case text in which every character stands where it stood."""
    folded = fold(text).lower()
    if len(folded) == len(text):
        return folded
    return "".join(mapped if len(mapped := fold(c).lower()) == 1 else c for c in text)


def marks(text: str, terms: Iterable[str]) -> list[tuple[int, int]]:
    """Where the terms stand in the text: (start, end), neither touching nor overlapping, in order."""
    found = pattern(terms)
    merged: list[tuple[int, int]] = []
    for match in found.finditer(fold_in_place(text)) if found else ():
        start, end = match.span(1)
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
        if len(merged) == MARKS_MAX:
            break
    return merged


def columns(text: str) -> list[int]:
    """The column at which each character begins, and after the last the whole width."""
    edges = [0]
    for character in text:
        edges.append(edges[-1] + (2 if ONE_CJK.match(character) else 1))
    return edges


def best_stretch(text: str, spans: list[tuple[int, int]]) -> tuple[int, int, int]:
    """(distinct marked words, start, end) of the stretch of at most WIDTH columns that shows the most of them."""
    edges = columns(text)
    best = (0, 0, min(len(text), max(bisect_left(edges, WIDTH), 1)))
    for start, _ in spans:
        first = bisect_left(edges, max(0, edges[start] - WIDTH // 5))
        last = min(len(text), bisect_left(edges, edges[first] + WIDTH))
        shown = len({text[a:b].lower() for a, b in spans if a >= first and b <= last})
        if shown > best[0]:
            best = (shown, first, last)
    return best


def marked(text: str, spans: Iterable[tuple[int, int]], first: int = 0, last: int | None = None) -> SafeString:
    """`text[first:last]`, escaped once, with `<mark>` around the spans inside it."""
    last = len(text) if last is None else last
    parts, at = [], first
    for start, end in spans:
        if start >= first and end <= last:
            parts += [escape(text[at:start]), "<mark>", escape(text[start:end]), "</mark>"]
            at = end
    parts.append(escape(text[at:last]))
    return mark_safe("".join(parts))


def word_edges(text: str, first: int, last: int) -> tuple[int, int]:
    """Moves the edges so that no Latin word is cut."""
    while 0 < first < len(text) and text[first - 1].isascii() and text[first - 1].isalnum() and text[first].isalnum():
        first -= 1
    while last < len(text) and text[last - 1].isascii() and text[last - 1].isalnum() and text[last].isalnum():
        last -= 1
        if last - first < WIDTH // 3:
            return first, min(len(text), last + WIDTH // 3)
    return first, last


def excerpt(bodies: Iterable[str], terms: Iterable[str]) -> SafeString:
    """Of these Markdown texts the stretch that shows most of the terms; the beginning of the first where none does."""
    terms, best = list(terms), None
    for body in bodies:
        text = " ".join(plain_text(body[:LOOKED_AT]).split())
        spans = marks(text, terms)
        shown, first, last = best_stretch(text, spans)
        if best is None or shown > best[0]:
            best = (shown, text, spans, first, last)
    if best is None:
        return mark_safe("")
    _, text, spans, first, last = best
    first, last = word_edges(text, first, last)
    before, after = "…" if first else "", "…" if last < len(text) else ""
    return mark_safe(before) + marked(text, spans, first, last) + mark_safe(after)
