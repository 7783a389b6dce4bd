"""A tag is made with its pinyin, also by an import; those from before get theirs by migration."""

import sys
from importlib import import_module

import pytest
from django.apps import apps

from qa import services
from qa.models import Tag
from tests.factories import ask, many_questions

pytestmark = pytest.mark.django_db


def spellings() -> dict[str, tuple[str, str]]:
    return {tag.name: (tag.pinyin, tag.initials) for tag in Tag.objects.all()}


def test_a_new_tag_has_its_pinyin(author) -> None:
    ask(author, tags=("静态图", "loss"))
    assert spellings() == {"静态图": ("jingtaitu", "jtt"), "loss": ("", "")}


def test_an_import_writes_it_too() -> None:
    many_questions(1, tag="数据集")
    assert spellings()["数据集"] == ("shujuji", "sjj")


def test_known_tags_need_no_dictionary(author, monkeypatch) -> None:
    question = ask(author, tags=("静态图",))
    monkeypatch.setitem(sys.modules, "pypinyin", None)
    services.edit_question(actor=author, question=question, tags=["静态图", "loss"])
    assert set(spellings()) == {"静态图", "loss"}


def test_the_migration_fills_what_is_there_and_may_run_twice(monkeypatch) -> None:
    migration = import_module("qa.migrations.0003_tag_initials")
    monkeypatch.setattr(migration, "BATCH", 2)
    Tag.objects.bulk_create(Tag(name=name, slug=name) for name in ("静态图", "loss", "昇腾910b", "图", "c++"))
    for _ in range(2):
        migration.fill(apps, None)
        assert spellings() == {
            "静态图": ("jingtaitu", "jtt"),
            "loss": ("", ""),
            "昇腾910b": ("shengteng910b", "st910b"),
            "图": ("tu", "t"),
            "c++": ("", ""),
        }
