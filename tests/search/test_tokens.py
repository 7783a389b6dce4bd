"""One tokeniser for index and query."""

import pytest

from qa.search.tokens import fold, spans, tokens

pytestmark = pytest.mark.sqlite_only


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("MindSpore报错RuntimeError怎么办", {"mindspor", "报错", "runtimeerror", "怎么办"}),
        ("ascend_kernel_runtime.cc", {"ascend_kernel_runtime.cc", "ascend", "kernel", "cc"}),
        ("GeneratorDataset", {"generatordataset", "generat", "dataset"}),
        ("max_msg_mb_size", {"max_msg_mb_size", "max", "msg", "mb", "size"}),
        ("白名单", {"白名单", "白名", "名单"}),
        ("社區指南", {"社区", "指南"}),
        ("EE9999 E80012", {"ee9999", "e80012"}),
        ("nn.Conv2d", {"nn.conv2d", "nn", "conv"}),
        ("ＲｕｎｔｉｍｅＥｒｒｏｒ", {"runtimeerror"}),
        ("图", {"图"}),
        ("c", {"c"}),
        ("c++", {"c++"}),
        ("C#", {"c#"}),
        ("q#", {"q#"}),
        (".NET", {".net"}),
        ("node.js", {"node.js"}),
    ],
)
def test_a_text_gives_these_tokens(text: str, holds: set[str]) -> None:
    assert holds <= set(tokens(text))


def test_languages_named_by_signs_stay_apart() -> None:
    assert [tokens(name) for name in ("c", "c++", "c#", "f#")] == [["c"], ["c++"], ["c#"], ["f#"]]


def test_a_plural_meets_its_singular() -> None:
    assert tokens("datasets") == tokens("dataset")


def test_traditional_meets_simplified() -> None:
    assert tokens("記憶體不足，資料集載入失敗") == tokens("记忆体不足，资料集载入失败")


@pytest.mark.parametrize("text", ["", " \n\t", "😂😂", "。，！？", "\ud800", "-" * 1000, "a" * 5000, "'\":*()&|!\\"])
def test_a_text_without_words_gives_none(text: str) -> None:
    assert tokens(text) == []


def test_spans_say_where_each_token_stands() -> None:
    text = fold("用 GeneratorDataset 读数据集")
    assert all(text[start:end].lower().startswith(token[:4]) for token, start, end in spans(text))
