"""The packaged starting content: TOML files in qa/seeds, written in this project's own words."""

import tomllib
from pathlib import Path

from qa.importers.records import AnswerRecord, QuestionRecord, Records

BYLINE = "解惑 编辑部"
"""Who the seeds are from; with its space it is nobody's user name."""

FOLDER = Path(__file__).resolve().parent.parent / "seeds"


def record(entry: dict, source: str, where: str) -> QuestionRecord:
    """A seed as a record; the document it goes back to is named below the question."""
    answer = entry.get("answer", "").strip()
    return QuestionRecord(
        external_id=entry["id"],
        title=entry["title"],
        body=f"{entry['body'].strip()}\n\n*来源：{entry.get('source', source)}*",
        lang="zh",
        where=where,
        user=BYLINE,
        tags=tuple(entry["tags"]),
        answers=(AnswerRecord(answer, accepted=True, user=BYLINE),) if answer else (),
    )


def read(folder: Path = FOLDER) -> Records:
    """The records of every TOML file in the folder, in the order of their names."""
    for path in sorted(folder.glob("*.toml")):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        for entry in content["question"]:
            yield record(entry, content["source"], f"{path.name}:{entry['id']}")
