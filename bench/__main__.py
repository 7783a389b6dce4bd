"""Search, related and diagnose as a ratio to the bare index query underneath, on the site in JIEHUO_DATA_DIR.

    JIEHUO_DATA_DIR=data .venv/bin/python -m bench

Import a corpus first (docs/import.md); with the seeds alone the figures say little.
"""

import os
import random
import statistics
import time
from collections.abc import Callable

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.contrib.auth.models import AnonymousUser  # noqa: E402

from qa.models import Question  # noqa: E402
from qa.search import index, lookups, pasted, terms  # noqa: E402
from qa.search.lookups import PASTED, SEARCH, Slice  # noqa: E402

QUERIES = 60
READER = AnonymousUser()


def milliseconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


def bare(text: str, fields: dict[str, float]) -> Callable[[], object]:
    """The index query alone: terms chosen beforehand, ten hits, no rows read."""
    view = index.reader.searcher()
    query = terms.any_of(terms.weigh(view, text), fields)
    return lambda: view.search(query, 10, count=True)


def row(name: str, pairs: list[tuple[float, float]]) -> str:
    ratios = sorted(whole / below for whole, below in pairs)
    whole = sorted(pair[0] for pair in pairs)
    p50, p99 = statistics.median(whole), whole[int(len(whole) * 0.99) - 1]
    below = statistics.median(pair[1] for pair in pairs)
    return (
        f"{name:10s} ratio to bare query p50 {statistics.median(ratios):6.2f}   "
        f"p50 {p50:7.2f} ms  p99 {p99:7.2f} ms  (bare p50 {below:6.2f} ms)"
    )


def sample() -> list[Question]:
    newest = Question.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    rng = random.Random(7)
    wanted = [rng.randint(1, newest) for _ in range(QUERIES * 2)]
    return list(Question.objects.live().filter(pk__in=wanted).with_row()[:QUERIES])


def measure(name: str, act: Callable[[Question], object], text: Callable[[Question], str], fields: dict) -> None:
    pairs = []
    for question in sample():
        below = bare(text(question), fields)
        act(question), below()
        pairs.append((milliseconds(lambda q=question: act(q)), milliseconds(below)))
    print(row(name, pairs))


def main() -> None:
    ten = Slice(limit=10)
    print(f"{index.reader.searcher().num_docs} questions")
    measure("search", lambda q: lookups.search(q.title, user=READER, wanted=ten), lambda q: q.title, SEARCH)
    measure(
        "related",
        lambda q: lookups.related_to(q, user=READER, wanted=ten),
        lambda q: "\n".join([q.title, q.title, *(tag.name for tag in q.tag_list), q.body]),
        PASTED,
    )
    measure(
        "diagnose",
        lambda q: lookups.diagnose(q.body or q.title, user=READER, wanted=ten),
        lambda q: "\n".join(pasted.read(q.body or q.title).lines),
        PASTED,
    )


if __name__ == "__main__":
    main()
