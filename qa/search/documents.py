"""What is indexed of a question: its title, tags, text, accepted answer and other answers, as tokens."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import tantivy

from qa.models import Answer, Question, QuestionTag
from qa.search.tokens import tokens
from qa.text.plain import plain_text


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


def documents(ids: Iterable[int]) -> Iterator[tantivy.Document]:
    """A document for each of these questions that is there and not deleted; 3 queries."""
    ids = list(ids)
    tags, answers = tags_of(ids), answers_of(ids)
    for pk, title, body in Question.objects.live().filter(pk__in=ids).values_list("pk", "title", "body"):
        document = tantivy.Document()
        document.add_integer("id", pk)
        document.add_text("title", joined(title))
        document.add_text("tags", joined(*tags[pk]))
        document.add_text("body", joined(plain_text(body)))
        document.add_text("accepted", joined(*answers[pk, True]))
        document.add_text("answers", joined(*answers[pk, False]))
        yield document
