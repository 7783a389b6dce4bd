"""Texts of questions → sentence vectors in the database, each once, newest questions first.

Run by the job worker and by `sync_search`. A vector carries the name of its encoder and a digest of its text: another
encoder, or another text, means another vector. Searches use the vectors of one model, `Installation.vector_model`; when
ENCODER names another, they go on with the old ones until the new are complete.
"""

import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence

from django.db import transaction
from django.db.models import Max

from qa.models import Answer, Aspect, ErrorSignature, Installation, Question, QuestionVector, SearchChange
from qa.search import encoders
from qa.search.vectors import quantised
from qa.text.plain import plain_text

logger = logging.getLogger(__name__)

LEAD_LENGTH = 300
"""Characters of title, text and answer that the lead is made of: more cost much and find little (ADR 0008)."""
ERROR_LENGTH = 300
BATCH = 32
"""Questions that are encoded between two commits."""

Key = tuple[int, int]
"""Question and aspect."""

Progress = Callable[[int], None]


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def lead(title: str, body: str, answer: str) -> str:
    """Title and how text and answer begin; empty when there is nothing beside the title."""
    rest = "\n".join(filter(None, (plain_text(body[: LEAD_LENGTH * 4]), plain_text(answer[: LEAD_LENGTH * 4]))))
    return f"{title}\n{rest}"[:LEAD_LENGTH] if rest.strip() else ""


def first_answers(ids: Sequence[int]) -> dict[int, str]:
    """The accepted answer of each question, else its best one."""
    rows = Answer.objects.live().filter(question__in=ids).in_order().values_list("question_id", "body")
    found: dict[int, str] = {}
    for question_id, body in rows:
        found.setdefault(question_id, body)
    return found


def errors(ids: Sequence[int]) -> dict[int, str]:
    """The first error that each question itself tells of."""
    found: dict[int, str] = {}
    rows = ErrorSignature.objects.filter(question__in=ids).order_by("id")
    for question_id, exception, message in rows.values_list("question_id", "exception", "message"):
        found.setdefault(question_id, f"{exception}: {message}"[:ERROR_LENGTH] if exception else message[:ERROR_LENGTH])
    return found


def texts_of(ids: Sequence[int]) -> dict[Key, str]:
    """What is to be encoded of the questions that are there and not deleted; 3 queries."""
    answers, told = first_answers(ids), errors(ids)
    texts: dict[Key, str] = {}
    for pk, title, body in Question.objects.live().filter(pk__in=ids).values_list("pk", "title", "body"):
        texts[pk, Aspect.TITLE] = title
        texts[pk, Aspect.LEAD] = lead(title, body, answers.get(pk, ""))
        texts[pk, Aspect.ERROR] = told.get(pk, "")
    return {key: text for key, text in texts.items() if text}


def stored(ids: Sequence[int], model: str) -> dict[Key, str]:
    rows = QuestionVector.objects.filter(question__in=ids, model=model)
    return {(pk, aspect): digest for pk, aspect, digest in rows.values_list("question_id", "aspect", "digest")}


@transaction.atomic
def save(model: str, made: Sequence[QuestionVector], gone: Sequence[Key]) -> None:
    """Stores new vectors over old ones and lets the indexes of all nodes know."""
    for pk, aspect in gone:
        QuestionVector.objects.filter(question=pk, model=model, aspect=aspect).delete()
    there = set(Question.objects.filter(pk__in={v.question_id for v in made}).values_list("pk", flat=True))
    QuestionVector.objects.bulk_create(
        [vector for vector in made if vector.question_id in there],
        update_conflicts=True,
        unique_fields=["question", "model", "aspect"],
        update_fields=["digest", "vector"],
    )
    SearchChange.objects.say({*(v.question_id for v in made), *(pk for pk, _ in gone)})


def encode(ids: Sequence[int]) -> int:
    """Makes what these questions lack of the configured encoder's vectors; how many. Raises EncoderError."""
    model = encoders.configured_name()
    if not model:
        return 0
    texts, known = texts_of(ids), stored(ids, model)
    wanted = {key: text for key, text in texts.items() if known.get(key) != digest(text)}
    gone = [key for key in known if key not in texts]
    if not wanted and not gone:
        return 0
    vectors = quantised(encoders.load(model).documents(list(wanted.values()))) if wanted else ()
    made = [
        QuestionVector(question_id=pk, aspect=aspect, model=model, digest=digest(text), vector=vector.tobytes())
        for ((pk, aspect), text), vector in zip(wanted.items(), vectors, strict=True)
    ]
    save(model, made, gone)
    return len(made)


def newest_first(below: int | None) -> Iterator[list[int]]:
    """Ids of all questions that are not deleted, in batches, by key."""
    while True:
        rows = Question.objects.live().order_by("-pk")
        rows = rows if below is None else rows.filter(pk__lt=below)
        ids = list(rows.values_list("pk", flat=True)[:BATCH])
        if not ids:
            return
        yield ids
        below = ids[-1]


def sweep(progress: Progress = lambda done: None, below: int | None = None) -> Iterator[int]:
    """Encodes what all questions lack, from the newest (or `below` an id) on; yields where it has come to.

    When it has been everywhere, searches change over to the new model. Raises EncoderError.
    """
    begin()
    for ids in newest_first(below):
        progress(encode(ids))
        yield ids[-1]
    change_over()


def begin() -> None:
    """Before there is any model in use, searches use what there is of the first."""
    if model := encoders.configured_name():
        Installation.objects.get_or_create()
        if Installation.objects.filter(vector_model="").update(vector_model=model):
            SearchChange.objects.say([0])


@transaction.atomic
def change_over() -> None:
    """Makes the configured model the one that searches use, and removes the vectors of others."""
    model = encoders.configured_name()
    if not model:
        return
    if Installation.objects.exclude(vector_model=model).update(vector_model=model):
        logger.info("Search uses the vectors of %s now.", model)
        SearchChange.objects.say([0])
    old = QuestionVector.objects.exclude(model=model)
    while (top := old.aggregate(top=Max("pk"))["top"]) is not None:
        old.filter(pk__gt=top - 10_000).delete()
