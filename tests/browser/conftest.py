"""A headless Chromium for the tests of what runs in a page; without one they are skipped.

Where ``COURSEKIT_BROWSER_REQUIRED`` is set, as in ``.ci/run``, they fail instead.
"""

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, Request, sync_playwright

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
    with sync_playwright() as playwright:
        path = executable(playwright)
        if path is None:
            give_up = pytest.fail if "COURSEKIT_BROWSER_REQUIRED" in os.environ else pytest.skip
            give_up("no browser: install Debian's chromium, or name one in COURSEKIT_BROWSER")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


class Watched:
    """What a page complained about: requests that failed or left the machine, and errors."""

    def __init__(self, page: Page) -> None:
        self.complaints: list[str] = []
        page.on("requestfailed", self._failed)
        page.on("request", lambda request: self._look(request.url))
        page.on("pageerror", lambda error: self.say("error", str(error)))
        page.on("console", lambda line: line.type == "error" and self.say("console", line.text))

    def say(self, kind: str, text: str) -> None:
        self.complaints.append(f"{kind}: {text}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # by going on to the next page
            self.say("failed", request.url)

    def _look(self, url: str) -> None:
        inside = ("file:", "data:", "blob:", "http://127.0.0.1", "http://localhost", "ws://")
        if not url.startswith(inside):
            self.say("outside", url)


@pytest.fixture
def watch():
    """Returns ``watch(page).complaints``: empty as long as all is well in the page."""
    return Watched
