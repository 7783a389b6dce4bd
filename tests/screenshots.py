"""`make screenshots`: the ten main pages of a site of its own, both themes, phone and desk, by a real chromium.

The pictures land in screenshots/, which git ignores.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Page, sync_playwright

from bench import ROOT
from bench.pages import serving

if TYPE_CHECKING:
    from tests.sample import Sample

OUT = ROOT / "screenshots"
SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1440, "height": 900}}
THEMES = ("light", "dark")
CHROMIUM = which("chromium") or which("chromium-browser") or which("google-chrome")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
STRANGER = {"home", "question", "search", "pasted", "tag", "sign-up"}
"""Pages as somebody sees them who has not signed in; the others belong to a member."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots", description=__doc__.partition("\n")[0])
    parser.add_argument("--locale", default="zh-CN", help="language of the browser")
    parser.add_argument("--only", default="", metavar="NAME", help="one page alone")
    return parser.parse_args()


def sample_in(folder: Path) -> "Sample":
    """Fills a new site in this folder. Settings are read from the environment once, so this comes first."""
    os.environ.update(
        JIEHUO_DATA_DIR=str(folder), DATABASE_URL="", ENCODER="off", DJANGO_SETTINGS_MODULE="config.settings"
    )
    import django

    django.setup()
    from tests import sample

    return sample.made()


def paste(page: Page, text: str) -> None:
    page.locator("#search-box").fill(text)
    page.locator("#search-box").press("Enter")
    page.locator(".recognised").wait_for()


def fill(page: Page, typed: dict[str, str]) -> None:
    """No draft is kept: the next picture begins with an empty form."""
    page.route("**/drafts", lambda route: route.abort())
    for name, text in typed.items():
        page.locator(f"#id_{name}").fill(text)
    page.locator(".preview pre").wait_for()
    page.locator("#similar a").first.wait_for()


def shown(page: Page, name: str, sample: "Sample") -> None:
    """Has the page before the camera as a person sees it who has just come to it."""
    page.goto(sample.pages[name])
    if name == "pasted":
        paste(page, sample.pasted)
    elif name == "ask":
        fill(page, sample.typed)


@contextmanager
def opened(browser: Browser, address: str, cookie: str, **options: object) -> Iterator[Page]:
    context = browser.new_context(base_url=address, **options)
    if cookie:
        name, _, value = cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": address}])
    yield context.new_page()
    context.close()


def taken(browser: Browser, address: str, sample: "Sample", given: argparse.Namespace) -> Iterator[Path]:
    """The pictures, one by one."""
    for theme in THEMES:
        for size, viewport in SIZES.items():
            for name in [given.only] if given.only else sample.pages:
                cookie = "" if name in STRANGER else sample.cookie
                look = {"color_scheme": theme, "viewport": viewport, "locale": given.locale}
                with opened(browser, address, cookie, **look) as page:
                    shown(page, name, sample)
                    path = OUT / f"{name}-{size}-{theme}-{given.locale[:2]}.png"
                    page.screenshot(path=path, full_page=True)
                yield path


def main() -> None:
    given = arguments()
    if not CHROMIUM:
        sys.exit("No chromium on this machine.")
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="jiehuo-pictures-") as folder:
        sample = sample_in(Path(folder))
        env = {"JIEHUO_DATA_DIR": folder, "SITE_URL": "http://127.0.0.1:{port}"}
        with serving("config.wsgi", ROOT, env) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for path in taken(browser, address, sample, given):
                sys.stdout.write(f"{path.relative_to(ROOT)}\n")
            browser.close()


if __name__ == "__main__":
    main()
