import json
from collections import Counter

import pytest

from qa import rules
from qa.importers import faq_markdown
from qa.importers.source import ImportSourceError

from .conftest import problems, questions

PAGE = "# Page\n\n## Q: How is it?\n\nA: Good.\n\n<br/>\n\n## Q: How is it?\n\nA: Better.\n"


@pytest.mark.parametrize(
    ("name", "key", "lang", "tags"),
    [
        ("docs/m/source_zh_cn/faq/data_io.md", "docs/m/source_zh_cn/faq/data_io", "zh", ("m", "data-io")),
        ("docs/serving/docs/source_en/faq.md", "docs/serving/docs/source_en/faq", "en", ("serving",)),
        ("docs/serving/faq/source_en/faq.md", "docs/serving/faq/source_en/faq", "en", ("serving",)),
        ("docs/x_y/docs/source_en/faqs/faqs.md", "docs/x_y/docs/source_en/faqs/faqs", "en", ("x-y",)),
        ("docs/faq/source_zh_cn/install.md", "docs/faq/source_zh_cn/install", "zh", ("mindspore", "install")),
        ("docs/source_zh_cn/FAQ.md", "docs/source_zh_cn/FAQ", "zh", ("mindspore",)),
        ("faq.md", "faq", "en", ("faq",)),
    ],
)  # fmt: skip
def test_the_path_gives_key_language_and_tags_for_a_file_and_for_its_folder(name, key, lang, tags, write, tmp_path):
    path = write(name, PAGE)
    first, second = faq_markdown.read(tmp_path)
    assert first.external_id.partition("#")[0] == key
    assert second.external_id == f"{first.external_id}-2"
    assert (first.lang, first.tags, first.where) == (lang, tags, f"{key}.md:3")
    assert list(faq_markdown.read(path)) == [first, second]


def test_a_folder_below_docs_gives_the_same_ids(write, tmp_path):
    write("docs/mindspore/source_en/faq/install.md", PAGE)
    assert list(faq_markdown.read(tmp_path / "docs/mindspore/source_en")) == list(faq_markdown.read(tmp_path))


def test_two_releases_below_one_folder_stay_apart(write, tmp_path):
    for release in ("r1", "r2"):
        write(f"{release}/docs/mindspore/source_en/faq/install.md", PAGE)
    assert len({record.external_id for record in faq_markdown.read(tmp_path)}) == 4


def test_ids_survive_new_questions_and_new_punctuation(write):
    before = questions(faq_markdown.read(write("a.md", "Q: How is it?\n\nA: Good.")))
    after = questions(faq_markdown.read(write("a.md", "Q: New one?\n\nA: Yes.\n\n<br/>\n\nQ：How is it？\n\nA: Good.")))
    assert after[1].external_id == before[0].external_id


def test_language_from_the_text_where_the_path_tells_none(write):
    (zh,) = faq_markdown.read(write("a.md", "Q: 用MindSpore时报错`Error: no`怎么办？\n\nA: 重新安装。"))
    assert zh.lang == "zh"


def test_a_question_without_answer_stays_open(write):
    first, second = faq_markdown.read(write("a.md", "Q: Open?\n\nA:\n\n<br/>\n\nQ: Answered?\n\nA: Yes."))
    assert first.answers == ()
    assert second.answers[0].accepted


def test_a_long_question_is_a_title_and_a_body(write):
    asked = "It fails in this way. " * 20 + "Why?"
    (record,) = faq_markdown.read(write("a.md", f"Q: {asked}\n\n```\nerror\n```\n\nA: So."))
    assert len(record.title) <= rules.TITLE_MAX
    assert record.body == f"{asked}\n\n```\nerror\n```"


def test_headings_count_only_in_a_page_that_is_named_itself(write, tmp_path):
    faqs = write("docs/x/docs/source_en/faqs.md", "# FAQ\n\n## It fails to start\n\nStart it again.\n")
    write("docs/x/docs/source_en/tutorial.md", "# Tutorial\n\n## First steps\n\nWalk.\n")
    write("docs/x/docs/source_en/faq.md", PAGE)
    (record,) = faq_markdown.read(faqs)
    assert (record.title, record.answers[0].body) == ("It fails to start", "Start it again.")
    records = list(faq_markdown.read(tmp_path))
    assert len(questions(records)) == 2
    assert [problem.where for problem in problems(records)] == ["docs/x/docs/source_en/faqs.md:1"]


def test_a_page_that_cannot_be_read_does_not_stop_the_others(write, tmp_path):
    write("a.md", "Q: 乱码？".encode("gb18030"))
    write("b.md", PAGE)
    records = list(faq_markdown.read(tmp_path))
    assert len(questions(records)) == 2
    assert [problem.where for problem in problems(records)] == ["a.md:1"]


@pytest.mark.parametrize(("name", "text"), [("a.txt", PAGE), ("a.md", "# Only a title\n\ntext\n")])
def test_a_file_of_another_kind_is_refused(name, text, write):
    with pytest.raises(ImportSourceError):
        faq_markdown.read(write(name, text))


def test_a_folder_without_pages_is_refused(tmp_path):
    with pytest.raises(ImportSourceError, match="no Markdown"):
        faq_markdown.read(tmp_path)


@pytest.fixture
def master(shared):
    return shared("data/faq/master")


def test_the_pages_of_master(master):
    records = list(faq_markdown.read(master))
    found = questions(records)
    assert Counter(record.lang for record in found) == {"zh": 242, "en": 243}
    assert len({record.external_id for record in found}) == 485
    assert all(len(record.answers) == 1 and 1 <= len(record.tags) <= 2 for record in found)
    # One question line lacks its colon, two pages have headings instead of questions.
    assert [problem.where for problem in problems(records)] == [
        "docs/lite/docs/source_zh_cn/reference/faq.md:387",
        "docs/vllm_mindspore/docs/source_en/faqs/faqs.md:1",
        "docs/vllm_mindspore/docs/source_zh_cn/faqs/faqs.md:1",
    ]


def test_the_pages_of_master_agree_with_the_reference(master):
    found = {record.where: record for record in questions(faq_markdown.read(master))}
    for line in (master.parent / "pairs_master.jsonl").read_text(encoding="utf-8").splitlines():
        pair = json.loads(line)
        for lang in ("zh", "en"):
            record = found[f"{pair[f'{lang}_path']}:{pair[f'{lang}_line']}"]
            title, body, answer = (" ".join(pair[f"{lang}_{part}"].split()) for part in ("q", "q_body", "a"))
            assert title.startswith(record.title)
            assert " ".join(record.body.split()) == (body if record.title == title else f"{title} {body}".strip())
            assert " ".join(record.answers[0].body.split()) == answer


def test_each_page_of_master_gives_the_same_ids_alone(master):
    whole = {record.external_id for record in questions(faq_markdown.read(master))}
    pages = [path for path in master.rglob("*.md") if "vllm" not in str(path)]
    assert {record.external_id for path in pages for record in questions(faq_markdown.read(path))} == whole


@pytest.mark.parametrize(
    ("release", "counts"), [("r1.5", {"zh": 185, "en": 181}), ("newer_variants", {"zh": 5, "en": 1})]
)
def test_other_releases(release, counts, shared):
    found = questions(faq_markdown.read(shared(f"data/faq/{release}")))
    assert Counter(record.lang for record in found) == counts


def test_a_page_of_headings(master):
    records = list(faq_markdown.read(master / "docs/vllm_mindspore/docs/source_zh_cn/faqs/faqs.md"))
    assert len(questions(records)) == len(records) == 4
    assert "is not a valid path" in records[1].answers[0].body
