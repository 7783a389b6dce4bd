"""The index follows the database: it applies the journal of changes, and rebuilds itself where that is not enough.

Ids of the journal are given out before commit, so on PostgreSQL a lower id may appear after a higher one. The state of
an index is therefore a floor, below which everything is applied and nothing can appear any more, and the set of ids
applied above it. The floor stays `WINDOW` behind: no transaction that writes takes as long. SQLite has one writer at a
time, so there the floor is simply the newest id. Applying a change twice is harmless.
"""

import logging
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import lru_cache

import tantivy
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Count, Max
from django.utils import timezone
from django_tasks import task

from qa.models import Installation, Question, SearchChange
from qa.search import index
from qa.search.documents import documents

logger = logging.getLogger(__name__)

WINDOW = timedelta(minutes=2)
KEPT = timedelta(days=7)
"""How long the journal is kept; an index that was away for longer is rebuilt."""
READ_AT_ONCE = 200
COMMIT_EVERY = 5_000
ROUNDS_MAX = 5
"""How often one process looks again: on a site that never rests, the next request goes on."""
INLINE_REBUILD_MAX = 2_000
"""Questions up to which a request builds a missing index by itself; above, it leaves that to the job worker."""

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
    seen = SearchChange.objects.filter(pk__gt=state.floor).aggregate(rows=Count("pk"), newest=Max("pk"))
    return seen["rows"] > len(state.applied) or (seen["newest"] or 0) > max(state.applied, default=state.floor)


def outstanding(state: index.State) -> dict[int, int]:
    """Change id → question id, oldest first, at most one commit's worth."""
    applied = set(state.applied)
    rows = SearchChange.objects.filter(pk__gt=state.floor).order_by("pk").values_list("pk", "question_id")
    found = {}
    for pk, question_id in rows.iterator():
        if pk not in applied:
            found[pk] = question_id
            if len(found) == COMMIT_EVERY:
                break
    return found


def journal_floor() -> int:
    """The newest change below which no other can still appear."""
    rows = SearchChange.objects.all()
    if connection.vendor != "sqlite":
        rows = rows.older_than(timezone.now() - WINDOW)
    return rows.aggregate(newest=Max("pk"))["newest"] or 0


def advance(state: index.State, applied: list[int], floor: int) -> index.State:
    """The state after these changes, applied in the order of their ids; `floor` was read before they were."""
    if len(applied) == COMMIT_EVERY:
        floor = min(floor, applied[-1])
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


def apply_once(generation: index.Generation, progress: Progress) -> bool:
    """Applies up to COMMIT_EVERY outstanding changes; False when there was none. The caller holds the lock."""
    state = generation.read_state()
    floor = journal_floor()
    changes = outstanding(state)
    if changes:
        writer = generation.open().writer(index.WRITER_HEAP, 1)
        put(writer, list(dict.fromkeys(changes.values())))
        writer.commit()
        writer.wait_merging_threads()
        progress(len(changes))
    if changes or floor > state.floor:
        generation.write_state(advance(state, list(changes), floor))
    return bool(changes)


def rebuild_locked(progress: Progress) -> None:
    """Writes the next generation from the whole database and switches to it. The caller holds the lock."""
    generation = index.next_generation()
    state = index.State(installation_key(), floor=journal_floor())
    writer = generation.open().writer(index.WRITER_HEAP * 4, 1)
    last, done = 0, 0
    while ids := list(Question.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:READ_AT_ONCE]):
        for document in documents(ids):
            writer.add_document(document)
        last, done = ids[-1], done + len(ids)
        progress(len(ids))
        if done % (COMMIT_EVERY * 4) < len(ids):
            writer.commit()
    writer.commit()
    writer.wait_merging_threads()
    generation.write_state(state)
    index.switch_to(generation)
    logger.info("Search index built: %d questions.", done)


def belongs_here(state: index.State) -> bool:
    """Is this the index of this database, as this version of the program writes it?"""
    return state.fits and state.installation == installation_key()


def usable() -> index.Generation | None:
    """The current generation if it belongs here and the journal still has what it lacks."""
    generation = index.current()
    state = generation and generation.read_state()
    if not state or not belongs_here(state):
        return None
    return generation if installation().pruned_through <= max(state.applied, default=state.floor) else None


def apply_all(progress: Progress, *, may_rebuild: bool) -> bool:
    """Brings the index up to the journal; False when that takes a rebuild not allowed. The caller holds the lock."""
    if generation := usable():
        try:
            while apply_once(generation, progress):
                pass
        except (ValueError, OSError):
            logger.exception("The search index is damaged and must be rebuilt.")
            generation.discard()
        else:
            return True
    if not may_rebuild:
        return False
    rebuild_locked(progress)
    while apply_once(index.current(), progress):
        pass
    return True


# What others call


def catch_up(progress: Progress = ignore, *, may_rebuild: bool = True) -> bool:
    """Applies what is outstanding, unless another process of this node is at it: then that one does.

    The holder looks again after it has let go: a change committed while it held the lock is its to apply. False when
    the index must be rebuilt first and `may_rebuild` forbids it.
    """
    for _ in range(ROUNDS_MAX):
        with index.try_lock() as mine:
            if not mine:
                return True
            if not apply_all(progress, may_rebuild=may_rebuild):
                return False
        if not is_behind(index.current().read_state()):
            break
    return True


@task()
def catch_up_in_worker() -> None:
    catch_up()


def is_large() -> bool:
    return Question.objects.order_by().values("pk")[:INLINE_REBUILD_MAX].count() == INLINE_REBUILD_MAX


def follow() -> None:
    """What a request does after a commit: catches up; an index that must be built from nothing is the job worker's.

    Trouble with the index folder is logged and costs search its freshness, never the request.
    """
    try:
        if not catch_up(may_rebuild=not is_large()) and cache.add("search-index-is-being-built", 1, timeout=600):
            catch_up_in_worker.enqueue()
    except (ValueError, OSError):
        logger.exception("The search index cannot be written.")


def before_search() -> tantivy.Searcher | None:
    """A view of the index that has what was committed before now: one query when nothing is outstanding.

    None when there is no index to be read.
    """
    generation = index.current()
    state = generation and generation.read_state()
    if state is None or not belongs_here(state) or is_behind(state):
        follow()
    view = index.reader.searcher()
    if view is None and (generation := index.current()):
        generation.discard()
        follow()
        view = index.reader.searcher()
    return view


def rebuild(progress: Progress = ignore) -> bool:
    """Builds the index anew; False when another process of this node is writing it just now."""
    with index.try_lock() as mine:
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
