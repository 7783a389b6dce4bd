"""Any text is a query: what in it is an operator, what is words, and what is explained."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qa.search.query import EXAMPLES, Note, Term, parse, sentence, with_term, without_term
from qa.search.ranges import Range
from tests.timing import assert_takes_less_than, cpu_seconds

pytestmark = pytest.mark.sqlite_only


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("[dataset]", Term("tag", "dataset")),
        ("[C++]", Term("tag", "c++")),
        ("[graph mode]", Term("tag", "graph-mode")),
        ("-[静态图]", Term("tag", "静态图", negated=True)),
        ("［dataset］", Term("tag", "dataset")),
        ("user:Bob", Term("user", "bob")),
        ("user:@bob", Term("user", "bob")),
        ("user:123", Term("user", "123")),
        ("user:ME", Term("user", "me")),
        ("IS:Answered", Term("is", "answered")),
        ("-is:closed", Term("is", "closed", negated=True)),
        ("score:3..", Term("score", Range(3, None))),
        ("ｓｃｏｒｅ：３．．９", Term("score", Range(3, 9))),
        ("answers:0", Term("answers", Range(0, 0))),
        ("lang:zh", Term("lang", "zh")),
        ("device:Ascend", Term("device", "ascend")),
        ("mode:Graph", Term("mode", "graph")),
        ("os:Linux", Term("os", "linux")),
        ('"out of memory"', Term("phrase", "out of memory")),
        ("“静态图”", Term("phrase", "静态图")),
        ("「静态图」", Term("phrase", "静态图")),
        ('-"out of memory"', Term("phrase", "out of memory", negated=True)),
        ("-tensorflow", Term("word", "tensorflow", negated=True)),
        ("-图", Term("word", "图", negated=True)),
        ("－max_msg_mb_size", Term("word", "max_msg_mb_size", negated=True)),
        ("title:GeneratorDataset", Term("title", "GeneratorDataset")),
        ('title:"static graph"', Term("title phrase", "static graph")),
    ],
)
def test_an_operator_is_understood_alone_and_among_words(text: str, term: Term) -> None:
    assert parse(text).terms == (term,)
    assert parse(f"loss\u3000{text}\nnan").terms == (term,)
    assert parse(text).notes == ()


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name in ("created", "active", "version", "python")])
def test_dates_and_versions_are_ranges(name: str) -> None:
    (term,) = parse(EXAMPLES[name]).terms
    assert term.name == name
    assert isinstance(term.value, Range)


@pytest.mark.parametrize(
    "text",
    [
        "a[0]",
        "x = a[0] [1]",
        "std::string",
        "http://example.org/x?y=[z]",
        "C:\\x",
        "x:int",
        "-1",
        "-1.5",
        "--flag",
        "-r requirements.txt",
        "gcc -O2x=3",
        "List[int]",
        "foo:bar",
        "shape [None, 3] [64 128]",
        "[ERROR] KERNEL(1,7f,python):2024-01-02 [x/cc.cc:12] Launch] failed",
        '  File "train.py", line 12, in main',
        "[rank0]: TypeError",
        "code:507011 node:1",
        '""',
        '" "',
        '"..."',
        "[]",
        "-",
        "title",
        "\ud800 \x00",
    ],
)
def test_pasted_text_is_words(text: str) -> None:
    query = parse(text)
    assert (query.terms, query.notes, query.words) == ((), (), text.strip())


@pytest.mark.parametrize(
    ("text", "code", "example"),
    [
        ("score:", "value", "score:3.."),
        ("score:abc", "value", "score:3.."),
        ("created:>", "value", "created:2026-01.."),
        ("user:", "value", "user:me"),
        ("user:a\x00b", "value", "user:me"),
        ("lang:fr", "value", "lang:zh, lang:en"),
        ("device:0", "value", "device:ascend"),
        ('title:"a', "value", "title:dataset"),
        ("scroe:3", "unknown", "score:3"),
        ("-scroe:3", "unknown", "-score:3"),
        ("tags:x", "unknown", "[x]"),
        ("author:bob", "unknown", "user:bob"),
        ("modes:graph", "unknown", "mode:graph"),
        ("[datas", "bracket", "[datas]"),
    ],
)
def test_what_is_nearly_an_operator_is_words_and_explained(text: str, code: str, example: str) -> None:
    query = parse(f"loss {text}")
    assert query.terms == ()
    assert query.words == f"loss {text}"
    assert query.notes == (Note(code, text, example),)
    assert text in sentence(query.notes[0])
    assert example in sentence(query.notes[0])


@pytest.mark.parametrize("text", ['"out of memory', "“静态图", "「静态图"])
def test_an_unclosed_quote_is_words_and_explained(text: str) -> None:
    query = parse(text)
    assert (query.terms, query.words, query.notes[0].code) == ((), text, "quote")
    assert text.split(maxsplit=1)[0] in sentence(query.notes[0])


def test_a_phrase_may_touch_the_chinese_after_it() -> None:
    query = parse("“静态图”怎么切换")
    assert query.terms == (Term("phrase", "静态图"),)
    assert query.words == "静态图怎么切换"


def test_words_are_what_is_left_with_phrases_and_titles() -> None:
    query = parse('[dataset] loss is:answered "out of memory" -cuda title:nan')
    assert query.words.split() == ["loss", "out", "of", "memory", "nan"]
    assert not query.is_filter_only


def test_a_query_of_operators_only_filters() -> None:
    assert parse("[dataset] -cuda").is_filter_only
    assert not parse("").is_filter_only


def test_an_operator_counts_once() -> None:
    assert len(parse("[a] [A] [a]").terms) == 1


def test_notes_are_few_and_each_once() -> None:
    assert len(parse("score: " * 9).notes) == 1
    assert len(parse(" ".join(f"score:x{i}" for i in range(99))).notes) == 5


def test_a_term_can_be_taken_as_words() -> None:
    query = parse("[solution] loss")
    plain = query.taking_as_words(query.terms, "tag")
    assert (plain.terms, plain.words, plain.notes) == ((), "[solution] loss", (Note("tag", "[solution]"),))
    assert "[solution]" in sentence(plain.notes[0])


# Links


@pytest.mark.parametrize(
    ("text", "term", "expected"),
    [
        ("loss", "[dataset]", "loss [dataset]"),
        ("", "lang:zh", "lang:zh"),
        ("loss [Dataset]", "[dataset]", "loss [Dataset]"),
        ("loss  ", "is:accepted", "loss is:accepted"),
        ("loss", "no operator", "loss"),
    ],
)
def test_a_term_is_added_once(text: str, term: str, expected: str) -> None:
    assert with_term(text, term) == expected


@pytest.mark.parametrize(
    ("text", "term", "expected"),
    [
        ("[dataset] loss", "[dataset]", "loss"),
        ("a ［Dataset］ b", "[dataset]", "a b"),
        ("a [dataset] b [dataset]", "[dataset]", "a b"),
        ("z “图”中", '"图"', "z 中"),
        ("a[0]  b", "[dataset]", "a[0]  b"),
        ("-[dataset] x", "[dataset]", "-[dataset] x"),
    ],
)
def test_a_term_is_dropped_however_it_is_written(text: str, term: str, expected: str) -> None:
    assert without_term(text, term) == expected


TERMS = st.sampled_from(
    ["[dataset]", "[静态图]", "lang:zh", "is:accepted", "score:3..", '"图 x"', "-cuda", 'title:"a b"']
)
TEXTS = st.lists(
    st.text(max_size=20)
    | TERMS
    | st.sampled_from(['"', "“", "「", "」", "[", "]", "-", "score:", "title:", "\n", " ", "［", "：", "中"])
).map("".join)


@given(TEXTS, TERMS)
def test_adding_and_dropping_undo_each_other(text: str, term: str) -> None:
    (wanted,) = parse(term).terms
    added = with_term(text, term)
    assert wanted in parse(added).terms
    assert wanted not in parse(without_term(added, term)).terms
    if wanted not in parse(text).terms:
        assert without_term(added, term) == text.strip()


@given(TEXTS)
def test_any_text_is_a_query(text: str) -> None:
    query = parse(text)
    assert str(query) == text
    assert all(sentence(note) for note in query.notes)
    if not query.terms:
        assert query.words == text.strip()


@pytest.mark.parametrize(
    "junk",
    [
        "[ ",
        "[a",
        "[x] ",
        '" ',
        '"a ',
        "“a",
        "「a」x ",
        "abcd:1 ",
        "scor:1x ",
        'title:"a ',
        "-ab ",
        "x",
        "中",
        "1.",
        " ",
    ],
)
def test_half_a_megabyte_of_anything_is_parsed_quickly(junk: str) -> None:
    text = junk * (500_000 // len(junk))
    assert_takes_less_than(15, lambda: without_term(text, "[x]"))


def test_the_time_to_parse_grows_with_the_length_only() -> None:
    once = cpu_seconds(lambda: parse('score:"x' + '"a ' * 20_000))
    assert_takes_less_than(12 * max(once, 0.05), lambda: parse('score:"x' + '"a ' * 80_000))
