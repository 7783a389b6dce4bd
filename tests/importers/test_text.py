import pytest

from qa.importers.text import Distinct, Fence, collapse, derived_tags, digest, leading_part, paragraphs, title_and_rest


def test_collapse_takes_no_break_spaces_and_line_breaks():
    assert collapse(" a\u00a0 b\n c\t") == "a b c"


def test_digest_ignores_case_width_spaces_and_punctuation():
    assert digest("MindSpore 报错？") == digest("mindspore报错?") != digest("mindspore报错了")
    assert len(digest("？")) == 12
    assert digest("？") != digest("！")


def test_distinct_counts_up():
    names = Distinct()
    assert [names.of(name) for name in ("a", "a", "a-2", "b", "a")] == ["a", "a-2", "a-2-2", "b", "a-3"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```\nQ: a\n```\nb", "CCCT"),
        ("~~~ text\n```\n~~~\nb", "CCCT"),
        ("````\n```\n````\nb", "CCCT"),
        ("```a```\nb", "TT"),
        ("- ```py\n  x\n  ```\nb", "CCCT"),
        ("> ```\n> x\n> ```\nb", "CCCT"),
        ("```\n- ```\n```\nb", "CCCT"),
        ("```\n``` py\n```\nb", "CCCT"),
        ("```\nnever closed", "CC"),
    ],
)
def test_fence(text, expected):
    fence = Fence()
    assert "".join("C" if fence.takes(line) else "T" for line in text.split("\n")) == expected
    assert bool(fence.opened) == ("never" in text)


def test_paragraphs_keep_code_and_lists_together():
    lines = ["first", "second ", "", "", "- a", "- b", "```", "x", "", "  y", "```", "end"]
    assert paragraphs(lines) == "first\n\nsecond\n\n- a\n- b\n\n```\nx\n\n  y\n```\n\nend"


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("一句话。又一句话。", 6, "一句话。"),
        ("先是这样，然后那样，最后这样", 10, "先是这样，然后那样"),
        ("Version 1.2 fails. Why?", 20, "Version 1.2 fails."),
        ("Fails with `a. b: c, d` here. Why?", 30, "Fails with `a. b: c, d` here."),
        ("nowhereatall", 5, ""),
    ],
)
def test_leading_part_cuts_at_sentences_then_at_clauses(text, limit, expected):
    assert leading_part(text, limit) == expected


def test_a_long_question_keeps_its_start_as_title_and_all_of_it_for_the_body():
    assert title_and_rest("短？", 10) == ("短？", "")
    assert title_and_rest("先说明背景。再问为什么？", 8) == ("先说明背景。", "先说明背景。再问为什么？")
    assert title_and_rest("x" * 20, 8) == ("x" * 20, "")


def test_derived_tags_are_normalised_distinct_and_few():
    assert derived_tags("MindSpore", "", "mindspore", "a b", "（？）") == ("mindspore", "a-b")
    assert len(derived_tags(*"abcdefgh")) == 5
