"""A headless Chromium for the tests of what runs in a page; without one they are skipped.

Where ``COURSEKIT_BROWSER_REQUIRED`` is set, as in ``.ci/run``, they fail instead.
"""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, Request, expect, sync_playwright

PATIENCE = 30_000  # milliseconds, for a machine with much else to do

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

ARGUMENTS = [
    "--no-sandbox",  # as root, in a container, there is no other way
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # The network is closed but for this machine: a request to anywhere else fails at once.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]


def executable(playwright: Playwright) -> str | None:
    """Returns the path of a browser: the one named by COURSEKIT_BROWSER, Debian's, or none."""
    own = playwright.chromium.executable_path
    found = os.environ.get("COURSEKIT_BROWSER") or next(filter(None, map(shutil.which, NAMES)), own)
    return found if Path(found).exists() else None


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium that reaches nothing but this machine."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        path = executable(playwright)
        if path is None:
            give_up = pytest.fail if "COURSEKIT_BROWSER_REQUIRED" in os.environ else pytest.skip
            give_up("no browser: install Debian's chromium, or name one in COURSEKIT_BROWSER")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


def _watch(page: Page, complaints: list[str]) -> None:
    """Notes what a page complains about: requests that fail or leave the machine, and errors."""

    def say(kind: str, text: str) -> None:
        complaints.append(f"{kind} on {page.url}: {text}")

    def failed(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # by going on to the next page
            say("failed", request.url)

    def look(url: str) -> None:
        inside = ("file:", "data:", "blob:", "http://127.0.0.1", "http://localhost", "ws://")
        if not url.startswith(inside):
            say("outside", url)

    page.on("requestfailed", failed)
    page.on("request", lambda request: look(request.url))
    page.on("pageerror", lambda error: say("error", str(error)))
    page.on("console", lambda line: line.type == "error" and say("console", line.text))


@pytest.fixture
def open_page(browser):
    """Returns a function that opens a page; in the end none that is watched has complained."""
    pages: list[Page] = []
    complaints: list[str] = []

    def opened(watched: bool = True, **options: Any) -> Page:
        pages.append(browser.new_context(**options).new_page())
        pages[-1].set_default_timeout(PATIENCE)
        if watched:
            _watch(pages[-1], complaints)
        return pages[-1]

    yield opened
    for page in pages:
        page.context.close()
    assert complaints == []
