"""The packaged starting content: TOML files in qa/seeds, written in this project's own words."""

import re
import tomllib
from pathlib import Path

from qa.importers.records import AnswerRecord, QuestionRecord, Records

BYLINE = "解惑 编辑部"
"""Who the seeds are from; with its space it is nobody's user name."""

FOLDER = Path(__file__).resolve().parent.parent / "seeds"


NUMBER = re.compile(r"\d+")


def lesson_of(entry: dict, content: dict) -> str:
    """The name of the lesson that a seed of a course belongs to.

    A file names its `lessons`: the key is the first number of the place in the source (`1` for `课程笔记 1.2.1 特性`),
    or a tag, of which the first that fits counts. A place without a number is a lesson by itself.
    """
    lessons = content.get("lessons", {})
    place = entry.get("source", "").removeprefix(content["source"]).strip()
    if number := NUMBER.match(place):
        return lessons[number[0]]
    return place or next((name for tag, name in lessons.items() if tag in entry["tags"]), "")


def record(entry: dict, content: dict, where: str) -> QuestionRecord:
    """A seed as a record; the document it goes back to is named below the question."""
    course = content.get("course", "")
    answer = entry.get("answer", "").strip()
    return QuestionRecord(
        external_id=entry["id"],
        title=entry["title"],
        body=f"{entry['body'].strip()}\n\n*来源：{entry.get('source', content['source'])}*",
        lang="zh",
        where=where,
        user=BYLINE,
        tags=tuple(entry["tags"]),
        answers=(AnswerRecord(answer, accepted=True, user=BYLINE),) if answer else (),
        course=course,
        lesson=lesson_of(entry, content) if course else "",
    )


def read(folder: Path = FOLDER) -> Records:
    """The records of every TOML file in the folder, in the order of their names."""
    for path in sorted(folder.glob("*.toml")):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        for entry in content["question"]:
            yield record(entry, content, f"{path.name}:{entry['id']}")
