"""`make run` in its production form: one process to start, everything gone when it is stopped."""

import gzip
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]
FIRST_START_SECONDS = 120


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(port: int, path: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Host": f"127.0.0.1:{port}"})
    response = connection.getresponse()
    return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()


class Site:
    def __init__(self, data: Path) -> None:
        self.port = free_port()
        ours = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
        env = {
            **ours,
            "JIEHUO_DATA_DIR": str(data),
            "DATABASE_URL": "",
            "PORT": str(self.port),
            "PYTHONUNBUFFERED": "1",
        }
        self.log = data.with_suffix(".log")
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"], cwd=ROOT, env=env, stdout=log, stderr=subprocess.STDOUT
            )

    def wait(self) -> float:
        """Seconds until the first page."""
        start = time.monotonic()
        while time.monotonic() - start < FIRST_START_SECONDS:
            assert self.process.poll() is None, self.log.read_text()
            try:
                get(self.port, "/")
            except OSError:
                time.sleep(0.2)
            else:
                return time.monotonic() - start
        raise AssertionError(self.log.read_text())

    def children(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def stop(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(30)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    started = Site(tmp_path / "data")
    yield started
    if started.process.poll() is None:
        started.stop(signal.SIGTERM)


def test_it_serves_the_seeds_compressed_and_stops_whole(site: Site, tmp_path: Path) -> None:
    site.wait()
    status, headers, packed = get(site.port, "/")
    assert (status, headers["content-encoding"]) == (200, "gzip")
    page = gzip.decompress(packed)
    assert page.count(b'<li class="row">') == 20
    stylesheet = re.search(rb'href="(/static/css/base\.[0-9a-f]+\.css)"', page)[1].decode()
    status, headers, _ = get(site.port, stylesheet)
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert "immutable" in headers["cache-control"]
    status, _, missing = get(site.port, "/no/such/page")
    assert status == 404
    assert b"URLconf" not in missing
    log = site.log.read_text()
    assert f"http://127.0.0.1:{site.port}/" in log
    assert "make_moderator" in log

    children = site.children()
    names = " ".join(" ".join(child.cmdline()) for child in children)
    assert "gunicorn" in names
    assert "db_worker" in names
    assert site.stop(signal.SIGINT) == 0
    assert not any(child.is_running() for child in children)

    again = Site(tmp_path / "data")
    assert again.wait() < 60
    assert again.stop(signal.SIGTERM) == 0
    assert "0 added" in again.log.read_text()


def test_when_a_part_dies_the_whole_ends_with_an_error(site: Site) -> None:
    site.wait()
    worker = next(child for child in site.children() if "db_worker" in child.cmdline())
    worker.kill()
    assert site.process.wait(30) != 0
    with pytest.raises(OSError):
        get(site.port, "/")
