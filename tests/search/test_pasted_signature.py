"""The same error from another machine gives the same signature, another error another one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qa.search.pasted import Signature, read, sign, signatures_in

NAMES = st.from_regex(r"[a-z][a-z0-9_]{1,8}", fullmatch=True)

pytestmark = pytest.mark.sqlite_only
NUMBERS = st.integers(0, 10**12)
SHAPES = st.lists(st.integers(0, 9999), max_size=5).map(lambda sizes: str(tuple(sizes)))
STAMPS = st.datetimes().map(lambda when: when.strftime("%Y-%m-%d-%H:%M:%S.123.456").rjust(27, "0"))
HEX = st.from_regex(r"[0-9a-f]{6,12}", fullmatch=True)


@st.composite
def machines(draw: st.DrawFn) -> dict[str, str]:
    """What one run has of its own."""
    user, project, python = draw(NAMES), draw(NAMES), draw(st.integers(7, 13))
    home, packages = draw(
        st.sampled_from(
            [
                (f"/home/{user}/{project}", f"/home/{user}/env/lib/python3.{python}/site-packages"),
                (f"/Users/{user}/{project}", f"/opt/py/lib/python3.{python}/site-packages"),
                (f"/root/{project}", f"/usr/local/lib/python3.{python}/dist-packages"),
                (f"C:\\Users\\{user}\\{project}", f"D:\\Python3{python}\\Lib\\site-packages"),
            ]
        )
    )
    return {
        "home": home,
        "packages": packages,
        "slash": "\\" if "\\" in home else "/",
        "file": draw(NAMES),
        "line": str(draw(NUMBERS)),
        "number": str(draw(NUMBERS)),
        "shape": draw(SHAPES),
        "address": f"0x{draw(HEX)}",
        "stamp": draw(STAMPS),
        "pid": str(draw(st.integers(1, 4_000_000))),
        "thread": draw(HEX),
    }


def traceback(run: dict[str, str]) -> str:
    framework = run["slash"].join((run["packages"], "mindspore", "common", "api.py"))
    mine = run["slash"].join((run["home"], f"{run['file']}.py"))
    return (
        f'Traceback (most recent call last):\n  File "{mine}", line {run["line"]}, in <module>\n    net(x)\n'
        f'  File "{framework}", line {run["number"]}, in _exec_pip\n    return self.run()\n'
        f"RuntimeError: For 'MatMul', the shape {run['shape']} of {mine} at {run['address']} is wrong on device"
        f" {run['number']}, EE9999: Inner Error!"
    )


def log_line(run: dict[str, str]) -> str:
    place = run["slash"].join(("mindspore", "ccsrc", "runtime", "kernel.cc"))
    return (
        f"[ERROR] DEVICE({run['pid']},{run['thread']},python):{run['stamp']} [{place}:{run['line']}] Launch]"
        f" Launch kernel failed, task_id: {run['number']}, shape {run['shape']}, retcode: 507011"
    )


@given(st.sampled_from([traceback, log_line]), machines(), machines())
def test_the_same_error_from_another_machine(error, one: dict[str, str], other: dict[str, str]) -> None:
    assert sign(read(error(one))) == sign(read(error(other)))
    assert sign(read(error(one))).terms == sign(read(error(other))).terms


def test_the_signature_of_a_traceback_is_of_the_framework_alone() -> None:
    run = {"home": "/home/li/x", "packages": "/usr/lib/python3.9/site-packages", "slash": "/", "file": "mine"}
    run |= {"line": "3", "number": "7", "shape": "(2, 3)", "address": "0x7f", "stamp": "", "pid": "1", "thread": "2"}
    found = sign(read(traceback(run)))
    assert found.message == (
        "For 'MatMul', the shape <shape> of <path> at <address> is wrong on device <number>, EE9999: Inner Error!"
    )
    assert found.frames == (("api.py", "_exec_pip"),)
    assert found.terms[2:] == ["x:runtimeerror", "c:ee9999", "o:matmul", "f:api.py:_exec_pip"]
    assert [term[:2] for term in found.terms[:2]] == ["s:", "m:"]
    assert len(found.digest) == 16


@pytest.mark.parametrize(
    ("message", "normalised"),
    [
        ("/usr/lib/libgomp-d22c30c5.so.1.0.0: cannot allocate", "libgomp.so: cannot allocate"),
        ("libgomp.so.1: cannot allocate", "libgomp.so: cannot allocate"),
        ("undefined symbol: _ZN3c105ErrorC1Ev", "undefined symbol: c10::Error"),
        ("see https://x.y/z?a=1 and my_net.ckpt", "see <url> and <file>"),
        ("job 62576f78-70c2-11ed-b633-000132214e48 or commit 3f2a9c0d1e4b5a6f", "job <hash> or commit <hash>"),
        ("expected ((8, 1), [2]) but got 3x224x224", "expected <shape> but got <shape>"),
        ("kernel_graph_12 and Default/Add-op81", "kernel_graph_<number> and Default/Add-op<number>"),
        ("Conv2D wants float32 or a N/A", "Conv2D wants float32 or a N/A"),
        ("[Errno 24] Too many, ret: 507011, took 3.5 s", "[Errno 24] Too many, ret: 507011, took <number> s"),
        ("The key '我的参数' or 'a=b&c' of 'conv.weight'", "The key <data> or <data> of 'conv.weight'"),
        ("failed at 12:30:45 on 2024-01-02", "failed at <time> on <time>"),
        ("a/b/kernel.cc:42 Launch] failed", "kernel.cc Launch] failed"),
        ("no file D:\\my\\data.bin", "no file <path>"),
        ("user@host.com from 10.1.2.3", "<email> from <ip>"),
    ],
)
def test_a_message_is_normalised(message: str, normalised: str) -> None:
    assert sign(read(f"RuntimeError: {message}")).message == normalised


@pytest.mark.parametrize(
    ("text", "operators"),
    [
        ("ValueError: For 'Conv2D', the input is wrong", ["Conv2D"]),
        ("RuntimeError: For primitive[ReduceSum], the axis is wrong", ["ReduceSum"]),
        ("[ERROR] Operator[MaxPoolGrad] failed", ["MaxPoolGrad"]),
        ("RuntimeError: ({'errCode': 'E80012', 'op_name': 'reduce_sum_d'})", ["reduce_sum_d"]),
        ("[ERROR] op_name: ArgMaxV2 failed", ["ArgMaxV2"]),
        ("[ERROR] run kernel PreProcess failed", ["PreProcess"]),
        ("[ERROR] node (Default/network/BatchMatMul-op8) failed", ["BatchMatMul"]),
        ("RuntimeError: aclnnAddGetWorkspaceSize failed", ["aclnnAddGetWorkspaceSize"]),
        ("RuntimeError: the operation is not allowed", []),
    ],
)
def test_operators_are_named_by_the_grammar(text: str, operators: list[str]) -> None:
    assert list(sign(read(text)).operators) == operators


def test_another_error_has_another_digest() -> None:
    texts = ("TypeError: bad operand type", "ValueError: bad operand type", "TypeError: bad argument type")
    assert len({sign(read(text)).digest for text in texts}) == 3


def test_what_says_too_little_has_no_digest() -> None:
    for text in ("RuntimeError", "KeyError: 'x'", "RuntimeError: 17", "hello there", ""):
        assert sign(read(text)).digest == ""
        assert not any(term.startswith(("s:", "m:")) for term in sign(read(text)).terms)


def test_a_paste_without_its_trace_shares_the_message() -> None:
    whole = 'Traceback (most recent call last):\n  File "/x/site-packages/a/b.py", line 3, in f\n    g()\n'
    alone = "RuntimeError: can't start new thread"
    one, other = sign(read(whole + alone)), sign(read(alone))
    assert one.digest != other.digest
    assert one.message_digest == other.message_digest


def test_without_an_exception_the_line_with_a_code_is_the_message() -> None:
    text = "[ERROR] X(1,2,p):2022 [a.cc:5] Report] Ascend error occurred, error message:\nEK0001: Path is invalid."
    assert sign(read(text)).message == "EK0001: Path is invalid."


POST = """\
I call it so:

```python
import mindspore
raise ValueError("bad: 'x'")  # TypeError: no
```

and got `TypeError: bad operand type` in `net.construct`.

> ValueError: the second of the post

```
Traceback (most recent call last):
  File "/home/me/a.py", line 3, in f
RuntimeError: For 'MatMul', the shapes do not match
```

RuntimeError is what I did not expect. TypeError: bad operand type
"""


def test_the_errors_of_a_post_are_signed_each_once() -> None:
    assert [(one.exceptions, one.message) for one in signatures_in(POST)] == [
        (("TypeError",), "bad operand type"),
        (("ValueError",), "the second of the post"),
        (("RuntimeError",), "For 'MatMul', the shapes do not match"),
    ]


def test_a_traceback_in_the_open_is_one_error() -> None:
    text = 'It says\n\nTraceback (most recent call last):\n  File "/a.py", line 3, in f\nTypeError: bad operand type\n'
    assert [one.exceptions for one in signatures_in(text)] == [("TypeError",)]


def test_at_most_eight_are_kept() -> None:
    text = "\n\n".join(f"`ValueError: the {word} is bad`" for word in map("ab{}".format, "cdefghijklm"))
    assert len(signatures_in(text)) == 8


def test_an_empty_signature_has_no_terms() -> None:
    assert Signature().terms == []
