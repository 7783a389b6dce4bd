"""Lighthouse's marks of the pages that most people come to, on a site of its own, as a telephone sees them.

    .venv/bin/python -m bench.lighthouse --runs 3

Needs node with npx, which fetches Lighthouse once, and a chromium. docs/benchmarks.md explains the table.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import ROOT, tables
from bench.__main__ import show, worker
from bench.pages import serving

VERSION = "12.8.2"
"""The last that runs on node 18 and 20."""
AIMS = {"performance": 98, "accessibility": 100, "best-practices": 100, "seo": 100}
TIMES = {"first-contentful-paint": "FCP", "largest-contentful-paint": "LCP", "total-blocking-time": "TBT"}
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.lighthouse", description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="runs of each page; the median counts (3)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the reports there")
    return parser.parse_args()


def report(address: str, cookie: str, path: Path) -> dict:
    """What Lighthouse says of the page, in its default profile: a telephone with a slow line. Written to `path`."""
    command = ["npx", "--yes", f"lighthouse@{VERSION}", address, "--quiet", "--output=json", f"--output-path={path}"]
    headers = [f"--extra-headers={json.dumps({'Cookie': cookie})}"] if cookie else []
    env = {**os.environ, "CHROME_PATH": CHROMIUM or ""}
    subprocess.run([*command, *headers, f"--chrome-flags={FLAGS}"], env=env, check=True)
    return json.loads(path.read_text(encoding="utf-8"))


def row(name: str, reports: list[dict]) -> list[str]:
    """Marks of 100 and milliseconds: the median of all runs."""
    marks = [statistics.median(each["categories"][key]["score"] * 100 for each in reports) for key in AIMS]
    times = [statistics.median(each["audits"][key]["numericValue"] for each in reports) for key in TIMES]
    reached = all(mark >= aim for mark, aim in zip(marks, AIMS.values(), strict=True))
    return [
        name,
        *(f"{mark:.0f}" for mark in marks),
        *(f"{time:,.0f}" for time in times),
        "reached" if reached else "MISSED",
    ]


def lacking(reports: list[dict]) -> list[str]:
    """The audits of the last run that cost marks."""
    last = reports[-1]
    counted = {ref["id"] for key in AIMS for ref in last["categories"][key]["auditRefs"] if ref["weight"]}
    return [
        f"{name} {last['audits'][name]['score']}"
        for name in sorted(counted)
        if (last["audits"][name]["score"] or 0) < 1
        and last["audits"][name]["scoreDisplayMode"] in ("binary", "numeric")
    ]


def measured(address: str, site: dict, runs: int, folder: Path) -> list[list[str]]:
    cookie = str(site["cookie"])
    pages = {
        "home": ("/", ""),
        "question": (str(site["path"]), ""),
        "ask": ("/ask", cookie),
        "search": ("/search?q=MindSpore", ""),
    }
    rows = []
    for name, (path, header) in pages.items():
        reports = [report(address + path, header, folder / f"{name}-{number}.json") for number in range(runs)]
        rows.append(row(name, reports))
        print(f"{name}: {', '.join(lacking(reports)) or 'nothing lacks'}", file=sys.stderr, flush=True)
    return rows


def main() -> None:
    given = arguments()
    if not shutil.which("npx") or not CHROMIUM:
        sys.exit("npx (of node 18.16 or newer) and chromium are needed.")
    with tempfile.TemporaryDirectory(prefix="jiehuo-lighthouse-") as parent:
        folder = Path(parent, "site")
        site = worker(folder, "page")
        env = {
            "JIEHUO_DATA_DIR": str(folder),
            "DATABASE_URL": "",
            "ENCODER": "off",
            "SITE_URL": "http://127.0.0.1:{port}",
        }
        with serving("config.wsgi", ROOT, env) as address:
            reports = given.keep or Path(parent)
            reports.mkdir(parents=True, exist_ok=True)
            rows = measured(address, site, given.runs, reports)
    show("Lighthouse", tables.table(["page", *AIMS, *(f"{name} ms" for name in TIMES.values()), "aims"], rows))


if __name__ == "__main__":
    main()
