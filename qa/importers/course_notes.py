"""Course notes: a numbered outline (`一、`, `1.1`, `1.2.1`) whose leaf sections become questions.

Every piece of text goes into exactly one answer. What stands between a heading and its first subheading introduces the
first leaf below it. Rules (`---`) are layout and dropped. The course is called as the file, its lessons as the
outermost headings.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from qa import rules
from qa.text.language import guess_language

from .notes_markdown import to_markdown
from .records import AnswerRecord, Problem, QuestionRecord, Records
from .source import ImportSourceError, read_lines
from .text import Distinct, Fence, collapse, derived_tags, digest

_CHAPTER = re.compile(r"^#{0,6}\s*(?P<number>[一二三四五六七八九十]{1,3})、\s*(?P<title>\S.{0,79})$")
_NUMBERED = re.compile(r"^#{0,6}\s*(?P<number>\d{1,2}(?:\.\d{1,2})+)\.?\s+(?P<title>\S.{0,79})$")
_SUMMARY = re.compile(r"^#{0,6}\s*(?P<title>\S{0,30}(?:总结|小结))$")
_POINT = re.compile(r"^#{0,6}\s*(?P<number>\d{1,2})[.、]\s*(?P<title>[^：:。，]{2,40})$")
_SENTENCE_END = "。；！;"
_END_BRACKET = re.compile(r"\s*[（(][^（）()]*[）)]$")
_NO_QUESTION = re.compile(r"[：？?]|[表图例]$")

_TAG = "课程笔记"
_SHORT_HEADING = 8
"""A heading up to this length ("核心特性") is put as a question about the section above it."""


@dataclass(frozen=True, slots=True)
class _Section:
    """A heading with the lines below it. `above` is the heading it belongs to, `chapter` the outermost one."""

    kind: str
    number: str
    title: str
    line: int
    chapter: str = ""
    above: str = ""
    lines: list[str] = field(default_factory=list)

    @property
    def has_text(self) -> bool:
        """Whether anything but blank lines and rules stands below the heading."""
        return any(line.strip(" -") for line in self.lines)


def read(path: Path) -> Records:
    """Yield one question for every leaf section of the notes at `path`, with its text as the accepted answer."""
    lines = read_lines(path)
    sections = list(_sections(lines))
    if len(sections) < 2:
        raise ImportSourceError(f"{path} has no numbered sections (`一、…`, `1.1 …`), so it is no set of course notes.")
    return _records(path, sections)


def _records(path: Path, sections: list[_Section]) -> Records:
    keys, titles = Distinct(), Distinct("（{}）")
    for section in _leaves(sections):
        if section.has_text:
            yield _record(path, section, keys, titles)
        else:
            yield Problem(f"{path.name}:{section.line}", f"The section “{section.title}” holds no text.")


def _sections(lines: list[str]) -> Iterator[_Section]:
    """Yield the text before the first heading as a section of its own, then every heading with its text."""
    fence, outline = Fence(), {}
    section = _Section("start", "", "", 1)
    for index, line in enumerate(lines):
        heading = None if fence.takes(line) else _heading(lines, index, section)
        if heading is None:
            section.lines.append(line)
            continue
        yield section
        section = _placed(heading, outline)
    yield section


def _heading(lines: list[str], index: int, open_section: _Section) -> _Section | None:
    line = collapse(lines[index])
    if line.endswith(tuple(_SENTENCE_END)):
        return None
    kinds = {"chapter": _CHAPTER, "numbered": _NUMBERED, "summary": _SUMMARY}
    # Inside a summary the points are headings; anywhere else `1. …` is a list.
    if open_section.kind in {"summary", "point"} and _stands_alone(lines, index):
        kinds["point"] = _POINT
    for kind, pattern in kinds.items():
        if match := pattern.match(line):
            return _Section(kind, match.groupdict().get("number", ""), match["title"], index + 1)
    return None


def _stands_alone(lines: list[str], index: int) -> bool:
    around = lines[max(index - 1, 0) : index] + lines[index + 1 : index + 2]
    return not any(line.strip() for line in around)


def _placed(heading: _Section, outline: dict[str, str]) -> _Section:
    """Return `heading` with its place in the outline, and note its own title there for the headings below it."""
    key = {"chapter": "chapter", "summary": "chapter"}.get(heading.kind, heading.number)
    if key == "chapter":
        outline.clear()
    outline[key] = heading.title
    above = outline.get(heading.number.rpartition(".")[0], "")
    if heading.kind == "point":
        above = outline.get("chapter", "")
    return replace(heading, chapter=outline.get("chapter", ""), above=above)


def _leaves(sections: list[_Section]) -> Iterator[_Section]:
    """Yield the sections without subsections, each with the introductions of the headings above it in front."""
    introduction: list[str] = []
    for section, following in zip(sections, [*sections[1:], None], strict=True):
        text = [*introduction, *section.lines]
        if following and _is_above(section, following):
            introduction = text
            continue
        introduction = []
        yield replace(section, lines=text)


def _is_above(section: _Section, following: _Section) -> bool:
    if section.kind == "numbered":
        return following.kind == "numbered" and following.number.startswith(f"{section.number}.")
    below = {"chapter": {"numbered"}, "summary": {"point"}, "point": set()}
    return following.kind in below.get(section.kind, {following.kind})


def _record(path: Path, section: _Section, keys: Distinct, titles: Distinct) -> QuestionRecord:
    answer = to_markdown(section.lines)
    chapter = _bare(_subject(section.chapter))
    return QuestionRecord(
        external_id=keys.of(f"course-notes/{path.stem}#{digest(f'{section.above}/{section.title}')}"),
        title=titles.of(_title(section)),
        body=_source_note(section),
        lang=guess_language(f"{section.title}\n{answer}"),
        where=f"{path.name}:{section.line}",
        tags=derived_tags(_TAG, chapter),
        answers=(AnswerRecord(answer, accepted=True),),
        course=path.stem[: rules.COURSE_MAX],
        lesson=section.chapter[: rules.LESSON_MAX],
    )


def _title(section: _Section) -> str:
    """Return the heading, with the subject of the heading above it where that gives it its meaning."""
    heading = section.title
    if not section.above:
        return heading if len(heading) >= rules.TITLE_MIN else f"{heading}是什么？"
    subject = _subject(section.above)
    asks = section.kind == "numbered" and len(heading) <= _SHORT_HEADING and not _NO_QUESTION.search(heading)
    asked = f"{heading}是什么？" if asks else heading
    if _bare(subject) in heading:
        return asked
    return f"{subject}{'——' if '：' in heading else '：'}{asked}"


def _subject(heading: str) -> str:
    """Return what a heading is about: the part before its colon. A bracket with a colon inside is no boundary."""
    return re.split(r"[：:](?![^（(]*[）)])", heading, maxsplit=1)[0].strip()


def _bare(subject: str) -> str:
    """Return `subject` without the bracket at its end."""
    return _END_BRACKET.sub("", subject)


def _source_note(section: _Section) -> str:
    """Return where the section stands, with all headings above it, so that none of their words is lost."""
    number_above = section.number.rpartition(".")[0]
    above = f"{number_above} {section.above}" if number_above and section.above else ""
    own = f"{section.number} {section.title}".strip()
    place = dict.fromkeys(part for part in (section.chapter, above, own) if part)
    return f"来源：课程笔记，{' › '.join(place)}"
