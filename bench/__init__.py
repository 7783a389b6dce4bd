"""`make bench`: measurements, not tests. Ratios of one run count; absolute figures are this machine's, now.

    tables     numbers → plain text
    corpus     N questions as rows
    build      index and vectors, timed
    looking    look-ups beside the bare query underneath
    stand_in   an encoder that costs nothing
    encoding   the real encoders
    worker     one process that does one of these and prints JSON

docs/benchmarks.md says how to read what is printed.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT.parent / "shared" / "bench"
"""Holds make_corpus.py and findability.py."""
