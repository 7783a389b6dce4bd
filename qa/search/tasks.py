"""Jobs of the search, run by `manage.py db_worker`."""

import time

from django_tasks import task

from qa.search import encoding, signing

SECONDS_AT_ONCE = 20
"""After this long a sweep makes room for other jobs, and goes on as a new one."""


@task()
def encode_question(question_id: int) -> None:
    """Sentence vectors of a question that was written or changed."""
    encoding.encode([question_id])


@task()
def encode_all(below: int | None = None) -> None:
    """What all posts lack of signatures and all questions of sentence vectors, newest first."""
    signing.catch_up()
    until = time.monotonic() + SECONDS_AT_ONCE
    for reached in encoding.sweep(below=below):
        if time.monotonic() > until:
            encode_all.enqueue(below=reached)
            return
