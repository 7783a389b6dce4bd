"""Records → rows: once, in order, with every counter right; a bad record is told of and the rest goes in."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from qa.environment import Environment
from qa.importers import seeds
from qa.importers.records import AnswerRecord, CommentRecord, Problem, QuestionRecord
from qa.importers.writer import Report, Writer, digest
from qa.models import Answer, Comment, Question, Revision, SearchChange, Tag
from qa.services import recount
from tests.factories import ask, make_user, many_questions

ROOT = Path(__file__).resolve().parents[2]


def record(external_id: str = "a", **fields: object) -> QuestionRecord:
    known = {"title": "训练很慢怎么办", "body": "每步两秒。", "lang": "zh", "where": "f:1", **fields}
    return QuestionRecord(external_id=external_id, **known)


def write(*records: QuestionRecord | Problem, **options: object) -> tuple[Report, list[Problem]]:
    problems: list[Problem] = []
    return Writer("test", tell=problems.append, **options).write(records), problems


pytestmark = pytest.mark.django_db


def test_a_record_becomes_rows_with_counters_revisions_and_a_journal_entry() -> None:
    answers = (
        AnswerRecord("用 `dataset`", accepted=True, user="乙", score=3, comments=(CommentRecord("谢谢", user="丙丁"),)),
        AnswerRecord("不知道"),
    )
    write(record(tags=("性能", "Dataset"), user="甲乙", score=5, answers=answers, comments=(CommentRecord("版本？"),)))
    question = Question.objects.get()
    assert (question.score, question.answer_count, question.author.username) == (5, 2, "甲乙")
    assert question.accepted_answer.body == "用 `dataset`"
    assert "<code>dataset</code>" in question.accepted_answer.html
    assert sorted(Tag.objects.values_list("name", "question_count")) == [("dataset", 1), ("性能", 1)]
    assert (Answer.objects.count(), Comment.objects.count(), Revision.objects.count()) == (2, 2, 3)
    assert SearchChange.objects.count() == 1
    assert list(recount.check()) == []


def test_running_twice_adds_nothing() -> None:
    many_questions(25)
    before = [model.objects.count() for model in (Question, Answer, Comment, Revision, Tag, User)]
    many_questions(25)
    assert [model.objects.count() for model in (Question, Answer, Comment, Revision, Tag, User)] == before
    assert list(recount.check()) == []


def test_a_record_that_changed_at_its_source_is_said_and_left_alone() -> None:
    write(record())
    report, _ = write(record(body="每步三秒。"))
    assert (report.added, report.present, report.changed) == (0, 0, 1)
    assert Question.objects.get().body == "每步两秒。"


def test_an_environment_is_stored_in_the_spelling_of_the_choices_and_kept_in_the_revision() -> None:
    write(record(environment={"version": "r2.3", "device": "ascend", "python": "3.9"}))
    question = Question.objects.get()
    assert question.environment == Environment(version="2.3", device="Ascend", python="3.9")
    assert question.revisions.get().environment == {"version": "2.3", "device": "Ascend", "python": "3.9"}


def test_a_record_whose_environment_changed_at_its_source_has_changed() -> None:
    write(record())
    report, _ = write(record(environment={"device": "CPU"}))
    assert (report.present, report.changed) == (0, 1)


def test_a_record_without_an_environment_is_the_one_that_was_imported_before_there_were_any() -> None:
    assert digest(record()) == "96866cf2bb7d071b2814d6ab60ce01ff0e732c4732fcf8796e9f263affb4190a"


def test_two_records_of_one_name_in_a_file_are_a_problem_unless_they_are_the_same() -> None:
    report, problems = write(record(), record(), record(body="另一个", where="f:3"))
    assert report.added == 1
    assert [problem.where for problem in problems] == ["f:3"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"title": "短"}, "title"),
        ({"title": "长" * 301}, "title"),
        ({"body": "x" * 100_001}, "body"),
        ({"tags": ("a", "b", "c", "d", "e", "f")}, "tags"),
        ({"tags": ("!!!",)}, "tags"),
        ({"environment": {"device": "TPU"}}, "environment.device"),
        ({"answers": (AnswerRecord(" "),)}, "body"),
        ({"body": "\ud800"}, "body"),
    ],
)
def test_a_bad_record_is_told_of_with_its_place_and_the_rest_goes_in(fields: dict, field: str) -> None:
    report, problems = write(record("bad", where="f:7", **fields), record("good"))
    assert (report.added, report.problems) == (1, 1)
    assert problems[0].where == "f:7"
    assert field in problems[0].message


def test_a_problem_of_the_parser_is_passed_on() -> None:
    report, problems = write(Problem("f:9", "no title"), record())
    assert (report.added, report.problems, problems) == (1, 1, [Problem("f:9", "no title")])


def test_a_name_that_somebody_here_has_is_not_given_their_posts() -> None:
    local = make_user("张三")
    write(record(user="张三"), record("b", user="张三"))
    authors = {question.author for question in Question.objects.all()}
    assert local not in authors
    assert [user.username for user in authors] == ["张三-2"]


@pytest.mark.parametrize("name", ["admin", "Jean Dupont", "\u3164\u3164", "x"])
def test_a_name_nobody_could_sign_up_with_is_shown_as_text(name: str) -> None:
    write(record(user=name))
    question = Question.objects.get()
    assert (question.author, question.author_name) == (None, name)


def test_imported_people_cannot_sign_in() -> None:
    write(record(user="甲乙"))
    assert not User.objects.get().has_usable_password()


def test_a_dry_run_writes_nothing() -> None:
    report, _ = write(record(), dry_run=True)
    assert report.added == 1
    assert not Question.objects.exists()


def test_statements_are_a_fraction_of_the_records(django_assert_max_num_queries) -> None:
    """150 questions, 300 answers, 450 comments, 450 revisions; SQLite splits a statement at 999 values."""
    with django_assert_max_num_queries(40):
        many_questions(150)


def test_the_seeds_are_many_tagged_and_name_their_source() -> None:
    records = list(seeds.read())
    assert len(records) >= 70
    assert all(2 <= len(record.tags) <= 5 for record in records)
    assert all("来源：" in record.body for record in records)
    assert [record.external_id for record in records if not record.answers] == ["course-qa/01"]


def test_seeding_is_idempotent() -> None:
    call_command("seed", stdout=StringIO())
    number = Question.objects.count()
    out = StringIO()
    call_command("seed", stdout=out)
    assert Question.objects.count() == number
    assert "0 added" in out.getvalue()
    assert list(recount.check()) == []


# The command


def corpus(path: Path, number: int) -> Path:
    with path.open("w", encoding="utf-8") as file:
        for i in range(number):
            answers = [{"body": f"answer {i}", "accepted": True, "user": f"user{i % 9}"}]
            row = {
                "external_id": f"c/{i}",
                "title": f"question number {i}",
                "body": "text",
                "tags": ["a"],
                "answers": answers,
            }
            file.write(json.dumps(row) + "\n")
    return path


def test_the_command_says_what_it_did(tmp_path: Path) -> None:
    path, out, err = corpus(tmp_path / "c.jsonl", 3), StringIO(), StringIO()
    with path.open("a") as file:
        file.write('{"title": 7}\n')
    call_command("import_content", "--format=jsonl", str(path), stdout=out, stderr=err)
    assert out.getvalue().startswith("3 added, 0 there already")
    assert "c.jsonl:4" in err.getvalue()


def test_the_command_refuses_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        call_command("import_content", "--format=jsonl", str(tmp_path / "none.jsonl"))


def test_what_is_exported_comes_back_equal(tmp_path: Path) -> None:
    many_questions(12)
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    call_command("export_content", str(first), stdout=StringIO())
    Question.objects.all().delete()
    User.objects.all().delete()
    call_command("import_content", "--format=jsonl", str(first), stdout=StringIO(), stderr=StringIO())
    call_command("export_content", str(second), stdout=StringIO())
    assert len(first.read_text().splitlines()) == 12
    assert first.read_text() == second.read_text()


def test_an_environment_is_exported_and_comes_back(tmp_path: Path) -> None:
    said = {"version": "2.3.1", "device": "Ascend", "mode": "Graph", "os": "Linux", "python": "3.9"}
    write(record(environment=said), record("b", environment={"device": "CPU"}))
    call_command("export_content", str(tmp_path / "1.jsonl"), stdout=StringIO())
    Question.objects.all().delete()
    call_command("import_content", "--format=jsonl", str(tmp_path / "1.jsonl"), stdout=StringIO(), stderr=StringIO())
    assert [q.environment for q in Question.objects.order_by("pk")] == [Environment(**said), Environment(device="CPU")]


def test_an_export_names_a_native_question_like_no_imported_one(tmp_path: Path) -> None:
    native = ask(make_user("native"))
    row = {"external_id": f"question/{native.pk}", "title": "An imported question", "body": "text"}
    (tmp_path / "in.jsonl").write_text(json.dumps(row))
    call_command("import_content", "--format=jsonl", str(tmp_path / "in.jsonl"), stdout=StringIO(), stderr=StringIO())
    call_command("export_content", str(tmp_path / "out.jsonl"), stdout=StringIO())
    names = [json.loads(line)["external_id"] for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert len(set(names)) == 2


@pytest.fixture
def site(tmp_path: Path) -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    env = {**ours, "JIEHUO_DATA_DIR": str(tmp_path / "data"), "DATABASE_URL": ""}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True, capture_output=True)
    return env


def exported(env: dict[str, str], path: Path) -> list[dict]:
    subprocess.run(
        [sys.executable, "manage.py", "export_content", str(path)], cwd=ROOT, env=env, check=True, capture_output=True
    )
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    for row in rows:
        for thing in (row, *row["answers"]):
            del thing["created_at"]
    return rows


def rows_of(database: Path) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return connection.execute("SELECT count(*) FROM qa_question").fetchone()[0]


def test_an_import_killed_again_and_again_ends_as_one_that_was_not(site: dict[str, str], tmp_path: Path) -> None:
    path = corpus(tmp_path / "c.jsonl", 3000)
    command = [sys.executable, "manage.py", "import_content", "--format=jsonl", str(path)]
    database = Path(site["JIEHUO_DATA_DIR"]) / "jiehuo.sqlite3"
    for wanted in (200, 1000, 1800):
        process = subprocess.Popen(command, cwd=ROOT, env=site, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while rows_of(database) < wanted:
            assert process.poll() is None, "the import ended before it could be killed"
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert rows_of(database) < 3000
    subprocess.run(command, cwd=ROOT, env=site, check=True, capture_output=True)
    whole = {**site, "JIEHUO_DATA_DIR": str(tmp_path / "whole")}
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=whole, check=True, capture_output=True
    )
    subprocess.run(command, cwd=ROOT, env=whole, check=True, capture_output=True)
    assert exported(site, tmp_path / "killed.out") == exported(whole, tmp_path / "whole.out")
    subprocess.run(
        [sys.executable, "manage.py", "recount", "--check"], cwd=ROOT, env=site, check=True, capture_output=True
    )
