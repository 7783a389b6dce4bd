"""The index follows the database and loses nothing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone

from qa import services
from qa.models import Installation, Question, QuestionVector, SearchChange
from qa.search import changes, index, lookups, sync, vectors
from tests.factories import ask, make_user, many_questions

ROOT = Path(__file__).resolve().parents[2]


def found(text: str) -> list[str]:
    from django.contrib.auth.models import AnonymousUser

    return [hit.question.title for hit in lookups.search(text, user=AnonymousUser()).hits]


@pytest.mark.django_db
def test_what_is_written_is_found_at_once(question: Question, answer, author) -> None:
    assert found("卡住不动") == [question.title]
    assert found("asnumpy") == [question.title]
    services.edit_question(actor=author, question=question, title="完全不同的标题", body="别的", tags=["x"])
    assert found("卡住不动") == []
    assert found("完全不同") == ["完全不同的标题"]


@pytest.mark.django_db
def test_what_is_deleted_is_found_no_more_until_restored(question: Question, author) -> None:
    services.delete(actor=author, thing=question)
    assert found("GeneratorDataset") == []
    services.restore(actor=author, thing=question)
    assert found("GeneratorDataset") == [question.title]


@pytest.mark.django_db(transaction=True)
def test_a_commit_brings_the_index_up_without_a_search() -> None:
    ask(make_user("author"))
    assert sync.behind() == 0
    assert index.reader.searcher().num_docs == 1


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["图", "态图", "静态图", "MINDSPORE", "mindspore", "白名單"])
def test_short_and_folded_queries_find_the_post(author, query: str) -> None:
    ask(author, title="MindSpore 静态图的白名单在哪里")
    assert len(found(query)) == 1


@pytest.mark.django_db
def test_a_late_commit_with_a_lower_number_is_not_lost(question: Question, monkeypatch) -> None:
    """On PostgreSQL ids are given out before commit: what commits late carries a number below the newest."""
    monkeypatch.setattr(sync, "journal_floor", lambda: 0)
    late = SearchChange.objects.create(question_id=question.pk)
    SearchChange.objects.create(question_id=question.pk)
    number, moment = late.pk, late.created_at
    late.delete()
    sync.catch_up()
    Question.objects.filter(pk=question.pk).update(title="迟到的改动")
    SearchChange.objects.create(pk=number, question_id=question.pk, created_at=moment)
    assert sync.behind() == 1
    assert found("迟到的改动") == ["迟到的改动"]
    assert sync.behind() == 0


@pytest.mark.django_db
def test_applying_a_change_twice_is_harmless(question: Question) -> None:
    sync.catch_up()
    SearchChange.objects.create(question_id=question.pk)
    sync.catch_up()
    assert index.reader.searcher().num_docs == 1


@pytest.mark.django_db
def test_numbers_are_taken_up_at_the_next_search_and_not_before(question: Question) -> None:
    sync.catch_up()
    state = index.current().read_state()
    Question.objects.filter(pk=question.pk).update(score=42)
    changes.record_numbers(question.pk)
    assert sync.behind() == 1
    assert index.current().read_state() == state
    assert found("score:42") == [question.title]
    assert sync.behind() == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("write", "behind"), [(changes.record, 0), (changes.record_numbers, 1)])
def test_a_text_is_taken_up_after_commit(write: Callable[[int], None], behind: int) -> None:
    question = ask(make_user("author"))
    with transaction.atomic():
        write(question.pk)
        assert sync.behind() == 1
    assert sync.behind() == behind


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_rolled_back_is_never_said(question: Question) -> None:
    before = SearchChange.objects.count()
    with transaction.atomic():
        changes.record(question.pk)
        changes.record_numbers(question.pk)
        transaction.set_rollback(True)
    assert SearchChange.objects.count() == before


@pytest.mark.django_db
@pytest.mark.parametrize("built", [True, False])
def test_the_first_model_and_another_one_are_built_when_the_journal_says_0(question: Question, built: bool) -> None:
    if built:
        sync.catch_up()
    rows = {"question": question, "aspect": 0, "digest": "", "vector": bytes([127, 0])}
    for model in ("one 1", "two 1"):
        QuestionVector.objects.create(model=model, **rows)
        Installation.objects.update_or_create(defaults={"vector_model": model})
        SearchChange.objects.say([0])
        assert found("GeneratorDataset") == [question.title]
        assert vectors.model_in_use() == model
        assert len(vectors.reader.view()) == 1


@pytest.mark.django_db
def test_another_writer_is_not_waited_for(question: Question) -> None:
    sync.catch_up()
    with index.lock() as mine:
        assert mine
        Question.objects.filter(pk=question.pk).update(title="锁住时的改动")
        SearchChange.objects.create(question_id=question.pk)
        assert found("锁住时的改动") == []
        assert not sync.rebuild()
    assert found("锁住时的改动") == ["锁住时的改动"]


@pytest.mark.django_db
@pytest.mark.parametrize("noticed", ["reading", "writing"])
@pytest.mark.parametrize("damage", ["folder", "pointer", "meta", "segment", "state", "version", "installation"])
def test_a_damaged_index_heals(question: Question, damage: str, noticed: str) -> None:
    import shutil

    sync.catch_up()
    generation = index.current()
    state = generation.read_state()
    if damage == "folder":
        shutil.rmtree(index.root())
    elif damage == "pointer":
        (index.root() / index.CURRENT).write_text("99")
    elif damage == "meta":
        (generation.folder / "meta.json").write_text("{")
    elif damage == "segment":
        for path in generation.folder.glob("*.term"):
            path.unlink()
    elif damage == "state":
        (generation.folder / index.STATE).write_text("")
    elif damage == "version":
        state.version = "0.0"
        generation.write_state(state)
    else:
        state.installation = "another"
        generation.write_state(state)
    index.reader.key = index.reader.index = None
    sync.installation_key.cache_clear()
    if noticed == "writing":
        SearchChange.objects.create(question_id=question.pk)
        sync.catch_up()
    assert found("GeneratorDataset") == [question.title]


@pytest.mark.django_db
def test_an_index_folder_that_cannot_be_used_costs_search_only(question: Question, settings, client) -> None:
    settings.SEARCH_INDEX_DIR.parent.mkdir(exist_ok=True)
    settings.SEARCH_INDEX_DIR.write_text("a file where the folder should be")
    assert client.get(question.get_absolute_url()).status_code == 200
    assert client.get("/search?q=GeneratorDataset").status_code == 200
    assert client.get("/api/v1/site/").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    "trouble", [OSError(24, "Too many open files"), ValueError("Failed to acquire Lockfile: LockBusy")]
)
def test_trouble_in_writing_costs_freshness_and_not_the_index(question: Question, monkeypatch, trouble) -> None:
    sync.catch_up()

    def fails(*arguments: object) -> None:
        raise trouble

    with monkeypatch.context() as patch:
        patch.setattr(sync, "put", fails)
        SearchChange.objects.create(question_id=question.pk)
        assert found("GeneratorDataset") == [question.title]
        assert sync.behind() == 1
    assert found("GeneratorDataset") == [question.title]
    assert sync.behind() == 0


@pytest.mark.django_db
def test_a_request_applies_a_part_of_a_long_backlog_and_leaves_the_rest(monkeypatch) -> None:
    sync.catch_up()
    many_questions(30)
    monkeypatch.setattr(sync, "INLINE_CHANGES_MAX", 10)
    assert not sync.catch_up(in_request=True)
    assert sync.behind() == 20
    assert sync.catch_up()
    assert sync.behind() == 0


@pytest.mark.django_db(transaction=True)
def test_a_thread_does_what_a_request_leaves(monkeypatch) -> None:
    many_questions(30)
    sync.catch_up_in_thread()
    assert sync.behind() == 0
    assert index.reader.searcher().num_docs == 30


@pytest.mark.django_db
def test_a_request_does_not_build_the_index_of_a_large_site(question: Question, monkeypatch) -> None:
    monkeypatch.setattr(sync, "INLINE_REBUILD_MAX", 1)
    assert not sync.catch_up(in_request=True)
    assert index.current() is None
    assert sync.catch_up()
    assert found("GeneratorDataset") == [question.title]


@pytest.mark.django_db
def test_a_rebuild_is_switched_to_at_once_and_leaves_no_old_folders(question: Question) -> None:
    for _ in range(4):
        assert sync.rebuild()
    assert found("GeneratorDataset") == [question.title]
    assert len([path for path in index.root().iterdir() if path.is_dir()]) <= 2


@pytest.mark.django_db
def test_pruned_changes_cost_nothing_to_who_saw_them_and_a_rebuild_to_who_did_not(question: Question) -> None:
    sync.catch_up()
    before = index.current().folder
    Question.objects.filter(pk=question.pk).update(title="没有看到的改动")
    SearchChange.objects.all().update(created_at=timezone.now() - timedelta(days=30))
    sync.catch_up()
    assert sync.prune() > 0
    assert sync.usable().folder == before
    SearchChange.objects.create(question_id=question.pk, created_at=timezone.now() - timedelta(days=30))
    sync.prune()
    assert sync.usable() is None
    sync.catch_up()
    assert found("没有看到的改动") == ["没有看到的改动"]


@pytest.mark.django_db
def test_a_word_copied_from_any_post_finds_it() -> None:
    many_questions(30)
    assert found("number17")[0].startswith("How do I set option number17 ")


@pytest.mark.django_db
def test_changes_beyond_one_commit_are_all_applied(monkeypatch) -> None:
    monkeypatch.setattr(sync, "COMMIT_EVERY", 7)
    sync.catch_up()
    many_questions(30)
    sync.catch_up()
    assert index.reader.searcher().num_docs == 30
    assert sync.behind() == 0


@pytest.mark.django_db
def test_each_node_follows_by_itself(question: Question, author, settings, tmp_path: Path) -> None:
    """Nodes share the database only; each has an index folder of its own."""
    nodes = [tmp_path / "node-a", tmp_path / "node-b"]

    def on(node: Path, text: str) -> list[str]:
        settings.SEARCH_INDEX_DIR = node
        return found(text)

    assert [on(node, "卡住不动") for node in nodes] == [[question.title]] * 2
    settings.SEARCH_INDEX_DIR = nodes[0]
    services.edit_question(actor=author, question=question, title="在甲节点改了标题")
    assert [on(node, "甲节点") for node in nodes] == [["在甲节点改了标题"]] * 2
    assert [on(node, "卡住不动怎么办") for node in nodes] == [on(nodes[0], "卡住不动怎么办")] * 2


# Processes


def start_sync(env: dict[str, str]) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "manage.py", "sync_search"],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


@pytest.fixture
def site(tmp_path: Path) -> dict[str, str]:
    """The environment of a migrated SQLite site with the seeds, without an encoder, not yet indexed."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    env = {**ours, "JIEHUO_DATA_DIR": str(tmp_path / "data"), "DATABASE_URL": "", "ENCODER": "off"}
    for command in (["migrate", "-v0"], ["seed"]):
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=env, check=True, capture_output=True)
    return env


def index_folder(env: dict[str, str]) -> Path:
    """There from the moment at which a process begins to write the first generation."""
    return Path(env["JIEHUO_DATA_DIR"]) / "search" / "1"


def index_size(env: dict[str, str]) -> str:
    script = (
        "from qa.search import index, sync; from qa.models import Question;"
        "print(index.reader.searcher().num_docs == Question.objects.count(), sync.behind())"
    )
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", script],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.15])
def test_a_killed_indexing_heals_at_the_next_start(site: dict[str, str], delay: float) -> None:
    process = start_sync(site)
    while not (index_folder(site)).exists():
        assert process.poll() is None
        time.sleep(0.01)
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert start_sync(site).wait(60) == 0
    assert index_size(site) == "True 0"


def test_several_processes_may_index_at_once(site: dict[str, str]) -> None:
    processes = [start_sync(site) for _ in range(3)]
    assert [process.wait(90) for process in processes] == [0, 0, 0]
    assert start_sync(site).wait(60) == 0
    assert index_size(site) == "True 0"
