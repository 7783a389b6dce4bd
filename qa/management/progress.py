"""How long-running commands say how far they are."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm


@contextmanager
def bar(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Yields a function that takes how many more are done; draws often on a terminal and seldom in a log."""
    every = 0.2 if sys.stderr.isatty() else 10
    with tqdm(desc=what, total=total, unit="", mininterval=every) as progress:
        yield progress.update
