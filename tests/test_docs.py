"""What an operator or a program can use is in the documentation, and what the documentation points at is there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from drf_spectacular.generators import SchemaGenerator

from qa.importers import FORMATS

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
MADE_LATER = {"docs/screenshot.png"}

LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
TABLE_NAME = re.compile(r"^\| `(?P<name>[A-Z_]+)` \|", re.MULTILINE)
ENDPOINT = re.compile(r"^\| (?P<method>[A-Z]+) `(?P<path>[^`?]*)", re.MULTILINE)


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def variables() -> Iterator[str]:
    """The names with which settings.py calls the readers of config/env.py."""
    for node in ast.walk(ast.parse(read("config/settings.py"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "env"
        ):
            yield node.args[0].value


def commands() -> list[str]:
    folder = ROOT / "qa" / "management" / "commands"
    return sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")


def all_pages() -> str:
    return "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


def test_every_environment_variable_is_explained():
    read_by_settings = set(variables())
    assert "DATABASE_URL" in read_by_settings
    explained = set(TABLE_NAME.findall(read("docs/settings.md")))
    assert read_by_settings - explained == set()
    assert explained - read_by_settings == {"PYTHON"}, "docs/settings.md explains what nobody reads"


@pytest.mark.parametrize("command", commands())
def test_every_command_is_documented(command):
    assert f"`{command}`" in read("README.md")


def test_documented_commands_exist():
    """Also those that come with Django and other packages."""
    from django.core.management import get_commands

    used = set(re.findall(r"(?:manage\.py|^jiehuo) ([a-z_]+)", all_pages(), re.MULTILINE))
    assert used - set(get_commands()) == set()


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_import_format_is_documented(name):
    assert f"| `{name}` |" in read("README.md")
    assert f"| `{name}` |" in read("docs/import.md")


def test_documented_import_formats_exist():
    assert set(re.findall(r"--format ([a-z-]+)", all_pages())) <= set(FORMATS)


def test_every_endpoint_is_documented():
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    offered = {
        (method.upper(), path.removeprefix("/api/v1/"))
        for path, methods in paths.items()
        for method in methods
        if path.startswith("/api/v1/")
    }
    documented = {(method, path) for method, path in ENDPOINT.findall(read("docs/api.md"))}
    assert offered - documented == set()
    assert documented - offered == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    targets = [target.partition("#")[0] for target in LINK.findall(page.read_text(encoding="utf-8"))]
    local = [(page.parent / target).resolve() for target in targets if target and "://" not in target]
    missing = {str(path.relative_to(ROOT)) for path in local if not path.exists()}
    assert missing - MADE_LATER == set()


def test_decision_records_are_numbered_without_gap_and_have_their_sections():
    records = sorted((ROOT / "docs" / "adr").glob("*.md"))
    assert [path.name[:4] for path in records] == [f"{number:04d}" for number in range(1, len(records) + 1)]
    for path in records:
        text = path.read_text(encoding="utf-8")
        assert re.search(r"^Date: \d{4}-\d\d-\d\d\.", text, re.MULTILINE), path.name
        assert [line for line in text.splitlines() if line.startswith("## ")] == [
            "## Context",
            "## Decision",
            "## Consequences",
        ], path.name


def test_licence_is_complete():
    text = read("LICENSE")
    assert "Apache License" in text
    assert "END OF TERMS AND CONDITIONS" in text
    assert len(text) > 11_000
