"""Rows for tests, made the way the product makes them."""

from io import BytesIO

from PIL import Image as Pillow

from accounts.models import User
from qa import services
from qa.importers.records import AnswerRecord, CommentRecord, QuestionRecord
from qa.importers.writer import Writer
from qa.models import Course, Image, Question
from qa.services.images import store_image


def make_user(username: str, **fields: object) -> User:
    return User.objects.create_user(username, email=f"{username}@example.org", password="correct horse", **fields)


def ask(
    author: User, title: str = "训练时 loss 变成 nan", body: str = "用的是 Adam。", tags: tuple = ("loss",)
) -> Question:
    return services.ask(actor=author, title=title, body=body, tags=list(tags))


def in_course(question: Question, course: str = "入门课", lesson: str = "第一课") -> Question:
    """The question, put behind the others of its course."""
    found = Course.objects.get_or_create(name=course)[0]
    found.places.create(question=question, lesson=lesson, position=found.places.count() + 1)
    return question


def picture(kind: str = "PNG", size: tuple[int, int] = (8, 6), colour: str = "red", **saved: object) -> bytes:
    """The bytes of a picture in one colour."""
    file = BytesIO()
    Pillow.new("RGB", size, colour).save(file, kind, **saved)
    return file.getvalue()


def make_image(uploader: User, **fields: object) -> Image:
    return store_image(actor=uploader, data=picture(**fields))


def many_questions(number: int, *, answers: int = 2, comments: int = 1, tag: str = "bulk") -> None:
    """Imports this many questions, each with answers and comments by different people, and its index entry."""
    records = (
        QuestionRecord(
            external_id=f"q{i}",
            title=f"How do I set option number{i} of the dataset",
            body=f"The option number{i} fails with ValueError: bad value {i}.",
            lang="en",
            where=f"made:{i}",
            tags=(tag, f"tag-{i % 7}"),
            user=f"asker{i % 11}",
            score=i % 5,
            answers=tuple(
                AnswerRecord(
                    f"Use value {k} for number{i}.",
                    accepted=k == 0,
                    user=f"answerer{k}",
                    comments=(CommentRecord("thanks", user="asker1"),) * comments,
                )
                for k in range(answers)
            ),
            comments=(CommentRecord(f"which version? {i}", user="answerer0"),) * comments,
        )
        for i in range(number)
    )
    problems: list[object] = []
    Writer("made", tell=problems.append).write(records)
    assert problems == []
