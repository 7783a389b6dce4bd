"""A site of the packaged content with a member, and the question page that is asked for."""

import sys

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from accounts.models import User
from qa import services
from qa.models import Question

BODY = "Try it with `context.set_context(mode=context.PYNATIVE_MODE)` first.\n\n```python\nprint(x.asnumpy())\n```\n"
ANSWERS, COMMENTS = 4, 3
OPTIONS = {"migrate": ["--verbosity=0"], "sync_search": ["--words"], "collectstatic": ["--noinput", "--verbosity=0"]}
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def session_of(user: User) -> str:
    """The cookie of a member who signed in."""
    session = SessionStore()
    session.update(
        {SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: BACKEND, HASH_SESSION_KEY: user.get_session_auth_hash()}
    )
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def busy_question() -> Question:
    """One with several answers and comments, as a page that is read often has."""
    question = Question.objects.solved().order_by("pk")[0]
    for number in range(ANSWERS):
        writer = User.objects.create_user(f"writer{number}", email=f"writer{number}@example.org")
        answer = services.post_answer(actor=writer, question=question, body=f"{BODY}\n{number}")
        for remark in range(COMMENTS):
            services.add_comment(actor=writer, post=answer, body=f"It works with version 2.{remark}.")
    return question


def made() -> dict[str, object]:
    """Address and size of the page, and a member's cookie."""
    for command in ("migrate", "seed", "sync_search", "collectstatic"):
        call_command(command, *OPTIONS.get(command, ()), stdout=sys.stderr)
    path = busy_question().get_absolute_url()
    member = User.objects.create_user("member", email="member@example.org")
    with translation.override(settings.LANGUAGE_CODE):
        html = Client(headers={"host": "127.0.0.1"}).get(path).content
    return {"path": path, "bytes": len(html), "cookie": session_of(member)}
