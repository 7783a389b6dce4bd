"""A node's view of the sentence vectors: what is near, what is new, what is gone, what is damaged."""

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from qa.models import Aspect, Installation, Question, QuestionVector, SearchChange
from qa.search import index, sync, vectors
from tests.factories import make_user

MODEL = "random 1"
DIMENSIONS = 64


def put(generation: index.Generation, question_ids: list[int]) -> None:
    """As a node does outside of a request."""
    vectors.put(generation, question_ids)
    if vectors.is_due(generation):
        vectors.merge(generation)


def random_rows(number: int, seed: int = 0) -> np.ndarray:
    rows = np.random.default_rng(seed).normal(size=(number, DIMENSIONS)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@given(st.integers(0, 2**32 - 1), st.sampled_from([64, 384, 512, 1536]), st.floats(-1, 1), st.floats(0.1, 10))
def test_signed_bytes_cost_less_than_a_hundredth_of_a_cosine(seed: int, size: int, alike: float, skew: float) -> None:
    """Of vectors as encoders give them: many dimensions of which none is nearly all."""
    one, other = np.random.default_rng(seed).normal(size=(2, size)) * np.linspace(1, skew, size)
    rows = np.stack([one, alike * one + (1 - abs(alike)) * other]).astype(np.float32)
    exact = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    stored = vectors.unit(vectors.quantised(rows))
    assert abs(float(stored[0] @ stored[1]) - float(exact[0] @ exact[1])) < 0.01


@pytest.mark.parametrize("row", [np.zeros(8), np.full(8, 1e-12), np.full(8, 1e6)])
def test_a_vector_of_any_size_fits_into_bytes(row: np.ndarray) -> None:
    assert np.isfinite(vectors.unit(vectors.quantised(row.astype(np.float32)))).all()


# A generation with the vectors of questions in the database


@pytest.fixture
def questions(db) -> Callable[..., list[int]]:
    """Adds questions, each with a vector of these aspects; their ids."""
    writer: list[User] = []

    def add(rows: Iterable[np.ndarray], *aspects: int, model: str = MODEL) -> list[int]:
        writer[:] = writer or [make_user("writer")]
        now = timezone.now()
        some = [
            Question(author=writer[0], title=f"question {i}", body="x", created_at=now, last_activity_at=now)
            for i, _ in enumerate(rows)
        ]
        made = Question.objects.bulk_create(some)
        for question, row in zip(made, rows, strict=True):
            store(question.pk, row, *(aspects or (Aspect.TITLE,)), model=model)
        return [question.pk for question in made]

    return add


def store(question_id: int, row: np.ndarray, *aspects: int, model: str = MODEL) -> None:
    content = vectors.quantised(row).tobytes()
    for aspect in aspects:
        where = {"question_id": question_id, "aspect": aspect, "model": model}
        QuestionVector.objects.update_or_create(**where, defaults={"digest": "", "vector": content})


@pytest.fixture
def generation(settings) -> index.Generation:
    """An index without words, in use."""
    index.root().mkdir(parents=True)
    made = index.next_generation()
    made.write_state(index.State("here"))
    index.switch_to(made)
    return made


def view() -> vectors.View:
    opened = vectors.reader.view()
    assert opened is not None
    return opened


def brute(rows: np.ndarray, ids: list[int], vector: np.ndarray, limit: int) -> list[int]:
    return [ids[i] for i in np.argsort(-(rows @ vector), kind="stable")[:limit]]


@pytest.mark.django_db
@pytest.mark.parametrize("recent_max", [50, 10_000], ids=["merged into the graph", "compared one by one"])
def test_the_nearest_are_those_of_brute_force(questions, generation, monkeypatch, recent_max: int) -> None:
    """A third is in the graph from the beginning, the rest is put later in parts."""
    monkeypatch.setattr(vectors, "RECENT_MAX", recent_max)
    rows = random_rows(300)
    ids = questions(rows[:100])
    vectors.build(generation, MODEL)
    for start in range(100, 300, 40):
        more = questions(rows[start : start + 40])
        put(generation, more)
        ids += more
    assert len(view()) == 300
    found = [(view().nearest(v, 10), brute(rows, ids, v, 10)) for v in random_rows(40, seed=1)]
    assert sum(len(set(some) & set(best)) for some, best in found) >= 0.95 * 400
    assert sum(some[0] == best[0] for some, best in found) >= 38


@pytest.mark.django_db
def test_the_graph_takes_in_what_was_recent_when_it_is_much(questions, generation, monkeypatch) -> None:
    monkeypatch.setattr(vectors, "RECENT_MAX", 10)
    rows = random_rows(40)
    ids = questions(rows[:10])
    vectors.write(generation.folder, vectors.State(MODEL), vectors.Recent())
    put(generation, ids)
    assert (view().graph, len(view().keys)) == (None, 10)
    put(generation, questions(rows[10:11]))
    assert (len(view().graph), len(view().keys)) == (11, 0)
    put(generation, questions(rows[11:16]))
    assert (len(view().graph), len(view().keys)) == (11, 5)
    put(generation, questions(rows[16:30]))
    assert (len(view().graph), len(view().keys)) == (30, 0)


@pytest.mark.django_db
@pytest.mark.parametrize("recent_max", [4, 10_000], ids=["merged", "recent"])
def test_a_vector_is_replaced_and_hidden_wherever_it_is(questions, generation, monkeypatch, recent_max: int) -> None:
    monkeypatch.setattr(vectors, "RECENT_MAX", recent_max)
    rows = random_rows(30)
    ids = questions(rows[:20])
    vectors.build(generation, MODEL)
    ids += questions(rows[20:])
    put(generation, ids[20:])
    changed, gone = (ids[3], ids[23]), (ids[5], ids[25])
    fresh = random_rows(2, seed=7)
    for pk, row in zip(changed, fresh, strict=True):
        store(pk, row, Aspect.TITLE)
    Question.objects.filter(pk__in=gone).update(deleted_at=timezone.now())
    put(generation, [*changed, *gone])
    assert len(view()) == 28
    for pk, row in zip(changed, fresh, strict=True):
        assert view().nearest(row, 1) == [pk]
        assert view().vector(pk, Aspect.TITLE) @ row > 0.99
    assert view().nearest(rows[3], 1) != [changed[0]]
    for pk, row in zip(gone, rows[[5, 25]], strict=True):
        assert pk not in view().nearest(row, 30)
        assert view().vector(pk, Aspect.TITLE) is None
        assert np.isnan(view().cosines({Aspect.TITLE: row}, [pk])).all()


@pytest.mark.django_db
def test_a_question_that_comes_back_is_there_again(questions, generation) -> None:
    rows = random_rows(12)
    ids = questions(rows)
    vectors.build(generation, MODEL)
    for deleted_at in (timezone.now(), None):
        Question.objects.filter(pk=ids[4]).update(deleted_at=deleted_at)
        put(generation, [ids[4]])
        assert (view().nearest(rows[4], 1) == [ids[4]]) is (deleted_at is None)


@pytest.mark.django_db
@pytest.mark.parametrize("built", [True, False], ids=["graph", "recent"])
def test_each_aspect_is_compared_by_itself(questions, generation, built: bool) -> None:
    rows = random_rows(10)
    ids = questions(rows[:9])
    store(ids[0], rows[9], Aspect.ERROR)
    if built:
        vectors.build(generation, MODEL)
    else:
        vectors.write(generation.folder, vectors.State(MODEL), vectors.Recent())
        put(generation, ids)
    cosines = view().cosines({Aspect.ERROR: rows[9]}, [*ids[:2], 999_999])[0]
    assert cosines[0] > 0.99
    assert np.isnan(cosines[1:]).all()
    assert view().cosines({Aspect.TITLE: rows[0]}, ids[:1])[0, 0] > 0.99
    assert view().nearest(rows[9], 1) == [ids[0]]
    assert view().nearest(rows[9] + rows[0], 2) == [ids[0]], "one question, though two of its vectors are near"
    assert view().vector(ids[0], Aspect.LEAD) is None


@pytest.mark.django_db
def test_only_the_vectors_of_one_model_are_in_the_view(questions, generation) -> None:
    rows = random_rows(20)
    questions(rows[:10], model="another 1")
    mine = questions(rows[10:])
    vectors.build(generation, MODEL)
    assert view().model == MODEL
    assert len(view()) == 10
    assert set(view().nearest(rows[0], 20)) == set(mine)


@pytest.mark.django_db
def test_deviations_are_counted_from_an_average_question(questions, generation) -> None:
    rows = random_rows(60)
    ids = questions(rows)
    vectors.build(generation, MODEL)
    usual = rows @ rows[7]
    expected = (usual - usual.mean()) / usual.std()
    assert view().deviations({Aspect.TITLE: rows[7]}, ids)[0] == pytest.approx(expected, abs=0.1)
    assert np.isnan(view().deviations({Aspect.LEAD: rows[7]}, ids)).all()


@pytest.mark.django_db
def test_a_site_too_small_for_an_average_has_no_deviations(questions, generation) -> None:
    rows = random_rows(vectors.SAMPLE_LEAST)
    ids = questions(rows[1:])
    vectors.build(generation, MODEL)
    assert view().deviations({Aspect.TITLE: rows[1]}, ids)[0].tolist() == [0.0] * len(ids)
    put(generation, questions(rows[:1]))
    vectors.build(generation, MODEL)
    assert view().deviations({Aspect.TITLE: rows[1]}, ids)[0, 0] > 1


@pytest.mark.django_db
def test_a_spread_that_chance_made_small_is_not_believed(questions, generation) -> None:
    rows = np.repeat(random_rows(1), 20, axis=0)
    ids = questions(rows)
    vectors.build(generation, MODEL)
    assert np.abs(view().deviations({Aspect.TITLE: rows[0]}, ids)).max() < 1


@pytest.mark.django_db
def test_nothing_stored_is_no_view(generation) -> None:
    assert vectors.reader.view() is None
    put(generation, [1, 2])
    assert vectors.reader.view() is None
    vectors.build(generation, MODEL)
    assert vectors.reader.view() is None
    assert vectors.model_in_use() == ""


@pytest.mark.django_db
def test_a_reader_sees_every_change(questions, generation) -> None:
    rows = random_rows(40)
    vectors.build(generation, MODEL)
    stamps = {vectors.stamp()}
    for number, row in enumerate(rows, start=1):
        put(generation, questions([row]))
        assert len(view()) == number
        stamps.add(vectors.stamp())
    assert len(stamps) == 41
    assert vectors.model_in_use() == MODEL
    assert view() is view()


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.suffix in (".usearch", ".npz"))


@pytest.mark.django_db
def test_files_of_older_states_are_removed_but_one(questions, generation, monkeypatch) -> None:
    """The state before stays: a reader may be opening it."""
    monkeypatch.setattr(vectors, "RECENT_MAX", 2)
    vectors.build(generation, MODEL)
    for row in random_rows(12):
        put(generation, questions([row]))
        assert len(files(generation.folder)) <= 4
    state = vectors.read_state(generation.folder)
    assert {f"{state.graph}.usearch", f"{state.recent}.npz", f"{state.recent - 1}.npz"} <= set(files(generation.folder))


@pytest.mark.django_db
def test_an_open_view_outlives_its_files(questions, generation, monkeypatch) -> None:
    monkeypatch.setattr(vectors, "RECENT_MAX", 1)
    rows = random_rows(20)
    ids = questions(rows[:10])
    vectors.build(generation, MODEL)
    old = view()
    for row in rows[10:]:
        put(generation, questions([row]))
    assert [old.nearest(row, 1)[0] for row in rows[:10]] == ids


# Damage


@pytest.fixture
def indexed(questions, settings) -> list[int]:
    """A real index with the vectors of 20 questions, of which the last are recent; the ids."""
    rows = random_rows(20)
    Installation.objects.create(vector_model=MODEL)
    ids = questions(rows[:15])
    sync.rebuild()
    more = questions(rows[15:])
    SearchChange.objects.say(more)
    sync.catch_up()
    assert len(view()) == 20
    return ids + more


def damage(path: Path, kind: str) -> None:
    content = path.read_bytes()
    path.unlink()
    if kind != "missing":
        path.write_bytes({"empty": b"", "noise": b"\x07" * len(content), "half": content[: len(content) // 2]}[kind])


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["missing", "empty", "noise", "half"])
@pytest.mark.parametrize("end", ["usearch", "npz", "json"])
def test_damage_costs_the_vectors_until_a_rebuild_and_never_the_words(indexed: list[int], end: str, kind: str) -> None:
    folder = index.current().folder
    state = vectors.read_state(folder)
    name = {"usearch": f"{state.graph}.usearch", "npz": f"{state.recent}.npz", "json": vectors.STATE}[end]
    damage(folder / name, kind)
    vectors.reader.key = None
    assert vectors.reader.view() is None
    assert sync.before_search().num_docs == 20
    assert sync.rebuild()
    assert len(view()) == 20


@pytest.mark.django_db
@pytest.mark.parametrize("end", ["usearch", "npz", "json"])
def test_whoever_writes_to_damaged_vectors_reads_them_anew(indexed: list[int], monkeypatch, end: str) -> None:
    monkeypatch.setattr(vectors, "RECENT_MAX", 0)
    folder = index.current().folder
    state = vectors.read_state(folder)
    name = {"usearch": f"{state.graph}.usearch", "npz": f"{state.recent}.npz", "json": vectors.STATE}[end]
    damage(folder / name, "half")
    SearchChange.objects.say(indexed[:1])
    assert sync.catch_up()
    assert sync.behind() == 0
    assert len(view()) == 20
    assert index.current().folder == folder


@pytest.mark.django_db
def test_a_graph_of_other_dimensions_is_damage(indexed: list[int]) -> None:
    folder = index.current().folder
    state = vectors.read_state(folder)
    vectors.graph_of(8).save(str(folder / f"{state.graph}.usearch"))
    vectors.reader.key = None
    assert vectors.reader.view() is None
