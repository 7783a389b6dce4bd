"""The cast, and the surroundings of every test: an index folder of its own, jobs run at once, no throttle."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.cache import cache, caches
from django.core.management import call_command
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from qa import services
from qa.models import Answer, Question
from qa.search import index, sync, vectors
from tests.factories import make_user

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

PURE = Path(__file__).resolve().parent / "text"
"""Tests of functions that know no database."""

os.environ["ENCODER"] = "off"  # Also for the processes that tests start; tests of encoders choose their own.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # Playwright's loop and the live server share a thread.


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    from django.conf import settings

    sqlite = "sqlite" in settings.DATABASES["default"]["ENGINE"]
    for item in items:
        if "browser" in item.keywords and not CHROMIUM:
            item.add_marker(pytest.mark.skip(reason="no chromium on this machine; browser tests are left out"))
        if "postgres" in item.keywords and sqlite:
            item.add_marker(pytest.mark.skip(reason="needs PostgreSQL"))
        if not sqlite and ("sqlite_only" in item.keywords or PURE in item.path.parents):
            item.add_marker(pytest.mark.skip(reason="does not depend on the database; has run on SQLite"))


@pytest.fixture(scope="session")
def static_files() -> None:
    """Static files as production has them."""
    call_command("collectstatic", "--noinput", verbosity=0)


@pytest.fixture(autouse=True)
def surroundings(settings, tmp_path: Path, static_files: None) -> None:
    settings.SEARCH_INDEX_DIR = tmp_path / "search"
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.TASKS = {"default": {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend"}}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.LANGUAGE_CODE = "en"
    settings.ENCODER = "off"
    index.reader.key = index.reader.index = None
    vectors.reader.key = vectors.reader.opened = None
    sync.installation_key.cache_clear()
    cache.clear()  # allauth counts attempts there
    caches["pages"].clear()


@pytest.fixture(autouse=True)
def no_thread_outlives_its_test(monkeypatch) -> None:
    """What a request leaves to a thread is done at once; the thread itself has a test of its own."""
    monkeypatch.setattr(sync, "go_on_in_background", sync.catch_up)


@pytest.fixture(autouse=True)
def no_throttle(monkeypatch) -> None:
    """Tests of the throttle itself set the rates they need."""
    from rest_framework.throttling import SimpleRateThrottle

    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": None, "user": None})


# The cast: newcomer, author (who asked), helper (who answered), trusted, moderator


@pytest.fixture
def author(db) -> User:
    return make_user("author")


@pytest.fixture
def helper(db) -> User:
    return make_user("helper")


@pytest.fixture
def newcomer(db) -> User:
    return make_user("newcomer")


@pytest.fixture
def trusted(db) -> User:
    return make_user("trusted", reputation=500)


@pytest.fixture
def moderator(db) -> User:
    return make_user("mod", is_moderator=True)


@pytest.fixture
def question(author: User) -> Question:
    return services.ask(
        actor=author,
        title="GeneratorDataset 卡住不动怎么办",
        body="训练时卡住，没有报错。\n\n```python\nimage = np.array(tensor)\n```",
        tags=["dataset", "报错"],
    )


@pytest.fixture
def answer(question: Question, helper: User) -> Answer:
    return services.post_answer(actor=helper, question=question, body="把 `np.array(tensor)` 换成 `tensor.asnumpy()`。")


@pytest.fixture
def as_user(client: Client) -> Callable[[User | None], Client]:
    """A browser's client, signed in as somebody."""

    def sign_in(user: User | None) -> Client:
        if user:
            client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
        return client

    return sign_in


@pytest.fixture
def api() -> Callable[..., APIClient]:
    """A program's client, with a real token of somebody."""
    from accounts.services import create_token

    def sign_in(user: User | None = None) -> APIClient:
        client = APIClient()
        if user:
            client.credentials(HTTP_AUTHORIZATION=f"Token {create_token(user=user)[1]}")
        return client

    return sign_in
