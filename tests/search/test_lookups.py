"""The three look-ups: what they find, say, refuse, remember, and keep to themselves."""

import logging
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connection
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from qa import rules, services
from qa.environment import Environment
from qa.errors import Invalid
from qa.models import Question, QuestionVector, SearchChange
from qa.search import encoding, index, lookups, meaning, ranking, sync, vectors
from qa.search.lookups import Found, Slice
from qa.search.tokens import tokens
from tests.factories import ask, make_user
from tests.search.conftest import moment
from tests.search.fakes import ConceptEncoder, FailingEncoder, Installed

pytestmark = pytest.mark.django_db

ANYBODY = AnonymousUser()
ERROR = "RuntimeError: Launch kernel failed on stream, EE9999"
TRACEBACK = f'Traceback (most recent call last):\n  File "/home/li/train.py", line 3, in f\n    net(x)\n{ERROR}'
POSTS = (
    (
        "GeneratorDataset 卡住不动怎么办",
        "训练到一半不动了。\n\n```python\nds = GeneratorDataset(source, ['x'])\n```",
    ),
    ("Out of memory on Ascend 910B", f"It fails:\n\n```\n{ERROR}\n```"),
    ("怎样保存 checkpoint", "用 `save_checkpoint` 还是 ModelCheckpoint？"),
    ("Shape of the loss is wrong", "The loss has shape (32, 1), c++ and .net agree."),
    ("静态图里怎么打印", "print 没有输出，社區裡也沒有人回答。"),
    ("How to plot the training curve", "With matplotlib 3.8 or something else"),
    ("安装失败 mindspore-2.3.1", "pip install 之后 import 报错 libgomp.so.1"),
    ("Connection lost on node 3", "hccl 超时 timeout=1800s"),
    ("数据增强太慢", "map 的 num_parallel_workers=8 也一样慢"),
    ("ops.Custom 怎么注册", "aot 模式 func_type"),
)


def titles(found: Found) -> list[str]:
    return [hit.question.title for hit in found.hits]


def search(text: str, **options: object) -> Found:
    return lookups.search(text, user=ANYBODY, **options)


@pytest.fixture
def posts(add: Callable[..., Question]) -> list[Question]:
    return [add(title, body, answers=(f"答案 {at} answer{at}",)) for at, (title, body) in enumerate(POSTS)]


@pytest.fixture
def encoded(posts: list[Question], encoder: ConceptEncoder, sweep: Callable) -> list[Question]:
    sweep()
    return posts


# Typed


@pytest.mark.parametrize("text", ["", "  \n", "？？", "😂"])
def test_nothing_to_look_for_finds_nothing_without_an_encoder(posts, text: str) -> None:
    found = search(text, with_facets=True)
    assert (found.count, found.hits, found.nearest) == (0, [], False)


def test_a_query_longer_than_the_limit_is_refused_and_a_pasted_error_is_not(posts) -> None:
    search("长" * rules.QUERY_MAX)
    with pytest.raises(Invalid) as error:
        search("长" * (rules.QUERY_MAX + 1))
    assert (error.value.field, error.value.code) == ("q", "too_long")
    found = search(TRACEBACK + "\n" + "x = 1\n" * rules.QUERY_MAX)
    assert titles(found)[0] == "Out of memory on Ascend 910B"
    with pytest.raises(Invalid) as error:
        search(TRACEBACK + "\n" + "x" * rules.DIAGNOSE_BYTES_MAX)
    assert error.value.field == "text"


def test_a_pasted_error_is_looked_up_as_one(posts) -> None:
    found = search(TRACEBACK)
    assert found.pasted.exception == "RuntimeError"
    assert found.query is None
    assert found.hits[0].reasons[0] == ("signature", "")
    assert titles(found) == titles(lookups.diagnose(TRACEBACK, user=ANYBODY)[0])
    assert search("RuntimeError 怎么办").pasted is None


@pytest.mark.parametrize(
    ("text", "meant"),
    [("generatordatasett", "generatordataset"), ("chekpoint 怎样", "checkpoint 怎样"), ("checkpoint", "")],
)
def test_a_misspelt_word_is_asked_about(posts, text: str, meant: str) -> None:
    assert search(text).did_you_mean == meant


def test_notes_say_what_was_taken_as_words(posts) -> None:
    assert search("checkpoint").notes == []
    (note,) = search("checkpoint [没有的标签]").notes
    assert "没有的标签" in note
    assert titles(search("checkpoint [没有的标签]"))[0] == "怎样保存 checkpoint"
    assert Found().notes == []


def test_facets_are_counted_over_everything_when_asked_for(add) -> None:
    for number in range(5):
        add(f"数据增强 {number}", lang="en" if number else "zh", tags=("a",) if number > 2 else ("b",))
    assert search("数据增强").facets is None
    facets = search("数据增强", wanted=Slice(1), with_facets=True).facets
    assert facets.tags == {"b": 3, "a": 2}
    assert facets.languages == {"en": 4, "zh": 1}
    assert search("数据增强 [a]", with_facets=True).facets.languages == {"en": 2}
    assert search("lang:zh", with_facets=True).facets.tags == {"b": 1}


# Sorting


@pytest.fixture
def sortable(add, author: User, trusted: User) -> dict[str, Question]:
    made = {}
    for name, month, score in (("old", 1, 9), ("new", 6, 2), ("middle", 3, 5)):
        made[name] = add(f"数据增强 {name}", score=score, created_at=moment(f"2025-0{month}-01"))
    add("别的事情", score=50)
    return made


def names(found: Found) -> list[str]:
    return [title.removeprefix("数据增强 ") for title in titles(found)]


@pytest.mark.parametrize(("sort", "order"), [("newest", ["new", "middle", "old"]), ("score", ["old", "middle", "new"])])
def test_hits_can_be_sorted(sortable, sort: str, order: list[str]) -> None:
    assert names(search("数据增强", sort=sort)) == order
    assert names(search("数据增强", sort=sort, wanted=Slice(1, 1))) == order[1:2]
    assert search("数据增强", sort=sort, wanted=Slice(1, 1)).count == 3


def test_sorted_by_activity_an_answer_moves_its_question_up(sortable, helper: User) -> None:
    assert names(search("数据增强", sort="activity")) == ["new", "middle", "old"]
    services.post_answer(actor=helper, question=sortable["old"], body="现在有答案了")
    assert names(search("数据增强", sort="activity")) == ["old", "new", "middle"]


def test_a_vote_moves_the_score_at_the_next_search(sortable, author: User, trusted: User, moderator: User) -> None:
    tied = services.ask(actor=author, title="数据增强 tied", body="正文", tags=["x"])
    Question.objects.filter(pk=tied.pk).update(score=4)
    SearchChange.objects.say([tied.pk])
    assert names(search("数据增强", sort="score")) == ["old", "middle", "tied", "new"]
    for voter in (trusted, moderator):
        services.vote(actor=voter, post=tied, value=1)
    assert names(search("数据增强", sort="score")) == ["old", "tied", "middle", "new"]


def test_filters_alone_give_the_newest_first(sortable) -> None:
    assert names(search("score:..9")) == ["new", "middle", "old"]
    assert names(search("score:..9", sort="score")) == ["old", "middle", "new"]
    assert search("score:..9", wanted=Slice(1)).count == 3


def test_sorted_hits_have_most_of_the_words(posts) -> None:
    """A sort by time would show what has but one common word first."""
    assert titles(search("GeneratorDataset 卡住 训练", sort="newest")) == ["GeneratorDataset 卡住不动怎么办"]


def test_sorting_keeps_query_notes_and_correction(posts) -> None:
    found = search("chekpoint [没有的标签]", sort="newest")
    assert found.did_you_mean.startswith("checkpoint")
    assert len(found.notes) == 1


# What a hit shows


def test_a_hit_is_marked_and_escaped(add) -> None:
    add("打印 <b>张量</b>", "没有 <i>输出</i> 的 print", answers=("换成 `ops.print_` 看 <输出>",), accepted=0)
    hit = search("张量 print 输出").hits[0]
    assert "<mark>张量</mark>" in hit.title
    assert "<b>" not in hit.title
    assert "<mark>" in hit.excerpt
    assert "<i>" not in hit.excerpt


def test_an_old_version_is_said(add, settings) -> None:
    settings.FRAMEWORK_VERSIONS = ["2.7.0"]
    add("数据增强 old", environment={"version": "1.5"})
    add("数据增强 new", environment={"version": "2.6"})
    notes = {hit.question.title[-3:]: hit.age_note for hit in search("数据增强").hits}
    assert "1.5" in notes["old"]
    assert notes["new"] == ""


def test_what_was_deleted_since_is_no_hit(posts) -> None:
    sync.before_search()
    Question.objects.filter(pk=posts[2].pk).update(deleted_at=timezone.now())
    assert titles(search("save_checkpoint")) == []


# Pasted


def test_a_text_without_an_error_is_looked_up_by_its_words(posts) -> None:
    found, recognised = lookups.diagnose("怎样保存 checkpoint", user=ANYBODY)
    assert not recognised.has_error
    assert titles(found)[0] == "怎样保存 checkpoint"
    assert not any(hit.reasons for hit in found.hits)


def test_a_paste_that_no_question_has_a_word_of_is_recognised_all_the_same(posts) -> None:
    found, recognised = lookups.diagnose("ZxcvbnException: qwertz", user=ANYBODY)
    assert found.hits == []
    assert recognised.exception == "ZxcvbnException"


def test_reasons_come_from_the_index(posts, django_assert_num_queries) -> None:
    signature = lookups.pasted.sign(lookups.pasted.read(TRACEBACK))
    view, ids = sync.before_search(), [post.pk for post in posts]
    with django_assert_num_queries(0):
        found = lookups.reasons(view, ids, signature)
    assert any(found.values())
    assert lookups.reasons(view, ids, None) == {pk: [] for pk in ids}


SECRETS = ("hf_abcdefghij0123456789xyz", "zhangsan", "192.168.30.140", "li@example.com", "hunter2hunter2")
CONFIDENTIAL = (
    "Traceback (most recent call last):\n"
    '  File "/home/zhangsan/train.py", line 3, in f\n    login(token="hf_abcdefghij0123456789xyz")\n'
    "ConnectionError: li@example.com, password=hunter2hunter2 at 192.168.30.140 failed, EE9999"
)


def whole_database() -> str:
    """Every row of every table."""
    with connection.cursor() as cursor:
        rows = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows += cursor.fetchall()
    return str(rows)


@pytest.mark.parametrize("failing", [False, True])
def test_a_paste_leaves_no_secret_behind(encoded, installed: Installed, caplog, failing: bool) -> None:
    """Not in the database, not in a log, not in what an encoder is given."""
    name = next(iter(installed.known))
    asked = installed.use(FailingEncoder(name) if failing else ConceptEncoder(name))
    caplog.set_level(logging.DEBUG)
    lookups.diagnose(CONFIDENTIAL, user=ANYBODY)
    search(CONFIDENTIAL)
    search(f"怎么用 {SECRETS[0]} 登录 {SECRETS[3]}")
    lookups.related(title=f"怎么用 {SECRETS[0]} 登录", body=CONFIDENTIAL, tags=[], user=ANYBODY, wanted=Slice())
    seen = whole_database() + caplog.text + "\n".join(asked.asked)
    assert failing == ("not reachable" in caplog.text)
    assert failing or len(asked.asked) >= 4
    assert [secret for secret in SECRETS if secret in seen] == []


def test_no_half_of_a_secret_goes_to_an_encoder_where_a_text_is_cut(encoded, encoder: ConceptEncoder) -> None:
    body = "字" * (encoding.LEAD_LENGTH - 20) + f" {SECRETS[0]}"
    lookups.related(title="怎么登录", body=body, tags=[], user=ANYBODY, wanted=Slice())
    assert not any("hf_" in text for text in encoder.asked)


# Related


def test_relatives_are_without_the_question_itself(encoded) -> None:
    for question in encoded:
        found = lookups.related_to(question, user=ANYBODY)
        assert question.title not in titles(found)
        assert len(found.hits) <= 8


def test_relatives_come_by_words_and_by_meaning(encoded, add, sweep, author: User) -> None:
    for number in range(6):
        add(f"entry{number} about topic{number}", lang="en")
    twin = services.ask(actor=author, title="Reader hangs forever", body="It never ends.", tags=["x"])
    sweep()
    assert "GeneratorDataset 卡住不动怎么办" in titles(lookups.related_to(twin, user=ANYBODY))


@pytest.fixture
def ranked(monkeypatch) -> list[int]:
    """Grows by one whenever relatives are ranked."""
    calls: list[int] = []
    rank = ranking.rank

    def counted(*arguments: object) -> ranking.Ranked:
        calls.append(1)
        return rank(*arguments)

    monkeypatch.setattr(ranking, "rank", counted)
    return calls


def test_relatives_are_remembered(encoded, ranked: list[int]) -> None:
    first = titles(lookups.related_to(encoded[0], user=ANYBODY))
    assert titles(lookups.related_to(encoded[0], user=ANYBODY)) == first
    assert len(ranked) == 1
    lookups.related_to(encoded[1], user=ANYBODY)
    lookups.related_to(encoded[0], user=ANYBODY, wanted=Slice(limit=3))
    assert len(ranked) == 3


def edit(question: Question) -> None:
    services.edit_question(actor=make_user("m", is_moderator=True), question=question, title="完全不同的题目")


def put_vectors(question: Question) -> None:
    """As a writer does after it has put the words of a question whose vectors are new."""
    for row in QuestionVector.objects.filter(question=question):
        row.vector = bytes(reversed(bytes(row.vector)))
        row.save()
    vectors.put(index.current(), [question.pk])


@pytest.mark.parametrize("change", [edit, put_vectors])
def test_relatives_are_ranked_anew_when_a_question_or_a_vector_changes(encoded, ranked, change: Callable) -> None:
    lookups.related_to(encoded[0], user=ANYBODY)
    change(encoded[3])
    lookups.related_to(encoded[0], user=ANYBODY)
    assert len(ranked) == 2


def test_relatives_by_words_alone_are_ranked_anew_when_a_question_changes(posts, ranked: list[int]) -> None:
    lookups.related_to(posts[0], user=ANYBODY)
    edit(posts[3])
    lookups.related_to(posts[0], user=ANYBODY)
    assert len(ranked) == 2


def test_a_remembered_relative_that_was_deleted_is_not_shown(encoded, ranked: list[int]) -> None:
    before = lookups.related_to(encoded[0], user=ANYBODY).hits
    Question.objects.filter(pk=before[0].question.pk).update(deleted_at=timezone.now())
    after = lookups.related_to(encoded[0], user=ANYBODY).hits
    assert [hit.question.pk for hit in after] == [hit.question.pk for hit in before[1:]]
    assert len(ranked) == 1


def test_relatives_shown_are_what_the_database_says_now(encoded) -> None:
    first = lookups.related_to(encoded[0], user=ANYBODY).hits[0].question
    Question.objects.filter(pk=first.pk).update(score=77)
    assert lookups.related_to(encoded[0], user=ANYBODY).hits[0].question.score == 77


def test_relatives_of_a_text_prefer_its_environment(add) -> None:
    for name, device in (("甲", "GPU"), ("乙", "Ascend"), ("丙", "CPU")):
        add(f"算子编译失败 {name}", environment={"device": device})
    for device, name in (("GPU", "甲"), ("Ascend", "乙")):
        found = lookups.related(
            title="算子编译失败", body="", tags=[], user=ANYBODY, wanted=Slice(), near=Environment(device=device)
        )
        assert found.hits[0].question.title[-1] == name


@pytest.mark.parametrize(
    ("title", "body", "field"), [("x" * (rules.QUERY_MAX + 1), "", "title"), ("x", "x" * (rules.BODY_MAX + 1), "body")]
)
def test_too_long_a_text_has_no_relatives(posts, title: str, body: str, field: str) -> None:
    with pytest.raises(Invalid) as error:
        lookups.related(title=title, body=body, tags=[], user=ANYBODY, wanted=Slice())
    assert (error.value.field, error.value.code) == (field, "too_long")


def test_nothing_has_no_relatives(posts) -> None:
    assert lookups.related(title="", body="", tags=[], user=ANYBODY, wanted=Slice()).hits == []


# Trouble


def test_a_site_that_searches_by_words_only_does_not_read_its_vectors(encoded, settings) -> None:
    assert search("为什么一直不动", explain=True).hits[0].parts["meaning"] > 0
    settings.ENCODER = "off"
    assert meaning.of_query("显存不够", 0) is None
    assert meaning.of_texts({0: "显存不够"}) is None
    assert meaning.of_question(encoded[0].pk) is None
    assert {hit.parts["meaning"] for hit in search("checkpoint 保存", explain=True).hits} == {0.0}


def test_damaged_vectors_cost_the_meaning_only(encoded) -> None:
    sync.before_search()
    assert len(vectors.reader.view()) > 0
    for path in (*index.current().folder.glob("*.usearch"), *index.current().folder.glob("*.npz")):
        path.write_bytes(b"damaged")
    vectors.reader.key = vectors.reader.opened = None
    cache.clear()
    assert titles(search("save_checkpoint")) == ["怎样保存 checkpoint"]
    assert titles(lookups.diagnose(TRACEBACK, user=ANYBODY)[0])[0] == "Out of memory on Ascend 910B"
    assert lookups.related_to(encoded[0], user=ANYBODY).hits
    sync.rebuild()
    assert meaning.of_query("显存不够", 0) is not None


@given(st.text(max_size=200) | st.text("\"[]:-#().*~^\\/'{}<>|&!+= \nTE0 x报错", max_size=120))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
def test_any_text_is_safe(encoded, text: str) -> None:
    for found in (
        search(text, with_facets=True, explain=True),
        search(text, sort="score"),
        lookups.diagnose(text, user=ANYBODY)[0],
        lookups.related(title=text, body=text, tags=[text], user=ANYBODY, wanted=Slice()),
    ):
        assert found.count >= len(found.hits)
        assert all(hit.title and hit.excerpt is not None for hit in found.hits)
        assert all(isinstance(note, str) for note in found.notes)


WORDS = sorted(
    {(at, word) for at, texts in enumerate(POSTS) for text in texts for word in text.split() if tokens(word)}
    | {(at, f"answer{at}") for at in range(len(POSTS))}
)


@given(st.sampled_from(WORDS), st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80, deadline=None)
def test_what_is_copied_from_a_post_finds_that_post(encoded, place: tuple[int, str], data: st.DataObject) -> None:
    """A word, or a piece of two characters and more of a Chinese one."""
    at, word = place
    if not word.isascii() and len(word) > 2 and not any(character.isascii() for character in word):
        start = data.draw(st.integers(0, len(word) - 2))
        word = word[start : data.draw(st.integers(start + 2, len(word)))]
    assert encoded[at].title in titles(search(word)), word


def test_a_new_question_is_found_at_once_by_meaning_too(encoded, author: User) -> None:
    ask(author, title="Reader hangs forever", body="It never ends.")
    assert "Reader hangs forever" in titles(search("一直不动"))
