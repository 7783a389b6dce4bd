"""A parsed query finds exactly the posts of which its terms are true."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from qa.models import Question
from qa.search import filters, sync, terms
from qa.search.query import parse
from qa.search.ranking import TEXTS
from tests.factories import make_user
from tests.search.conftest import moment

pytestmark = pytest.mark.django_db

STATIC, HANGS, DYNAMIC = "静态图报错", "GeneratorDataset hangs", "動態圖與静态图"


def found(text: str, user_id: int | None = None, sort: str = "newest", limit: int = 50) -> list[str]:
    """Titles that the terms of a query let through."""
    wanted = filters.filtered(None, filters.clauses(parse(text), user_id=user_id))
    _, ids = filters.sorted_ids(sync.before_search(), wanted, sort, limit)
    titles = dict(Question.objects.values_list("pk", "title"))
    return [titles[pk] for pk in ids]


@pytest.fixture
def three(add: Callable[..., Question]) -> None:
    """One question without an answer, one with, one solved."""
    add(
        "静态图报错",
        "用 nn.Conv2d 时 Out of memory，显存不足。",
        tags=("c++", "静态图"),
        created_at=moment("2024-03-01"),
    )
    add(
        "GeneratorDataset hangs",
        "Two datasets, one **hang**.",
        answers=("Set max_msg_mb_size to 1024.",),
        lang="en",
        score=5,
        tags=("c", "dataset"),
        created_at=moment("2025-06-30"),
    )
    add(
        "動態圖與静态图",
        "如何切换？",
        answers=("调用 set_context。", "看文档，静态。图很多。"),
        accepted=0,
        score=-1,
        user="Ling",
        tags=("静态图", "dataset"),
        created_at=moment("2026-01-31"),
    )
    environment = {"version": "2.3.1", "device": "Ascend", "mode": "Graph", "os": "Linux", "python": "3.9"}
    Question.objects.filter(title=STATIC).update(**environment)
    Question.objects.filter(title=DYNAMIC).update(version="2.30")
    sync.rebuild()


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("[c++]", {STATIC}),
        ("[c]", {HANGS}),
        ("[静态图] -[dataset]", {STATIC}),
        ("[缺席]", set()),
        ("is:question", {STATIC, HANGS, DYNAMIC}),
        ("is:answered", {HANGS, DYNAMIC}),
        ("is:unanswered", {STATIC}),
        ("is:accepted", {DYNAMIC}),
        ("-is:accepted", {STATIC, HANGS}),
        ("is:closed", set()),
        ("is:duplicate", set()),
        ("-is:duplicate", {STATIC, HANGS, DYNAMIC}),
        ("score:5", {HANGS}),
        ("score:0..", {STATIC, HANGS}),
        ("score:<0", {DYNAMIC}),
        ("answers:0", {STATIC}),
        ("answers:1..", {HANGS, DYNAMIC}),
        ("created:2024", {STATIC}),
        ("created:2025-06..2026-01", {HANGS, DYNAMIC}),
        ("created:2026-01-31", {DYNAMIC}),
        ("created:..2025-06-29", {STATIC}),
        ("active:2024", {STATIC}),
        ("lang:en", {HANGS}),
        ("-lang:en", {STATIC, DYNAMIC}),
        ("version:2.3", {STATIC}),
        ("version:2.2..2.4", {STATIC}),
        ("version:2.4..", {DYNAMIC}),
        ("version:2.30", {DYNAMIC}),
        ("device:ascend mode:graph os:linux python:3.9", {STATIC}),
        ("device:gpu", set()),
        ("user:ling", {DYNAMIC}),
        ("user:LING", {DYNAMIC}),
        ("user:nobody-at-all", set()),
        ("user:999999999999999999", set()),
        (f"user:{'9' * 400}", set()),
        ("user:me", set()),
        ('"out of memory"', {STATIC}),
        ('"of out memory"', set()),
        ('"显存"', {STATIC}),
        ('"静态图"', {STATIC, DYNAMIC}),
        ('"态图报"', {STATIC}),
        ('"動態圖"', {DYNAMIC}),
        ('"图"', {STATIC, DYNAMIC}),
        ('"max_msg_mb_size to 1024"', {HANGS}),
        ('"msg_mb"', {HANGS}),
        ('"generatordataset"', {HANGS}),
        ('"Conv2d"', {STATIC}),
        ('"dataset"', set()),
        ('"报错 用"', set()),
        ('"切换 调用"', set()),
        ('"set_context 看文档"', set()),
        ('-"静态图"', {HANGS}),
        ("-datasets", {STATIC}),
        ("-dataset", {STATIC}),
        ("-conv2d", {HANGS, DYNAMIC}),
        ("-静态图", {HANGS}),
        ("-显存不足", {HANGS, DYNAMIC}),
        ("title:静态图", {STATIC, DYNAMIC}),
        ("title:generatordataset", {HANGS}),
        ("title:图", {STATIC, DYNAMIC}),
        ("title:hang", {HANGS}),
        ("title:memory", set()),
        ('title:"静态图报错"', {STATIC}),
        ('title:"out of memory"', set()),
        ("-title:图", {HANGS}),
    ],
)
def test_a_query_finds_these(three: None, text: str, titles: set[str]) -> None:
    assert set(found(text)) == titles


def test_chinese_sentences_are_not_one_phrase(three: None) -> None:
    """Punctuation does not count, so that a phrase is found however it is set; the words must stand side by side."""
    assert found('"静态。图很多"') == found('"静态图很多"') == [DYNAMIC]


def test_me_is_the_reader_and_a_number_is_an_account(add: Callable[..., Question]) -> None:
    mine = add("我的问题", user="Ling")
    add("别人的问题", user="Bob")
    assert found("user:me", user_id=mine.author_id) == ["我的问题"]
    assert found(f"user:{mine.author_id}") == ["我的问题"]
    assert found("-user:me", user_id=mine.author_id) == ["别人的问题"]
    assert set(found("-user:me", user_id=None)) == {"我的问题", "别人的问题"}


def test_filters_leave_the_ranking_alone(three: None) -> None:
    view = sync.before_search()
    ranking = terms.any_of(terms.weigh(view, "静态图").terms, TEXTS)
    both = filters.filtered(ranking, filters.clauses(parse('[静态图] "静态图" lang:zh'), user_id=None))
    assert [score for score, _ in view.search(both, 5).hits] == [score for score, _ in view.search(ranking, 5).hits]


def test_a_tag_that_no_question_has_is_words(three: None) -> None:
    query = filters.known_tags(sync.before_search(), parse("[c++] [solution] -[nothing]"))
    assert [term.value for term in query.terms] == ["c++"]
    assert query.words == "[solution] -[nothing]"
    assert [note.code for note in query.notes] == ["tag", "tag"]


# Order


@pytest.mark.parametrize(
    ("sort", "titles"),
    [("newest", [DYNAMIC, HANGS, STATIC]), ("score", [HANGS, STATIC, DYNAMIC])],
)
def test_sorts(three: None, sort: str, titles: list[str]) -> None:
    assert found("is:question", sort=sort) == titles


def test_activity_is_what_happened_last(three: None) -> None:
    Question.objects.filter(title=STATIC).update(last_activity_at=moment("2036-01-01"))
    sync.rebuild()
    assert found("", sort="activity")[0] == STATIC


@pytest.mark.parametrize("sort", filters.SORTS)
def test_pages_of_equals_neither_repeat_nor_skip(add: Callable[..., Question], sort: str) -> None:
    for number in range(25):
        add(f"同样的问题 {number:02}", created_at=moment("2025-01-01"))
        if number % 7 == 0:
            sync.catch_up()
    view = sync.before_search()
    every = filters.filtered(None, [])
    pages = [filters.sorted_ids(view, every, sort, 4, offset)[1] for offset in range(0, 28, 4)]
    assert sorted(pk for page in pages for pk in page) == sorted(Question.objects.values_list("pk", flat=True))
    assert filters.sorted_ids(view, every, sort, 4)[0] == 25


def test_equals_come_newest_id_first_in_every_index(add: Callable[..., Question]) -> None:
    """Another node has the same questions in other segments."""
    for number in range(9):
        add(f"同样的问题 {number}", created_at=moment("2025-01-01"))
        sync.catch_up()
    assert found("", sort="score") == [f"同样的问题 {number}" for number in range(8, -1, -1)]


def test_a_year_far_away_can_be_indexed(add: Callable[..., Question]) -> None:
    add("来自未来", created_at=moment("9999-12-31"))
    add("来自过去", created_at=moment("0001-01-01"))
    assert found("") == ["来自未来", "来自过去"]


# Any text

OPERATORS = ["score:", "created:>", "user:me", "title:*", "-*a", "[a*]", "device:a\u0300", "user:\ud800", 'title:"x"']
SYNTAX = ["AND OR NOT", "a^2", "~", "{x}", "a TO b", "\x00", "\ud800", '"\x00 a"', '"*"', "\\", "/", "'\":*", "‘’ʼ＇"]
LINES = [
    "List<String> vs Vec<T>",
    "Cannot read config file:.",
    ": < > ' \" * ( ) & | ! \\",
    "白名单",
    "社區指南",
    "报错Run怎么",
]
KINDS = st.sampled_from([*OPERATORS, *SYNTAX, *LINES])


@pytest.fixture
def seen(add: Callable[..., Question], helper) -> Question:
    return add(
        "MindSpore 报错 RuntimeError", "List<String> vs Vec<T>: 白名单 c++ nn.Conv2d(3, 64) 社區指南 max_msg_mb_size"
    )


@example(["\ud800"])
@example(["-", "\u3164"])
@given(st.lists(st.text(max_size=12) | KINDS, max_size=5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
def test_any_text_can_be_searched_for(seen: Question, pieces: list[str]) -> None:
    view = sync.before_search()
    query = filters.known_tags(view, parse(" ".join(pieces)))
    looked_for = terms.weigh(view, query.words).terms
    ranking = terms.any_of(looked_for, TEXTS) if looked_for else None
    wanted = filters.filtered(ranking, filters.clauses(query, user_id=None))
    for sort in filters.SORTS:
        filters.sorted_ids(view, wanted, sort, 5)


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100, deadline=None)
def test_a_stretch_of_a_post_in_quotes_finds_it(seen: Question, data: st.DataObject) -> None:
    pieces = seen.body.split()
    start = data.draw(st.integers(0, len(pieces) - 1))
    end = data.draw(st.integers(start + 1, len(pieces)))
    stretch = " ".join(pieces[start:end])
    assert parse(f'"{stretch}"').terms
    assert found(f'"{stretch}"') == [seen.title]


def test_a_user_of_the_name_me_does_not_stand_for_the_reader(add: Callable[..., Question]) -> None:
    make_user("me")
    add("别人的问题", user="Bob")
    assert found("user:me") == []


def test_every_word_copied_from_a_post_finds_it(seen: Question, add: Callable[..., Question]) -> None:
    add("别的问题", "没有关系")
    view = sync.before_search()
    for word in f"{seen.title} {seen.body}".split():
        query = parse(word)
        ranking = terms.any_of(terms.weigh(view, query.words).terms, TEXTS)
        wanted = filters.filtered(ranking, filters.clauses(query, user_id=None))
        assert filters.sorted_ids(view, wanted, "relevance", 5)[1] == [seen.pk], word
