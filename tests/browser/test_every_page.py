"""Every page of the built book, on a desk and on a phone: whole, no wider than the screen, light
enough, and of use to readers of all kinds (axe finds nothing to mend, light and dark, frames too).
"""

from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from playwright.sync_api import Page, Request

from _ext import book
from tests.support.book import needs_the_book

pytestmark = needs_the_book

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")

RUN = """
options => axe
  .run({resultTypes: ["violations"], iframes: false, selectors: false, preload: false, ...options})
  .then(found => found.violations.flatMap(
    ({id, nodes}) => nodes.map(({html}) => `${id}: ${html}`)))
"""
COLOURS = ["color-contrast", "link-in-text-block"]
STRUCTURE = {"rules": {rule: {"enabled": False} for rule in COLOURS}}
SCROLLING = {"runOnly": ["scrollable-region-focusable"]}  # what else may a phone change?
CONTRAST = {"runOnly": COLOURS}
FRAME = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}

# A frame lets the page shine through, which axe does not see.
GROUND = """
document.documentElement.style.background = getComputedStyle(parent.document.body).backgroundColor
"""

# All formulas are made alike, and all code, of thousands of elements: some of each stay.
FEW_PARTS = """
() => {
  for (const formula of [...document.querySelectorAll("mjx-container")].slice(2)) formula.remove();
  for (const code of [...document.querySelectorAll(".highlight pre")].slice(6)) {
    code.textContent = code.textContent;
  }
}
"""

# Colours are slow to compare, and the same for all words of a kind: two of each kind stay.
THIN_OUT = """
() => {
  const kinds = new Map([[document.body, ""]]);
  const seen = {};
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.isConnected || element.closest("svg, mjx-container")) continue;
    const own = `${element.tagName}.${element.className}${element.getAttribute("style")}`;
    const kind = `${kinds.get(element.parentElement)}/${own}`;
    kinds.set(element, kind);
    seen[kind] = (seen[kind] ?? 0) + 1;
    if (seen[kind] > 2) element.remove();
  }
}
"""


@pytest.mark.parametrize(
    ("width", "scheme", "rules", "step"),
    [
        pytest.param(1280, "light", STRUCTURE, 1, id="light desk"),
        pytest.param(390, "dark", SCROLLING, 3, id="dark phone, axe on every third page"),
        pytest.param(390, "dark", SCROLLING, 1, marks=pytest.mark.slow, id="dark phone"),
    ],
)
def test_every_page_is_whole_and_fits_and_axe_finds_nothing_to_mend(
    open_page, width, scheme, rules, step
):
    viewport = {"width": width, "height": 850}
    page = open_page(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    page.add_init_script(AXE)
    fetched: set[Path] = set()
    page.on(
        "request", lambda request: request.url.startswith("file:") and fetched.add(file(request))
    )
    paths = sorted(book.BOOK.parent.glob("notebooks/*.html"))
    assert len(paths) >= 13
    found = {}
    for number, path in enumerate([*paths, book.BOOK.parent / "search.html"]):
        fetched.clear()
        page.goto(path.as_uri(), wait_until="load")
        assert path in fetched
        assert sum(one.stat().st_size for one in fetched) < 4_000_000, path.name
        assert page.evaluate("document.documentElement.dataset.theme") == scheme
        # Nothing is wider than the page but what scrolls by itself, such as code.
        overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(overflow) <= 0, path.name
        broken = "[...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)"
        assert page.evaluate(broken) == [], path.name
        if number % step == 0 and (complaints := axe_complains(page, rules)):
            found[path.name] = complaints
    assert found == {}


def file(request: Request) -> Path:
    return Path(url2pathname(urlsplit(request.url).path))


def axe_complains(page: Page, rules: dict) -> list[str]:
    """Returns what axe finds; most of the page's repetitions are gone afterwards."""
    page.evaluate("window.MathJax?.startup?.promise")
    page.evaluate(FEW_PARTS)
    complaints = []
    for frame in page.frames[1:]:  # axe does not look into the frames of files by itself
        if frame.evaluate("document.body.children.length"):
            frame.evaluate(GROUND)
            complaints += frame.evaluate(RUN, FRAME)
    complaints += page.evaluate(RUN, rules)
    page.evaluate(THIN_OUT)
    return complaints + page.evaluate(RUN, CONTRAST)
