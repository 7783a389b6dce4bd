"""Records → rows: in batches, each one transaction, so that an import killed at any moment can simply be run again."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import islice

from django.db import IntegrityError, transaction

from qa import rules
from qa.importers import checks, places
from qa.importers.records import AnswerRecord, CommentRecord, Problem, QuestionRecord
from qa.importers.rows import Batch
from qa.models import ImportedRecord
from qa.services import fields

BATCH = 200


@dataclass
class Report:
    """How many records were added, were there already, have changed at their source since, or could not be read."""

    added: int = 0
    present: int = 0
    changed: int = 0
    problems: int = 0


@dataclass
class Writer:
    """`source` names where the records come from: the same source and external id are the same question, for ever.

    `tell` hears of each Problem as it is met, `progress` of how many records are done.
    """

    source: str
    tell: Callable[[Problem], None]
    progress: Callable[[int], None] = lambda done: None
    dry_run: bool = False
    report: Report = field(default_factory=Report)
    seen: dict[str, str] = field(default_factory=dict)
    """Digest of each external id met in this run: two records of one name are a problem wherever they stand."""

    def write(self, records: Iterable[QuestionRecord | Problem]) -> Report:
        for batch in batches(records, BATCH):
            good = [record for record in map(self.accepted, batch) if record]
            self.add_new(good)
            self.progress(len(batch))
        return self.report

    def problem(self, where: str, message: str) -> None:
        self.report.problems += 1
        self.tell(Problem(where, message))

    def accepted(self, item: QuestionRecord | Problem) -> QuestionRecord | None:
        """The record as it may be stored, or None after telling of what is wrong with it."""
        checked = checks.checked(item) if isinstance(item, QuestionRecord) else item
        if isinstance(checked, QuestionRecord):
            own = digest(item)
            if self.seen.setdefault(item.external_id, own) != own:
                checked = Problem(item.where, f"external_id: another record is called {item.external_id} too.")
        if isinstance(checked, Problem):
            self.problem(checked.where, checked.message)
            return None
        return cleaned(checked)

    def add_new(self, records: list[QuestionRecord]) -> None:
        """One transaction; once more when another import added the same records meanwhile."""
        before = replace(self.report)
        try:
            self.add_in_transaction(records)
        except IntegrityError:
            self.report.__dict__.update(asdict(before))
            self.add_in_transaction(records)

    @transaction.atomic
    def add_in_transaction(self, records: list[QuestionRecord]) -> None:
        digests = {record.external_id: digest(record) for record in records}
        known = ImportedRecord.objects.filter(source=self.source, kind="question", external_id__in=digests)
        stored = dict(known.values_list("external_id", "digest"))
        new: dict[str, QuestionRecord] = {}
        for record in records:
            if record.external_id in stored:
                same = stored[record.external_id] == digests[record.external_id]
                self.report.present += same
                self.report.changed += not same
            elif record.external_id in new:
                self.report.present += 1
            else:
                new[record.external_id] = record
        self.report.added += len(new)
        if self.dry_run:
            return
        if new:
            Batch(self.source, list(new.values()), digests).write()
        places.keep(self.source, records)


def batches(records: Iterable, size: int) -> Iterator[list]:
    stream = iter(records)
    while batch := list(islice(stream, size)):
        yield batch


def digest(record: QuestionRecord) -> str:
    """Changes when the record's content does; where it stands, in its file or in a course, does not matter."""
    known = asdict(replace(record, where=""))
    del known["course"], known["lesson"]
    if not record.environment:
        del known["environment"]  # Digests of records without one are older than the field.
    content = json.dumps(known, default=str, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def cleaned(record: QuestionRecord) -> QuestionRecord:
    """A record within the limits, its text in the form in which everybody's is stored; tags and text may be missing."""
    return replace(
        record,
        title=fields.clean_title(record.title),
        body=fields.clean_body(record.body) if record.body.strip() else "",
        lang=fields.clean_lang(record.lang, f"{record.title}\n{record.body}"),
        tags=tuple(fields.clean_tags(record.tags, least=0)),
        environment=fields.clean_environment(record.environment).stated,
        answers=tuple(map(cleaned_answer, record.answers)),
        comments=tuple(map(cleaned_comment, record.comments)),
        course=fields.clean_line("course", record.course, 0, rules.COURSE_MAX),
        lesson=fields.clean_line("lesson", record.lesson, 0, rules.LESSON_MAX),
    )


def cleaned_answer(answer: AnswerRecord) -> AnswerRecord:
    return replace(answer, body=fields.clean_body(answer.body), comments=tuple(map(cleaned_comment, answer.comments)))


def cleaned_comment(comment: CommentRecord) -> CommentRecord:
    return replace(comment, body=fields.clean_comment(comment.body))
