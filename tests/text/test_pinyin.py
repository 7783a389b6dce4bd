"""Chinese names in Latin letters."""

import pytest

from qa.text.pinyin import Spelling, spelling


@pytest.mark.parametrize(
    ("name", "whole", "initials"),
    [
        ("静态图", "jingtaitu", "jtt"),
        ("重复", "chongfu", "cf"),
        ("昇腾910b", "shengteng910b", "st910b"),
        ("ascend-芯片", "ascend-xinpian", "ascend-xp"),
        ("dataset", "", ""),
        ("c++", "", ""),
        ("データ", "", ""),
        ("", "", ""),
    ],
)
def test_a_name_is_spelt(name: str, whole: str, initials: str) -> None:
    assert spelling(name) == Spelling(whole, initials)


def test_the_longest_name_fits_its_column() -> None:
    assert len(spelling("装" * 50).whole) == 300
