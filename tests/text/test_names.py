"""User names."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qa.text.names import NAME_MAX, NAME_MIN, NameProblem, check_username, skeleton


@pytest.mark.parametrize(
    "name",
    [
        *(
            "李明",
            "lee_dohm",
            "node.js",
            "o-o",
            "张三丰",
            "Ångström",
            "नमस्ते",
            "محمد",
            "Ελένη",
            "Иван",
            "user1",
            "a1",
            "007",
        ),
        *("administratively", "rooty", "grass-root", "supporter", "x" * NAME_MAX, "_private_", "バイト", "ガガ"),
    ],
)
def test_accepted(name):
    assert check_username(name) == name


def test_name_is_composed_and_trimmed():
    assert check_username(" cafe\u0301 ") == "café"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "too_short"),
        ("李", "too_short"),
        ("x" * (NAME_MAX + 1), "too_long"),
        ("\u3164\u3164", "invisible"),
        ("\u2800\u2800", "invisible"),
        ("ab\u202ecd", "invisible"),
        ("ab\u2066cd", "invisible"),
        ("a\u200bb", "invisible"),
        ("a\u200db", "invisible"),
        ("ab\ufeff", "invisible"),
        ("a\x00b", "invisible"),
        ("a\ud800", "invisible"),
        ("a b", "space"),
        ("a\u3000b", "space"),
        ("a<b>", "character"),
        ("a@b", "character"),
        ("😂😂", "character"),
        ("__", "no_letter"),
        (".ab", "edge"),
        ("ab-", "edge"),
        ("\u0301ab", "edge"),
        ("https://a.example", "url"),
        ("www.example", "url"),
        ("example.com", "url"),
        ("Buy.CN", "url"),
        ("pаypal", "mixed_scripts"),
        ("μTorrent", "mixed_scripts"),
    ],
)
def test_refused(name, code):
    with pytest.raises(NameProblem) as caught:
        check_username(name)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "name",
    [
        *(
            "admin",
            "Admin",
            "ADMIN",
            "ａｄｍｉｎ",
            "аdmin",
            "adm1n",
            "admln",
            "ádmin",
            "admin1",
            "admin_team",
            "site-admin",
        ),
        *(
            "Administrator",
            "moderator",
            "m0derat0r",
            "mοderator",
            "root",
            "r00t",
            "Support",
            "staff",
            "official",
            "jiehuo",
        ),
        *("管理员", "管理员小王", "版主", "论坛版主", "官方", "官方客服", "客服01", "管理員", "ad.min", "a_d_m_i_n"),
    ],
)
def test_staff_look_alikes_are_refused(name):
    with pytest.raises(NameProblem) as caught:
        check_username(name)
    assert caught.value.code == "staff"


def test_skeleton_is_equal_for_look_alikes_only():
    assert skeleton("аdmin") == skeleton("ＡＤＭＩＮ") == skeleton("adm1n") == skeleton("ádmin")
    assert skeleton("Bob") == skeleton("B0b")
    assert skeleton("lee_dohm") != skeleton("leedohm")
    assert skeleton("ハハ") != skeleton("ババ")


@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.text(max_size=40))
def test_checking_twice_changes_nothing(text):
    try:
        name = check_username(text)
    except NameProblem:
        return
    assert check_username(name) == name == unicodedata.normalize("NFC", name)
    assert NAME_MIN <= len(name) <= NAME_MAX
    assert skeleton(skeleton(name)) == skeleton(name)
