"""A text as a code block."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qa.text.fences import fenced, segments


@pytest.mark.parametrize("text", ["", "a\nb", "```", "a ```` b\n~~~~~\n`", "> ```\nx", "`" * 500])
def test_a_fenced_text_is_one_block_of_code(text: str) -> None:
    (block,) = [segment for segment in segments(fenced(text)) if segment.is_code]
    assert block.text == f"{text}\n"


@given(st.text("`~> \nab", max_size=60))
def test_nothing_inside_ends_the_block(text: str) -> None:
    assert [segment.text for segment in segments(fenced(text)) if segment.is_code] == [f"{text}\n"]


def test_half_a_megabyte_of_backticks_is_quick() -> None:
    assert len(fenced("` " * 250_000)) > 500_000
