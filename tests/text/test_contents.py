"""A table of contents is made for a text with three headings or more, and only ids are added to it."""

import re

import pytest

from qa.text.contents import Heading, with_contents
from qa.text.markdown import render


def test_a_long_text_gets_its_headings_and_ids() -> None:
    html, headings = with_contents(
        render("# 先 *看* `log` & <b>日志</b>\n\n## 进程\n\n#### 线程\n\n# 数据\n\ntext"), "a7"
    )
    assert headings == [
        Heading("a7-1", "先 看 log & 日志", 0),
        Heading("a7-2", "进程", 1),
        Heading("a7-3", "线程", 3),
        Heading("a7-4", "数据", 0),
    ]
    assert re.findall(r'<h\d id="([^"]*)">', html) == [heading.anchor for heading in headings]


def test_ids_are_all_that_is_added() -> None:
    before = render("# a\n\n## b\n\ntext `<h3>x</h3>`\n\n# c\n")
    assert re.sub(r' id="q1-\d+"', "", with_contents(before, "q1")[0]) == before


@pytest.mark.parametrize(
    "text", ["", "text", "# a\n\n# b", "# a\n\n#\n\n# b", "```\n# a\n# b\n# c\n```", "`<h3>a</h3>`" * 9]
)
def test_a_text_with_few_headings_stays_as_it_is(text: str) -> None:
    html = render(text)
    assert with_contents(html, "q1") == (html, [])


def test_many_headings_take_no_time_and_keep_their_ids_apart() -> None:
    html, headings = with_contents(render("# x\n\n" * 5_000), "q1")
    assert len({heading.anchor for heading in headings}) == 5_000
    assert html.count(' id="') == 5_000
