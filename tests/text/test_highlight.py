"""Colouring of code, and the style sheet for it."""

import re
from pathlib import Path

import pytest

from qa.text.highlight import CSS_CLASSES, LANGUAGES, highlight, language_of

STYLE = Path(__file__).parents[2] / "static" / "css" / "code.css"


def test_every_class_has_a_rule_and_every_rule_a_class():
    assert set(re.findall(r"\.(hl-\w+)", STYLE.read_text())) == CSS_CLASSES


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
