"""FAQ pages in Markdown, one file or a folder of them, as the documentation of the framework keeps them.

What becomes a question:

* In a page with `Q:` items, each item. Other sections of such a page are prose and are left alone.
* In a page without any, each heading that has text below it, but only when that page is named itself: whoever names
  it says that it is a FAQ. A folder also holds tutorials and indexes, whose headings are no questions; there such a
  page is left alone, and reported if its name says that it is a FAQ.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

from qa import rules
from qa.text.language import guess_language

from .faq_forms import Fault, Item, asked_items, has_questions, headed_items
from .records import AnswerRecord, Problem, QuestionRecord, Records
from .source import ImportSourceError, read_lines
from .text import Distinct, derived_tags, digest, title_and_rest

_SUFFIXES = {".md", ".markdown"}
_LANG_FOLDERS = {"source_zh_cn": "zh", "source_en": "en"}
_ROOT, _ROOT_DISTANCE = "docs", 3
_FAQ_NAME = re.compile(r"faq|troubleshoot", re.IGNORECASE)
_NO_TOPIC = re.compile(r"faqs?|readme|index", re.IGNORECASE)
_NO_MODULE = {"docs", "faq", *_LANG_FOLDERS}
_MAIN_MODULE, _DEFAULT_TAG = "mindspore", "faq"


@dataclass(frozen=True, slots=True)
class _Page:
    """A file with its `key`, the path without extension that its external ids start with."""

    file: Path
    key: PurePath


def read(path: Path) -> Records:
    """Yield the questions of a FAQ page or of all pages below a folder, in the order of their paths."""
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.suffix.lower() in _SUFFIXES and file.is_file())
        if not files:
            raise ImportSourceError(f"{path} holds no Markdown file.")
        return _folder_records(_Page(file, _key_in_folder(file, path)) for file in files)
    lines = read_lines(path)
    if path.suffix.lower() not in _SUFFIXES:
        raise ImportSourceError(f"{path} is no Markdown file.")
    items = list(asked_items(lines) if has_questions(lines) else headed_items(lines))
    if not any(isinstance(item, Item) for item in items):
        raise ImportSourceError(f"{path} has neither a `Q:` line nor a heading with text below it.")
    return _records(_Page(path, _anchored(path) or PurePath(path.stem)), items)


def _folder_records(pages: Iterable[_Page]) -> Records:
    for page in pages:
        try:
            lines = read_lines(page.file)
        except ImportSourceError as error:
            yield Problem(_where(page, 1), str(error))
            continue
        if has_questions(lines):
            yield from _records(page, asked_items(lines))
        elif _FAQ_NAME.search(page.file.name):
            yield Problem(
                _where(page, 1), "The page has no `Q:` item; name the file itself to take its headings as questions."
            )


def _records(page: _Page, items: Iterable[Item | Fault]) -> Records:
    keys = Distinct()
    for item in items:
        if isinstance(item, Fault):
            yield Problem(_where(page, item.line), item.message)
        else:
            yield _record(page, item, keys)


def _record(page: _Page, item: Item, keys: Distinct) -> QuestionRecord:
    title, rest = title_and_rest(item.question, rules.TITLE_MAX)
    return QuestionRecord(
        external_id=keys.of(f"{page.key.as_posix()}#{digest(item.question)}"),
        title=title,
        body="\n\n".join(part for part in (rest, item.body) if part),
        lang=_lang_of_path(page.file) or guess_language(f"{item.question}\n{item.body}\n{item.answer}"),
        where=_where(page, item.line),
        tags=derived_tags(*_tags(page.key)) or (_DEFAULT_TAG,),
        answers=(AnswerRecord(item.answer, accepted=True),) if item.answer else (),
    )


def _where(page: _Page, line: int) -> str:
    return f"{page.key.as_posix()}{page.file.suffix}:{line}"


def _key_in_folder(file: Path, folder: Path) -> PurePath:
    """Return the path of `file` below `folder`, from `docs/` on where the folder itself stands below `docs/`."""
    below = PurePath(file.relative_to(folder)).with_suffix("")
    return below if _anchor(below.parts) is not None else _anchored(file) or below


def _anchored(file: Path) -> PurePath | None:
    """Return the path of `file` from its `docs/` on, which is the same from wherever it was named; None without one."""
    parts = file.absolute().with_suffix("").parts
    start = _anchor(parts)
    return None if start is None else PurePath(*parts[start:])


def _anchor(parts: tuple[str, ...]) -> int | None:
    """Return the index of the `docs` folder that a language folder stands in: `docs/serving/docs/source_en` gives 0.

    Folders called `docs` further up belong to the machine, not to the documentation, so the distance is bounded.
    """
    language = next((index for index, part in enumerate(parts) if part in _LANG_FOLDERS), None)
    if language is None:
        return None
    start = max(language - _ROOT_DISTANCE, 0)
    return next((index for index in range(start, language) if parts[index] == _ROOT), None)


def _lang_of_path(file: Path) -> str:
    return next((_LANG_FOLDERS[part] for part in file.absolute().parts if part in _LANG_FOLDERS), "")


def _tags(key: PurePath) -> Iterator[str]:
    """Yield the module and the topic of a page, as far as its path tells them."""
    module, topic = _module(key.parts), key.name.lower().replace("_", "-")
    yield module
    if not _NO_TOPIC.fullmatch(topic):
        yield topic


def _module(parts: tuple[str, ...]) -> str:
    anchor = _anchor(parts)
    if anchor is None:
        return ""
    module = parts[anchor + 1]
    return _MAIN_MODULE if module in _NO_MODULE else module.lower().replace("_", "-")
