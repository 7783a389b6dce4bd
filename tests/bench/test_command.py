"""The command line: what it refuses, and which folders it touches."""

import re
import sys

import pytest

from bench import __main__ as command


@pytest.fixture
def asked(monkeypatch) -> list[tuple]:
    """What the workers are asked for; none is started."""
    calls: list[tuple] = []
    monkeypatch.setattr(command, "worker", lambda folder, *what: calls.append((folder.name, *what)) or made(*what))
    return calls


def made(what: str, size: str = "0") -> object:
    if what == "page":
        return {"path": "/questions/1/x", "bytes": 30_000, "cookie": "sessionid=x"}
    if what == "encoders":
        return [{"name": "e", "load": 1.0, "queries": [1.0], "batch": 32, "batches": [1.0]}]
    return {
        "questions": int(size),
        "index": {"seconds": 1.0, "bytes": 1},
        "vectors": {"seconds": 1.0, "bytes": 1, "number": 1},
        "memory": 1,
        "lookups": {"search": [(1.0, 1.0)]},
    }


def run(monkeypatch, *arguments: str, pages: bool = False) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", *arguments, *([] if pages else ["--skip-pages"])])
    command.main()


def test_sizes_are_measured_from_the_smallest_on_and_compared(monkeypatch, tmp_path, asked, capsys):
    monkeypatch.setattr(command, "TOOLS", tmp_path)
    run(monkeypatch, "--sizes", "2000", "1000", "--skip-findability", "--keep", str(tmp_path))
    assert asked[:2] == [("jiehuo-bench-1000", "site", "1000"), ("jiehuo-bench-2000", "site", "2000")]
    assert asked[2][1:] == ("encoders",)
    printed = capsys.readouterr().out
    titles = ("Look-ups, 1,000", "Look-ups, 2,000", "Building", "Growth", "Encoders")
    assert sorted(titles, key=printed.index) == list(titles)
    assert "Findability" not in printed


def test_one_size_has_no_growth(monkeypatch, tmp_path, asked, capsys):
    monkeypatch.setattr(command, "TOOLS", tmp_path)
    run(monkeypatch, "--sizes", "1000", "--skip-findability", "--keep", str(tmp_path))
    assert "Growth" not in capsys.readouterr().out


def test_findability_is_printed_by_its_own_tool(monkeypatch, tmp_path, asked, capfd):
    (tmp_path / "findability.py").write_text("import sys\nprint('scored', *sys.argv[1:])\n")
    monkeypatch.setattr(command, "TOOLS", tmp_path)
    run(monkeypatch, "--sizes", "1000", "--sets", "users", "--keep", str(tmp_path))
    assert re.search(r"scored all --port \d{4,5} --sets users", capfd.readouterr().out)


def test_without_the_tools_it_says_so(monkeypatch, tmp_path, asked):
    monkeypatch.setattr(command, "TOOLS", tmp_path / "nowhere")
    with pytest.raises(SystemExit, match=r"nowhere is not there"):
        run(monkeypatch, "--sizes", "1000")
    assert asked == []


def test_a_site_too_small_to_say_anything_is_refused(monkeypatch, asked, capsys):
    with pytest.raises(SystemExit):
        run(monkeypatch, "--sizes", "10")
    assert "at least 1,000 questions" in capsys.readouterr().err


def test_a_site_filled_in_part_is_begun_anew(tmp_path):
    folder = tmp_path / "jiehuo-bench-1000"
    folder.mkdir()
    (folder / "jiehuo.sqlite3").touch()
    assert command.site_folder(tmp_path, 1000) == folder
    assert not folder.exists()
    folder.mkdir()
    (folder / "filled").touch()
    assert command.site_folder(tmp_path, 1000).exists()


def test_the_question_page_is_compared_for_both_readers(monkeypatch, tmp_path, asked, capsys):
    made_of = []
    monkeypatch.setattr(command, "TOOLS", tmp_path)
    monkeypatch.setattr(command.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(
        command.pages,
        "measured",
        lambda folder, page: made_of.append(page) or [["signed out", "30,000", "0.35", "0.400 of reference"]],
    )
    run(monkeypatch, "--sizes", "1000", "--skip-findability", "--keep", str(tmp_path), pages=True)
    assert made_of == [made("page")]
    assert "0.400 of reference" in capsys.readouterr().out


def test_without_wrk_it_says_so(monkeypatch, tmp_path, asked):
    monkeypatch.setattr(command, "TOOLS", tmp_path)
    monkeypatch.setattr(command.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="wrk"):
        run(monkeypatch, "--sizes", "1000", pages=True)
    assert asked == []
