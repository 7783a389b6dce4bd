"""The design tokens: one palette for light, one for dark, every text readable on the grounds it stands on."""

import re
from itertools import product
from pathlib import Path

import pytest

STYLES = Path(__file__).parents[2] / "static" / "css"
TOKENS = (STYLES / "tokens.css").read_text(encoding="utf-8")
COLOUR = re.compile(r"(--[a-z-]+): #([0-9a-f]{6});")
BLOCK = re.compile(r":root[^{]*\{([^}]*--bg:[^}]*)\}")

TEXT = 4.5
SHAPE = 3.0
GROUNDS = ("--bg", "--surface", "--soft")
PAIRS = {
    **dict.fromkeys(product(("--fg", "--muted", "--accent", "--accent-hover", "--solved", "--error"), GROUNDS), TEXT),
    **dict.fromkeys(product(("--line-strong",), GROUNDS), SHAPE),
    **dict.fromkeys(product(("--fg",), ("--mark", "--ins", "--del", "--accent-soft", "--code-bg")), TEXT),
    ("--accent", "--accent-soft"): TEXT,
    ("--on-accent", "--accent"): TEXT,
    ("--on-accent", "--accent-hover"): TEXT,
    ("--solved", "--solved-bg"): TEXT,
    ("--warn", "--warn-bg"): TEXT,
    ("--warn", "--bg"): TEXT,
    ("--error", "--error-bg"): TEXT,
}
"""What stands on what → the contrast that WCAG 2.2 AA asks for."""

LIGHT, DARK, CHOSEN = (dict(COLOUR.findall(block)) for block in BLOCK.findall(TOKENS))


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def test_dark_by_choice_is_dark_by_system() -> None:
    assert DARK == CHOSEN
    assert set(DARK) == set(LIGHT)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_every_pair_can_be_read(palette: dict[str, str]) -> None:
    pairs = PAIRS | dict.fromkeys(((name, "--code-bg") for name in palette if name.startswith("--code-")), TEXT)
    del pairs["--code-bg", "--code-bg"]
    poor = {pair: round(contrast(palette[pair[0]], palette[pair[1]]), 2) for pair in pairs}
    assert {pair: found for pair, found in poor.items() if found < pairs[pair]} == {}


@pytest.mark.parametrize("path", sorted(STYLES.glob("*.css")), ids=lambda path: path.name)
def test_every_name_is_a_token_and_no_colour_stands_elsewhere(path: Path) -> None:
    style = path.read_text(encoding="utf-8")
    assert set(re.findall(r"var\((--[\w-]+)\)", style)) <= set(re.findall(r"(--[\w-]+):", TOKENS))
    if path.name != "tokens.css":
        assert set(re.findall(r"#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(", style)) <= {"#000"}, "black is for paper"
    assert "letter-spacing" not in style


def test_the_styles_of_a_page_are_small() -> None:
    import gzip

    together = b"".join(path.read_bytes() for path in sorted(STYLES.glob("*.css")))
    assert len(gzip.compress(together)) < 40 * 1024
