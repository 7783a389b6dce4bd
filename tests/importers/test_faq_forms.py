import pytest

from qa.importers.faq_forms import Fault, Item, asked_items, has_questions, headed_items
from tests.timing import assert_takes_less_than


def asked(text):
    return list(asked_items(text.split("\n")))


def only(text):
    (item,) = asked(text)
    return item


@pytest.mark.parametrize(
    "line",
    [
        "Q: How?",
        "Q：How?",
        "## Q: How?",
        "## Q：How?",
        "### Q: How?",
        "### Q: How? ###",
        "**Q: How?**",
        "<font size=3>**Q: How?**</font>",
        "<font size=3>**Q：How?**</font>",
        "<font size=3>**Q:How?**</font>  ",
        "<font size=3>**Q: How?*</font>",
        "<font size=3>**Q: How?</font>",
        "<font size=3>**Q: How?",
        "Q:\u00a0How?\u00a0",
        "##\tQ: How? #",
    ],
)
def test_every_form_of_a_question(line):
    assert only(f"# Page\n\n{line}\n\nA: So.\n\n<br/>\n") == Item(3, "How?", "", "So.")


@pytest.mark.parametrize("mark", ["A: ", "A:", "A：", "A:  ", "A:\u00a0", "**A:** "])
def test_every_form_of_an_answer(mark):
    assert only(f"Q: How?\n\n{mark}So.\n\nAnd so on.").answer == "So.\n\nAnd so on."


def test_an_item_without_answer_mark_is_all_answer():
    assert only("## Q: How?\n\nSo.\n\nAnd so on.") == Item(1, "How?", "", "So.\n\nAnd so on.")


def test_what_stands_before_the_answer_mark_is_the_body():
    item = only("## Q: How?\n\nThe code:\n\n```py\nA: no answer\n```\n\nA: So.\n\nA: second mark is text")
    assert item.body == "The code:\n\n```py\nA: no answer\n```"
    assert item.answer == "So.\n\nA: second mark is text"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("<font size=3>**Q: It starts here\nand ends there?**</font>\n\nA: So.", "It starts here and ends there?"),
        ("<font size=3>**Q: It starts here\nand ends there?**\n\nA: So.", "It starts here and ends there?"),
        ("<font size=3>**Q: It has no end?**\nA: So.", "It has no end?"),
    ],
)
def test_a_question_over_several_lines(text, title):
    assert only(text) == Item(1, title, "", "So.")


@pytest.mark.parametrize(
    "end", ["<br/>", "<br>", "<br />", "## Next section", "# Next page", "## Q: Next?", "Q: Next?", "### Same level"]
)
def test_what_ends_an_item(end):
    assert asked(f"### Q: How?\n\nA: So.\n\n{end}\n")[0].answer == "So."


def test_deeper_headings_belong_to_the_answer():
    answer = "So.\n\n### First way\n\nThis.\n\n#### Detail\n\nThat."
    assert only(f"## Q: How?\n\nA: {answer}\n\n## End\n\nNo answer.").answer == answer
    assert only(f"# Page\n\nQ: How?\n\nA: {answer}\n\n## End\n\nNo answer.").answer == answer


def test_a_bare_question_ends_at_the_level_of_its_section():
    item = only("## Part\n\n### Smaller part\n\nQ: How?\n\nA: So.\n\n### Next part\n\nNo answer.")
    assert item.answer == "So."


def test_nothing_in_a_fence_is_markup():
    code = "```text\nQ: no question\n## Q: none\n# no heading\n<br/>\nA: no answer\n```"
    assert only(f"Q: How?\n\nA: So:\n\n{code}\n\nDone.").answer == f"So:\n\n{code}\n\nDone."
    nested = "- step\n\n    ~~~~\n    Q: no question\n    ~~~\n    <br/>\n    ~~~~"
    assert only(f"Q: How?\n\nA: So:\n\n{nested}").answer == f"So:\n\n{nested}"


def test_a_fence_that_is_never_closed_is_reported():
    item, fault = asked("Q: How?\n\nA: So.\n\n```\nQ: code\n")
    assert item.question == "How?"
    assert (fault.line, "never closed" in fault.message) == (5, True)


def test_badge_tag_line_and_sections_are_in_no_item():
    text = (
        "# Page\n\n[![source](https://x.org/a.svg)](https://x.org/a.md)\n\n`Linux` `Install`\n\n## Part\n\nIntro.\n\n"
    )
    assert only(f"{text}## Q: How?\n\nA: So.") == Item(11, "How?", "", "So.")


def test_a_question_without_colon_is_reported_and_in_no_other_item():
    first, fault, last = asked(
        "Q: How?\n\nA: So.\n\n<font size=3>**Q Why not?**</font>\n\nA: Because.\n\n<br/>\n\nQ: When?\n\nA: Now."
    )
    assert (first.answer, last.answer) == ("So.", "Now.")
    assert isinstance(fault, Fault)
    assert (fault.line, "colon" in fault.message) == (5, True)


def test_text_after_a_separator_is_reported_once():
    item, fault = asked("Q: How?\n\nA: So.\n\n<br/>\n\n**No Q at all?**\n\nText.\n\n<br/>\n\n## Part\n\nIntro.\n")
    assert item.answer == "So."
    assert fault == Fault(7, "The text after the separator belongs to no question.")


def test_raw_html_and_hard_breaks_stay_and_no_break_spaces_go():
    answer = "a<br>b\n\n<table><tr><td>x</td></tr></table>\n\nport \\<port>&nbsp;$HOME  \nend"
    assert only(f"Q: How?\n\nA: {answer}\n").answer == answer
    assert only("Q: How\u00a0so?\n\nA: So\u00a0`a\u00a0b`.") == Item(1, "How so?", "", "So `a b`.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [docs](https://x.org/a_(b).html)", "see [docs](https://x.org/a_(b).html)"),
        ("see [docs](<https://x.org/a>) and [b](./b.md)", "see [docs](<https://x.org/a>) and b"),
        ("see [docs](../b.md#part) and [part](#part)", "see docs and part"),
        ("![image](./i.png) ![far](https://x.org/i.png)", "image ![far](https://x.org/i.png)"),
        ("`[a](b)` [a](b)", "`[a](b)` a"),
        ("``[a](b)` `` [a](b) ` [c](d)", "``[a](b)` `` a ` c"),
        ('[a](b "title")', "a"),
        ("mail [me](mailto:a@x.org)", "mail [me](mailto:a@x.org)"),
    ],
)
def test_relative_links_become_their_text(text, expected):
    assert only(f"Q: How?\n\nA: {text}").answer == expected


def test_a_linked_image_in_an_answer_stays():
    badge = "[![a](https://x.org/a.svg)](https://x.org/a)"
    assert only(f"Q: How?\n\nA: So.\n\n{badge}").answer == f"So.\n\n{badge}"


def test_bold_words_at_the_end_of_a_plain_question_stay():
    assert only("Q: How is **this**\n\nA: So.").question == "How is **this**"


@pytest.mark.parametrize(
    "text", ["`" * 50_000, "` `` " * 10_000, "[](" * 20_000, "![a](b" * 10_000, " " * 50_000 + "x"]
)
def test_no_line_makes_the_reading_slow(text):
    def work() -> None:
        assert only(f"Q: How?\n\nA: {text}").answer
        assert only(f"<font>**Q: {text}").line == 1
        assert list(headed_items([f"## {text}", "text"]))

    assert_takes_less_than(10, work)


def test_links_in_a_fence_stay():
    assert only("Q: How?\n\nA:\n\n```\n[a](b)\n```").answer == "```\n[a](b)\n```"


def test_headings_with_text_are_the_questions_of_a_page_without_any():
    text = (
        "# FAQ\n\n[![b](https://x.org/a.svg)](https://x.org)\n\n## Part\n\n### It fails\n\n- error\n\n"
        "#### Detail\n\nmore\n\n### It is slow\n\n```\n# code\n```\n\n## Direct\n\ntext\n\n## Empty\n"
    )
    lines = text.split("\n")
    assert not has_questions(lines)
    assert list(headed_items(lines)) == [
        Item(7, "It fails", "", "- error\n\n#### Detail\n\nmore"),
        Item(15, "It is slow", "", "```\n# code\n```"),
        Item(21, "Direct", "", "text"),
    ]
