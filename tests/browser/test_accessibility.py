"""Readers of all kinds can use the book: axe finds nothing to mend, light and dark, frames too."""

from importlib.resources import files

import pytest

from _ext import book
from tests.support.book import needs_the_book

pytestmark = needs_the_book

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")

RUN = """
options => axe
  .run({resultTypes: ["violations"], iframes: false, selectors: false, ...options})
  .then(found => found.violations.flatMap(
    ({id, nodes}) => nodes.map(({html}) => `${id}: ${html}`)))
"""
STRUCTURE = {"rules": {"color-contrast": {"enabled": False}}}
SCROLLING = {"runOnly": ["scrollable-region-focusable"]}  # what else may a phone change?
CONTRAST = {"runOnly": ["color-contrast"]}
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

# Contrast is slow to measure, and the same for all words of a kind: two of each kind stay.
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


@pytest.fixture
def page(open_page, request):
    """A page of a width and scheme, in which axe is at hand, in frames, too."""
    width, scheme = request.param
    viewport = {"width": width, "height": 900}
    options = {"color_scheme": scheme, "reduced_motion": "reduce"}
    made = open_page(watched=False, viewport=viewport, **options)  # axe asks for styles itself
    made.add_init_script(AXE)
    return made


@pytest.mark.parametrize(
    ("page", "rules"),
    [((1280, "light"), STRUCTURE), ((390, "dark"), SCROLLING)],
    indirect=["page"],
    ids=["light desk", "dark phone"],
)
def test_axe_finds_nothing_to_mend_on_any_page(page, rules):
    folder = book.BOOK.parent
    found = {}
    for path in [*sorted(folder.glob("notebooks/*.html")), folder / "search.html"]:
        page.goto(path.as_uri(), wait_until="load")
        page.evaluate("window.MathJax?.startup?.promise")
        page.evaluate(FEW_PARTS)
        complaints = []
        for frame in page.frames[1:]:  # axe does not look into the frames of files by itself
            if frame.evaluate("document.body.children.length"):
                frame.evaluate(GROUND)
                complaints += frame.evaluate(RUN, FRAME)
        complaints += page.evaluate(RUN, rules)
        page.evaluate(THIN_OUT)
        complaints += page.evaluate(RUN, CONTRAST)
        if complaints:
            found[path.name] = complaints
    assert found == {}
