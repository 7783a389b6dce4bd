"""The lines of a pasted log that carry the error, and what is recognised in them."""

import time

import pytest

from qa.search.pasted import read

TRACEBACK = """\
step 1 loss 2.3
Traceback (most recent call last):
  File "/home/me/train.py", line 12, in main
    net(x)
  File "/usr/lib/python3.9/site-packages/mindspore/nn/cell.py", line 618, in __call__
    return self.compile_and_run(*args)
RuntimeError: mindspore/ccsrc/kernel.cc:42 Launch] Launch kernel failed, EE9999: Inner Error!
  detail: out of memory
"""


def test_an_exception_gives_type_message_codes_and_frames() -> None:
    pasted = read(TRACEBACK)
    assert pasted.exception == "RuntimeError"
    assert pasted.message.startswith("mindspore/ccsrc/kernel.cc:42 Launch]")
    assert pasted.codes == ["EE9999"]
    assert {"file": "cell.py", "function": "__call__"} in pasted.frames
    assert pasted.lines == TRACEBACK.splitlines()[-2:]


def test_of_a_chain_the_last_exception_is_named() -> None:
    text = "KeyError: 'a'\n\nDuring handling of the above exception, another occurred:\n\nmy.pkg.LoadError: no file"
    assert (read(text).exception, read(text).message) == ("LoadError", "no file")


@pytest.mark.parametrize(
    "line",
    [
        "[ERROR] DEVICE(123,python):2022-01-01 [mindspore/ccsrc/x.cc:1] Malloc] failed",
        "[CRITICAL] ANALYZER(5,7f):2021 [x.cc:3] Process] bad",
        "E0601 15:41:05.390226 12 dso_loader.cc:55] Could not load",
        "E80012: Op [Conv2D] shape is wrong",
        "ImportError: /usr/lib/libgomp.so.1: cannot allocate memory in static TLS block",
        "./a.out: symbol lookup error: undefined symbol: _ZN3foo",
        "Segmentation fault (core dumped)",
        "编译失败：找不到头文件",
    ],
)
def test_an_error_line_is_found_in_noise(line: str) -> None:
    noise = [f"step {i} loss {i / 7:.3f}" for i in range(50)]
    assert read("\n".join([*noise, line, "", *noise])).lines == [line]


def test_a_text_without_an_error_line_is_all_looked_for() -> None:
    assert read("my net is slow\non gpu").lines == ["my net is slow", "on gpu"]


@pytest.mark.parametrize(
    "noise", ["a.b/c-" * 80_000, "x" * 500_000, "Error " * 80_000, "a.cc:1] " * 60_000, "\n" * 500_000]
)
def test_half_a_megabyte_of_anything_is_read_quickly(noise: str) -> None:
    start = time.perf_counter()
    read(noise)
    assert time.perf_counter() - start < 3


def test_what_differs_from_run_to_run_is_not_looked_for() -> None:
    line = "[ERROR] ME(30523:140092,MainProcess):2024-01-02-10:20:30.123.456 [x.cc:12] Run] EE9999 failed at 0x7f00aa"
    assert "EE9999 failed" in read(line).telling
    assert not {"30523", "140092", "2024", "0x7f00aa"} & set(read(line).telling.replace("-", " ").split())


def test_of_very_many_error_lines_the_first_and_the_last_are_kept() -> None:
    lines = read("\n".join(f"ValueError: bad value {i}" for i in range(5000))).lines
    assert (len(lines), lines[0], lines[-1]) == (200, "ValueError: bad value 0", "ValueError: bad value 4999")
