"""What differs between two runs of the same error, taken out of its text."""

import re

from qa.search.pasted.grammar import CODE
from qa.search.pasted.symbols import with_names

LOGGED = (
    r"\(\d+[,:][0-9a-fx]+[^)]{0,80}\):?|\(PID:[^)]{0,120}\)|\[PID: ?\d+\]"
    r"|\d{4}-\d\d-\d\d[-T ]\d\d: ?\d\d:\d\d[.:,\d]*|\b\d\d:\d\d:\d\d[.,]\d+"
)
"""(process,thread,name): and the time of a log line."""
STAMP = re.compile(LOGGED)
RUN = re.compile(rf"{LOGGED}|\b0x[0-9a-fA-F]+")
FOLDERS = re.compile(r"(?<![\w.\-+<>~/\\])(?:[A-Za-z]:)?[\w.\-+<>~]*(?:[\\/]+[\w.\-+<>~]+)*[\\/]+(?=[\w.\-+]+\.\w)")
"""The folders before the name of a file."""
DIGITS = re.compile(r"\d+")

FILE = r"[\w.\-+<>@~%]"
EDGE = r"(?<![\w.\-+<>@~%/\\])"
PIECES = {
    "kept": re.sub(r"\?P<\w+>", "?:", CODE.pattern),
    "time": r"\d{4}[-/]\d\d?[-/]\d\d?(?:[-T ]\d\d?:\d\d:\d\d[.:,\d]*)?|\b\d\d?:\d\d:\d\d(?:[.,]\d+)*",
    "url": r"\b(?:https?|ftp|file|git|ssh|tcp)://[^\s'\"<>)\]]+",
    "address": r"\b0[xX][0-9a-fA-F]+",
    "path": rf"{EDGE}(?:[A-Za-z]:[\\/]|\.{{1,2}}[\\/]|~[\\/]|[\\/](?=[A-Za-z_.<]))(?:{FILE}+[\\/]+)*{FILE}*"
    rf"|{EDGE}\w{FILE}*(?:[\\/]{FILE}+)+\.\w{{1,10}}(?!\w)",
    "library": r"(?<![\w.\-/\\])lib[\w+\-]*\.(?:so|dylib)[\w.]*",
    "file": r"(?<![\w.\-/\\])\w[\w\-]*\.(?:py|ipynb|sh|ckpt|mindir|air|om|onnx|pb"
    r"|json|ya?ml|toml|txt|log|csv|npy|npz|jpe?g|png"
    r"|bmp|bin|tfrecord|mindrecord|safetensors|pth?|whl|zip|tar|gz|db)\b",
    "hash": r"\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b",
    "shape": r"[\[(]\s*[-+]?\d[\d\s,.\-+]*[\])]|(?<!\w)[\[(]\s*[\])]|\b\d+(?:x\d+)+\b",
    "number": r"(?<![A-Za-z_\d.])[-+]?\d+(?:\.\d+)*(?:[eE][-+]?\d+)?(?![A-Za-z_\d])"
    r"|(?<=[A-Za-z][_\-])\d+(?:\.\d+)*\b|(?<=-op)\d+\b",
}
PIECE = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in PIECES.items()))
NESTED = re.compile(r"[\[({]\s*(?:<shape>|<number>)(?:[\s,]*(?:<shape>|<number>))*[\s,]*[\])}]")
LIBRARY = re.compile(
    r"^(?P<name>lib[\w+\-]*?)(?:-[0-9a-f]{6,})?\.(?:so|dylib)\b|(?P<native>[\w\-]+\.(?:cc|cpp|cu|hpp|h|dll))\b"
)
QUOTED = re.compile(r"'(?P<value>[^'\n]{1,300})'|\"(?P<other>[^\"\n]{1,300})\"")
NO_NAME = re.compile(r"[^\x00-\x7f]|[?&=%@#$]")
LINE_NUMBER = re.compile(r"(\.(?:cc|cpp|cu|h|hpp))(?::\d+|\(\d+\))")
"""Where a native source file is named, its line changes with every release."""


def placed(match: re.Match[str]) -> str:
    """What stands for one piece: codes as they are, libraries and native sources by name, the rest by kind."""
    kind = match.lastgroup
    if kind == "kept":
        return match[0]
    if kind in ("path", "library") and (library := LIBRARY.search(re.split(r"[\\/]", match[0])[-1])):
        return f"{library['name']}.so" if library["name"] else library["native"]
    return f"<{kind}>"


def unquoted(match: re.Match[str]) -> str:
    """Quoted text that cannot be a name of an API, an operator or an option is data."""
    value = match["value"] or match["other"]
    return "<data>" if NO_NAME.search(value) else match[0]


def normalised(message: str) -> str:
    """The message with what differs from run to run replaced by placeholders; words, names and codes stay."""
    text = QUOTED.sub(unquoted, with_names(STAMP.sub(" ", message)))
    text = PIECE.sub(placed, LINE_NUMBER.sub(r"\1", text))
    for _ in range(3):
        text = NESTED.sub("<shape>", text)
    return " ".join(text.split())


def without_run(line: str) -> str:
    """The line without process ids, times and addresses."""
    return RUN.sub(" ", line)


def readable(line: str) -> str:
    """The line without its noise and the folders of its paths, and with mangled symbols made readable."""
    return FOLDERS.sub("", with_names(without_run(line))).strip()


def skeleton(line: str) -> str:
    """What two lines have in common that differ in numbers only."""
    return DIGITS.sub("0", without_run(line))
