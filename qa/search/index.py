"""The index folder: one sub-folder a generation, a file that names the current one, one lock for whoever writes.

A rebuild writes the next generation and then replaces the file `current`, so a reader never sees half an index.
"""

import fcntl
import json
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

import tantivy
from django.conf import settings

from qa.search.tokens import TOKENISER_VERSION, fold

SCHEMA_VERSION = 2
"""A change of this number, or of the tokeniser's, rebuilds every index."""

TEXT_FIELDS = ("title", "tags", "body", "accepted", "answers")
PHRASE_FIELDS = ("title_words", "text_words")
"""Words that do not overlap, with their positions; the text and each answer are values of their own."""
COUNTED_FIELDS = ("tag", "state", "lang")
"""Exact values that filter and are counted as facets."""
EXACT_FIELDS = ("device", "mode", "os")
KEY_FIELDS = ("signature", "title_key")
"""Terms of the signatures of a question's errors; its title as `title_key` gives it."""
NUMBER_FIELDS = ("author", "score", "answer_count", "created", "active", "version", "python")
"""Integers; moments in seconds, versions as in `ranges.py`."""
ORDER_FIELDS = ("score_order", "created_order", "active_order")
WRITER_HEAP = 48 * 1024 * 1024
SEGMENT_PARTS = ("term", "idx", "pos", "fast", "store")
STATE, CURRENT, LOCK = "state.json", "current", "lock"


def build_schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("id", indexed=True, fast=True)
    for name in TEXT_FIELDS:
        # Tokens come from `tokens.py`, joined by spaces.
        builder.add_text_field(name, tokenizer_name="whitespace_tokens", index_option="freq")
    for name in PHRASE_FIELDS:
        builder.add_text_field(name, tokenizer_name="whitespace_tokens", index_option="position")
    for name in (*COUNTED_FIELDS, *EXACT_FIELDS, *KEY_FIELDS):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic", fast=name in COUNTED_FIELDS)
    for name in (*NUMBER_FIELDS, *ORDER_FIELDS):
        builder.add_integer_field(name, fast=True)
    return builder.build()


SCHEMA = build_schema()


def title_key(title: str) -> str:
    """What two titles have in common that differ in nothing but case, width, script, white space and signs."""
    return "".join(character for character in fold(title).lower() if character.isalnum())


@dataclass
class State:
    """Which part of the journal a generation holds: every change up to `floor`, and those above it in `applied`."""

    installation: str
    floor: int = 0
    applied: list[int] = field(default_factory=list)
    version: str = f"{SCHEMA_VERSION}.{TOKENISER_VERSION}"

    @property
    def fits(self) -> bool:
        return self.version == f"{SCHEMA_VERSION}.{TOKENISER_VERSION}"


def ids_of(view: tantivy.Searcher, found: tantivy.SearchResult) -> list[int]:
    """Ids of the questions found, in their order."""
    addresses = [address for _, address in found.hits]
    return view.fast_field_values("id", addresses) if addresses else []


def root() -> Path:
    return Path(settings.SEARCH_INDEX_DIR)


def replace_file(path: Path, content: str) -> None:
    """Writes so that a reader sees the old content or the new, and a crash leaves one of them."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}")
    with temporary.open("w", encoding="utf-8") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


@contextmanager
def lock(*, wait: bool = False) -> Iterator[bool]:
    """Yields whether this process may write now. The kernel frees the lock when its holder dies."""
    root().mkdir(parents=True, exist_ok=True)
    with (root() / LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True


@dataclass
class Generation:
    """One index on disk."""

    folder: Path

    def open(self) -> tantivy.Index:
        """Raises ValueError when the folder holds no whole index."""
        index = tantivy.Index(SCHEMA, path=str(self.folder))
        analyser = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
        index.register_tokenizer("whitespace_tokens", analyser)
        return index

    def read_state(self) -> State | None:
        try:
            return State(**json.loads((self.folder / STATE).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def write_state(self, state: State) -> None:
        replace_file(self.folder / STATE, json.dumps(asdict(state)))

    def is_damaged(self) -> bool:
        """Does the list of segments or a part of one lack? Trouble in reading it is no proof."""
        try:
            segments = json.loads((self.folder / "meta.json").read_text(encoding="utf-8"))["segments"]
        except (FileNotFoundError, ValueError, KeyError):
            return True
        except OSError:
            return False
        names = [segment["segment_id"].replace("-", "") for segment in segments]
        return not all((self.folder / f"{name}.{part}").exists() for name in names for part in SEGMENT_PARTS)

    @property
    def stamp(self) -> int:
        """Changes with every commit."""
        return (self.folder / "meta.json").stat().st_mtime_ns


@contextmanager
def writing(generation: Generation, heap: int) -> Iterator[tantivy.IndexWriter]:
    """A writer that is closed afterwards, also after an error: what was not committed is dropped."""
    writer = generation.open().writer(heap, 1)
    try:
        yield writer
    finally:
        writer.wait_merging_threads()


def current() -> Generation | None:
    """The generation that readers use; None before the first build."""
    try:
        name = (root() / CURRENT).read_text(encoding="ascii").strip()
    except OSError:
        return None
    return Generation(root() / name) if name and (root() / name / STATE).exists() else None


def stamp() -> str:
    """Changes when this node's index does."""
    generation = current()
    try:
        return f"{generation.folder.name}-{generation.stamp}" if generation else ""
    except OSError:
        return ""


def next_generation() -> Generation:
    """An empty folder for a rebuild; what an earlier rebuild left unfinished is removed. The caller holds the lock."""
    live = current()
    numbers = [int(path.name) for path in root().iterdir() if path.is_dir() and path.name.isdigit()]
    for number in numbers:
        if live is None or live.folder.name != str(number):
            shutil.rmtree(root() / str(number), ignore_errors=True)
    folder = root() / str(max(numbers, default=0) + 1)
    folder.mkdir()
    return Generation(folder)


def switch_to(generation: Generation) -> None:
    """Makes this the one that readers use. The one before stays until the next rebuild: a reader may be opening it."""
    replace_file(root() / CURRENT, generation.folder.name)


class Reader:
    """This process's view of the current generation, opened anew when another is current or something was committed."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.key: tuple[Path, int] | None = None
        self.index: tantivy.Index | None = None

    def searcher(self) -> tantivy.Searcher | None:
        """None when there is no index yet."""
        generation = current()
        if generation is None:
            return None
        with self.lock:
            try:
                self.refresh(generation)
            except (OSError, ValueError):
                self.key = self.index = None
                return None
            return self.index.searcher()

    def refresh(self, generation: Generation) -> None:
        key = (generation.folder, generation.stamp)
        if self.key == key:
            return
        if self.key is None or self.key[0] != generation.folder:
            self.index = generation.open()
        self.index.reload()
        self.key = key


reader = Reader()
