"""One measurement in a process of its own, on the site in JIEHUO_DATA_DIR; prints JSON.

python -m bench.worker site 10000    fills and builds what is not there yet, then times the look-ups
python -m bench.worker encoders
python -m bench.worker page          makes a site of the seeds, with a member and a question page to ask for
"""

import json
import os
import resource
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402

from bench import build, corpus, encoding, looking, page, stand_in  # noqa: E402
from qa.management.progress import bar  # noqa: E402
from qa.search import index, sync, vectors  # noqa: E402

FILLED, BUILT = "filled", "built.json"
"""Files that say what is done: the database, the index with its measurements."""


def peak_memory() -> int:
    """Bytes that this process has had in memory at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def fill(size: int) -> None:
    done = settings.JIEHUO_DATA_DIR / FILLED
    if done.exists():
        return
    call_command("migrate", verbosity=0)
    with bar(f"{size:,} questions, rows", size) as progress:
        corpus.fill(corpus.records(size), progress)
    done.touch()


def built(size: int) -> dict[str, object]:
    """What building index and vectors took, now or when they were built, and the memory of all until then."""
    known = index.root() / BUILT
    if known.exists() and sync.usable() and vectors.reader.view():
        return json.loads(known.read_text(encoding="ascii"))
    with bar(f"{size:,} questions, index", size) as progress:
        result = {**build.built(progress), "memory": peak_memory()}
    known.write_text(json.dumps(result), encoding="ascii")
    return result


def site(size: int) -> dict[str, object]:
    fill(size)
    result = {"questions": size, **built(size)}
    with stand_in.in_place():
        return {**result, "lookups": looking.all_measured()}


def main(what: str, *size: str) -> None:
    acts = {"site": lambda: site(int(size[0])), "encoders": encoding.all_timed, "page": page.made}
    json.dump(acts[what](), sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
