"""The errors that a post shows."""

import re
from collections.abc import Iterator
from itertools import islice

from qa.search.pasted.grammar import FRAME, HEADING
from qa.search.pasted.lines import cleaned
from qa.search.pasted.reading import read
from qa.search.pasted.recognise import is_error_line, looks_like_error
from qa.search.pasted.signature import Signature, sign
from qa.text.fences import segments

SIGNATURES_MAX = 8
READ_MAX = 40
"""Errors of a post that are looked at; many of them may be the same."""
INLINE = re.compile(r"(?<!`)`([^`\n]{1,2000})`(?!`)")


def errors_in_prose(text: str) -> Iterator[str]:
    """A traceback that stands in the open whole; else each inline code and each line that is an error."""
    lines = [cleaned(line) for line in text.splitlines()]
    if any(HEADING.match(line) or FRAME.match(line) for line in lines):
        yield text
        return
    for line in lines:
        inline = INLINE.findall(line)
        yield from (code for code in inline if looks_like_error(code))
        if not inline and is_error_line(line):
            yield line


def errors_in(markdown: str) -> Iterator[str]:
    """The texts of the errors in a post, in order; code that is a program is none."""
    for part in segments(markdown):
        if not part.is_code:
            yield from errors_in_prose(part.text)
        elif looks_like_error(part.text):
            yield part.text


def signatures_in(markdown: str) -> list[Signature]:
    """The signatures of a post, each once, of errors that say enough to be known again."""
    found: dict[str, Signature] = {}
    for text in islice(dict.fromkeys(errors_in(markdown)), READ_MAX):
        signature = sign(read(text))
        if signature.digest:
            found.setdefault(signature.digest, signature)
        if len(found) == SIGNATURES_MAX:
            break
    return list(found.values())
