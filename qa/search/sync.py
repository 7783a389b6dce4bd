"""The index follows the database: it applies the journal of changes, and rebuilds itself where that is not enough.

Ids of the journal are given out before commit, so on PostgreSQL a lower id may appear after a higher one. The state of
an index is therefore a floor, below which everything is applied and nothing can appear any more, and the set of ids
applied above it. The floor stays `WINDOW` behind: no transaction that writes takes as long. SQLite has one writer at a
time, so there the floor is simply the newest id. Applying a change twice is harmless.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import lru_cache
from itertools import count, islice

import tantivy
from django.db import connection, transaction
from django.db.models import Max
from django.db.models.functions import Now
from django.utils import timezone

from qa.models import Installation, Question, SearchChange
from qa.search import index, vectors
from qa.search.documents import documents

logger = logging.getLogger(__name__)

WINDOW = timedelta(minutes=2)
KEPT = timedelta(days=7)
"""How long the journal is kept; an index that was away for longer is rebuilt."""
READ_AT_ONCE = 200
COMMIT_EVERY = 5_000
INLINE_CHANGES_MAX = 300
"""Changes that one request applies (about 1 ms each); it leaves a longer backlog to a thread of its process."""
ROUNDS_IN_REQUEST = 3
"""How often one request looks again; on a site that never rests, a thread goes on."""
INLINE_REBUILD_MAX = 2_000
"""Questions up to which a request builds a missing index by itself; above, it leaves that to a thread."""

Progress = Callable[[int], None]


def ignore(done: int) -> None:
    """The progress report nobody reads."""


def batches(ids: list[int], size: int) -> Iterator[list[int]]:
    return (ids[i : i + size] for i in range(0, len(ids), size))


def installation() -> Installation:
    return Installation.objects.get_or_create()[0]


@lru_cache(maxsize=1)
def installation_key() -> str:
    return str(installation().key)


# What is outstanding


def is_behind(state: index.State) -> bool:
    """One query: has the journal a change that this state has not applied?"""
    # Asked before every search: the cursor alone answers in a tenth of the time that building the query takes.
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*), MAX(id) FROM qa_searchchange WHERE id > %s", [state.floor])
        rows, newest = cursor.fetchone()
    return rows > len(state.applied) or (newest or 0) > max(state.applied, default=state.floor)


def outstanding(state: index.State, limit: int) -> dict[int, int]:
    """Change id → question id, oldest first, at most `limit`."""
    applied = set(state.applied)
    rows = SearchChange.objects.filter(pk__gt=state.floor).order_by("pk").values_list("pk", "question_id")
    return dict(islice(((pk, question_id) for pk, question_id in rows.iterator() if pk not in applied), limit))


def journal_floor() -> int:
    """The newest change below which no other can still appear, by the database's own clock."""
    rows = SearchChange.objects.all()
    if connection.vendor != "sqlite":
        rows = rows.filter(created_at__lt=Now() - WINDOW)
    return rows.aggregate(newest=Max("pk"))["newest"] or 0


def advance(state: index.State, applied: list[int], floor: int) -> index.State:
    """The state after these changes; nothing outstanding is below `floor`."""
    floor = max(floor, state.floor)
    held = {*state.applied, *applied}
    return index.State(state.installation, floor, sorted(pk for pk in held if pk > floor))


# Writing


def put(writer: tantivy.IndexWriter, question_ids: list[int]) -> None:
    """Replaces what the index holds of these questions by what the database says now."""
    for some in batches(question_ids, READ_AT_ONCE):
        for pk in some:
            writer.delete_documents_by_term("id", pk)
        for document in documents(some):
            writer.add_document(document)


def apply_once(generation: index.Generation, progress: Progress, limit: int) -> int:
    """Applies up to `limit` outstanding changes and returns how many there were. The caller holds the lock."""
    state = generation.read_state()
    floor = journal_floor()
    changes = outstanding(state, limit)
    if changes:
        ids = list(dict.fromkeys(changes.values()))
        with index.writing(generation, index.WRITER_HEAP) as writer:
            put(writer, ids)
            writer.commit()
        put_vectors(generation, ids)
        progress(len(changes))
    if len(changes) == limit:  # There may be more: the floor stays below them.
        floor = min(floor, max(changes))
    if changes or floor > state.floor:
        generation.write_state(advance(state, list(changes), floor))
    return len(changes)


def with_all_vectors(generation: index.Generation, act: Callable[[], None]) -> None:
    """Does it; when files of the vectors are damaged, they are made anew from the database instead."""
    try:
        act()
    except vectors.DamagedError as error:
        logger.warning("The sentence vectors are read from the database anew: %s", error)
        vectors.build(generation, installation().vector_model)


def put_vectors(generation: index.Generation, question_ids: list[int]) -> None:
    """The same for the sentence vectors; all of them anew when searches are to use those of another model."""
    model = installation().vector_model
    state = vectors.read_state(generation.folder)
    if model and (state is None or state.model != model):
        vectors.build(generation, model)
    elif model:
        with_all_vectors(generation, lambda: vectors.put(generation, question_ids))


def question_ids() -> Iterator[list[int]]:
    """Every question's id, in batches, by key."""
    last = 0
    while ids := list(Question.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:READ_AT_ONCE]):
        yield ids
        last = ids[-1]


def rebuild_locked(progress: Progress) -> None:
    """Writes the next generation from the whole database and switches to it. The caller holds the lock."""
    generation = index.next_generation()
    state = index.State(installation_key(), floor=journal_floor())
    done = 0
    with index.writing(generation, index.WRITER_HEAP * 4) as writer:
        for ids in question_ids():
            for document in documents(ids):
                writer.add_document(document)
            done += len(ids)
            progress(len(ids))
        writer.commit()
    if model := installation().vector_model:
        vectors.build(generation, model)
    generation.write_state(state)
    index.switch_to(generation)
    logger.info("Search index built: %d questions.", done)


def belongs_here(state: index.State) -> bool:
    """Is this the index of this database, as this version of the program writes it?"""
    return state.fits and state.installation == installation_key()


def usable() -> index.Generation | None:
    """The current generation if it is whole, belongs here, and the journal still has what it lacks."""
    generation = index.current()
    state = generation and generation.read_state()
    if not state or not belongs_here(state) or generation.is_damaged():
        return None
    return generation if installation().pruned_through <= state.floor else None


def apply_all(progress: Progress, *, in_request: bool) -> bool:
    """Brings the index up to the journal; in a request only as far as that is quick: False when something is left.

    The caller holds the lock.
    """
    generation = usable()
    if generation is None:
        if in_request and is_large():
            return False
        rebuild_locked(progress)
        generation = index.current()
    limit = INLINE_CHANGES_MAX if in_request else COMMIT_EVERY
    more = True
    while more:
        more = apply_once(generation, progress, limit) == limit
        if in_request and (more or vectors.is_due(generation)):
            return False
        if vectors.is_due(generation):
            with_all_vectors(generation, lambda: vectors.merge(generation))
    return True


# What others call


def catch_up(progress: Progress = ignore, *, in_request: bool = False, wait: bool = False) -> bool:
    """Applies what is outstanding, unless another process of this node is at it: then that one does (or `wait`).

    The holder looks again after it has let go: a change committed while it held the lock is its to apply. False when
    this is left to a thread. Raises ValueError or OSError when the index cannot be written.
    """
    for _ in range(ROUNDS_IN_REQUEST) if in_request else count():
        with index.lock(wait=wait) as mine:
            if not mine:
                return True
            if not apply_all(progress, in_request=in_request):
                return False
        generation = index.current()
        state = generation and generation.read_state()
        if not state or not is_behind(state):
            return True
    return False


def is_large() -> bool:
    return Question.objects.order_by().values("pk")[:INLINE_REBUILD_MAX].count() == INLINE_REBUILD_MAX


one_thread = threading.Lock()


def catch_up_in_thread() -> None:
    if one_thread.acquire(blocking=False):
        try:
            catch_up()
        except (ValueError, OSError):
            logger.exception("The search index cannot be written.")
        finally:
            connection.close()
            one_thread.release()


def go_on_in_background() -> None:
    """Does the rest in a thread of this process: the index is this node's, and a job could run on another."""
    threading.Thread(target=catch_up_in_thread, name="search-index", daemon=True).start()


def follow() -> None:
    """What a request does after a commit: catches up where that is quick, else has a thread do it.

    Trouble with the index folder is logged and costs search its freshness, never the request.
    """
    try:
        done = catch_up(in_request=True)
    except (ValueError, OSError):
        logger.exception("The search index cannot be written.")
        return
    if not done:
        go_on_in_background()


def before_search() -> tantivy.Searcher | None:
    """A view of the index that has what was committed before now: one query when nothing is outstanding.

    None when there is no index to be read.
    """
    generation = index.current()
    state = generation and generation.read_state()
    if not state or not belongs_here(state) or is_behind(state):
        follow()
    view = index.reader.searcher()
    if view is None:
        follow()
        view = index.reader.searcher()
    return view


def rebuild(progress: Progress = ignore) -> bool:
    """Builds the index anew; False when another process of this node is writing it just now."""
    with index.lock() as mine:
        if mine:
            rebuild_locked(progress)
    if mine:
        catch_up(progress)
    return mine


def behind() -> int:
    """How many changes of the journal the index has not applied."""
    generation = index.current()
    state = generation and generation.read_state()
    if not state:
        return SearchChange.objects.count()
    return SearchChange.objects.filter(pk__gt=state.floor).count() - len(state.applied)


@transaction.atomic
def prune() -> int:
    """Removes journal entries that are older than KEPT; returns how many. An index that lacks them rebuilds itself."""
    old = SearchChange.objects.older_than(timezone.now() - KEPT)
    newest = old.aggregate(newest=Max("pk"))["newest"]
    if newest is None:
        return 0
    Installation.objects.filter(pk=installation().pk).update(pruned_through=newest)
    return old.filter(pk__lte=newest).delete()[0]
