"""An encoder whose time is nearly nothing: a text gives a random vector, the same text the same one."""

import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

import numpy as np
from django.test import override_settings

from qa.search import encoders

DIMENSIONS = 384
"""As the default encoder has."""


def vector(text: str) -> np.ndarray:
    """A float row of length 1."""
    seed = zlib.crc32(text.encode("utf-8", "surrogatepass"))
    row = np.random.default_rng(seed).standard_normal(DIMENSIONS, dtype=np.float32)
    return row / np.linalg.norm(row)


class StandIn:
    """Takes the place of an encoder of `qa.search.encoders`."""

    name = "stand-in"

    def documents(self, texts: Sequence[str], *, patient: bool = True) -> np.ndarray:
        return np.stack([vector(text) for text in texts])

    queries = documents


@contextmanager
def in_place() -> Iterator[None]:
    """While the block runs, search has an encoder, and whichever is asked for is the stand-in."""
    with override_settings(ENCODER="auto"), patch.object(encoders, "load", lambda name: StandIn()):
        yield
