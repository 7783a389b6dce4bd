"""Colouring of code, and the style sheet for it."""

import re
from pathlib import Path

import pytest

from qa.text.highlight import CSS_CLASSES, LANGUAGES, highlight, language_of

STYLE = Path(__file__).parents[2] / "static" / "css" / "code.css"
COLOUR = re.compile(r"--code-([a-z]+): #([0-9a-f]{6});")


def palettes():
    blocks = re.findall(r"root[^{]*\{\n((?:\s+--code-[^;]+;\n)+)", STYLE.read_text())
    return [dict(COLOUR.findall(block)) for block in blocks]


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_class_has_a_rule_and_every_rule_a_class():
    assert set(re.findall(r"\.(hl-\w+)", STYLE.read_text())) == CSS_CLASSES


def test_light_and_two_equal_dark_palettes():
    light, dark, chosen = palettes()
    assert dark == chosen
    assert set(light) == set(dark)


def test_every_colour_can_be_read():
    for palette, background in zip(palettes(), ("f6f8fa", "161b22", "161b22"), strict=True):
        for name, colour in palette.items():
            bright, dim = sorted((luminance(colour), luminance(background)), reverse=True)
            assert (bright + 0.05) / (dim + 0.05) >= 4.5, name


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_each_language_loads_and_escapes(language):
    html = highlight('x <b> & "q"\n', language)
    assert "<b>" not in html
    assert re.sub(r"</?span[^>]*>", "", html) == 'x &lt;b&gt; &amp; "q"\n'


@pytest.mark.parametrize(
    ("info", "language"),
    [
        *(("C++", "cpp"), ("py", "python"), ("python-console", "pycon"), ("pytb", "pytb"), ("{.python}", "python")),
        *(("text", None), ("", None), ("  ", None), ("brainfuck", None), ("shell script", "bash")),
    ],
)
def test_language_of_a_fence(info, language):
    assert language_of(info) == language
