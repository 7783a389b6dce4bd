"""Measurements → plain text that can stand in the documentation. Pure."""

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence

RATIO_MAX = 3.0
"""What a look-up may cost at the median, in bare queries, on a large site."""
LARGE = 100_000
"""Questions from which on a site is large: on a smaller one a bare query is faster than a look-up's first line."""
GROWTH_MAX = 4.0
"""What it may cost on the largest site, in what it costs on the smallest."""

Pairs = Sequence[Sequence[float]]
"""Milliseconds of the look-up and of the bare query, for each text."""
Lookups = Mapping[str, Pairs]


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share (0 to 1) of them does not exceed, by nearest rank."""
    return sorted(values)[max(0, math.ceil(len(values) * share) - 1)]


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their widest cell; the first is a name, the others are numbers."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = []
    for cells in (head, *rows):
        name, *numbers = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        lines.append("  ".join([name.strip().ljust(widths[0]), *numbers]).rstrip())
    return "\n".join(lines)


def verdict(value: float, most: float) -> str:
    """Whether an aim is reached."""
    return "reached" if value <= most else "MISSED"


def lookups_table(lookups: Lookups, questions: int) -> str:
    """How much more than the bare query each look-up costs, text by text, on a site of so many questions."""
    rows = []
    for name, pairs in lookups.items():
        whole, bare = zip(*pairs, strict=True)
        ratios = [a / b for a, b in pairs]
        ratio = statistics.median(ratios)
        times = (statistics.median(whole), percentile(whole, 0.95), statistics.median(bare), percentile(bare, 0.95))
        rows.append(
            [
                name,
                f"{ratio:.2f}",
                f"{percentile(ratios, 0.95):.2f}",
                *(f"{value:.2f}" for value in times),
                verdict(ratio, RATIO_MAX) if questions >= LARGE else "",
            ]
        )
    times = ("p50 ms", "p95 ms", "bare p50", "bare p95")
    return table(["look-up", "ratio p50", "ratio p95", *times, f"p50 <= {RATIO_MAX:g}"], rows)


def build_table(sites: Sequence[Mapping]) -> str:
    """How fast index and vectors are built, and how much room they take; a rate is a number a second."""
    rows = [
        [
            f"{site['questions']:,}",
            f"{site['questions'] / site['index']['seconds']:,.0f}/s",
            f"{site['index']['bytes'] / 1e6:,.1f}",
            f"{site['vectors']['number']:,}",
            f"{site['vectors']['number'] / site['vectors']['seconds']:,.0f}/s",
            f"{site['vectors']['bytes'] / 1e6:,.1f}",
            f"{site['memory'] / 1e6:,.0f}",
        ]
        for site in sites
    ]
    return table(["questions", "indexed", "index MB", "vectors", "built", "vectors MB", "memory MB"], rows)


def growth_table(sites: Sequence[Mapping]) -> str:
    """The median of each look-up at each size, and the largest site's in the smallest's."""
    rows = []
    for name in sites[0]["lookups"]:
        whole, bare = (
            [statistics.median(pair[which] for pair in site["lookups"][name]) for site in sites] for which in (0, 1)
        )
        growth = whole[-1] / whole[0]
        rows.append(
            [
                name,
                *(f"{value:.2f} ms" for value in whole),
                f"{growth:.2f}",
                f"{bare[-1] / bare[0]:.2f}",
                verdict(growth, GROWTH_MAX),
            ]
        )
    sizes = [f"{site['questions']:,}" for site in sites]
    return table(["look-up", *sizes, "growth", "bare growth", f"<= {GROWTH_MAX:g}"], rows)


def encoders_table(encoders: Sequence[Mapping]) -> str:
    rows = [
        [
            each["name"],
            f"{each['load']:.2f}",
            f"{statistics.median(each['queries']):.2f}",
            f"{percentile(each['queries'], 0.95):.2f}",
            f"{each['batch'] / statistics.median(each['batches']):,.0f}/s",
        ]
        for each in encoders
    ]
    return table(["encoder", "load s", "query p50 ms", "query p95 ms", "documents"], rows)


def pages_table(rows: Iterable[list[str]]) -> str:
    return table(["question page", "bytes", "aim", "beside a bare view of this size"], list(rows))
