"""Imports run one way; qa/__init__.py says which."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PURE = {"qa.text", "qa.rules", "qa.errors"}
DATA = {"qa.models", "qa.environment", "accounts"}
BELOW = {
    "qa.text": {"qa.rules"},
    "qa.rules": set(),
    "qa.errors": set(),
    "qa.environment": PURE,
    "accounts": PURE,
    "qa.models": {"qa.environment", "accounts", *PURE},
    "qa.messages": PURE,
    "qa.templatetags": set(),
    "qa.policies": {*DATA, *PURE},
    "qa.search": {*DATA, "qa.messages", *PURE},
    "qa.services": {"qa.policies", "qa.search", *DATA, "qa.messages", *PURE},
    "qa.importers": {"qa.services", "qa.search", *DATA, *PURE},
    "qa.api": {"qa.services", "qa.policies", "qa.search", *DATA, "qa.messages", *PURE},
    "qa.web": {"qa.services", "qa.policies", "qa.search", *DATA, "qa.messages", *PURE},
}


def room(module: str) -> str:
    """The package that a module belongs to, at the depth at which the rule speaks."""
    return "accounts" if module.split(".", maxsplit=1)[0] == "accounts" else ".".join(module.split(".")[:2])


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [alias.name for alias in node.names]
            yield from (f"qa.{name}" for name in names) if node.module == "qa" else [node.module]


def modules() -> list[Path]:
    files = [*ROOT.glob("accounts/**/*.py"), *ROOT.glob("qa/**/*.py")]
    return [path for path in files if "migrations" not in path.parts and "management" not in path.parts]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_run_one_way(path: Path) -> None:
    own = room(".".join(path.relative_to(ROOT).with_suffix("").parts))
    if own not in BELOW:
        assert path.name in ("__init__.py", "apps.py", "checks.py")
        return
    used = {room(name) for name in imported(path) if name.split(".")[0] in ("qa", "accounts")}
    assert used - {own} <= BELOW[own]


def test_every_package_is_in_the_rule() -> None:
    packages = {f"qa.{path.name}" for path in (ROOT / "qa").iterdir() if (path / "__init__.py").exists()}
    assert packages - {"qa.migrations", "qa.management"} <= set(BELOW)
