"""How tests ask that work does not blow up: generous limits, and a slow moment of the machine gets another try."""

from __future__ import annotations

import time
from collections.abc import Callable

TRIES = 3


def cpu_seconds(work: Callable[[], object], *, enough: float = 0.0) -> float:
    """The CPU seconds of this thread for `work`, the fewest of up to three tries; the first below `enough` is taken."""
    fewest = float("inf")
    for _ in range(TRIES):
        began = time.thread_time()
        work()
        fewest = min(fewest, time.thread_time() - began)
        if fewest < enough:
            break
    return fewest


def assert_takes_less_than(seconds: float, work: Callable[[], object]) -> None:
    """Fail when `work` takes `seconds` of CPU or more at every try.

    Limits are about five times what a small machine needs: a machine that is busy passes, work that grows with the
    square of its input does not.
    """
    taken = cpu_seconds(work, enough=seconds)
    assert taken < seconds, f"took {taken:.2f} s of CPU, expected less than {seconds} s"
