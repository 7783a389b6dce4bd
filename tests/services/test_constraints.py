"""The database refuses wrong rows, whatever the code above it does."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import User
from qa import services
from qa.models import (
    Answer,
    Bookmark,
    Comment,
    Course,
    CoursePlace,
    Draft,
    ErrorSignature,
    Flag,
    Follow,
    Image,
    ImportedRecord,
    Installation,
    Progress,
    Question,
    QuestionTag,
    QuestionVector,
    ReputationEvent,
    Revision,
    Tag,
    Vote,
)
from tests.factories import ask

pytestmark = pytest.mark.django_db


class Rows:
    """A question with two answers, a vote, an event, and makers of rows that are right unless told otherwise."""

    def __init__(self, question: Question, answer: Answer, newcomer: User) -> None:
        self.question, self.answer, self.user = question, answer, newcomer
        self.other = services.post_answer(actor=newcomer, question=question, body="另一个答案")

    def vote(self, **fields: object) -> Vote:
        return Vote.objects.create(**{"voter": self.user, "value": 1, **fields})

    def comment(self, **fields: object) -> Comment:
        return Comment.objects.create(author=self.user, body="x", html="x", created_at=timezone.now(), **fields)

    def revision(self, number: int, **fields: object) -> Revision:
        return Revision.objects.create(number=number, body="x", created_at=timezone.now(), **fields)

    def event(self, **fields: object) -> ReputationEvent:
        return ReputationEvent.objects.create(**{"user": self.user, "kind": "accepted", "points": 1, **fields})

    def imported(self, **fields: object) -> ImportedRecord:
        return ImportedRecord.objects.create(**{"source": "s", "kind": "question", "external_id": "1", **fields})

    def signature(self, **fields: object) -> ErrorSignature:
        return ErrorSignature.objects.create(**{"message": "x", "terms": ["s:1"], **fields})

    def vector(self, **fields: object) -> QuestionVector:
        where = {"question": self.question, "aspect": 0, "model": "m 1", **fields}
        return QuestionVector.objects.create(digest="d", vector=b"\x01", **where)

    def draft(self, **fields: object) -> Draft:
        return Draft.objects.create(**{"owner": self.user, "form": "/ask", "updated_at": timezone.now(), **fields})

    def image(self, **fields: object) -> Image:
        size = {"width": 1, "height": 1, "bytes": 1, "created_at": timezone.now()}
        return Image.objects.create(**{"uploader": self.user, "digest": "d", "suffix": "png", **size, **fields})

    def follow(self, **fields: object) -> Follow:
        return Follow.objects.create(person=self.user, **fields)

    def bookmark(self, **fields: object) -> Bookmark:
        return Bookmark.objects.create(person=self.user, **fields)

    def place(self, **fields: object) -> CoursePlace:
        course = Course.objects.get_or_create(name="课程")[0]
        return CoursePlace.objects.create(**{"question": self.question, "course": course, "position": 1, **fields})

    def progress(self, **fields: object) -> Progress:
        return Progress.objects.create(**{"person": self.user, "question": self.question, **fields})

    def flag(self, **fields: object) -> Flag:
        return Flag.objects.create(**{"person": self.user, "reason": "spam", **fields})

    @property
    def tag(self) -> Tag:
        return Tag.objects.get(name="dataset")

    def accept(self, *answers: Answer) -> None:
        for answer in answers:
            Answer.objects.filter(pk=answer.pk).update(is_accepted=True)


@pytest.fixture
def rows(question: Question, answer: Answer, newcomer: User) -> Rows:
    return Rows(question, answer, newcomer)


def twice(make: Callable[[], object]) -> None:
    make()
    make()


def both(rows: Rows) -> dict[str, object]:
    return {"question": rows.question, "answer": rows.answer}


# The constraint's name → what breaks it.
WRONG: dict[str, list[Callable[[Rows], object]]] = {
    "one_accepted_answer": [lambda r: r.accept(r.answer, r.other)],
    "deleted_answer_is_not_accepted": [
        lambda r: Answer.objects.filter(pk=r.answer.pk).update(is_accepted=True, deleted_at=timezone.now())
    ],
    "vote_has_one_target": [lambda r: r.vote(), lambda r: r.vote(**both(r))],
    "vote_is_up_or_down": [lambda r: r.vote(question=r.question, value=2), lambda r: r.vote(answer=r.answer, value=0)],
    "one_vote_a_person_and_question": [lambda r: twice(lambda: r.vote(question=r.question))],
    "one_vote_a_person_and_answer": [lambda r: twice(lambda: r.vote(answer=r.answer))],
    "comment_has_one_target": [lambda r: r.comment(), lambda r: r.comment(**both(r))],
    "revision_has_one_target": [lambda r: r.revision(9), lambda r: r.revision(9, **both(r))],
    "revision_number_of_question": [lambda r: r.revision(1, question=r.question)],
    "revision_number_of_answer": [lambda r: r.revision(1, answer=r.answer)],
    "reputation_has_one_cause": [
        lambda r: r.event(),
        lambda r: r.event(answer=r.answer, vote=r.vote(answer=r.answer)),
    ],
    "reputation_kind_is_known": [lambda r: r.event(answer=r.answer, kind="bribe")],
    "reputation_once_a_vote": [
        lambda r: [r.event(vote=vote, kind="answer_up") for vote in [r.vote(answer=r.answer)] * 2]
    ],
    "reputation_once_an_acceptance": [lambda r: twice(lambda: r.event(answer=r.answer))],
    "tag_once_on_a_question": [
        lambda r: QuestionTag.objects.create(
            content_object=r.question, tag=Tag.objects.get(name="dataset"), asked_at=r.question.created_at
        )
    ],
    "imported_once": [
        lambda r: [r.imported(question=r.question), r.imported(user=r.user)],
    ],
    "imported_record_has_one_row": [
        lambda r: r.imported(),
        lambda r: r.imported(question=r.question, user=r.user),
    ],
    "one_installation": [lambda r: Installation.objects.create(id=2)],
    "signature_has_one_target": [lambda r: r.signature(), lambda r: r.signature(**both(r))],
    "one_draft_a_person_and_form": [lambda r: twice(r.draft)],
    "image_once_a_person": [lambda r: twice(r.image)],
    "vector_once_a_model": [lambda r: twice(r.vector)],
    "follow_has_one_target": [lambda r: r.follow(), lambda r: r.follow(question=r.question, tag=r.tag)],
    "follow_a_question_once": [lambda r: twice(lambda: r.follow(question=r.question))],
    "follow_a_tag_once": [lambda r: twice(lambda: r.follow(tag=r.tag))],
    "bookmark_has_one_target": [lambda r: r.bookmark(), lambda r: r.bookmark(**both(r))],
    "bookmark_a_question_once": [lambda r: twice(lambda: r.bookmark(question=r.question))],
    "bookmark_an_answer_once": [lambda r: twice(lambda: r.bookmark(answer=r.answer))],
    "one_question_a_place": [lambda r: [r.place(), r.place(question=ask(r.user))]],
    "progress_once_a_question": [lambda r: twice(r.progress)],
    "flag_has_one_target": [lambda r: r.flag(), lambda r: r.flag(**both(r))],
    "flag_reason_is_known": [lambda r: r.flag(question=r.question, reason="boring")],
    "other_flag_says_what": [lambda r: r.flag(question=r.question, reason="other")],
    "one_open_flag_a_question": [lambda r: twice(lambda: r.flag(question=r.question))],
    "one_open_flag_an_answer": [lambda r: twice(lambda: r.flag(answer=r.answer))],
    "unique_username_any_case": [lambda r: User.objects.create(username="NewComer")],
}


@pytest.mark.parametrize(
    ("name", "breaks"), [pytest.param(name, act, id=name) for name, acts in WRONG.items() for act in acts]
)
def test_the_database_refuses(rows: Rows, name: str, breaks: Callable[[Rows], object]) -> None:
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        breaks(rows)
    if connection.vendor == "postgresql" or "CHECK" in str(error.value):
        assert name in str(error.value)


RIGHT: list[Callable[[Rows], object]] = [
    lambda r: [r.vote(question=r.question), r.vote(answer=r.answer, value=-1), r.vote(answer=r.other)],
    lambda r: [r.comment(question=r.question), r.comment(question=r.question), r.comment(answer=r.answer)],
    lambda r: [r.revision(2, question=r.question), r.revision(2, answer=r.answer)],
    lambda r: [r.event(answer=r.answer), r.event(answer=r.other), r.event(answer=r.answer, kind="accepting")],
    lambda r: [r.imported(question=r.question), r.imported(kind="user", user=r.user)],
    lambda r: [r.signature(question=r.question), r.signature(question=r.question), r.signature(answer=r.answer)],
    lambda r: [r.draft(), r.draft(form="/q/1/answer"), r.draft(owner=r.question.author)],
    lambda r: [r.image(), r.image(digest="e"), r.image(uploader=None), r.image(uploader=None)],
    lambda r: [r.vector(), r.vector(aspect=1), r.vector(model="m 2")],
    lambda r: [
        r.follow(question=r.question),
        r.follow(tag=r.tag),
        r.bookmark(answer=r.answer),
        r.bookmark(question=r.question),
    ],
    lambda r: [
        r.place(),
        r.place(question=ask(r.user), position=2),
        r.progress(),
        r.progress(person=r.question.author),
    ],
    lambda r: [r.flag(answer=r.answer, resolved_at=timezone.now()) for _ in range(2)] + [r.flag(answer=r.answer)],
    lambda r: [User.objects.create(username=name) for name in ("without", "e-mail")],
    lambda r: Answer.objects.filter(question=r.question).update(deleted_at=timezone.now()),
]


@pytest.mark.parametrize("allowed", RIGHT)
def test_the_database_takes_what_is_right(rows: Rows, allowed: Callable[[Rows], object]) -> None:
    assert allowed(rows)


def test_every_named_constraint_is_tried() -> None:
    models = [
        Answer,
        Bookmark,
        Comment,
        Course,
        CoursePlace,
        Draft,
        ErrorSignature,
        Flag,
        Follow,
        Image,
        ImportedRecord,
        Installation,
        Progress,
        Question,
        QuestionTag,
        QuestionVector,
        ReputationEvent,
        Revision,
        Tag,
        Vote,
    ]
    named = {constraint.name for model in [*models, User] for constraint in model._meta.constraints}
    assert named == set(WRONG)
