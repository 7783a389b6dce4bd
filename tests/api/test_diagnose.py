"""POST diagnose/: a pasted error, what is recognised in it, and who has the answer."""

from collections.abc import Callable

import pytest

from accounts.models import User
from qa import rules, services
from tests.api import shapes
from tests.api.shapes import problem
from tests.factories import ask
from tests.timing import assert_takes_less_than

pytestmark = pytest.mark.django_db

TRACEBACK = """\
Traceback (most recent call last):
  File "/home/me/train.py", line 12, in <module>
    main()
  File "/home/me/train.py", line 8, in main
    net(x)
RuntimeError: For 'MatMul', the input dimensions must be equal, E60108
"""


@pytest.fixture
def solved(author: User, helper: User) -> int:
    question = ask(author, title="MatMul 报错", body="RuntimeError: For 'MatMul', the input dimensions must be equal")
    answer = services.post_answer(actor=helper, question=question, body="转置第二个参数")
    return services.accept(actor=author, answer=answer).question_id


def test_the_answer_and_the_signature_come_together(solved: int, api: Callable) -> None:
    found = api().post("/api/v1/diagnose/", {"text": TRACEBACK}).json()
    assert set(found) == {"count", "results", "signature"}
    assert found["results"][0]["id"] == solved
    assert set(found["results"][0]) == shapes.HIT
    assert found["signature"] == {
        "exception": "RuntimeError",
        "message": "For 'MatMul', the input dimensions must be equal, E60108",
        "codes": ["E60108"],
        "frames": [{"file": "train.py", "function": "<module>"}, {"file": "train.py", "function": "main"}],
    }


@pytest.mark.parametrize(
    "text", ["", " \n", "没有任何错误的一句话", "\u202e\u200b", "😂" * 100, "\\ / ' \" * ( ) & | !"]
)
def test_a_text_without_an_error_has_an_empty_signature(solved: int, api: Callable, text: str) -> None:
    found = api().post("/api/v1/diagnose/", {"text": text}).json()
    assert found["signature"] == {"exception": "", "message": "", "codes": [], "frames": []}


def test_page_and_page_size_are_in_the_body(author: User, api: Callable) -> None:
    for number in range(5):
        ask(author, title=f"MatMul 报错 {number}", body=f"RuntimeError: For 'MatMul', number{number}")
    pages = [
        api().post("/api/v1/diagnose/", {"text": TRACEBACK, "page": page, "page_size": 2}).json() for page in (1, 2, 3)
    ]
    assert [len(page["results"]) for page in pages] == [2, 2, 1]
    assert len({row["id"] for page in pages for row in page["results"]}) == 5


@pytest.mark.parametrize("unit", ["line of a log\n", "一行中文日志\n", "RuntimeError: bad value 0x7f\n", "x"])
def test_half_a_megabyte_is_read(solved: int, api: Callable, unit: str) -> None:
    size = len(unit.encode())
    text = TRACEBACK + unit * ((500_000 - len(TRACEBACK)) // size)
    response = api().post("/api/v1/diagnose/", {"text": text})
    assert response.status_code == 200
    assert response.json()["signature"]["exception"] == "RuntimeError"


def test_the_limit_is_in_bytes_and_nothing_is_cut(api: Callable) -> None:
    assert api().post("/api/v1/diagnose/", {"text": "x" * rules.DIAGNOSE_BYTES_MAX}).status_code == 200
    for text in ("x" * (513 * 1024), "错" * (171 * 1024)):
        error = problem(api().post("/api/v1/diagnose/", {"text": text}), 400, "too_long", "text")
        assert "512" in error["detail"]


HOSTILE = {
    "code and blanks": "errcode" + " " * 1980 + "x\n",
    "capitals": "A" * 1999 + "\n",
    "dotted": "a." * 999 + "\n",
    "path": "a/" * 999 + "\n",
    "rank": "[rank" + "1" * 1990 + "\n",
    "quote": 'File "' + "x" * 1990 + "\n",
    "dashes": "-" * 1999 + "x\n",
    "blanks": " " * 1999 + "\n",
}


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE)
def test_no_log_keeps_the_site_busy(solved: int, api: Callable, line: str) -> None:
    """Anyone may paste anything without a token: reading must take time in proportion to its length."""
    client = api()
    client.get("/api/v1/search/", {"q": "x"})

    def post() -> None:
        assert client.post("/api/v1/diagnose/", {"text": line * 50}).status_code == 200

    assert_takes_less_than(5, post)
