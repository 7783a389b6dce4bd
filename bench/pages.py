"""A question page beside a bare Django view of the same size, behind the same server: requests a second as a ratio.

Needs `wrk`. The bare view and the tool that compares are bare.py and ratio.py of `TOOLS`.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from bench import ROOT, TOOLS, free_port
from config import gunicorn

WORKERS = 2
READERS = {"signed out": 0.35, "signed in": 0.15}
"""The least part of the bare view's rate that is aimed at."""
START_SECONDS = 60


def gunicorn_command(application: str, port: int, *, folder: Path) -> list[str]:
    """With the product's settings, as far as they are not about the product."""
    options = {
        "worker-class": gunicorn.worker_class,
        "threads": gunicorn.threads,
        "max-requests": gunicorn.max_requests,
        "log-level": gunicorn.loglevel,
        "workers": WORKERS,
        "bind": f"127.0.0.1:{port}",
        "chdir": folder,
    }
    given = [f"--{name}={value}" for name, value in options.items()]
    return [sys.executable, "-m", "gunicorn", application, "--no-control-socket", *given]


def wait_for(address: str, process: subprocess.Popen) -> None:
    """Returns when the address answers. Raises RuntimeError when its server ended or takes too long."""
    deadline = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            urlopen(address, timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError(f"{address} does not answer.")


@contextmanager
def serving(application: str, folder: Path, env: dict[str, str]) -> Iterator[str]:
    """The address of the application while it is served; `{port}` in `env` is its port."""
    port = free_port()
    env = {**os.environ, **{name: value.format(port=port) for name, value in env.items()}}
    process = subprocess.Popen(gunicorn_command(application, port, folder=folder), env=env, cwd=folder)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/robots.txt", process)
        yield address
    finally:
        process.terminate()
        process.wait()


def compared(reference: str, address: str, cookie: str) -> str:
    """ratio.py's line."""
    header = ["--header", f"Cookie: {cookie}"] if cookie else []
    command = [sys.executable, str(TOOLS / "ratio.py"), "--ref", f"{reference}/", *header, address]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def measured(folder: Path, page: dict[str, object]) -> Iterator[list[str]]:
    """Rows of the table, for the site in this folder; `page` is what bench.worker says of the page."""
    site_env = {
        "JIEHUO_DATA_DIR": str(folder),
        "DATABASE_URL": "",
        "ENCODER": "off",
        "SITE_URL": "http://127.0.0.1:{port}",
    }
    with serving("config.wsgi", ROOT, site_env) as site:
        for reader, least in READERS.items():
            cookie = str(page["cookie"]) if reader == "signed in" else ""
            with serving("bare:application", TOOLS, {"SIZE": str(page["bytes"])}) as bare:
                line = compared(bare, site + str(page["path"]), cookie)
            yield [reader, f"{page['bytes']:,}", f"{least:g}", line.partition("  http")[0]]
