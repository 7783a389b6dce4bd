"""A real chromium against the live site."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from django.core.signals import request_finished, request_started
from django.test.testcases import _StaticFilesHandler
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request, sync_playwright
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from bench.page import session_of
from tests.conftest import CHROMIUM

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


ANSWERED_SECONDS, QUIET_LOOKS = 10, 3
REPORTS = """document.addEventListener("securitypolicyviolation", (event) =>
    console.error(`CSP ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));"""
"""Says in the console what the content security policy would report."""


class Answering:
    """How many requests the site is answering: a page that is closed leaves those that it sent."""

    def __init__(self) -> None:
        self.lock, self.number = threading.Lock(), 0
        request_started.connect(self.begin)
        request_finished.connect(self.end)

    def begin(self, **kwargs: object) -> None:
        with self.lock:
            self.number += 1

    def end(self, **kwargs: object) -> None:
        with self.lock:
            self.number -= 1

    def wait_for_the_last(self) -> None:
        """The tables are emptied next, which must not meet somebody who reads them."""
        quiet, deadline = 0, time.monotonic() + ANSWERED_SECONDS
        while quiet < QUIET_LOOKS and time.monotonic() < deadline:
            time.sleep(0.02)
            quiet = quiet + 1 if self.number <= 0 else 0


@pytest.fixture(scope="session")
def answering() -> Answering:
    return Answering()


@pytest.fixture(scope="session")
def live_server(static_files: None) -> Iterator[LiveServer]:
    """The site with static files as production has them: from STATIC_ROOT, under hashed names."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.contrib.staticfiles.handlers.StaticFilesHandler", _StaticFilesHandler)
        server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield launched
    launched.close()


def noted(complaints: list[str], request: Request) -> None:
    """A request that failed is a complaint, unless the person went on to another page meanwhile."""
    if request.failure != "net::ERR_ABORTED":
        complaints.append(f"{request.failure} {request.url}")


def watched(page: Page, complaints: list[str], host: str) -> None:
    """Everything that must not happen on any page becomes a complaint."""
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: (complaints.append(f"dialog {dialog.message}"), dialog.dismiss()))
    page.on("requestfailed", lambda request: noted(complaints, request))
    page.on("request", lambda request: complaints.append(request.url) if is_foreign(request.url, host) else None)


def is_foreign(address: str, host: str) -> bool:
    return address.startswith("http") and not address.startswith(f"{host}/")


def sign_in_as(page: Page, user: User) -> None:
    """A member's session, without the detour by the form."""
    name, _, value = session_of(user).partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": page.url}])


@pytest.fixture
def excused() -> list[str]:
    """Parts of complaints that a test expects: a browser reports every answer that is an error."""
    return []


@pytest.fixture
def visit(browser: Browser, live_server, answering: Answering, excused: list[str]) -> Iterator[Callable[..., Page]]:
    """Opens a page of the site in a browser of its own; fails afterwards if the console or the CSP complained."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(path: str = "/", **options: object) -> Page:
        context = browser.new_context(base_url=live_server.url, locale=options.pop("locale", "zh-CN"), **options)
        contexts.append(context)
        context.add_init_script(REPORTS)
        page = context.new_page()
        page.set_default_timeout(10_000)
        watched(page, complaints, live_server.url)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    answering.wait_for_the_last()
    assert [said for said in complaints if not any(part in said for part in excused)] == []
