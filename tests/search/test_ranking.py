"""Which question comes first, and why; pages neither repeat nor skip."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import AnonymousUser

from qa.environment import Environment
from qa.models import ErrorSignature, Question
from qa.search import filters, index, lookups, meaning, pasted, ranking, sync, terms
from qa.search.lookups import Hit, Slice
from qa.search.query import parse
from qa.search.ranking import Request
from tests.search.fakes import ConceptEncoder

pytestmark = pytest.mark.django_db

ANYBODY = AnonymousUser()

TRACEBACK = """\
Traceback (most recent call last):
  File "{home}/{file}", line {line}, in <module>
    {source}
  File "{packages}/mindspore/common/api.py", line {line}, in _exec_pip
    return self.run()
RuntimeError: For 'MatMul', the shape {shape} of {home}/data is wrong at {address}, EE9999: Inner Error!
"""
MINE = TRACEBACK.format(
    home="/home/li/project", file="train.py", line=12, source="model.train(10, dataset)", shape="(2, 3)",
    packages="/usr/lib/python3.9/site-packages", address="0x7f3a",
)  # fmt: skip
THEIRS = TRACEBACK.format(
    home="/root/work", file="run_pretrain.py", line=977, source="run(config)", shape="(16, 128)",
    packages="/opt/conda/lib/python3.7/site-packages", address="0xffe0",
)  # fmt: skip


@pytest.fixture
def fillers(add: Callable[..., Question]) -> None:
    """Questions that have nothing in common with what the tests look for."""
    for number in range(12):
        add(f"entry{number} about topic{number}", f"Nothing but {'abcdefghijkl'[number] * 5}.", lang="en")


def titles(text: str, **options: object) -> list[str]:
    return [hit.question.title for hit in search(text, **options)]


def search(text: str, **options: object) -> list[Hit]:
    return lookups.search(text, user=ANYBODY, **options).hits


def diagnosed(text: str, **options: object) -> list[str]:
    return [hit.question.title for hit in lookups.diagnose(text, user=ANYBODY, **options)[0].hits]


def parts(hits: list[Hit], title: str) -> dict[str, float]:
    return next(dict(hit.parts) for hit in hits if hit.question.title == title)


# Titles, names, meaning


def test_exactly_the_title_comes_first_whatever_is_nearer_in_meaning(fillers, add, encoder, sweep) -> None:
    add("Training is stuck", "It hangs.", lang="en")
    sweep()
    add("卡住 不动？", "没有向量的问题。")
    found = search("卡住不动!", explain=True)
    assert [hit.question.title for hit in found][:2] == ["卡住 不动？", "Training is stuck"]
    exact, alike = (parts(found, hit.question.title) for hit in found[:2])
    assert exact["exact"] == ranking.EXACT
    assert alike["exact"] == 0
    assert alike["total"] > exact["total"] - exact["exact"], "without it the other would be first"


@pytest.mark.parametrize("name", ["EE9999", "aclnnFooBar", "max_msg_mb_size", "ops.Custom"])
def test_a_name_or_code_beats_what_only_means_alike(fillers, add, encoder, sweep, name: str) -> None:
    add("Training is stuck", "It hangs.", lang="en")
    add(f"关于 {name} 的记录", f"日志里有 {name} 这个词。")
    sweep()
    assert titles(f"{name} 不动")[:2] == [f"关于 {name} 的记录", "Training is stuck"]
    assert titles("记录 不动")[:2] == ["Training is stuck", f"关于 {name} 的记录"], "plain words do not"


def test_a_chinese_query_finds_an_english_question_by_meaning(fillers, add, encoder, sweep) -> None:
    add("Training is stuck", "It never ends.", lang="en")
    sweep()
    found = search("为什么一直不动", explain=True)
    assert found[0].question.title == "Training is stuck"
    assert found[0].parts["words"] == 0
    assert found[0].parts["meaning"] > 0


def test_without_an_encoder_a_chinese_query_finds_an_english_question_by_the_glossary(fillers, add) -> None:
    add("Out of memory during training", "Adam", lang="en")
    assert titles("内存不足") == ["Out of memory during training"]
    assert titles("一直卡着") == []


def test_an_english_query_finds_a_chinese_question_by_the_glossary(fillers, add) -> None:
    add("训练时内存不足", "用的是 Adam")
    assert titles("out of memory") == ["训练时内存不足"]


def test_what_means_something_else_is_no_hit_beside_words(fillers, add, encoder, sweep) -> None:
    add("Training is stuck", "It hangs.", lang="en")
    sweep()
    assert titles("不动 ddddd") == ["Training is stuck", "entry3 about topic3"]
    assert titles("ddddd") == ["entry3 about topic3"]


def test_nothing_with_the_words_is_answered_with_the_nearest(fillers, add, encoder, sweep) -> None:
    add("Training is stuck", "It never ends.", lang="en")
    sweep()
    found = lookups.search("完全不动了", user=ANYBODY)
    assert found.nearest
    assert found.hits[0].question.title == "Training is stuck"
    assert found.count == len(found.hits) == ranking.NEAREST_SHOWN < Question.objects.count()
    assert not lookups.search("stuck", user=ANYBODY).nearest
    assert not lookups.search("stuck 完全不动了", user=ANYBODY).nearest


def test_nothing_is_near_without_an_encoder(fillers) -> None:
    found = lookups.search("完全不动了", user=ANYBODY)
    assert (found.nearest, found.hits, found.count) == (False, [], 0)


# Errors


@pytest.fixture
def errors(fillers, add: Callable[..., Question]) -> None:
    add("别的题目", f"```\n{MINE}\n```")
    add(
        "run_pretrain.py 的 config",
        "怎么写 run_pretrain.py 的 `run(config)`，放在 /opt/conda/lib 还是 /root/work？RuntimeError 的 MatMul",
    )
    add("另一个 MatMul 报错", "```\nRuntimeError: For 'MatMul', EE9999: Inner Error!\n```")


def test_the_same_error_from_another_machine_comes_first(errors: None) -> None:
    found, recognised = lookups.diagnose(THEIRS, user=ANYBODY, explain=True)
    assert recognised.exception == "RuntimeError"
    assert found.hits[0].question.title == "别的题目"
    assert found.hits[0].parts["signature"] == pytest.approx(ranking.SIGNATURE, abs=1e-3)
    assert parts(found.hits, "另一个 MatMul 报错")["signature"] < ranking.SIGNATURE / 2
    assert parts(found.hits, "run_pretrain.py 的 config")["signature"] == 0


def test_words_beyond_the_window_do_not_hide_the_same_error(errors: None, monkeypatch) -> None:
    monkeypatch.setattr(ranking, "WINDOW", 1)
    text = f"{THEIRS}\nERROR run_pretrain.py run(config) config config config 怎么写 放在 还是"
    assert diagnosed(text)[0] == "别的题目"


def test_reasons_say_what_the_errors_share(errors: None) -> None:
    found, _ = lookups.diagnose(THEIRS, user=ANYBODY)
    why = {hit.question.title: list(hit.reasons) for hit in found.hits}
    assert why["别的题目"] == [
        ("signature", ""),
        ("exception", "RuntimeError"),
        ("code", "EE9999"),
        ("operator", "MatMul"),
        ("frame", "api.py:_exec_pip"),
    ]
    assert why["另一个 MatMul 报错"] == [("exception", "RuntimeError"), ("code", "EE9999"), ("operator", "MatMul")]
    assert why["run_pretrain.py 的 config"] == []


def test_the_error_of_an_answer_counts_as_its_questions(fillers, add) -> None:
    add("别的题目", answers=(f"```\n{MINE}\n```",))
    found, _ = lookups.diagnose(THEIRS, user=ANYBODY)
    assert found.hits[0].question.title == "别的题目"
    assert found.hits[0].reasons[0] == ("signature", "")


# Where it arose


@pytest.fixture
def places(fillers, add: Callable[..., Question]) -> None:
    """The same words on four machines."""
    where = {
        "甲": {"device": "GPU", "version": "2.3.0"},
        "乙": {"device": "Ascend", "version": "1.5.0"},
        "丙": {"device": "Ascend", "version": "2.2.14"},
        "丁": {},
    }
    for name, environment in where.items():
        add(f"算子编译失败 {name}", "```\nRuntimeError: Compile operator failed, EE1001\n```", environment=environment)


NEAR = Environment(version="2.3.1", device="Ascend")
COMPILE = "RuntimeError: Compile operator failed, EE1001"


@pytest.mark.parametrize("text", ["算子编译失败", COMPILE])
@pytest.mark.parametrize(
    ("near", "order"), [(NEAR, "丙丁乙甲"), (Environment(version="2.3.1", device="GPU"), "甲丁丙乙")]
)
def test_of_equals_the_nearest_environment_comes_first(places: None, text: str, near: Environment, order: str) -> None:
    assert [title[-1] for title in titles(text, near=near)] == list(order)


def test_what_a_paste_says_of_its_environment_counts(places: None) -> None:
    text = f"MindSpore version: 2.3.1\nDevice: GPU\n{COMPILE}"
    assert pasted.read(text).environment == {"version": "2.3.1", "device": "GPU"}
    assert diagnosed(text)[0] == "算子编译失败 甲"
    assert diagnosed(text, near=Environment(version="2.2", device="Ascend"))[0] == "算子编译失败 丙"


def test_the_environment_ranks_and_does_not_filter(places: None) -> None:
    assert set(titles("算子编译失败", near=NEAR)) == set(titles("算子编译失败"))


def test_without_an_environment_no_row_is_read_for_it(places: None, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        assert ranking.by_environment([1, 2], ranking.NOTHING_SAID).tolist() == [0.0, 0.0]


# Explaining


def test_the_parts_sum_to_the_total_and_are_there_when_asked_for(errors, encoder, sweep) -> None:
    sweep()
    for found in (
        search("MatMul 报错 config", explain=True, near=NEAR),
        lookups.diagnose(THEIRS, user=ANYBODY, explain=True, near=NEAR)[0].hits,
    ):
        assert len(found) >= 2
        for hit in found:
            own = dict(hit.parts)
            total = own.pop("total")
            assert set(own) == {"words", "meaning", "signature", "environment", "exact"}
            assert sum(own.values()) == pytest.approx(total, abs=1e-3)
        totals = [hit.parts["total"] for hit in found]
        assert totals == sorted(totals, reverse=True)
    assert {hit.parts for hit in search("MatMul")} == {None}
    assert {hit.parts for hit in lookups.diagnose(THEIRS, user=ANYBODY)[0].hits} == {None}


# Pages


@pytest.fixture
def crowd(add: Callable[..., Question], encoder: ConceptEncoder, sweep: Callable) -> None:
    """Posts that share words with the query, posts that only mean alike, posts that only tell of the same error."""
    for number in range(14):
        add(f"例子{number} 题目", "例子 " * number, environment={"device": "GPU"})
    for number in range(6):
        add(f"It hangs or is stuck {number}", f"other{number}", lang="en")
    for number in range(30):
        add(f"entry{number} about topic{number}", lang="en")
    add("Alphaword", lang="en")
    for number in range(4):
        add(f"同样的错误 {number}", f"```\n{MINE}\n```")
    sweep()


def everything(page: Callable[[Slice], tuple[int, list[int]]], size: int) -> tuple[set[int], list[int]]:
    """Counts that the pages told, and the ids on all of them."""
    counts, ids = set(), []
    for offset in range(0, 80, size):
        count, some = page(Slice(size, offset))
        counts.add(count)
        ids += some
    return counts, ids


def typed(wanted: Slice) -> tuple[int, list[int]]:
    found = lookups.search("例子 一直 不动", user=ANYBODY, wanted=wanted, near=NEAR)
    return found.count, [hit.question.pk for hit in found.hits]


def paste(wanted: Slice) -> tuple[int, list[int]]:
    found, _ = lookups.diagnose(f"{THEIRS}\nERROR 例子 一直 不动", user=ANYBODY, wanted=wanted)
    return found.count, [hit.question.pk for hit in found.hits]


def relatives(wanted: Slice) -> tuple[int, list[int]]:
    found = lookups.related(title="例子 一直 不动", body="", tags=[], user=ANYBODY, wanted=wanted)
    return found.count, [hit.question.pk for hit in found.hits]


@pytest.mark.parametrize("window", [2, 200])
@pytest.mark.parametrize("look_up", [typed, paste, relatives])
def test_pages_neither_repeat_nor_skip(crowd, monkeypatch, look_up: Callable, window: int) -> None:
    monkeypatch.setattr(ranking, "WINDOW", window)
    counts, ids = everything(look_up, 3)
    assert len(ids) == len(set(ids))
    assert counts == {len(ids)}
    expected = {"例子": 14, "It hangs": 6, "同样的错误": 4 if look_up is paste else 0}
    there = Question.objects.in_bulk(ids).values()
    assert {start: sum(q.title.startswith(start) for q in there) for start in expected} == expected


def test_pages_of_the_nearest_neither_repeat_nor_skip(crowd, monkeypatch) -> None:
    monkeypatch.setattr(meaning, "NEAREST", 10)

    def page(wanted: Slice) -> tuple[int, list[int]]:
        found = lookups.search("完全不动", user=ANYBODY, wanted=wanted)
        return found.count, [hit.question.pk for hit in found.hits]

    counts, ids = everything(page, 3)
    assert len(ids) == len(set(ids)) > 0
    assert counts == {len(ids)}


def test_what_lies_too_deep_is_empty(crowd) -> None:
    assert lookups.search("卡住", user=ANYBODY, wanted=Slice(20, 9_990)).hits == []
    assert lookups.diagnose(THEIRS, user=ANYBODY, wanted=Slice(20, 9_990))[0].hits == []


# Filters hold for every candidate


@pytest.mark.parametrize(
    ("term", "obeys"),
    [
        ("lang:zh", lambda q: q.lang == "zh"),
        ("-lang:zh", lambda q: q.lang == "en"),
        ("device:gpu", lambda q: q.device == "GPU"),
        ("is:answered", lambda q: False),
    ],
)
def test_hits_by_meaning_obey_the_filters(crowd, term: str, obeys: Callable[[Question], bool]) -> None:
    asked = lookups.search(f"例子 alphaword 一直不动 {term}", user=ANYBODY, wanted=Slice(100))
    unfiltered = lookups.search("例子 alphaword 一直不动", user=ANYBODY, wanted=Slice(100))
    assert {hit.question.pk for hit in asked.hits} == {
        hit.question.pk for hit in unfiltered.hits if obeys(hit.question)
    }
    assert asked.count == len(asked.hits)
    assert not asked.nearest


def test_a_filter_that_few_pass_still_finds_by_meaning(crowd, monkeypatch) -> None:
    """Those that are nearest of all are not those that the filter lets through."""
    monkeypatch.setattr(meaning, "NEAREST", 2)
    found = lookups.search("完全不动 device:gpu", user=ANYBODY, wanted=Slice(100))
    assert found.hits
    assert {hit.question.device for hit in found.hits} == {"GPU"}


@pytest.fixture
def asked(add: Callable[..., Question]) -> Iterator[Callable[[str], list[str]]]:
    """Ranks by the signature of THEIRS, the words of nothing, and a query's filters."""
    add("别的题目", f"```\n{MINE}\n```", lang="en")
    add("又一个题目", f"```\n{MINE}\n```", lang="zh")

    def rank(text: str, besides: int = 0) -> list[str]:
        view = sync.before_search()
        clauses = filters.clauses(parse(text), user_id=None)
        request = Request(
            terms.Sought({}), signed=pasted.sign(pasted.read(THEIRS)).terms, clauses=clauses, besides=besides
        )
        names = dict(Question.objects.values_list("pk", "title"))
        return [names[pk] for pk in ranking.rank(view, request, ranking.DIAGNOSE).ids]

    return rank


def test_hits_by_signature_obey_the_filters(asked: Callable) -> None:
    assert set(asked("")) == {"别的题目", "又一个题目"}
    assert asked("lang:en") == ["别的题目"]
    assert asked("-lang:en") == ["又一个题目"]
    assert asked("", Question.objects.get(title="别的题目").pk) == ["又一个题目"]


def test_an_exact_title_obeys_the_filters(add) -> None:
    add("别的题目", lang="en")
    assert titles("别的题目 lang:en") == ["别的题目"]
    assert titles("别的题目 lang:zh") == []


def test_a_signature_that_no_question_has_costs_no_search(asked, monkeypatch) -> None:
    ErrorSignature.objects.all().delete()
    sync.rebuild()
    index.reader.key = None
    monkeypatch.setattr(ranking, "has_signed", lambda *arguments: pytest.fail("looked for"))
    assert asked("") == []
