import codecs
import subprocess
import sys
from pathlib import Path

import pytest

from qa.importers import FORMATS, ImportSourceError, source


@pytest.mark.parametrize("name", FORMATS)
def test_a_missing_path_is_refused_before_anything_is_yielded(name, tmp_path):
    with pytest.raises(ImportSourceError, match="does not exist"):
        FORMATS[name](tmp_path / "absent.md")


@pytest.mark.parametrize("name", ["course-qa", "error-articles", "course-notes", "jsonl"])
def test_a_folder_is_refused_where_a_file_is_needed(name, tmp_path):
    with pytest.raises(ImportSourceError, match="not a file"):
        FORMATS[name](tmp_path)


@pytest.mark.parametrize("name", ["course-qa", "error-articles", "course-notes"])
def test_an_empty_document_is_of_no_kind(name, write):
    with pytest.raises(ImportSourceError):
        FORMATS[name](write("empty.txt", "\n \n"))


@pytest.mark.parametrize(
    "raw",
    [
        "甲\r\n乙\r丙\n".encode(),
        codecs.BOM_UTF8 + "甲\n乙\n丙\n".encode(),
        codecs.BOM_UTF16_LE + "甲\r\n乙\n丙\n".encode("utf-16-le"),
        codecs.BOM_UTF16_BE + "甲\n乙\n丙\n".encode("utf-16-be"),
    ],
)
def test_marks_and_line_ends_are_understood(raw, write):
    assert source.read_lines(write("text.txt", raw)) == ["甲", "乙", "丙", ""]


def test_only_real_line_ends_count_so_that_line_numbers_are_those_of_an_editor(write):
    assert source.read_lines(write("text.txt", "a\u2028b\x0cc\nd")) == ["a\u2028b\x0cc", "d"]


def test_another_encoding_is_refused_with_the_place(write):
    with pytest.raises(ImportSourceError, match="not valid UTF-8 at byte 0"):
        source.read_lines(write("text.txt", "问题".encode("gb18030")))


def test_a_document_of_unbounded_size_is_refused(write, monkeypatch):
    monkeypatch.setattr(source, "DOCUMENT_BYTES_MAX", 3)
    with pytest.raises(ImportSourceError, match="larger"):
        source.read_lines(write("text.txt", "four"))


def test_the_parsers_need_neither_django_nor_the_writer():
    script = "import sys, qa.importers as i; print([m for m in ('django', 'qa.importers.writer') if m in sys.modules])"
    root = Path(__file__).resolve().parents[2]
    run = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
