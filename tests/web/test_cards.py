"""The picture beside a link: its size, its lines, what is cached, and machines without a Chinese font."""

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from accounts.models import User
from qa import services
from qa.models import Answer, Question
from qa.web import cards

pytestmark = pytest.mark.django_db


def test_a_card_is_a_picture_of_the_usual_size(client: Client, question: Question) -> None:
    response = client.get(f"/cards/{question.pk}.png")
    assert response["Content-Type"] == "image/png"
    image = Image.open(BytesIO(response.content))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len(response.content) < 100_000


def test_a_card_changes_with_what_it_shows(client: Client, question: Question, author: User, helper: User) -> None:
    path = f"/cards/{question.pk}.png"
    first = client.get(path)
    known = {"if-none-match": first["ETag"]}
    assert client.get(path, headers=known).status_code == 304
    services.post_answer(actor=helper, question=question, body="试试看")
    assert client.get(path, headers=known).status_code == 200


def test_no_card_of_what_may_not_be_seen(client: Client, question: Question, moderator: User) -> None:
    services.delete(actor=moderator, thing=question)
    assert client.get(f"/cards/{question.pk}.png").status_code == 404
    assert client.get("/cards/999999.png").status_code == 404


@pytest.mark.parametrize(
    "title", ["中" * 300, "x" * 300, "word " * 60, "训练 MindSpore 时 " * 20, "a", "\u0301" * 200, "😂" * 150]
)
def test_any_title_fits(title: str) -> None:
    found = cards.lines(title, cards.TITLE_SIZE, cards.TITLE_LINES)
    assert 1 <= len(found) <= cards.TITLE_LINES
    assert not any(cards.is_wide(line, cards.TITLE_SIZE) for line in found)


def test_nothing_is_lost_of_a_title_that_fits() -> None:
    title = "GeneratorDataset 卡住不动怎么办 and what to do about it"
    assert "".join(cards.lines(title, cards.TITLE_SIZE, 4)).replace(" ", "") == title.replace(" ", "")
    assert cards.lines("a" * 200, cards.TITLE_SIZE, 2)[1].endswith("…")


def test_without_a_chinese_font_there_are_no_empty_boxes(monkeypatch, question: Question) -> None:
    monkeypatch.setattr(cards, "font_file", lambda: "")
    cards.font.cache_clear()
    assert cards.drawable("卡住") == ""
    assert cards.drawable("Stuck") == "Stuck"
    assert Image.open(BytesIO(cards.draw(question))).size == cards.SIZE
    cards.font.cache_clear()


def test_the_state_is_told_in_the_question_s_language(question: Question, answer: Answer, author: User) -> None:
    services.accept(actor=author, answer=answer)
    question.refresh_from_db()
    assert cards.state_of(question).startswith("已解决")
    question.lang = "en"
    assert cards.state_of(question) == "solved · 1 answer"


@pytest.mark.parametrize(
    "title", ["训练时卡住，没有报错" * 8, "（见下）说明：" * 12, "调用 ops.MatMul（静态图）时报错？" * 6]
)
def test_no_line_begins_or_ends_with_the_wrong_sign(title: str) -> None:
    found = cards.lines(title, cards.TITLE_SIZE, 9)
    assert len(found) > 2
    assert not any(line[0] in "，。：？）" or line[-1] in "（" for line in found)
    assert "".join(found).replace(" ", "").startswith(title.replace(" ", "")[:60])
