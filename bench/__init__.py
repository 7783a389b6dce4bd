"""`make bench`: measurements, not tests. Ratios of one run count; absolute figures are this machine's, now.

    tables     numbers → plain text
    corpus     N questions as rows
    build      index and vectors, timed
    looking    look-ups beside the bare query underneath
    stand_in   an encoder that costs nothing
    encoding   the real encoders
    pages      a question page beside a bare view
    lighthouse Lighthouse's marks of the main pages, a command of its own
    worker     one process that does one of these and prints JSON

docs/benchmarks.md says how to read what is printed.
"""

import socket
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT.parent / "shared" / "bench"
"""Holds make_corpus.py, findability.py, ratio.py and bare.py."""


def free_port() -> int:
    """A port on which nothing listens just now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]
