"""Questions of a course: put into it once, behind the others, also those that were imported before there were any."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from qa.importers import course_notes, course_qa, jsonl, seeds
from qa.importers.records import Problem, QuestionRecord
from qa.importers.seeds import lesson_of
from qa.importers.writer import Writer
from qa.models import Course, CoursePlace, Question

pytestmark = pytest.mark.django_db


def record(name: str, course: str = "甲课", lesson: str = "", **fields: str) -> QuestionRecord:
    known = {"title": f"怎么办 {name}", "body": "不知道", "lang": "zh", "where": "f:1", **fields}
    return QuestionRecord(external_id=name, course=course, lesson=lesson, **known)


def write(*records: QuestionRecord, **options: object) -> list[Problem]:
    problems: list[Problem] = []
    Writer("test", tell=problems.append, **options).write(records)
    return problems


def places() -> list[tuple[str, str, int, str]]:
    rows = CoursePlace.objects.order_by("course__position", "position")
    return list(rows.values_list("course__name", "lesson", "position", "question__title"))


def test_questions_stand_in_the_order_of_their_records() -> None:
    write(record("a", lesson="一"), record("b", "乙课"), record("c", lesson="二"), record("d", ""))
    assert places() == [
        ("乙课", "", 1, "怎么办 b"),
        ("甲课", "一", 1, "怎么办 a"),
        ("甲课", "二", 2, "怎么办 c"),
    ]


def test_again_changes_nothing_and_what_is_new_stands_behind() -> None:
    write(record("a"), record("b"))
    before = places()
    write(record("a", lesson="改过"), record("b"))
    assert places() == before
    write(record("c"), record("a"), record("b"))
    assert places() == [*before, ("甲课", "", 3, "怎么办 c")]
    assert Course.objects.count() == 1


def test_what_was_imported_without_a_place_gets_it_and_is_not_changed_by_it() -> None:
    write(record("a", ""), record("b", ""))
    writer = Writer("test", tell=lambda problem: None)
    report = writer.write([record("a", lesson="一"), record("b", body="改过的正文")])
    assert (report.added, report.present, report.changed) == (0, 1, 1)
    assert [place[1:] for place in places()] == [("一", 1, "怎么办 a"), ("", 2, "怎么办 b")]
    assert set(Question.objects.values_list("body", flat=True)) == {"不知道"}


def test_a_dry_run_places_nothing() -> None:
    write(record("a"), dry_run=True)
    assert not Course.objects.exists()


@pytest.mark.parametrize(
    ("course", "lesson", "field"),
    [("课" * 101, "", "course"), ("课", "章" * 101, "lesson"), ("", "第一章", "lesson")],
)
def test_a_place_that_cannot_be_is_a_problem(course: str, lesson: str, field: str) -> None:
    (problem,) = write(record("a", course, lesson))
    assert problem.message.startswith(field)
    assert not Question.objects.exists()


def test_the_seeds_of_an_older_site_find_their_places() -> None:
    call_command("seed", stdout=StringIO())
    first = places()
    CoursePlace.objects.all().delete()
    Course.objects.all().delete()
    call_command("seed", stdout=(said := StringIO()))
    assert "0 added" in said.getvalue()
    assert places() == first


def test_the_seeds_of_a_course_are_in_lessons() -> None:
    in_courses = [seed for seed in seeds.read() if seed.course]
    assert {seed.external_id.partition("/")[0] for seed in in_courses} == {"course-notes", "course-qa"}
    assert all(seed.lesson for seed in in_courses)
    lessons = {seed.external_id: seed.lesson for seed in in_courses}
    assert lessons["course-notes/02"] == "动态图与静态图"
    assert lessons["course-notes/48"] == "核心知识点总结"
    assert lessons["course-qa/07"] == "第六课：可视化与调试"


def test_a_lesson_follows_from_the_place_in_the_source_else_from_a_tag() -> None:
    content = {"source": "笔记", "lessons": {"1": "开始", "第六课": "六"}}
    entries = [
        {"source": "笔记 1.2.1 特性", "tags": ["第六课"]},
        {"source": "笔记 总结", "tags": []},
        {"tags": ["gpu", "第六课"]},
        {"tags": ["gpu"]},
    ]
    assert [lesson_of(entry, content) for entry in entries] == ["开始", "总结", "六", ""]


def test_documents_name_their_lessons(write) -> None:
    qa = course_qa.read(
        write("入门.txt", "全程回顾2：精选问答\nQ：第一个问题是什么？\n第六课QA\nQ：第二个问题是什么？\n")
    )
    assert [(item.course, item.lesson) for item in qa] == [("入门", "精选问答"), ("入门", "第六课")]
    notes = course_notes.read(write("笔记.txt", "一、做菜\n\n1.1 炒菜的做法\n\n很快。\n\n二、洗碗\n\n洗。\n"))
    assert [(item.course, item.lesson) for item in notes] == [("笔记", "做菜"), ("笔记", "洗碗")]


def test_jsonl_has_courses_and_export_brings_them_back(tmp_path: Path) -> None:
    rows = [{"title": "第一个问题", "course": "甲  课", "lesson": "第一章"}, {"title": "第二个问题", "course": None}]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert [item.course for item in jsonl.read(tmp_path / "in.jsonl")] == ["甲 课", ""]
    call_command("import_content", "--format=jsonl", str(tmp_path / "in.jsonl"), stdout=StringIO(), stderr=StringIO())
    call_command("export_content", str(tmp_path / "out.jsonl"), stdout=StringIO())
    first, second = (json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines())
    assert (first["course"], first["lesson"]) == ("甲 课", "第一章")
    assert "course" not in second
