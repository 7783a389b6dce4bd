"""A node's view of the sentence vectors, in the folder of its index generation.

    vectors.json         the model, and which files are in use
    7.usearch            a graph (HNSW) of most vectors, opened read-only by every process of the node
    12.npz               what was put or went since the graph was built: few, so they are compared one by one

A vector's key is its question's id times 4 plus its aspect. Whoever writes holds the index's lock; files are never
changed, only replaced by ones with a higher number, so a reader sees one state whole.
"""

import json
import logging
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from usearch.index import Index

from qa.models import Aspect, QuestionVector
from qa.search import index

logger = logging.getLogger(__name__)

STATE = "vectors.json"
ASPECTS = 4
"""Room for aspects beside a question's id in a key."""
RECENT_MAX = 4_000
"""Vectors outside the graph; more are merged into it."""
SAMPLE = 512
"""Vectors of each aspect by which is judged how alike any two texts of this site are."""
SAMPLE_LEAST = 8
SPREAD_LEAST = 0.01
"""Least standard deviation that is believed: on a site with few questions chance makes it small."""
READ_AT_ONCE = 2_000


def quantised(vectors: np.ndarray) -> np.ndarray:
    """Signed bytes, each row scaled so that its largest is ±127: a cosine does not see the scale."""
    largest = np.maximum(np.abs(vectors).max(axis=-1, keepdims=True), 1e-9)
    return np.rint(vectors / largest * 127).astype(np.int8)


def unit(vectors: np.ndarray) -> np.ndarray:
    """Float rows of length 1 from signed bytes."""
    floats = vectors.astype(np.float32)
    return floats / np.maximum(np.linalg.norm(floats, axis=-1, keepdims=True), 1e-9)


def key(question_id: int, aspect: int) -> int:
    return question_id * ASPECTS + aspect


class DamagedError(OSError):
    """A file that the state names is missing, or cannot be read."""


@dataclass
class State:
    """`graph` and `recent` are numbers of files, 0 stands for none; `outside` counts what the graph lacks or hides."""

    model: str
    dimensions: int = 0
    graph: int = 0
    recent: int = 0
    outside: int = 0


@dataclass
class Recent:
    """What is newer than the graph: vectors by key, and keys that are gone or replaced in it."""

    vectors: dict[int, np.ndarray] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    sample: Mapping[int, np.ndarray] = field(default_factory=dict)
    """By aspect; taken when the graph was built."""


def read_state(folder: Path) -> State | None:
    try:
        return State(**json.loads((folder / STATE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def read_recent(folder: Path, state: State) -> Recent:
    """Raises DamagedError."""
    if not state.recent:
        return Recent()
    try:
        with np.load(folder / f"{state.recent}.npz") as stored:
            sample = {aspect: stored[f"sample{aspect}"] for aspect in Aspect.values if f"sample{aspect}" in stored}
            vectors = dict(zip(stored["keys"].tolist(), stored["vectors"], strict=True))
            return Recent(vectors, set(stored["hidden"].tolist()), sample)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise DamagedError(f"{state.recent}.npz: {error}") from error


def read_graph(folder: Path, state: State, *, view: bool = False) -> Index:
    """The graph in memory; `view` leaves it on disk. Raises DamagedError."""
    name = f"{state.graph}.usearch"
    try:
        graph = Index.restore(str(folder / name), view=view)
    except (OSError, ValueError, RuntimeError) as error:
        raise DamagedError(f"{name}: {error}") from error
    if graph is None or graph.ndim != state.dimensions:
        raise DamagedError(f"{name}: no graph of {state.dimensions} dimensions")
    return graph


# Writing, under the index's lock


def graph_of(dimensions: int) -> Index:
    return Index(ndim=dimensions, metric="cos", dtype="i8")


def rows_of(question_ids: Sequence[int], model: str) -> dict[int, np.ndarray]:
    """Key → vector of the questions that are there and not deleted; one query."""
    rows = QuestionVector.objects.filter(question__in=question_ids, model=model, question__deleted_at=None)
    found = rows.values_list("question_id", "aspect", "vector")
    return {key(pk, aspect): np.frombuffer(bytes(vector), dtype=np.int8) for pk, aspect, vector in found}


def write(folder: Path, state: State, recent: Recent) -> None:
    """Writes what is recent and makes it, with the state's graph, the one in use. Files of earlier states go."""
    before = read_state(folder)
    state.recent = max(state.recent, before.recent if before else 0) + 1
    keys = np.fromiter(recent.vectors, dtype=np.uint64, count=len(recent.vectors))
    rows = np.stack(list(recent.vectors.values())) if recent.vectors else np.zeros((0, state.dimensions), np.int8)
    hidden = np.fromiter(recent.hidden, dtype=np.uint64, count=len(recent.hidden))
    samples = {f"sample{aspect}": vectors for aspect, vectors in recent.sample.items()}
    np.savez(folder / f"{state.recent}.npz", keys=keys, vectors=rows, hidden=hidden, **samples)
    state.outside = max(len(recent.vectors), len(recent.hidden))
    index.replace_file(folder / STATE, json.dumps(asdict(state)))
    kept = {f"{n}.{end}" for s in (state, before) if s for n, end in ((s.graph, "usearch"), (s.recent, "npz"))}
    for path in [*folder.glob("*.usearch"), *folder.glob("*.npz")]:
        if path.name not in kept:
            path.unlink(missing_ok=True)


def sampled(graph: Index) -> dict[int, np.ndarray]:
    """Up to SAMPLE vectors of each aspect, spread evenly over the graph's keys."""
    keys = np.sort(np.asarray(graph.keys[:], dtype=np.uint64))
    samples = {}
    for aspect in Aspect.values:
        of_aspect = keys[keys % ASPECTS == aspect]
        if len(of_aspect):
            chosen = of_aspect[np.linspace(0, len(of_aspect) - 1, min(SAMPLE, len(of_aspect))).astype(int)]
            samples[aspect] = np.stack(graph.get(chosen, dtype="i8"))
    return samples


def merged(folder: Path, state: State, recent: Recent) -> Recent:
    """A new graph that holds what was recent; writes it and returns what is left beside it: nothing but the sample."""
    graph = read_graph(folder, state) if state.graph else graph_of(state.dimensions)
    if state.graph:
        hidden = np.fromiter(recent.hidden, dtype=np.uint64, count=len(recent.hidden))
        graph.remove(hidden[graph.contains(hidden)] if len(hidden) else hidden)
    if recent.vectors:
        keys = np.fromiter(recent.vectors, dtype=np.uint64, count=len(recent.vectors))
        graph.add(keys, np.stack(list(recent.vectors.values())))
    state.graph += 1
    graph.save(str(folder / f"{state.graph}.usearch"))
    return Recent(sample=sampled(graph))


def of_length(rows: Mapping[int, np.ndarray], dimensions: int) -> dict[int, np.ndarray]:
    """Those with as many dimensions; others are of another model that an endpoint serves by the same name."""
    return {key: row for key, row in rows.items() if len(row) == dimensions}


def held(folder: Path, state: State, recent: Recent, keys: Iterable[int]) -> dict[int, np.ndarray]:
    """What the view holds of these keys."""
    found = {key: recent.vectors[key] for key in keys if key in recent.vectors}
    others = np.array(sorted(set(keys) - set(found) - recent.hidden), dtype=np.uint64)
    if state.graph and len(others):
        graph = read_graph(folder, state, view=True)
        there = others[graph.contains(others)]
        found |= dict(zip(there.tolist(), graph.get(there, dtype="i8") if len(there) else (), strict=True))
    return found


def put(generation: index.Generation, question_ids: Sequence[int]) -> None:
    """Replaces what the view holds of these questions by what the database has now. Raises DamagedError."""
    folder = generation.folder
    state = read_state(folder)
    if state is None:
        return
    rows = rows_of(question_ids, state.model)
    touched = {key(pk, aspect) for pk in question_ids for aspect in Aspect.values}
    recent = read_recent(folder, state)
    if not rows and not state.dimensions:
        return
    state.dimensions = state.dimensions or len(next(iter(rows.values())))
    rows = of_length(rows, state.dimensions)
    before = held(folder, state, recent, touched)
    if before.keys() == rows.keys() and all(np.array_equal(before[key], rows[key]) for key in rows):
        return  # A vote, an answer: most changes are none of a vector.
    recent.hidden |= before.keys() - recent.vectors.keys()  # Those are in the graph.
    for gone in touched & recent.vectors.keys():
        del recent.vectors[gone]
    recent.vectors |= rows
    write(folder, state, recent)


def is_due(generation: index.Generation) -> bool:
    """Is so much outside the graph that it should be merged into it?"""
    state = read_state(generation.folder)
    return state is not None and state.outside > RECENT_MAX


def merge(generation: index.Generation) -> None:
    """Makes one graph of all vectors; takes seconds on a large site. Raises DamagedError."""
    folder = generation.folder
    state = read_state(folder)
    write(folder, state, merged(folder, state, read_recent(folder, state)))


def build(generation: index.Generation, model: str) -> None:
    """The view anew from the database, for a new generation or another model."""
    before = read_state(generation.folder) or State(model)
    state = State(model, graph=before.graph, recent=before.recent)
    graph: Index | None = None
    last = 0
    rows = QuestionVector.objects.filter(model=model, question__deleted_at=None).order_by("question")
    while ids := list(rows.filter(question__gt=last).values_list("question", flat=True).distinct()[:READ_AT_ONCE]):
        some = rows_of(ids, model)
        last = ids[-1]
        if graph is None:
            state.dimensions = len(next(iter(some.values())))
            graph = graph_of(state.dimensions)
        some = of_length(some, state.dimensions)
        graph.add(np.fromiter(some, dtype=np.uint64, count=len(some)), np.stack(list(some.values())))
    recent = Recent()
    if graph is None:
        state.graph = 0
    else:
        state.graph += 1
        graph.save(str(generation.folder / f"{state.graph}.usearch"))
        recent = Recent(sample=sampled(graph))
    write(generation.folder, state, recent)


# Reading


class View:
    """One state of the vectors, for as long as a look-up takes."""

    def __init__(self, folder: Path, state: State) -> None:
        self.model, self.dimensions = state.model, state.dimensions
        self.graph = read_graph(folder, state, view=True) if state.graph else None
        recent = read_recent(folder, state)
        self.hidden = np.array(sorted(recent.hidden), dtype=np.uint64)
        order = sorted(recent.vectors)
        self.keys = np.array(order, dtype=np.uint64)
        self.recent = unit(np.stack([recent.vectors[k] for k in order])) if order else None
        self.sample = {aspect: unit(rows) for aspect, rows in recent.sample.items()} or self.recent_by_aspect()

    def recent_by_aspect(self) -> dict[int, np.ndarray]:
        if self.recent is None:
            return {}
        aspects = self.keys % ASPECTS
        return {aspect: self.recent[aspects == aspect] for aspect in Aspect.values if (aspects == aspect).any()}

    def __len__(self) -> int:
        if self.graph is None:
            return len(self.keys)
        replaced = int(self.graph.contains(self.hidden).sum()) if len(self.hidden) else 0
        return len(self.graph) - replaced + len(self.keys)

    def nearest(self, vector: np.ndarray, limit: int) -> list[int]:
        """Ids of the questions with the vectors nearest to this one, nearest first; about `limit` of them."""
        keys, cosines = self.in_graph(vector, limit)
        if self.recent is not None:
            keys = np.concatenate([keys, self.keys])
            cosines = np.concatenate([cosines, self.recent @ vector])
        best = np.argsort(-cosines, kind="stable")[:limit]
        return list(dict.fromkeys((keys[best] // ASPECTS).tolist()))

    def in_graph(self, vector: np.ndarray, limit: int) -> tuple[np.ndarray, np.ndarray]:
        if self.graph is None:
            return np.zeros(0, np.uint64), np.zeros(0, np.float32)
        hidden = min(len(self.hidden), limit)  # Those that are found in vain.
        found = self.graph.search(quantised(vector), limit + hidden)
        shown = ~np.isin(found.keys, self.hidden)
        return found.keys[shown].astype(np.uint64), 1 - found.distances[shown]

    def rows(self, wanted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Which of these keys have a vector, and the vectors of those as float rows of any length."""
        found: list[np.ndarray | None] = [None] * len(wanted)
        if self.graph is not None:
            found = list(self.graph.get(wanted, dtype="i8"))
            for place in np.flatnonzero(np.isin(wanted, self.hidden)):
                found[place] = None
        if self.recent is not None:
            places = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
            for place in np.flatnonzero(self.keys[places] == wanted):
                found[place] = self.recent[places[place]]
        there = np.array([row is not None for row in found], dtype=bool)
        known = [row for row in found if row is not None]
        return there, np.stack(known).astype(np.float32) if known else np.zeros((0, self.dimensions), np.float32)

    def cosines(self, by_aspect: Mapping[int, np.ndarray], question_ids: Sequence[int]) -> np.ndarray:
        """One row an aspect: the cosine of its vector to that of each question; nan where a question has none."""
        first = np.array(question_ids, dtype=np.uint64) * np.uint64(ASPECTS)
        wanted = np.concatenate([first + np.uint64(aspect) for aspect in by_aspect])
        there, rows = self.rows(wanted)
        like = np.stack(list(by_aspect.values()))[np.flatnonzero(there) // len(question_ids)] if len(rows) else rows
        result = np.full(len(wanted), np.nan, dtype=np.float32)
        lengths = np.maximum(np.linalg.norm(rows, axis=-1), 1e-9)
        result[there] = np.einsum("ij,ij->i", rows, like) / lengths
        return result.reshape(len(by_aspect), len(question_ids))

    def vector(self, question_id: int, aspect: int) -> np.ndarray | None:
        """What is stored of a question, as a float row of length 1."""
        there, rows = self.rows(np.array([key(question_id, aspect)], dtype=np.uint64))
        return unit(rows[0]) if there[0] else None

    def deviations(self, by_aspect: Mapping[int, np.ndarray], question_ids: Sequence[int]) -> np.ndarray:
        """One row an aspect: how many standard deviations each question is more like the aspect's vector than this
        site's questions are on average.

        nan where it has no vector of this aspect; 0 on a site too small to say what average is.
        """
        result = self.cosines(by_aspect, question_ids)
        for row, (aspect, vector) in zip(result, by_aspect.items(), strict=True):
            sample = self.sample.get(aspect)
            if sample is None or len(sample) < SAMPLE_LEAST:
                row[~np.isnan(row)] = 0.0
                continue
            usual = sample @ vector
            row[:] = (row - usual.mean()) / max(float(usual.std()), SPREAD_LEAST)
        return result


class Reader:
    """This process's view, opened anew when the node's files have changed."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.key: tuple[Path, int] | None = None
        self.opened: View | None = None

    def view(self) -> View | None:
        """None when there are no vectors yet."""
        generation = index.current()
        if generation is None:
            return None
        with self.lock:
            try:
                key = (generation.folder, (generation.folder / STATE).stat().st_mtime_ns)
                if self.key != key:
                    state = read_state(generation.folder)
                    self.opened = View(generation.folder, state) if state and state.dimensions else None
                    self.key = key
            except OSError as error:
                if isinstance(error, DamagedError):
                    logger.warning("Searched by words only: %s", error)
                self.key = self.opened = None
            return self.opened


reader = Reader()


def stamp() -> str:
    """Changes when this node's vectors do."""
    reader.view()
    return str(reader.key and reader.key[1])


def model_in_use() -> str:
    """The encoder whose vectors this node searches; empty when it has none."""
    view = reader.view()
    return view.model if view else ""
