"""What a question that is being written still lacks."""

import pytest

from qa import rules
from qa.search.guidance import advise
from tests.timing import assert_takes_less_than

TITLE = "训练到第 3 步时报 MatMul 维度错误"
TRACEBACK = """Traceback (most recent call last):
  File "train.py", line 12, in <module>
    model.train(10, dataset)
ValueError: For 'MatMul', the input dimensions must be equal
"""
FENCED = f"我试过换 batch_size。\n\n```text\n{TRACEBACK}```\n"
SAID = {"version": "2.3", "device": "Ascend"}


def codes(title: str = TITLE, body: str = FENCED, environment: dict[str, str] = SAID) -> list[str]:
    return [advice.code for advice in advise(title, body, environment)]


def test_a_good_question_lacks_nothing() -> None:
    assert codes() == []
    assert codes(body="我按照教程安装，升级以后 import 没有反应，期望能打印版本。") == []


def test_a_form_that_is_empty_is_not_nagged() -> None:
    assert codes("", "", {"version": ""}) == []
    assert codes(" ", " \n", {"version": ""}) == []


@pytest.mark.parametrize(
    "title",
    ["EE9999", "ValueError", "报错 EI0006 怎么办", "RuntimeError error", "求助：errno 111", "[Errno 2]", "TypeError!!"],
)
def test_a_title_that_is_only_a_code(title: str) -> None:
    assert codes(title) == ["title_is_code"]


@pytest.mark.parametrize("title", ["报错", "loss nan", "训练卡住", "help me"])
def test_a_title_that_says_little(title: str) -> None:
    assert codes(title) == ["title_short"]


@pytest.mark.parametrize(
    "title", ["ValueError: bad value 3", "训练时卡住不动", "EE9999 after upgrading CANN", "Why is loss nan"]
)
def test_a_title_that_says_enough(title: str) -> None:
    assert codes(title) == []


def test_an_error_without_a_version() -> None:
    assert codes(environment={"version": "", "device": "GPU"}) == ["no_version"]
    assert codes(body="我试过重装，没有报错，只是很慢。", environment={"version": ""}) == []


def test_a_version_that_only_the_text_names() -> None:
    (advice,) = advise(TITLE, f"MindSpore 2.3.1\n{FENCED}", {"version": ""})
    assert (advice.code, advice.field) == ("version_in_text", "version")
    assert "2.3.1" in str(advice.sentence)


def test_a_site_that_asks_for_no_version_does_not_miss_it() -> None:
    assert codes(environment={"device": ""}) == []


def test_a_log_among_the_text() -> None:
    assert codes(body=f"我试过换 batch_size\n{TRACEBACK}") == ["no_code_block"]
    assert codes(body="我试过换 batch_size，得到 ValueError: x 这样的报错") == []
    indented = "".join(f"    {line}\n" for line in TRACEBACK.splitlines())
    assert codes(body=f"我试过换 batch_size：\n\n{indented}") == []


@pytest.mark.parametrize("picture", ["![截图](/media/ab/c.png)", '<img src="/media/ab/c.png" alt="x">'])
def test_a_picture_and_hardly_a_word(picture: str) -> None:
    assert codes(body=f"试了 {picture}") == ["picture_of_text"]
    assert codes(body=f"{'我试过重装，还是这样。' * 10} {picture}") == []
    assert codes(body=f"{FENCED}\n{'试' * 40}\n{picture}") == []


def test_nothing_of_what_was_tried() -> None:
    assert codes(body="这个算子在 Ascend 上很慢，是什么原因") == ["nothing_tried"]
    assert codes(body="这个算子在 Ascend 上很慢\n\n```python\nnet(x)\n```") == []


@pytest.mark.parametrize(
    "text", ["![" * 50_000, "![a](" * 20_000, "<img " * 20_000, "`" * 100_000, "E" * 100_000, "a(" * 50_000]
)
def test_any_text_is_looked_at_in_a_moment(text: str) -> None:
    assert len(text) <= rules.BODY_MAX
    assert_takes_less_than(2, lambda: advise(text[:300], text, {"version": ""}))
