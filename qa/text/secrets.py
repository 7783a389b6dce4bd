"""What a text should not show to everyone: tokens, passwords, keys, names of people's accounts and machines. Pure.

Every expression starts at the edge of a word and repeats one class of characters at a time, so that a text takes time
in proportion to its length.
"""

import re
from collections.abc import Callable, Iterator
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import NamedTuple


class Secret(NamedTuple):
    """`kind` is token, password, user, email or ip; `start` and `end` are offsets in the text."""

    kind: str
    start: int
    end: int


Match = re.Match[str]

PRIVATE_KEY = re.compile(
    r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY-----(?:[A-Za-z0-9+/=\s:,\\]|-(?!-))*"
    r"(?:-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY-----)?"
)
ISSUED = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"hf_[A-Za-z0-9]{16,}|gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{16,}|glpat-[\w\-]{16,}|(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])"
    r"|LTAI[A-Za-z0-9]{12,}|AIza[\w\-]{30,}|npm_[A-Za-z0-9]{30,}|pypi-[\w\-]{30,}|xox[a-z]-[\w\-]{10,}"
    r"|sk-(?=[A-Za-z_\-]*\d)[\w\-]{16,}|eyJ[\w\-]{8,}\.[\w\-]{8,}(?:\.[\w\-]+)?"
    r")"
)
"""Tokens that say by their first letters who gave them out."""
AUTHORIZATION = re.compile(
    r"\bauthorization['\"]?\s{0,3}[:=]\s{0,3}['\"]?(?:(?:basic|bearer|digest|token)\s{1,3})?(?P<secret>(?!(?:basic|bearer|digest|token)\b)[\w.~+/=\-]{6,})"
    r"|\bbearer\s{1,3}(?P<bearer>(?=[A-Za-z._~+/=\-]*\d)[\w.~+/=\-]{12,})",
    re.IGNORECASE,
)
NAMED = re.compile(
    r"(?:token|secret|api[_\-]?key|access[_\-]?key(?:[_\-]?id)?|secret[_\-]?key|private[_\-]?key|auth[_\-]?key|(?<![a-z])key)"
    r"['\"]?\s{0,3}[:=]\s{0,3}['\"]?(?P<secret>[\w+/=.~\-]{8,}+)(?![(\[])",
    re.IGNORECASE,
)
PASSWORD = re.compile(
    r"(?:password|passwd|passphrase|(?<![a-z])pwd|密码|口令)['\"]?(?:\s{0,3}[:=：]\s{0,3}|(?<=--password)\s{1,3}|(?<=--passwd)\s{1,3})"
    r"(?:'(?P<single>[^'<\n]{1,200})'|\"(?P<double>[^\"<\n]{1,200})\""
    r"|(?!(?:none|null|true|false|yes|no|str|int|bytes|optional|self|args|config|password|passwd)\b)"
    r"(?P<bare>[^\s'\"<>,;&$/~(){}\[\]*=：][^\s'\"<>,;&(){}\[\]]{0,200}+)(?![(\[]))",
    re.IGNORECASE,
)
IN_ADDRESS = re.compile(r"(?<=://)(?P<user>[^\s/@:<>'\"]{1,100}):(?P<password>[^\s/@<>'\"]{1,200})(?=@)")
HOME = re.compile(
    r"(?:(?<![\w./\\:\-])|(?<=file://)|(?<=[\w\"'\])]:))(?:/[\w.\-]{1,40}){0,4}/(?:home|Users)/"
    r"(?P<unix>[^\s/\\:\"'<>|,;()\[\]]{1,64})"
    r"|(?<![A-Za-z0-9])[A-Za-z]:[\\/]{1,2}Users[\\/]{1,2}"
    r"(?:(?P<spaced>[^\\/:*?\"'<>|\s]{1,40}(?: [^\\/:*?\"'<>|\s]{1,40}){0,3})(?=[\\/])"
    r"|(?P<windows>[^\\/:*?\"'<>|,;\s]{1,64}))"
)
NOBODY = frozenset(("user", "username", "yourname", "xxx", "public", "shared", "default", "all"))
"""Folders beside the home folders of people, and what people write in place of their name."""
EMAIL = re.compile(
    r"(?<![\w.+%\-])(?!git@)[A-Za-z0-9][\w.+%\-]{0,63}@(?!self\.)(?:[A-Za-z0-9\-]{1,63}\.){1,6}"
    r"(?:com|org|net|edu|gov|mil|int|info|biz|name|app|dev|cloud|tech|site|online|xyz|top|[a-z]{2})(?![\w(\[])"
)
LETTER = re.compile(r"[^\W\d_]")
PORT = re.compile(r":\S|/\d{1,2}(?!\w)")
MACHINE_NAME = re.compile(r"addr|client|dns|host|(?<![a-z])ip|node|peer|proxy|server|url", re.IGNORECASE)
IPV4 = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)")
IPV6 = re.compile(
    r"(?<![\w:.])(?=[a-f:]*\d)(?:[23][0-9a-f]{3}|f[c-f][0-9a-f]{2}):[0-9a-f:]{2,40}(?![\w:])", re.IGNORECASE
)
MACHINE_WORDS = frozenset(
    re.split(
        r"\s",
        "addr address at by client connect curl from host ip is listen machine node on peer ping scp server ssh"
        " telnet to via with 地址 主机 服务器",
    )
)
"""Words after which four numbers are an address of a machine; after any other word they may be a version."""


def looks_random(value: str, name: str) -> bool:
    """Is the value of this name given out by a machine? What is called a key only needs a proof that it is secret."""
    letters, digits = re.search(r"[A-Za-z]", value), sum(char.isdigit() for char in value)
    if not letters or not digits:
        return False
    if not name.lower().startswith("key"):
        return "." not in value or len(value) >= 20
    return len(value) >= 20 and digits >= 3 and value.isalnum() and value.lower() != value != value.upper()


def is_version(text: str, match: Match) -> bool:
    """Are these four numbers a version? They are after `==`, and after a word that does not speak of machines."""
    before = text[max(0, match.start() - 60) : match.start()]
    word = "".join(before.split()[-1:])
    if not LETTER.search(word) or word.endswith("//"):
        return word.endswith("==")
    if before.endswith(word):
        return word[-1] in "/\\=-" and not MACHINE_NAME.search(word)
    small = all(int(part) < 100 for part in match[0].split("."))
    said = word.strip("'\"`([{:=,，：").lower()
    return small and said not in MACHINE_WORDS and not PORT.match(text, match.end())


def is_machine(address: IPv4Address | IPv6Address) -> bool:
    """Does the address name one machine, and not this one, none or many?"""
    return not (address.is_loopback or address.is_unspecified or address.is_multicast or address.is_reserved)


def private_keys(text: str) -> Iterator[Secret]:
    return (Secret("token", *match.span()) for match in PRIVATE_KEY.finditer(text))


def issued(text: str) -> Iterator[Secret]:
    return (Secret("token", *match.span()) for match in ISSUED.finditer(text))


def authorizations(text: str) -> Iterator[Secret]:
    return (Secret("token", *match.span(match.lastgroup)) for match in AUTHORIZATION.finditer(text))


def named(text: str) -> Iterator[Secret]:
    for match in NAMED.finditer(text):
        if looks_random(match["secret"], match[0]):
            yield Secret("token", *match.span("secret"))


def passwords(text: str) -> Iterator[Secret]:
    return (Secret("password", *match.span(match.lastgroup)) for match in PASSWORD.finditer(text))


def in_addresses(text: str) -> Iterator[Secret]:
    for match in IN_ADDRESS.finditer(text):
        yield Secret("user", *match.span("user"))
        yield Secret("password", *match.span("password"))


def users(text: str) -> Iterator[Secret]:
    for match in HOME.finditer(text):
        if match[match.lastgroup].lower() not in NOBODY:
            yield Secret("user", *match.span(match.lastgroup))


def emails(text: str) -> Iterator[Secret]:
    return (Secret("email", *match.span()) for match in EMAIL.finditer(text))


def addresses(text: str) -> Iterator[Secret]:
    for pattern, parsed in ((IPV4, IPv4Address), (IPV6, IPv6Address)):
        for match in pattern.finditer(text):
            try:
                address = parsed(match[0])
            except AddressValueError:
                continue
            if is_machine(address) and not (parsed is IPv4Address and is_version(text, match)):
                yield Secret("ip", *match.span())


FINDERS: dict[Callable[[str], Iterator[Secret]], tuple[str, ...]] = {
    private_keys: ("private key",),
    issued: ("",),
    authorizations: ("authorization", "bearer"),
    named: ("token", "secret", "key"),
    passwords: ("passw", "passphrase", "pwd", "密码", "口令"),
    in_addresses: ("://",),
    users: ("home", "users"),
    emails: ("@",),
    addresses: ("",),
}
"""Each with what stands, in small letters, in every text in which it finds something; most texts have none of it.

In the order in which one that is inside another gives way.
"""


def find(text: str) -> list[Secret]:
    """The secrets of any text in their order, none inside another."""
    small = text.lower()
    finders = (finder for finder, signs in FINDERS.items() if any(sign in small for sign in signs))
    found = [secret for finder in finders for secret in finder(text)]
    kept: list[Secret] = []
    for secret in sorted(found, key=lambda one: one.start):
        if not kept or secret.start >= kept[-1].end:
            kept.append(secret)
    return kept


def mask(text: str) -> str:
    """The text with a placeholder such as `<token>` in place of each secret; masking twice changes nothing.

    A placeholder ends words, so that it may bring out what stood next to the secret. No secret holds a placeholder:
    the text that can be masked gets shorter each time.
    """
    while found := find(text):
        parts, at = [], 0
        for kind, start, end in found:
            parts += [text[at:start], f"<{kind}>"]
            at = end
        text = "".join((*parts, text[at:]))
    return text
