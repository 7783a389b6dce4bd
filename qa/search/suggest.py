"""What the reader may be about to type: questions by the words of their titles, tags by name, pinyin and initials."""

import math
import re
import unicodedata
from collections.abc import Iterator

import tantivy
from django.db.models import Q

from qa.models import Tag
from qa.search.filters import is_one
from qa.search.index import SCHEMA, ids_of
from qa.search.phrases import words
from qa.search.query import parse
from qa.search.tokens import CJK, tokens

READ = 100
"""Characters at the end of what was typed that count."""
SHARE = 0.6
"""How many of the words that are typed so far must be in a title: the reader may know it by others."""
PREFIX_MIN = 2
"""Letters from which on an unfinished word is looked for by its beginning; one letter begins too many."""

LAST_WORD = re.compile(rf"(?<![^\W_{CJK}])[^\W_{CJK}]+$")
LAST_PIECE = re.compile(r"\S+$")
OPEN_TAG = re.compile(r"(?<!\S)-?\[(?P<name>[^\[\]]*)$")


def beginning(prefix: str) -> tantivy.Query:
    """Titles with a word that begins so."""
    if len(prefix) < PREFIX_MIN:
        return is_one("title_words", prefix)
    return tantivy.Query.regex_query(SCHEMA, "title_words", f"{re.escape(prefix)}.*")


def sought(typed: str) -> Iterator[tantivy.Query]:
    """A query for each word; the last one, when it is Latin, is taken as unfinished."""
    unfinished = LAST_WORD.search(typed)
    finished = typed[: unfinished.start()] if unfinished else typed
    for term in dict.fromkeys(tokens(finished)):
        yield is_one("title_words" if len(term) == 1 else "title", term)
    for prefix in words(unfinished[0]) if unfinished else ():
        yield beginning(prefix)


def typed_words(text: str) -> str:
    """The end of what was typed without operators; white space behind the last word says that it is whole."""
    words_left = parse(text[-READ:]).words
    return f"{words_left} " if text[-1:].isspace() else words_left


def titles(view: tantivy.Searcher, text: str, limit: int) -> list[int]:
    """Ids of questions whose titles have most of the words typed so far, best first."""
    queries = list(sought(typed_words(text)))
    if not queries:
        return []
    wanted = tantivy.Query.boolean_query(
        [(tantivy.Occur.Should, query) for query in queries],
        minimum_number_should_match=math.ceil(len(queries) * SHARE),
    )
    return ids_of(view, view.search(wanted, limit, count=False))


def tag_prefix(text: str) -> str | None:
    """The unfinished tag: what follows an open bracket, perhaps nothing yet, else the last word; None without one."""
    typed = unicodedata.normalize("NFKC", text[-READ:]).lower()
    if open_tag := OPEN_TAG.search(typed):
        return "-".join(open_tag["name"].split())
    last = LAST_PIECE.search(typed)
    return last[0] if last else None


def tags(text: str, limit: int) -> list[Tag]:
    """Tags with a name, a part of a name, a pinyin or initials that begin with the unfinished tag, most used first."""
    prefix = tag_prefix(text)
    if prefix is None or not prefix.isprintable():
        return []
    begins = Q(name__startswith=prefix) | Q(pinyin__startswith=prefix) | Q(initials__startswith=prefix)
    found = Tag.objects.filter(begins | Q(name__contains=f"-{prefix}"))
    return list(found.order_by("-question_count", "-id")[:limit])
