"""Speed of search, related and diagnose on large sites, speed of the encoders, and whether people find answers.

    .venv/bin/python -m bench --sizes 10000 --skip-findability

docs/benchmarks.md explains the tables.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import ROOT, TOOLS, free_port, pages, tables

SIZES = [10_000, 100_000, 500_000]
SIZE_MIN = 1_000
"""Questions from which enough different texts can be taken."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES, metavar="N", help="questions of each site")
    parser.add_argument("--sets", nargs="+", default=[], metavar="SET", help="sets of the findability table (all)")
    parser.add_argument("--skip-findability", action="store_true", help="measure speed only")
    parser.add_argument("--skip-pages", action="store_true", help="do not measure the question page (needs wrk)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the sites there, and use those that are there")
    given = parser.parse_args()
    if min(given.sizes) < SIZE_MIN:
        parser.error(f"--sizes: a site needs at least {SIZE_MIN:,} questions")
    return given


def worker(folder: Path, *command: str) -> object:
    """What bench.worker prints, run on the site in this folder, in SQLite and without an encoder of its own."""
    env = {**os.environ, "JIEHUO_DATA_DIR": str(folder), "DATABASE_URL": "", "ENCODER": "off"}
    call = [sys.executable, "-m", "bench.worker", *command]
    return json.loads(subprocess.run(call, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True).stdout)


def site_folder(parent: Path, size: int) -> Path:
    """Where the site of this size is or is to be; one that was filled in part is removed."""
    folder = parent / f"jiehuo-bench-{size}"
    if not (folder / "filled").exists():
        shutil.rmtree(folder, ignore_errors=True)
    return folder


def show(title: str, table: str) -> None:
    print(f"\n{title}\n\n{table}", flush=True)


def measure_sites(sizes: list[int], parent: Path, *, keep: bool) -> None:
    sites = []
    for size in sorted(sizes):
        folder = site_folder(parent, size)
        sites.append(worker(folder, "site", str(size)))
        show(f"Look-ups, {size:,} questions", tables.lookups_table(sites[-1]["lookups"], size))
        if not keep:
            shutil.rmtree(folder)
    show("Building", tables.build_table(sites))
    if len(sites) > 1:
        show("Growth", tables.growth_table(sites))


def measure_encoders() -> None:
    with tempfile.TemporaryDirectory(prefix="jiehuo-bench-") as folder:
        show("Encoders", tables.encoders_table(worker(Path(folder), "encoders")))


def measure_pages() -> None:
    with tempfile.TemporaryDirectory(prefix="jiehuo-bench-") as folder:
        page = worker(Path(folder), "page")
        show("Pages", tables.pages_table(pages.measured(Path(folder), page)))


def measure_findability(sets: list[str]) -> None:
    print("\nFindability\n", flush=True)
    chosen = ["--sets", *sets] if sets else []
    command = [sys.executable, str(TOOLS / "findability.py"), "all", "--port", str(free_port()), *chosen]
    subprocess.run(command, cwd=ROOT, check=True)


def main() -> None:
    given = arguments()
    if not TOOLS.is_dir():
        sys.exit(f"{TOOLS} is not there: without make_corpus.py and findability.py nothing can be measured.")
    if not given.skip_pages and not shutil.which("wrk"):
        sys.exit("wrk is not there: install it, or measure with --skip-pages.")
    with tempfile.TemporaryDirectory(prefix="jiehuo-bench-") as folder:
        measure_sites(given.sizes, given.keep or Path(folder), keep=bool(given.keep))
    measure_encoders()
    if not given.skip_pages:
        measure_pages()
    if not given.skip_findability:
        measure_findability(given.sets)


if __name__ == "__main__":
    main()
