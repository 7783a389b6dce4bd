"""What a question that is being written still lacks. Pure; advice is said and never keeps anybody from posting."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from qa.search.pasted.environment import environment_of
from qa.search.pasted.grammar import CODE
from qa.search.pasted.lines import TYPE, lines_of
from qa.search.pasted.recognise import is_error_line
from qa.text.chars import CJK
from qa.text.fences import segments

READ_MAX = 100_000
TITLE_WEIGHT_MIN = 6
"""What a title says: 1 for each Han character, 2 for each other word. Fewer is a label, not a question."""
PICTURE_WEIGHT_MIN = 60
"""A text with a picture and less than this is the picture."""
ERROR_LINES_MIN = 2
"""Lines of a log outside code blocks; a single one may be somebody's own sentence."""

EXCEPTION_NAME = re.compile(rf"\b(?:{TYPE})\b")
EMPTY_WORD = re.compile(
    r"\b(?:bugs?|codes?|errors?|exceptions?|fail(?:ed|ure|s)?|help|issues?|please|problems?|question|urgent)\b"
    r"|报错|错误码?|异常|问题|求助|请教|请问|求解|怎么办|怎么解决|如何解决|急",
    re.IGNORECASE,
)
HAN = re.compile(rf"[{CJK}]")
WORD = re.compile(rf"[^\W_{CJK}]+")
PICTURE = re.compile(r"!\[[^\]\n]{0,300}\]\([^)\n]{1,500}\)|<img\b[^>]{0,1000}>", re.IGNORECASE)
INDENTED = re.compile(r"\t| {4}")
TRIED = re.compile(
    r"\b(?:tried|try|tested|attempt\w*|follow(?:ed|ing)|check(?:ed|ing)|chang(?:ed|ing)|expect\w*|instead|after)\b"
    r"|试|尝试|参[考照]|按照?|改[成为用了]|换[成为了]|排查|检查|重装|升级|预期|期望|应该",
    re.IGNORECASE,
)


class Advice(NamedTuple):
    """`code` for programs, `field` of the form that it speaks of, and a sentence."""

    code: str
    field: str
    sentence: str | Promise


def weight(text: str) -> int:
    return len(HAN.findall(text)) + 2 * len(WORD.findall(text))


class Written:
    """A question's parts as the rules look at them. `environment` has the fields that the site asks for."""

    def __init__(self, title: str, body: str, environment: Mapping[str, str]) -> None:
        self.title, self.body, self.environment = title.strip(), body[:READ_MAX], environment

    @cached_property
    def has_code(self) -> bool:
        return any(segment.is_code and segment.text.strip() for segment in segments(self.body))

    @cached_property
    def has_error(self) -> bool:
        return any(map(is_error_line, lines_of(self.body)))

    @cached_property
    def has_loose_error(self) -> bool:
        """Do lines of a log stand outside of all code blocks?"""
        loose = [segment.text for segment in segments(self.body) if not segment.is_code]
        lines = [line for text in loose for line in lines_of(text) if not INDENTED.match(line)]
        return sum(map(is_error_line, lines)) >= ERROR_LINES_MIN


def is_only_a_code(title: str) -> bool:
    """Does a title name an error and say nothing of it?"""
    bare = EXCEPTION_NAME.sub(" ", CODE.sub(" ", title))
    return bare != title and not weight(EMPTY_WORD.sub(" ", bare))


def on_title(written: Written) -> Advice | None:
    if not written.title:
        return None
    if is_only_a_code(written.title):
        sentence = _("The title is only the name of an error: add what you did when it came, or its message.")
        return Advice("title_is_code", "title", sentence)
    if weight(written.title) < TITLE_WEIGHT_MIN:
        sentence = _("The title says little: name what you did and what happened.")
        return Advice("title_short", "title", sentence)
    return None


def on_version(written: Written) -> Advice | None:
    if written.environment.get("version") != "" or not written.has_error:
        return None
    if named := environment_of(written.body).get("version"):
        sentence = format_lazy(_("The text names version {version}: give it under Environment too."), version=named)
        return Advice("version_in_text", "version", sentence)
    sentence = _("There is an error but no version: which one do you use? Answers often depend on it.")
    return Advice("no_version", "version", sentence)


def on_code_block(written: Written) -> Advice | None:
    if not written.has_loose_error:
        return None
    return Advice("no_code_block", "body", _("The error stands among the text: put it into a code block."))


def on_picture(written: Written) -> Advice | None:
    if not PICTURE.search(written.body) or weight(PICTURE.sub(" ", written.body)) >= PICTURE_WEIGHT_MIN:
        return None
    sentence = _("A picture of text cannot be searched, copied or read aloud: paste the error as text as well.")
    return Advice("picture_of_text", "body", sentence)


def on_tried(written: Written) -> Advice | None:
    if not written.body.strip() or written.has_code or TRIED.search(written.body):
        return None
    sentence = _("Say what you tried and what you expected, or show the code: others can then go on from there.")
    return Advice("nothing_tried", "body", sentence)


RULES: tuple[Callable[[Written], Advice | None], ...] = (on_title, on_version, on_code_block, on_picture, on_tried)


def given(written: Written) -> Iterator[Advice]:
    for rule in RULES:
        if advice := rule(written):
            yield advice


def advise(title: str, body: str, environment: Mapping[str, str]) -> list[Advice]:
    """Nothing for a form that is empty still; `environment` holds each field the site asks for, empty if not said."""
    return list(given(Written(title, body, environment)))
