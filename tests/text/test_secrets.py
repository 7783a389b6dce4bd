"""What a text should not show, and what looks like it and is shown."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qa.text.secrets import find, mask
from tests.timing import assert_takes_less_than

RANDOM = "Ab3dEf6hIj9lMn2pQr5t"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (f"hf_{RANDOM}", "<token>"),
        (f"ghp_{RANDOM} and github_pat_{RANDOM}", "<token> and <token>"),
        (f"sk-proj-{RANDOM}", "<token>"),
        ("AKIAIOSFODNN7EXAMPLE", "<token>"),
        ("xoxb-1234567890-abcdef", "<token>"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc_def-123", "<token>"),
        ("Authorization: Bearer abcdef.123", "Authorization: Bearer <token>"),
        ("curl -H 'authorization: token abcdef123456'", "curl -H 'authorization: token <token>'"),
        (f"https://x.y/?token={RANDOM}&a=1", "https://x.y/?token=<token>&a=1"),
        (f"API_KEY='{RANDOM}'", "API_KEY='<token>'"),
        (f"key: {RANDOM}x", "key: <token>"),
        ("password=hunter2", "password=<password>"),
        ("mysql --password s3cret! db", "mysql --password <password> db"),
        ("PASSWD: xx", "PASSWD: <password>"),
        ("'password': 'two words'", "'password': '<password>'"),
        ("密码：abc123", "密码：<password>"),
        ("https://bob:pw@host/x", "https://<user>:<password>@host/x"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIE+/=\n-----END RSA PRIVATE KEY-----\n.", "<token>\n."),
        ("/home/zhang/x.py", "/home/<user>/x.py"),
        ('"/data/home/wu/x"', '"/data/home/<user>/x"'),
        ("/Users/li", "/Users/<user>"),
        ("C:\\Users\\John Smith\\a.py", "C:\\Users\\<user>\\a.py"),
        ("file:///home/zhang/x", "file:///home/<user>/x"),
        ("write to zhang.san@example.com.", "write to <email>."),
        ("connect to 8.8.8.8:80", "connect to <ip>:80"),
        ("tcp://192.168.1.4/x", "tcp://<ip>/x"),
        ("root@10.0.0.7:~#", "root@<ip>:~#"),
        ("MASTER_ADDR=10.1.2.3 --host=10.1.2.3:80", "MASTER_ADDR=<ip> --host=<ip>:80"),
        ("10.0.0.1-10.0.0.9", "<ip>-<ip>"),
        ("fe80::1 and 2001:db8::5", "<ip> and <ip>"),
    ],
)
def test_a_secret_is_masked(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.mark.parametrize(
    "text",
    [
        "/root/x.py and /home/user/x.py and https://a.com/home/page",
        "torch.nn.functional and mindspore.ops.MatMul",
        "EE9999 E39999 EI0006 507011",
        "mindspore 2.3.1 (git 3f2a9c0d1e4b5a6f7c8d9e0f3f2a9c0d1e4b5a6f)",
        "0x7f3a2b1c4d5e at 0xFFFF6132EA58",
        "Tensor(shape=[2, 3], dtype=Float32, value=[1.0, 2.0])",
        "@ms.jit\ndef f(a, b):\n    return a@b + x@w.T + q@k.transpose(0, 1) + x@self.fc + q@k.mT",
        "MindSpore 2.3.0.1, mindspore==2.3.0.1, version 2.3.0.1, libx.so.1.2.3.4",
        "toolkit-6.0.0.1 in /opt/cann/6.0.0.1/lib",
        "127.0.0.1 ::1 0.0.0.0 255.255.255.0 999.1.1.1",
        "10:20:30 and std::vector and x[1::2] and feed::add",
        "num_tokens=512 max_token: 4096 pad_token='<pad>' token=tokenizer.eos_token_id",
        "cache_key=conv2d_bprop_input_fp32_2222",
        "def login(password: str, token=None): password=os.environ['PASSWORD']",
        "using password: YES",
        "PWD=/root/x",
        "git@gitee.com:mindspore/mindspore.git",
        "13812345678",
        "sk-learn-has-no-long-number-at-all",
    ],
)
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    assert mask(text) == text


def test_of_two_that_overlap_the_first_is_found() -> None:
    text = f"password=ghp_{RANDOM}"
    assert [(one.kind, text[one.start : one.end]) for one in find(text)] == [("token", f"ghp_{RANDOM}")]


PIECES = st.sampled_from(
    (
        f"ghp_{RANDOM}",
        "password=",
        "token=",
        "/home/",
        "a@b.com",
        "10.1.2.3",
        "2001:db8::5",
        "Bearer ",
        "https://",
        "is ",
    )
) | st.sampled_from(("key=", "-----BEGIN PRIVATE KEY-----", "C:\\Users\\", *":@<>'\" \n/x1.-"))


@given(st.lists(PIECES | st.text(max_size=5), max_size=12).map("".join))
@example("a@b.com 2.3.0.1")
@example("2001:db8::5 2.3.0.1")
def test_masking_twice_changes_nothing(text: str) -> None:
    assert mask(mask(text)) == mask(text)


@given(st.lists(PIECES | st.text(max_size=5), max_size=12).map("".join))
def test_secrets_are_in_order_and_apart(text: str) -> None:
    ends = [0]
    for secret in find(text):
        assert ends[-1] <= secret.start < secret.end <= len(text)
        ends.append(secret.end)


UNITS = [
    "a@b.com 2.3.0.1 ",
    "a",
    "a.",
    "a@",
    "/a",
    "1.",
    "2001:",
    "password=",
    "'password='x",
    "token=a1",
    "-----BEGIN PRIVATE KEY-----",
    "-",
    " ",
]


@pytest.mark.parametrize("unit", UNITS)
def test_half_a_megabyte_of_anything_is_searched_quickly(unit: str) -> None:
    assert_takes_less_than(10, lambda: mask(unit * (500_000 // len(unit))))
