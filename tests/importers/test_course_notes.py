import re

import pytest

from qa.importers import course_notes
from qa.importers.notes_markdown import to_markdown
from qa.importers.source import ImportSourceError

from .conftest import problems

DOCUMENT = """\
前言一句。

一、做菜（炒与煮）

1.1 炒：一种快的做法

炒菜很快。

---

1.2 煮（慢火）：另一种做法

煮的引言：

1.2.1 核心特性

特点有两点：

1. 慢：需要时间。
   • 小火
   • 大锅
2. 软：容易消化。

1.2.2 煮的步骤：分三步

1.5 升水就够了。

1.2.3 差异对比表

表格

方面\t炒\t煮
速度\t快|很快\t慢

---

二、洗碗

洗碗没有小节。

---

第一章知识点总结

1. 做菜

炒得快。

2. 洗碗

洗得净。
"""


@pytest.fixture
def records(write):
    return list(course_notes.read(write("notes.txt", DOCUMENT)))


def test_each_leaf_section_is_a_question_with_a_title_that_stands_alone(records):
    assert [record.title for record in records] == [
        "炒：一种快的做法",
        "煮（慢火）：核心特性是什么？",
        "煮的步骤：分三步",
        "煮（慢火）：差异对比表",
        "洗碗是什么？",
        "第一章知识点总结：做菜",
        "第一章知识点总结：洗碗",
    ]


def test_introductions_go_with_the_first_leaf_below_them(records):
    assert records[0].answers[0].body == "前言一句。\n\n炒菜很快。"
    assert records[1].answers[0].body.startswith("煮的引言：\n\n特点有两点：")


def test_lists_are_nested_and_tables_are_tables(records):
    assert records[1].answers[0].body.endswith("1. 慢：需要时间。\n   - 小火\n   - 大锅\n2. 软：容易消化。")
    assert records[3].answers[0].body == ("表格\n\n| 方面 | 炒 | 煮 |\n| --- | --- | --- |\n| 速度 | 快\\|很快 | 慢 |")


def test_a_sentence_that_starts_with_a_number_is_no_heading(records):
    assert records[2].answers[0].body == "1.5 升水就够了。"


def test_no_rule_remains_and_every_text_is_in_exactly_one_answer(records):
    text = "\n".join(record.answers[0].body for record in records)
    assert not re.search(r"^---$", text, re.MULTILINE)
    for words in ("前言一句", "炒菜很快", "煮的引言", "小火", "升水", "洗碗没有小节", "炒得快", "洗得净"):
        assert text.count(words) == 1


def test_body_and_tags_say_where_the_section_stands(records):
    assert records[1].body == "来源：课程笔记，做菜（炒与煮） › 1.2 煮（慢火）：另一种做法 › 1.2.1 核心特性"
    assert records[1].tags == ("课程笔记", "做菜")


def test_equal_headings_get_distinct_titles_and_ids(write):
    text = "一、甲章\n\n1.1 说明事项\n\n甲。\n\n二、乙章\n\n2.1 说明事项\n\n乙。\n"
    first, second = course_notes.read(write("n.txt", text))
    assert first.title != second.title
    assert first.external_id != second.external_id


def test_a_section_without_text_is_reported(write):
    records = list(course_notes.read(write("n.txt", "1.1 空的小节\n\n1.2 有字的小节\n\n字。\n")))
    (problem,) = problems(records)
    assert problem.where == "n.txt:1"


def test_headings_inside_code_are_code(write):
    (record,) = course_notes.read(write("n.txt", "1.1 有代码的小节\n\n```\n1.2 不是标题\n```\n"))
    assert "1.2 不是标题" in record.answers[0].body


def test_a_text_without_sections_is_refused(write):
    with pytest.raises(ImportSourceError, match="numbered sections"):
        course_notes.read(write("n.txt", "只有文字。"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("• a\n• b", "- a\n- b"),
        ("9. a\n10. b\n    • c", "9. a\n10. b\n    - c"),
        ("1. a\n   more", "1. a\n   more"),
        ("a\tb\n1", "| a | b |\n| --- | --- |\n\n1"),
        ("a\tb\nc", "| a | b |\n| --- | --- |\n\nc"),
        ("x\n---\ny", "x\n\ny"),
        ("```\na\tb\n• c\n```", "```\na\tb\n• c\n```"),
    ],
)
def test_to_markdown(text, expected):
    assert to_markdown(text.split("\n")) == expected


def _squeezed(text):
    """Return the text without what only shows its layout: spaces, bullets, lines of tables, dots after numbers."""
    return re.sub(r"[\s|•.-]|^[一二三四]、", "", text)


def test_the_seed_document(shared):
    path = shared("data/seed_documents/003_*.txt")
    records = list(course_notes.read(path))
    assert not problems(records)
    assert len(records) == len({record.title for record in records}) == 36
    for line in path.read_text(encoding="utf-8").split("\n"):
        words = _squeezed(line)
        # A heading stands in the source note, anything else in exactly one answer.
        places = [record for record in records if words in _squeezed(record.answers[0].body)]
        assert not words or len(places) == 1 or any(words in _squeezed(record.body) for record in records), line
