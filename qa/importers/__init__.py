"""Importers: bring questions from files into the site, in two steps with one direction.

* `file -> records`: the parsers here. Pure and streaming; they know neither Django nor the database and yield the types
  of `records`: a `QuestionRecord` for what can be read, a `Problem` for what cannot.
* `records -> rows`: `writer`. It imports `records`, and no parser; no parser imports it.

`FORMATS` is all that the outside needs: the name of a format, and the function that reads a path in it. A path that
cannot be read at all raises `ImportSourceError` before anything is yielded.
"""

from collections.abc import Callable
from pathlib import Path

from . import course_notes, course_qa, error_articles, faq_markdown, jsonl
from .records import Records
from .source import ImportSourceError

__all__ = ["FORMATS", "ImportSourceError"]

FORMATS: dict[str, Callable[[Path], Records]] = {
    "course-qa": course_qa.read,
    "error-articles": error_articles.read,
    "course-notes": course_notes.read,
    "faq-markdown": faq_markdown.read,
    "jsonl": jsonl.read,
}
