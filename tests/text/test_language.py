"""Chinese or English."""

import pytest

from qa.text.language import guess_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("MindSpore 使用 ops.matmul 报错", "zh"),
        ("RuntimeError: shape mismatch for MatMul 怎么解决", "zh"),
        ("昇思报错", "zh"),
        ("How to use 昇思 in Python with dynamic shapes", "en"),
        ("How do I set the context?", "en"),
        ("请看：\n```\nRuntimeError: " + "one two three " * 50 + "\n```\n为什么", "zh"),
        ("Please look:\n```\n# 中文注释中文注释中文注释\n```\nwhy does this fail?", "en"),
        ("`a` `b` `c` `d` `e` `f` 怎么用", "zh"),
        ("", "en"),
        ("```\n只有代码\n```", "en"),
        ("12345 😂", "en"),
    ],
)
def test_language(text, language):
    assert guess_language(text) == language
