"""A pasted log → the lines that carry the error, and what is recognised in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qa.search.pasted import looks_like_error, read, sign, signatures_in
from tests.timing import assert_takes_less_than

TRACEBACK = """\

pytestmark = pytest.mark.sqlite_only
step 1 loss 2.3
Traceback (most recent call last):
  File "/home/me/train.py", line 12, in main
    net(x)
  File "/usr/lib/python3.9/site-packages/mindspore/nn/cell.py", line 618, in __call__
    return self.compile_and_run(*args)
RuntimeError: mindspore/ccsrc/kernel.cc:42 Launch] Launch kernel failed, EE9999: Inner Error!
  detail: out of memory
"""
CHAIN = """\
Traceback (most recent call last):
  File "load.py", line 3, in load
    table[name]
KeyError: 'a'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "load.py", line 5, in <module>
    load("a")
my.pkg.LoadRefused: no file of that name
"""
GROUP = """\
  + Exception Group Traceback (most recent call last):
  |   File "<stdin>", line 1, in <module>
  | ExceptionGroup: two tasks failed (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | ValueError: the first is bad
    +---------------- 2 ----------------
    | TypeError: the second is bad
    +------------------------------------
"""
SECTIONS = """\
Traceback (most recent call last):
  File "C:\\work\\train.py", line 7, in <module>
    net(x)
RuntimeError: Preprocess failed. The details refer to 'Ascend Error Message'.

----------------------------------------------------
- Ascend Error Message:
----------------------------------------------------
EI0006: Getting socket times out.
        Solution: Check the ranks.
Distribute task refused

----------------------------------------------------
- C++ Call Stack: (For framework developers)
----------------------------------------------------
mindspore/ccsrc/hal/collective.cc:120 Initialize

----------------------------------------------------
- The Traceback of Net Construct Code:
----------------------------------------------------
# 0 In file /home/me/net.py:12
        y = self.mul(x, 2)  # failed before
"""
LOG = (
    "[WARNING] ME(1:2,Main):2024-01-02-10:20:30.123.456 [mindspore/a.py:3] A note\n"
    "[ERROR] DEVICE(77,ffff,python):2021-09-11-16:48:31.511.290 [mindspore/ccsrc/x.cc:679] Dump] task stopped\n"
)


def test_an_exception_gives_type_message_codes_and_frames() -> None:
    pasted = read(TRACEBACK)
    assert pasted.exception == "RuntimeError"
    assert pasted.message.startswith("mindspore/ccsrc/kernel.cc:42 Launch]")
    assert pasted.codes == ["EE9999"]
    assert {"file": "cell.py", "function": "__call__"} in pasted.frames
    assert pasted.lines == TRACEBACK.splitlines()[-2:]


def test_of_a_chain_the_last_is_named_and_the_root_kept() -> None:
    pasted = read(CHAIN)
    assert (pasted.exception, pasted.message) == ("LoadRefused", "no file of that name")
    assert pasted.exceptions == ["KeyError", "LoadRefused"]


def test_of_a_group_what_is_inside_is_the_root() -> None:
    assert read(GROUP).exceptions == ["ValueError", "TypeError", "ExceptionGroup"]


def test_what_is_between_dashed_rules_counts_by_its_heading() -> None:
    pasted = read(SECTIONS)
    assert "Distribute task refused" in pasted.lines
    assert not any("self.mul" in line or "collective.cc" in line for line in pasted.lines)
    assert {"file": "collective.cc", "function": "Initialize"} in pasted.frames


def test_a_thrown_c_exception_has_its_message_on_the_next_line() -> None:
    pasted = read("terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc")
    assert (pasted.exception, pasted.message) == ("bad_alloc", "std::bad_alloc")


def test_a_message_may_begin_on_the_line_after_its_type() -> None:
    assert read("xgboost.core.XGBoostError:\nLibrary could not be loaded").message == "Library could not be loaded"


def test_notes_of_a_log_are_left_out_and_its_errors_kept() -> None:
    assert [line.partition("] Dump] ")[2] for line in read(LOG).lines] == ["task stopped"]


@pytest.mark.parametrize("prefix", ["[rank0]: ", "[1,0]<stderr>:", "E   ", "(Worker pid=12) ", "> ", "\x1b[31m", "| "])
def test_what_launchers_put_before_a_line_is_taken_off(prefix: str) -> None:
    assert read(f"{prefix}ValueError: bad value").exception == "ValueError"


def test_a_progress_bar_before_an_error_is_taken_off() -> None:
    bar = "train:  19%|##        | 101280/538616 [04:23<18:27, 394.82it/s]"
    assert read(f"{bar}ValueError: bad value").lines == ["ValueError: bad value"]


@pytest.mark.parametrize("text", [TRACEBACK, CHAIN, GROUP, SECTIONS, LOG])
@pytest.mark.parametrize("squeeze", [lambda text: text.replace("\n", " "), lambda text: " ".join(text.split())])
def test_breaks_that_became_spaces_are_put_back(text: str, squeeze) -> None:
    flat, whole = read(squeeze(text)), read(text)
    assert (flat.exceptions, flat.codes, flat.stack) == (whole.exceptions, whole.codes, whole.stack)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("RuntimeError: ({'errCode': 'E80012', 'op_name': 'x'})", ["E80012"]),
        ("EZ9999: Inner Error!\nERR01100 OPS call acl api failed.", ["EZ9999", "ERR01100"]),
        ("Call rt api failed, ret: 507011, error code: 507018", ["507011", "507018"]),
        ("aclrtSetDevice failed, ret[107001]", ["107001"]),
        ("OSError: [Errno 24] Too many open files", ["Errno 24"]),
        ("E0413 20:03:08.764913058 122601 stream.cc:40] assertion failed", []),
    ],
)
def test_codes_of_cann_and_of_the_system(text: str, codes: list[str]) -> None:
    assert read(text).codes == codes


@pytest.mark.parametrize(
    ("line", "frame"),
    [
        ("/opt/x/libfoo.so(_ZN9mindspore6kernel6LaunchEv+0x1) [0x7f]", ("libfoo.so", "Launch")),
        ("# 0 In file /home/me/net.py(12)", ("net.py", "")),
        ("[ERROR] A(1,2,p):2021 [mindspore\\ccsrc\\x.cc:5] Run] bad", ("x.cc", "Run")),
        ("mindspore/ccsrc/crop_op.cc(33).", ("crop_op.cc", "")),
    ],
)
def test_frames_of_native_code(line: str, frame: tuple[str, str]) -> None:
    assert [(one.file, one.function) for one in read(line).stack] == [frame]


@pytest.mark.parametrize(
    "line",
    [
        "[ERROR] DEVICE(123,python):2022-01-01 [mindspore/ccsrc/x.cc:1] Malloc] failed",
        "[CRITICAL] ANALYZER(5,7f):2021 [x.cc:3] Process] bad",
        "[mindspore/lite/src/scheduler.cc:**] Schedule] returned a null pointer",
        "E0601 15:41:05.390226 12 dso_loader.cc:55] Could not load",
        "E80012: Op [Conv2D] shape is wrong",
        "ImportError: /usr/lib/libgomp.so.1: cannot allocate memory in static TLS block",
        "./a.out: symbol lookup error: undefined symbol: _ZN3foo",
        "Segmentation fault (core dumped)",
        "ERROR: Could not find a version that satisfies the requirement mindspore",
        "error: subprocess-exited-with-error",
        "src/kernel.cc:12:3: error: expected ';'",
        "CMake Error at CMakeLists.txt:3 (find_package):",
        "/usr/bin/ld: cannot find -lmindspore: No such file or directory",
        "bash: msrun: command not found",
        "编译失败：找不到头文件",
    ],
)
def test_an_error_line_is_found_in_noise(line: str) -> None:
    noise = [f"step {i} loss {i / 7:.3f}" for i in range(50)]
    assert read("\n".join([*noise, line, "", *noise])).lines == [line]


def test_a_text_without_an_error_line_is_all_looked_for() -> None:
    assert read("my net is slow\non gpu").lines == ["my net is slow", "on gpu"]


def test_what_differs_from_run_to_run_is_not_looked_for() -> None:
    line = (
        "[ERROR] ME(30523:140092,MainProcess):2024-01-02-10:20:30.123.456 [a/b/x.cc:12] Run] EE9999 failed at 0x7f00aa"
    )
    assert "EE9999 failed" in read(line).telling
    assert not {"30523", "140092", "2024", "0x7f00aa"} & set(read(line).telling.replace("-", " ").split())
    assert "a/b" not in read(line).telling


def test_source_code_is_not_looked_for_and_mangled_names_are_readable() -> None:
    assert "net(x)" not in read(TRACEBACK).telling
    text = "ImportError: /home/me/libx.so: undefined symbol: _ZN3c105ErrorC1Ev"
    assert read(text).telling.splitlines()[0] == "ImportError: libx.so: undefined symbol: c10::Error"


def test_lines_that_differ_in_numbers_only_are_said_once() -> None:
    assert read("\n".join(f"ValueError: bad value {i}" for i in range(5000))).lines == ["ValueError: bad value 0"]


def test_of_very_many_error_lines_the_first_and_the_last_are_kept() -> None:
    words = [f"{a}{b}{c}" for a in "abcdefgh" for b in "abcdefgh" for c in "abcdefgh"]
    lines = read("\n".join(f"ValueError: bad {word}" for word in words)).lines
    assert (len(lines), lines[0], lines[-1]) == (200, "ValueError: bad aaa", "ValueError: bad hhh")


def test_nothing_that_is_kept_shows_a_secret() -> None:
    pasted = read(
        'Traceback (most recent call last):\n  File "/home/zhang/a.py", line 1, in f\n    g()\n'
        "ConnectionError: /home/zhang/x.ckpt from 10.1.2.3 with token=abc123def456ghi7"
    )
    assert not any(secret in repr(pasted) + pasted.telling for secret in ("zhang", "10.1.2.3", "abc123def456ghi7"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MindSpore 2.3.1 on CANN", {"version": "2.3.1", "device": "Ascend"}),
        ("pip install mindspore-2.2.0-cp39-cp39-linux_x86_64.whl", {"version": "2.2.0", "python": "3.9"}),
        ("mindspore==1.8 python3.10", {"version": "1.8", "python": "3.10"}),
        ("MindSpore 版本：2.2.10rc1", {"version": "2.2.10rc1"}),
        ('set_context(mode=GRAPH_MODE, device_target="GPU")', {"device": "GPU", "mode": "Graph"}),
        ("动态图 with CUDA 11.1", {"device": "GPU", "mode": "PyNative"}),
        ("GRAPH_MODE or PYNATIVE_MODE?", {}),
        ("C:\\Python39\\lib\\x.py", {"os": "Windows", "python": "3.9"}),
        ("/Users/me/x.py", {"os": "macOS"}),
        ("/usr/lib/x.so", {"os": "Linux"}),
        ("nothing is said", {}),
    ],
)
def test_the_environment_that_a_text_shows(text: str, expected: dict[str, str]) -> None:
    assert read(text).environment == expected


@pytest.mark.parametrize(
    "text",
    [
        "How to fix RuntimeError in Model.train?",
        "报错 EE9999 怎么解决",
        "RuntimeError: 怎么解决",
        "[ascend] is:unanswered",
        "RuntimeError",
        "EE9999",
        "segmentation fault when training",
        "out of memory",
        "created:2024 score:3..",
        "",
    ],
)
def test_somebody_s_own_words_are_no_pasted_error(text: str) -> None:
    assert not looks_like_error(text)


@pytest.mark.parametrize(
    "text",
    [
        TRACEBACK,
        SECTIONS.replace("\n", " "),
        "TypeError: unsupported operand type(s) for +: 'int' and 'str'",
        "RuntimeError:\n  An attempt has been made to start a new process",
        "EE9999: Inner Error!",
        "[ERROR] DEVICE(1,2,python):2022 [a.cc:1] Run] bad",
        "E0601 15:41:05.390226 12 dso_loader.cc:55] Could not load",
        "bash: mindinsight: command not found",
        "main.cc:3:5: error: 'x' was not declared",
        "ERROR: Could not find a version that satisfies the requirement x",
        "Segmentation fault (core dumped)",
        "libx.so: undefined symbol: _ZN3c105ErrorC1Ev",
    ],
)
def test_a_paste_is_recognised(text: str) -> None:
    assert looks_like_error(text)


@given(st.text(st.characters() | st.sampled_from("()[]<>-_:.,/\\\"'\n EeZ019"), max_size=400))
def test_any_text_is_safe(text: str) -> None:
    pasted = read(text)
    assert isinstance(pasted.telling, str)
    assert sign(pasted) == sign(read(text))
    assert not any(any(char.isspace() for char in term) for term in sign(pasted).terms)
    assert len(signatures_in(text)) <= 8


HOSTILE = {
    "path": "a.b/c-",
    "word": "x",
    "errors": "Error ",
    "places": "a.cc:1] ",
    "breaks": "\n",
    "dashes": "-",
    "rules": "-" * 1999 + "x\n",
    "blanks": "a" + " " * 5000,
    "brackets": "[1,",
    "mangled": "_ZN1a",
    "plus": "+a",
    "frames": '  File "/a/b.py", line 3, in f\n    g()\n',
    "exceptions": "ValueError: x\n",
    "capitals": "Aa" * 900 + "\n",
    "scopes": "Default/a",
}


@pytest.mark.parametrize("unit", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("act", [lambda text: sign(read(text)).terms, looks_like_error, signatures_in])
def test_half_a_megabyte_of_anything_is_read_quickly(unit: str, act) -> None:
    assert_takes_less_than(12, lambda: act(unit * (500_000 // len(unit))))
