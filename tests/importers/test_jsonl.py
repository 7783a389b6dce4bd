import json
from datetime import UTC, datetime

import pytest

from qa import rules
from qa.importers import jsonl
from qa.importers.records import AnswerRecord, CommentRecord, QuestionRecord
from qa.importers.source import ImportSourceError

from .conftest import problems, questions, within_limits


def lines(*rows):
    return "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)


@pytest.fixture
def read(write):
    return lambda *rows: within_limits(jsonl.read(write("q.jsonl", lines(*rows))))


def test_a_full_record(read):
    comment = {"body": "thanks", "user": "c", "created_at": "2024-05-06T07:08:09.123Z"}
    answer = {"body": "So.\n", "accepted": True, "user": "a", "score": -1, "comments": [comment]}
    moment = datetime(2024, 5, 6, 7, 8, 9, 123000, tzinfo=UTC)
    (record,) = read(
        {
            "external_id": "x1",
            "lang": "zh",
            "title": " How\n\tis\u00a0it? ",
            "body": "\nbody\n",
            "tags": ["C++", "c++", "data sink"],
            "environment": {"version": " r2.3 ", "device": "ascend", "os": None, "python": "", "cann": "8.0"},
            "user": "u",
            "score": 3,
            "created_at": "2024-05-06T15:08:09.123+08:00",
            "answers": [answer, {"body": "Else.", "created_at": None}],
            "comments": [comment],
            "unknown": {"key": 1},
        }
    )
    noted = CommentRecord("thanks", "c", moment)
    assert record == QuestionRecord(
        external_id="x1",
        title="How is it?",
        body="body",
        lang="zh",
        where="q.jsonl:1",
        tags=("c++", "data-sink"),
        environment={"version": "r2.3", "device": "ascend"},
        user="u",
        score=3,
        created_at=moment,
        answers=(AnswerRecord("So.", True, "a", -1, None, (noted,)), AnswerRecord("Else.")),
        comments=(noted,),
    )


def test_only_the_title_is_required_and_null_means_absent(read):
    keys = ("external_id", "lang", "body", "tags", "environment", "user", "score", "created_at", "answers", "comments")
    first, second = read({"title": "怎么安装MindSpore？"}, {"title": "怎么安装MindSpore？"} | dict.fromkeys(keys))
    assert first.lang == "zh"
    assert (first.body, first.tags, first.environment, first.answers) == ("", (), {}, ())
    assert first.external_id == second.external_id != read({"title": "怎么安装MindSpore？", "body": "x"})[0].external_id


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-01-02T03:04:05Z", datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC)),
        ("2024-01-02T03:04:05", datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC)),
        ("2024-01-02T03:04:05.678", datetime(2024, 1, 2, 3, 4, 5, 678000, tzinfo=UTC)),
        ("2024-01-02 03:04:05-05:00", datetime(2024, 1, 2, 8, 4, 5, tzinfo=UTC)),
        ("2024-01-02", datetime(2024, 1, 2, tzinfo=UTC)),
        ("", None),
    ],
)
def test_dates(text, expected, read):
    assert read({"title": "title", "created_at": text})[0].created_at == expected


BAD = [
    ("{", "line: it is not JSON"),
    ("[]", "line: it is JSON, but not an object"),
    ("3", "line: it is JSON, but not an object"),
    ("[" * 100_000, "line: it is JSON that is too large or too deep"),
    ('{"title": "title", "score": ' + "9" * 5000 + "}", "line: it is JSON that is too large or too deep"),
    ({}, "title: it is missing or empty"),
    ({"title": " \n "}, "title: it is missing or empty"),
    ({"title": "abc"}, "title: the text has 3 characters"),
    ({"title": "x" * (rules.TITLE_MAX + 1)}, "title: the text has 301 characters"),
    ({"title": 5}, "title: it must be a string, not 5"),
    ({"title": ["x" * 100]}, 'title: it must be a string, not ["xxx'),
    ({"title": "half a pair \ud800"}, "title: the text holds U+D800"),
    ({"title": "with \0 inside"}, "title: the text holds U+0000"),
    ({"body": "with \0 inside"}, "body: the text holds U+0000"),
    ({"body": "x" * (rules.BODY_MAX + 1)}, "body: the text has 100001 characters"),
    ({"external_id": 7}, "external_id: it must be a string"),
    ({"lang": "fr"}, "lang: it must be zh or en"),
    ({"user": {}}, "user: it must be a string"),
    ({"score": "3"}, "score: it must be a whole number"),
    ({"score": 3.5}, "score: it must be a whole number"),
    ({"score": True}, "score: it must be a whole number, not true"),
    ('{"title": "title", "score": NaN}', "score: it must be a whole number, not NaN"),
    ({"score": 10**9 + 1}, "score: the number is not between"),
    ({"created_at": "yesterday"}, 'created_at: "yesterday" is not an ISO 8601 date'),
    ({"created_at": 1700000000}, "created_at: it must be a string"),
    ({"created_at": "0001-01-01T00:00:00+14:00"}, "created_at: "),
    ({"created_at": "1492-10-12"}, "created_at: the year is not between"),
    ({"created_at": "2024-02-30"}, "created_at: "),
    ({"tags": "a,b"}, "tags: it must be a list"),
    ({"tags": ["ok", 3]}, "tags[1]: it must be a string"),
    ({"tags": [" "]}, "tags[0]: "),
    ({"tags": ["a?b"]}, "tags[0]: "),
    ({"tags": list("abcdef")}, "tags: there are 6 tags"),
    ({"environment": "Ascend"}, "environment: it must be an object"),
    ({"environment": {"version": 2.1}}, "environment.version: it must be a string, not 2.1"),
    ({"environment": {"device": "TPU"}}, "environment.device: Choose one of these: Ascend, GPU, CPU."),
    ({"environment": {"python": "x" * 500}}, "environment.python: Write a version such as 3."),
    ({"answers": {}}, "answers: it must be a list"),
    ({"answers": ["text"]}, "answers[0]: it must be an object"),
    ({"answers": [{}]}, "answers[0].body: the text is empty"),
    ({"answers": [{"body": "a"}, {"body": " "}]}, "answers[1].body: the text is empty"),
    ({"answers": [{"body": "a", "accepted": 1}]}, "answers[0].accepted: it must be true or false, not 1"),
    ({"answers": [{"body": "a", "accepted": True}, {"body": "b", "accepted": True}]}, "answers: more than one"),
    ({"answers": [{"body": "a", "comments": [{"body": 1}]}]}, "answers[0].comments[0].body: it must be a string"),
    ({"comments": [{"body": "x"}]}, "comments[0].body: the text has 1 characters"),
    ({"comments": [{"body": "ok", "created_at": "?"}]}, "comments[0].created_at: "),
]


@pytest.mark.parametrize(("row", "message"), BAD)
def test_a_bad_line_is_reported_and_reading_goes_on(row, message, read):
    bad = row if isinstance(row, str) or "title" in row or row == {} else {"title": "title", **row}
    problem, good = read(bad, {"title": "good"})
    assert problem.where == "q.jsonl:1"
    assert problem.message.startswith(message)
    assert problem.message.endswith(".")
    assert good.title == "good"


def test_bytes_that_are_no_utf_8_spoil_only_their_line(write):
    records = list(jsonl.read(write("q.jsonl", b'{"title": "\xff\xfe"}\n{"title": "good"}\r\n')))
    assert problems(records)[0].message == "line: it is not valid UTF-8 at byte 11."
    assert [record.title for record in questions(records)] == ["good"]


def test_byte_order_mark_and_blank_lines(write):
    records = list(jsonl.read(write("q.jsonl", '\ufeff{"title": "first"}\r\n\r\n  \n{"title": "last"}')))
    assert [(record.title, record.where) for record in records] == [("first", "q.jsonl:1"), ("last", "q.jsonl:4")]


def test_an_over_long_line_is_skipped_without_being_held(write, monkeypatch):
    monkeypatch.setattr(jsonl, "LINE_BYTES_MAX", 40)
    fits = '{"title": "' + "x" * 27 + '"}'
    rows = [fits, '{"title": "' + "y" * 200 + '"}', fits]
    assert len(fits) == 40
    records = list(jsonl.read(write("q.jsonl", "\n".join(rows))))
    assert [type(record).__name__ for record in records] == ["QuestionRecord", "Problem", "QuestionRecord"]
    assert records[1].message == "line: it is longer than 40 bytes."
    assert records[2].where == "q.jsonl:3"


def test_text_beyond_the_basic_plane_is_kept_whole(read):
    (record,) = read('{"title": "\\ud83d\\ude00 emoji", "body": "😂 مرحبا"}')
    assert (record.title, record.body) == ("😀 emoji", "😂 مرحبا")


def test_utf_16_is_refused(write):
    with pytest.raises(ImportSourceError, match="UTF-16"):
        jsonl.read(write("q.jsonl", '{"title": "title"}'.encode("utf-16")))


def test_a_file_is_read_as_a_stream(write):
    records = jsonl.read(write("q.jsonl", '{"title": "first"}\n' * 1000))
    assert next(records).title == "first"
    records.close()
