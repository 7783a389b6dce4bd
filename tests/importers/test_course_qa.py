import pytest

from qa import rules
from qa.importers import course_qa
from qa.importers.source import ImportSourceError

from .conftest import problems, questions, within_limits

DOCUMENT = """\
介绍课程的开头文字，不是任何问题的回答。
全程回顾1：课程视频
第一课介绍架构。
全程回顾2：精选问答
下面是问题。
Q：能平均分吗? 五个分给四个呢？
Q：第二个问题是什么？
第一段回答。
第二段回答。
第三课QA
这一行不属于任何回答。
Q: 半角冒号也可以吗？
A：可以，
不过要小心。

- 一
- 二
```text
Q：代码里的这一行不是问题
```
全程回顾3：课程资料
资料在网上。
"""


def test_questions_answers_and_sections(write):
    first, second, third = course_qa.read(write("course.txt", DOCUMENT))
    assert (first.title, first.answers) == ("能平均分吗? 五个分给四个呢？", ())
    assert second.answers[0].body == "第一段回答。\n\n第二段回答。"
    assert second.answers[0].accepted
    assert (second.tags, second.body) == (("精选问答",), "来源：课程精选问答")
    assert (third.tags, third.body) == (("精选问答", "第三课"), "来源：课程精选问答，第三课")
    assert third.answers[0].body == ("可以，\n\n不过要小心。\n\n- 一\n- 二\n\n```text\nQ：代码里的这一行不是问题\n```")
    assert {question.lang for question in (first, second, third)} == {"zh"}
    assert third.where == "course.txt:12"


def test_what_stands_outside_of_items_is_in_no_answer(write):
    text = "".join(a.body for q in course_qa.read(write("course.txt", DOCUMENT)) for a in q.answers)
    assert not any(
        words in text for words in ("开头文字", "下面是问题", "不属于任何回答", "资料在网上", "QA", "全程回顾")
    )


def test_line_ends_and_byte_order_mark_change_nothing(write):
    plain = list(course_qa.read(write("course.txt", DOCUMENT)))
    assert list(course_qa.read(write("course.txt", "\ufeff" + DOCUMENT.replace("\n", "\r\n")))) == plain
    assert list(course_qa.read(write("course.txt", DOCUMENT.encode("utf-16")))) == plain


def test_ids_are_stable_when_the_document_grows_and_distinct_when_a_question_repeats(write):
    before = [q.external_id for q in course_qa.read(write("c.txt", "Q：甲是什么？\n答。\n"))]
    after = [
        q.external_id for q in course_qa.read(write("c.txt", "Q：新的问题？\nQ：甲是什么？\n答。\nQ：甲是什么？\n"))
    ]
    assert after[1] == before[0]
    assert len(set(after)) == 3


def test_a_short_title_is_put_into_its_section(write):
    (question,) = course_qa.read(write("c.txt", "第六课QA\nQ：为何\n答。"))
    assert question.title == "第六课：为何"


def test_a_long_title_is_cut_at_a_sentence_and_stands_whole_in_the_body(write):
    asked = "我先讲背景。" * 60 + "为什么？"
    (question,) = course_qa.read(write("c.txt", f"Q：{asked}\n答。"))
    assert question.title.endswith("背景。")
    assert len(question.title) <= rules.TITLE_MAX
    assert question.body == f"{asked}\n\n来源：课程问答"


def test_what_cannot_be_a_title_is_reported(write):
    records = within_limits(course_qa.read(write("c.txt", f"Q：\n答。\nQ：{'长' * 400}\n答。\nQ：好的问题？\n")))
    assert [problem.where for problem in problems(records)] == ["c.txt:1", "c.txt:3"]
    assert len(questions(records)) == 1


def test_a_text_without_questions_is_of_another_kind(write):
    with pytest.raises(ImportSourceError, match="Q："):
        course_qa.read(write("c.txt", "只是一段文字。"))


def test_the_seed_document(shared):
    records = list(course_qa.read(shared("data/seed_documents/001_*.txt")))
    assert len(questions(records)) == len(records) == 16
    assert [len(question.answers) for question in records] == [0] + [1] * 15
    assert all(answer.accepted for question in records for answer in question.answers)
    assert ["第六课" in question.tags for question in records] == [False] * 6 + [True] * 10
    assert records[6].answers[0].body.count("\n\n") == 1
    assert not any("全程回顾" in answer.body or "PPT" in answer.body for q in records for answer in q.answers)
