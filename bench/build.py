"""The index and the vectors of a site, built and timed apart."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from bench.stand_in import StandIn
from qa.models import Installation
from qa.search import index, sync, vectors

VECTOR_FILES = (".usearch", ".npz")


def seconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def total_bytes(files: Iterable[Path]) -> int:
    return sum(path.stat().st_size for path in files)


def built(progress: Callable[[int], None]) -> dict[str, dict[str, float]]:
    """Builds both anew; the seconds that each took, and its bytes on disk."""
    installation = sync.installation()
    Installation.objects.update(vector_model="")
    index_seconds = seconds(lambda: sync.rebuild(progress))
    generation = index.current()
    own = total_bytes(generation.folder.iterdir())
    Installation.objects.filter(pk=installation.pk).update(vector_model=StandIn.name)
    with index.lock():
        vector_seconds = seconds(lambda: vectors.build(generation, StandIn.name))
    graph = [path for path in generation.folder.iterdir() if path.suffix in VECTOR_FILES]
    return {
        "index": {"seconds": index_seconds, "bytes": own},
        "vectors": {
            "seconds": vector_seconds,
            "bytes": total_bytes(graph),
            "number": len(vectors.reader.view()),
        },
    }
