"""Framework version, device, mode, system and Python that a log states or clearly shows."""

import re

READ_MAX = 100_000
VERSION = re.compile(
    r"\bmindspore(?:[ _\-](?:ascend|gpu|cpu|lite|dev))?['\"]?"
    r"(?:\s?[=:：]{1,2}\s?|[ _\-]v?|\s{1,20}|\s?(?:version|版本)(?:\s?(?:is|为|是|[:：=]))?\s?)"
    r"v?(?P<value>\d{1,2}\.\d{1,3}(?:\.\d{1,3})?(?:\.?(?:rc|post|dev|a|b)\d{1,4})?)(?![\w.]*\d\.\d)",
    re.IGNORECASE,
)
PYTHON = re.compile(
    r"\bpython(?:\s?version)?\s?[:=]?\s?v?(?P<value>[23]\.(?:1\d|\d))(?!\d)|\bcp(?P<tag>3(?:[5-9]|1\d))\b|\bPython(?P<folder>3(?:[5-9]|1\d))[\\/]",
    re.IGNORECASE,
)
STATED_DEVICE = re.compile(
    r"device(?:_target|[_ ]type|\s?target|\()?['\"]?\s?[:=(]?\s?['\"]?(?P<value>Ascend|GPU|CPU)\b", re.IGNORECASE
)
STATED_MODE = re.compile(r"(?P<Graph>\bGRAPH_MODE\b)|(?P<PyNative>\bPYNATIVE_MODE\b)", re.IGNORECASE)

Shown = tuple[tuple[str, re.Pattern[str]], ...]
DEVICES: Shown = (
    (
        "Ascend",
        re.compile(
            r"\bAscend|\bCANN\b|npu-smi|\b(?:aclnn|aclrt|hccl|Hccl)\w|\bE[EZIKLJH]\d{4}\b|/ascend/|davinci", re.ASCII
        ),
    ),
    ("GPU", re.compile(r"\bCUDA\b|cudnn|cuBLAS|nvidia|/gpu/|\bnccl", re.IGNORECASE)),
)
MODES: Shown = (
    ("Graph", re.compile(r"_cell_graph_executor|\bgraph mode\b|图模式|静态图", re.IGNORECASE)),
    ("PyNative", re.compile(r"\bpynative\b|_pynative_executor|动态图", re.IGNORECASE)),
)
SYSTEMS: Shown = (
    (
        "Windows",
        re.compile(
            r"(?<![A-Za-z])[A-Z]:[\\/]\w|\bWindows (?:1\d|7|8|Server)|win_amd64|\bDLL load|\.dll\b|\bWinError\b"
        ),
    ),
    ("macOS", re.compile(r"(?<!\w)/Users/|\.dylib\b|\bmacOS\b|\bmacosx_|\bDarwin\b")),
    (
        "Linux",
        re.compile(
            r"(?<!\w)/(?:home|usr|root|opt)/|\.so\b|\bLinux\b|\bUbuntu\b|\bEulerOS\b|\bopenEuler\b|\bCentOS\b|manylinux|-linux-gnu"
        ),
    ),
)


def first_shown(text: str, table: Shown) -> str:
    """The first of the table that the text gives evidence of."""
    return next((name for name, pattern in table if pattern.search(text)), "")


def device_of(text: str) -> str:
    match = STATED_DEVICE.search(text)
    names = {"ascend": "Ascend", "gpu": "GPU", "cpu": "CPU"}
    return names[match["value"].lower()] if match else first_shown(text, DEVICES)


def mode_of(text: str) -> str:
    """The one mode the text speaks of; none where it speaks of both."""
    stated = {match.lastgroup for match in STATED_MODE.finditer(text)}
    found = stated or {name for name, pattern in MODES if pattern.search(text)}
    return found.pop() if len(found) == 1 else ""


def python_of(text: str) -> str:
    match = PYTHON.search(text)
    if match is None:
        return ""
    tag = match["tag"] or match["folder"]
    return f"{tag[0]}.{tag[1:]}" if tag else match["value"]


def environment_of(text: str) -> dict[str, str]:
    """Those of version, device, mode, os and python that were found at the beginning of the text."""
    text = text[:READ_MAX]
    version = VERSION.search(text)
    found = {
        "version": version["value"] if version else "",
        "device": device_of(text),
        "mode": mode_of(text),
        "os": first_shown(text, SYSTEMS),
        "python": python_of(text),
    }
    return {key: value for key, value in found.items() if value}
