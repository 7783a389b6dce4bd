"""The production form in one command: prepare, then gunicorn with a job worker beside it until somebody stops them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from types import FrameType

from django.conf import settings
from django.core.management import call_command

from qa.search import tasks

GRACE_SECONDS = 10


def prepare(say: Callable[[str], None]) -> None:
    """Everything a first start needs; a second start finds it done in a second or two."""
    steps = [
        ("database", ["migrate", "--verbosity=0"]),
        ("starting content", ["seed"]),
        ("static files", ["collectstatic", "--noinput", "--verbosity=0"]),
        ("search index", ["sync_search", "--words"]),
        ("old sessions", ["clearsessions"]),
        ("old jobs", ["prune_db_task_results", "--min-age-days=7", "--verbosity=0"]),
    ]
    for what, command in steps:
        say(f"· {what}")
        call_command(*command)
    # Sentence vectors take longer than anybody wants to wait: the job worker makes what lacks, newest first.
    tasks.encode_all.enqueue()


def commands(port: int, workers: int) -> list[list[str]]:
    python = [sys.executable, "-m"]
    return [
        [
            *python,
            "gunicorn",
            "config.wsgi",
            "--config=config/gunicorn.py",
            f"--bind=127.0.0.1:{port}",
            f"--workers={workers}",
        ],
        [sys.executable, "manage.py", "db_worker", "--no-startup-delay", "--no-reload"],
    ]


class Stopped(Exception):
    """Somebody asked this process to end."""


def stop(signum: int, frame: FrameType | None) -> None:
    raise Stopped


def run(port: int, workers: int) -> int:
    """Runs both until one ends or a signal comes, then ends both; returns the exit code of what ended by itself."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    os.environ["PORT"] = str(port)
    running: list[subprocess.Popen] = []
    try:
        for command in commands(port, workers):
            # Sessions of their own: Ctrl-C reaches this process alone, which ends them in order.
            running.append(subprocess.Popen(command, start_new_session=True, cwd=settings.BASE_DIR))
        while True:
            for process in running:
                if process.poll() is not None:
                    return process.returncode or 1
            time.sleep(0.3)
    except Stopped:
        return 0
    finally:
        end(running)


def end(running: list[subprocess.Popen]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    for process in running:
        if process.poll() is None:
            process.terminate()
    deadline = time.monotonic() + GRACE_SECONDS
    for process in running:
        try:
            process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
