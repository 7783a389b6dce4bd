"""The interface in Chinese is complete: nothing untranslated, no placeholder lost, the compiled file up to date."""

import re
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import allauth
import django
import polib
import pytest
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.utils import timezone, translation
from django.utils.translation import gettext, ngettext

from tests.catalogues import BORROWED, OWN, ROOT, compiled, languages

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "data", "tests", "docs", "bench", "static")

FOLDERS = pytest.mark.parametrize("folder", languages(), ids=lambda path: path.parent.name)
SOURCES = pytest.mark.parametrize(
    "source",
    [source for folder in languages() for source in sorted(folder.glob("*.po"))],
    ids=lambda path: f"{path.parents[1].name}/{path.name}",
)


@pytest.fixture
def chinese_by_default(settings) -> None:
    """As in production; the other tests read English."""
    settings.LANGUAGE_CODE = "zh-hans"


def entries(source: Path) -> list[polib.POEntry]:
    return [entry for entry in polib.pofile(str(source)) if not entry.obsolete]


def keys(source: Path) -> set[tuple[str | None, str, str]]:
    """What makes a message another one: context, text, plural."""
    return {(entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in entries(source)}


def translations(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def test_there_is_a_chinese_catalogue():
    assert [folder.parent.name for folder in languages()] == ["zh_Hans"]


@SOURCES
def test_every_message_is_translated(source):
    assert entries(source)
    assert [entry.msgid for entry in entries(source) if not all(translations(entry))] == []


@SOURCES
def test_no_translation_is_fuzzy(source):
    assert not polib.pofile(str(source)).metadata_is_fuzzy
    assert [entry.msgid for entry in entries(source) if entry.fuzzy] == []


@SOURCES
def test_translations_keep_the_placeholders(source):
    """A singular may leave its number out, so the placeholders of either form are right."""
    wrong = []
    for entry in entries(source):
        allowed = [placeholders(entry.msgid), placeholders(entry.msgid_plural or entry.msgid)]
        wrong += [text for text in translations(entry) if placeholders(text) not in allowed]
    assert wrong == []


@SOURCES
def test_plural_forms_are_as_many_as_the_language_has(source):
    catalogue = polib.pofile(str(source))
    forms = int(re.search(r"nplurals=(\d+)", catalogue.metadata["Plural-Forms"])[1])
    assert {len(entry.msgstr_plural) for entry in catalogue if entry.msgid_plural} <= {forms}


@FOLDERS
def test_compiled_catalogue_is_up_to_date(folder):
    """Also says that the .mo file is there at all."""
    assert (folder / "django.mo").read_bytes() == compiled(folder), "run `python -m tests.catalogues`"


def test_compiled_catalogues_are_not_ignored():
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    assert not {"*.mo", "locale", "locale/", "/locale", "/locale/"} & set(lines)


@SOURCES
def test_chinese_punctuation_is_full_width(source):
    """Beside a Chinese character a comma, full stop, colon or question mark is never the ASCII one."""
    half = re.compile(r"[\u4e00-\u9fff][,;:?!]|[\u4e00-\u9fff]\.(?:\s|$)|[,;:?!][\u4e00-\u9fff]")
    assert [text for entry in entries(source) for text in translations(entry) if half.search(text)] == []


@SOURCES
def test_chinese_and_latin_stand_apart_and_the_reader_is_addressed_one_way(source):
    close = re.compile(r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]|您")
    kept = re.compile(r"%\((?:link|end_link|delta)\)s|<[^>]*>")
    texts = [kept.sub("", text) for entry in entries(source) for text in translations(entry)]
    assert [text for text in texts if close.search(PLACEHOLDER.sub("0", text))] == []


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="xgettext (gettext) is not installed")
@FOLDERS
def test_catalogue_has_the_messages_of_the_code(folder, tmp_path):
    """makemessages in a copy of the tree finds what the catalogue has, neither more nor less."""
    copy = tmp_path / "tree"
    shutil.copytree(ROOT, copy, ignore=NOT_COPIED)
    language = folder.parent.name
    command = [sys.executable, "manage.py", "makemessages", f"--locale={language}", "--no-location", "--no-obsolete"]
    subprocess.run(command, cwd=copy, check=True, capture_output=True, text=True)
    found, known = keys(copy / folder.relative_to(ROOT) / OWN), keys(folder / OWN)
    assert found - known == set(), "run `make messages`, translate, run it again"
    assert known - found == set(), "run `make messages`: the code no longer says this"


@FOLDERS
def test_borrowed_messages_are_still_said(folder):
    """After an upgrade a sentence that Django or allauth changed is to be translated anew."""
    packages = [Path(django.__file__).parent / place for place in ("conf", "contrib/auth", "contrib/humanize")]
    packages.append(Path(allauth.__file__).parent)
    said = set().union(*(keys(package / "locale" / "en" / "LC_MESSAGES" / OWN) for package in packages))
    assert keys(folder / BORROWED) - said == set()


def test_times_are_said_as_in_chinese():
    now = timezone.now()
    with translation.override("zh-hans"):
        assert naturaltime(now - timedelta(seconds=190)) == "3\xa0分钟前"
        assert naturaltime(now - timedelta(days=40)) == "1\xa0个月 1\xa0周前"


def test_plurals_are_translated():
    with translation.override("zh-hans"):
        assert [ngettext("vote", "votes", n) for n in (0, 1, 2)] == ["票"] * 3
        assert gettext("Ask") == "提问"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "zh-hans"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-hans"),
        ("zh", "zh-hans"),
        ("zh-Hans-CN", "zh-hans"),
        ("en-GB,en;q=0.9", "en"),
        ("en", "en"),
        ("fr-FR,en;q=0.5", "en"),
        ("fr", "zh-hans"),
    ],
)
@pytest.mark.django_db
def test_reader_gets_the_language_the_browser_asks_for(client, chinese_by_default, accepted, language):
    headers = {"Accept-Language": accepted} if accepted else {}
    page = client.get("/search", headers=headers)
    text = page.content.decode()
    assert page.headers["Content-Language"] == language
    assert f'<html lang="{language}">' in text
    assert (">提问<" in text, ">Ask<" in text) == (language == "zh-hans", language == "en")


@pytest.mark.django_db
def test_the_language_can_be_chosen(client, chinese_by_default):
    client.post("/i18n/setlang/", {"language": "en", "next": "/search"})
    assert ">Ask<" in client.get("/search", headers={"Accept-Language": "zh-CN"}).content.decode()


@pytest.mark.parametrize("path", ["login", "signup", "password/reset", "logout", "email", "password/change"])
def test_account_pages_are_chinese(as_user, author, chinese_by_default, path):
    signed_in = path in ("logout", "email", "password/change")
    page = as_user(author if signed_in else None).get(f"/accounts/{path}/")
    main = re.search(r"<main.*</main>", page.content.decode(), re.DOTALL)[0]
    words = re.sub(r"<[^>]*>|\S+@\S+", " ", main)
    assert page.status_code == 200
    assert re.findall(r"[A-Za-z]{2,}|您", words) == []
