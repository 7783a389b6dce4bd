"""Finds a title in a passage that has none: the error line, else the clause that tells most, always cut at a clause.

The rules look at words that any report of an error uses, not at one document. Each clause gets points for what helps a
reader who searches (a symptom, a cause, a name of an API) and loses points for what only leads over ("下面", "我们").
"""

import re
from collections import Counter
from dataclasses import dataclass

from qa import rules
from qa.text.chars import is_cjk

from .text import collapse, leading_part

_ERROR_LINE = re.compile(
    r"(?<![A-Za-z0-9_.])[A-Za-z_][A-Za-z0-9_.]*(?:Error|Exception|Warning|Interrupt)\s*[:：]\s*[^\n。；;]{4,}"
)
_URL = re.compile(r"https?://[^\s，。；、）)]+")
_BRACKETS = re.compile(r"（[^（）()]*）|\([^（）()]*\)|\[[^\[\]]*\]|“[^“”]*”")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*")
_MIND_PRODUCT = re.compile(r"(?<![A-Za-z])Mind[A-Z][A-Za-z]+")

_SENTENCE_END = "。！？!?；;\n"
_CLAUSE_END = _SENTENCE_END + "，"

_PLAIN_SYMPTOM = re.compile(r"报错|出错|错误|异常|报警|告警|崩溃|警告")
_SHARP_SYMPTOM = re.compile(
    r"失败|卡[住主死顿]|[很太变过较]慢|太[小大少多]|不足|污染|不能|无法|不符合|得不到|找不到|不了|不支持|不收敛"
    r"|溢出|越界|超[出过时]|大于|泄[漏露]|中断"
)
_EFFECT = re.compile(r"导致|引起|造成")
_ADVICE = re.compile(r"需要|必须|应该|应当|建议|可以通过")
_LEADS_OVER = re.compile(
    r"我们|大家|同学|咱|这位|[上本下]一?篇|上述|如下|下面|下图|可以看到|至此|这个|这也|既然|若想|请点击|请参考|详情|经常"
)
_CARRIES_ON = re.compile(r"^(?:导致|而|并且?|从而|但|则|就|也|是|以便|以致|使得|所以|因此)")
_SETS_SCENE = re.compile(r"^(?:当|如果|若|在|由于|因为|除)")
_LEAD_WORDS = re.compile(
    r"^(?:\d{1,2}[.、)）]\s*|[，、：:\s]+|那么|那就|因此|所以|然后|并且|但是|但|即|而|猜测|查询|可以|结果发现：|这样就)+"
)
_BARE_SCENE = re.compile(r"^(?:当|如果|若)(?P<fact>.+?)(?:的?时候?|后)?$")
_LOST_END = re.compile(r"(?<=[）)\]])(?=[A-Z][a-z])")
"""A bracket with a capitalised word right behind it: copying the text lost the end of a sentence there."""


_TITLE_GOOD = 80
"""Clauses are added to a title up to this length; one clause alone may be longer."""
_GENERIC_NAMES = {"mindspore", "http", "https", "com", "www", "info", "api"}


@dataclass(frozen=True, slots=True)
class _Clause:
    text: str
    points: int


def title_of(passage: str) -> str:
    """Return a title for `passage`: an error line, a clause with a symptom, or the clause that names the theme."""
    if error := _ERROR_LINE.search(passage):
        return _with_name(_fitted(collapse(error[0])), passage, " 报错 ")
    sentences = [_clauses(sentence) for sentence in _split(_plain(passage), _SENTENCE_END)]
    rated = [(clause.points, -place, sentence, index) for place, sentence, index, clause in _places(sentences)]
    if not rated:
        return collapse(passage)
    *_, sentence, index = max(rated, key=lambda entry: entry[:2])
    return _with_name(_fitted(_window(sentence, index)), passage, "：")


def has_symptom(passage: str) -> bool:
    """Say whether `passage` speaks of something that went wrong."""
    return any(pattern.search(passage) for pattern in (_ERROR_LINE, _PLAIN_SYMPTOM, _SHARP_SYMPTOM))


def names(passage: str) -> list[str]:
    """Return the names of interfaces and modules in `passage`, the most frequent first; names of errors are none."""
    found = (name for name in _names(_URL.sub(" ", passage)) if not name.endswith(("Error", "Exception")))
    return [name for name, _ in Counter(found).most_common()]


def products(passage: str) -> list[str]:
    """Return the names of products of the Mind… family in `passage`, the most frequent first."""
    return [name for name, _ in Counter(_MIND_PRODUCT.findall(_URL.sub(" ", passage))).most_common()]


def _places(sentences: list[list[_Clause]]) -> list[tuple[int, list[_Clause], int, _Clause]]:
    flat = [(sentence, index, clause) for sentence in sentences for index, clause in enumerate(sentence)]
    return [(place, *entry) for place, entry in enumerate(flat)]


def _plain(passage: str) -> str:
    """Return `passage` without addresses; a bracket around one is where a clause ends."""
    plain = _BRACKETS.sub(lambda match: "，" if _URL.search(match[0]) else match[0], passage)
    return _LOST_END.sub("，", _URL.sub("", plain))


def _split(text: str, ends: str) -> list[str]:
    """Split `text` after the characters in `ends`, but not inside brackets or quotation marks."""
    shielded = _BRACKETS.sub(lambda match: "·" * len(match[0]), text)
    parts, start = [], 0
    for position, char in enumerate(shielded, 1):
        if char in ends:
            parts.append(text[start:position])
            start = position
    parts.append(text[start:])
    return [part for part in parts if part.strip(_CLAUSE_END + " ")]


def _clauses(sentence: str) -> list[_Clause]:
    return [_Clause(part.strip(), _points(part.strip())) for part in _split(sentence, _CLAUSE_END)]


def _points(clause: str) -> int:
    symptom = 4 if _SHARP_SYMPTOM.search(clause) else 3 if _PLAIN_SYMPTOM.search(clause) else 0
    effect = 2 if symptom and _EFFECT.search(clause) else 0
    asks = 2 if clause.endswith(("？", "?")) else 0
    tells = bool(_names(clause) or _ADVICE.search(clause)) + (sum(map(is_cjk, clause)) >= 6)
    return symptom + effect + asks + tells - 3 * bool(_LEADS_OVER.search(clause))


def _names(text: str) -> list[str]:
    return [name for name in _NAME.findall(text) if len(name) > 2 and name.lower() not in _GENERIC_NAMES]


def _window(sentence: list[_Clause], index: int) -> str:
    """Return the clause at `index` with the neighbours it needs to be understood, without leading connectives."""
    first = last = index
    while first and _needs_before(sentence, first, last):
        first -= 1
    while last + 1 < len(sentence) and _needs_after(sentence, first, last):
        last += 1
    text = "".join(clause.text for clause in sentence[first : last + 1])
    text = collapse(_LEAD_WORDS.sub("", text).rstrip("。，；：、;, "))
    scene = _BARE_SCENE.match(text) if first == last else None
    return scene["fact"] if scene else text


def _needs_before(sentence: list[_Clause], first: int, last: int) -> bool:
    before = sentence[first - 1].text
    needed = _CARRIES_ON.match(sentence[first].text) or _sets_scene(before)
    return bool(needed and not _LEADS_OVER.search(before) and _joined(sentence, first - 1, last))


def _needs_after(sentence: list[_Clause], first: int, last: int) -> bool:
    after = sentence[last + 1]
    needed = _CARRIES_ON.match(after.text) or after.points >= 4 or _sets_scene(sentence[last].text)
    return bool(needed and not _LEADS_OVER.search(after.text) and _joined(sentence, first, last + 1))


def _sets_scene(clause: str) -> bool:
    return bool(_SETS_SCENE.match(_LEAD_WORDS.sub("", clause)))


def _joined(sentence: list[_Clause], first: int, last: int) -> bool:
    return sum(len(clause.text) for clause in sentence[first : last + 1]) <= _TITLE_GOOD


def _with_name(title: str, passage: str, joiner: str) -> str:
    """Put the most frequent name of the passage before a title that would say too little without it."""
    is_error = bool(_ERROR_LINE.match(title))
    if not is_error and (_names(title) or not _names(passage)):
        return title
    named = f"{name}{joiner}{title}" if (name := next(iter(names(passage)), "")) else title
    return named if len(named) <= rules.TITLE_MAX else title


def _fitted(title: str) -> str:
    """Return the part of `title` that fits the limit; without a boundary to cut at it stays whole and is reported."""
    return title if len(title) <= rules.TITLE_MAX else leading_part(title, rules.TITLE_MAX) or title
