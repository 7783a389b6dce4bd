"""What is indexed of a question: its texts as tokens and as words, and what it can be filtered and sorted by."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import tantivy

from qa.models import Answer, ErrorSignature, Question, QuestionTag
from qa.search import ranges
from qa.search.index import EXACT_FIELDS, title_key
from qa.search.phrases import words
from qa.search.query import exact
from qa.search.ranges import seconds
from qa.search.tokens import tokens
from qa.text.plain import plain_text

ID_ROOM = 2**29
"""Ids beyond it wrap: then two questions of one second can be equal, which costs them a certain order."""
VALUE_MAX = 2**33
"""Seconds until the year 2242; later ones sort alike."""


def joined(*texts: str) -> str:
    return " ".join(token for text in texts for token in tokens(text))


def tags_of(ids: list[int]) -> dict[int, list[str]]:
    names = defaultdict(list)
    rows = QuestionTag.objects.filter(content_object__in=ids).values_list("content_object_id", "tag__name")
    for question_id, name in rows:
        names[question_id].append(name)
    return names


def answers_of(ids: list[int]) -> dict[tuple[int, bool], list[str]]:
    """Texts by question and whether accepted."""
    texts = defaultdict(list)
    rows = Answer.objects.live().filter(question__in=ids).order_by("-score", "id")
    for question_id, accepted, body in rows.values_list("question_id", "is_accepted", "body"):
        texts[question_id, accepted].append(plain_text(body))
    return texts


def signatures_of(ids: list[int]) -> dict[int, set[str]]:
    """Terms of the errors that each question and its answers tell of."""
    terms: dict[int, set[str]] = defaultdict(set)
    for question_id, own in ErrorSignature.objects.told_in(ids).values_list("in_question", "terms"):
        terms[question_id].update(own)
    return terms


def states(question: Question) -> list[str]:
    answered = "answered" if question.is_answered else "unanswered"
    return [answered, "accepted"] if question.is_solved else [answered]


def order(value: int, pk: int) -> int:
    """An integer that sorts as the value does, equal ones by id, so that no two questions are equal."""
    return max(-VALUE_MAX, min(value, VALUE_MAX)) * ID_ROOM + pk % ID_ROOM


def add_numbers(document: tantivy.Document, question: Question) -> None:
    created, active = seconds(question.created_at), seconds(question.last_activity_at)
    numbers = {
        "id": question.pk,
        "author": question.author_id,
        "score": question.score,
        "answer_count": question.answer_count,
        "created": created,
        "active": active,
        "score_order": order(question.score, question.pk),
        "created_order": order(created, question.pk),
        "active_order": order(active, question.pk),
    }
    for name in ("version", "python"):
        covered = ranges.version(getattr(question, name))
        numbers[name] = covered.low if covered else None
    for name, value in numbers.items():
        if value is not None:
            document.add_integer(name, value)


def add_exact(document: tantivy.Document, question: Question, tags: Iterable[str]) -> None:
    for name in tags:
        document.add_text("tag", name)
    for name in states(question):
        document.add_text("state", name)
    document.add_text("lang", question.lang)
    for field in EXACT_FIELDS:
        if value := exact(getattr(question, field)):
            document.add_text(field, value)


def document(
    question: Question, tags: list[str], accepted: list[str], answers: list[str], signatures: Iterable[str]
) -> tantivy.Document:
    """What the index holds of a question with these tags, plain texts of answers and terms of errors."""
    made = tantivy.Document()
    body = plain_text(question.body)
    add_numbers(made, question)
    add_exact(made, question, tags)
    made.add_text("title_key", title_key(question.title))
    for term in sorted(signatures):
        made.add_text("signature", term)
    made.add_text("title", joined(question.title))
    made.add_text("tags", joined(*tags))
    made.add_text("body", joined(body))
    made.add_text("accepted", joined(*accepted))
    made.add_text("answers", joined(*answers))
    made.add_text("title_words", " ".join(words(question.title)))
    for text in (body, *accepted, *answers):
        made.add_text("text_words", " ".join(words(text)))
    return made


def documents(ids: Iterable[int]) -> Iterator[tantivy.Document]:
    """A document for each of these questions that is there and not deleted; 4 queries."""
    ids = list(ids)
    tags, answers, signatures = tags_of(ids), answers_of(ids), signatures_of(ids)
    for question in Question.objects.live().filter(pk__in=ids).defer("html"):
        pk = question.pk
        yield document(question, tags[pk], answers[pk, True], answers[pk, False], signatures[pk])
