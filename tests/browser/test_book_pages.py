"""The built book in a browser without a network, on a desk and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from _ext import book
from tests.support.book import needs_the_book

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}

pytestmark = needs_the_book


def opened(page: Page, name: str) -> Page:
    page.goto((book.BOOK.parent / "notebooks" / f"{name}.html").as_uri())
    return page


@pytest.fixture
def desk(open_page):
    return open_page(viewport=DESK, color_scheme="light")


def test_formulas_are_drawn(desk):
    formulas = opened(desk, "04_alpha_beta").locator("mjx-container")
    formulas.first.wait_for()
    assert formulas.count() >= 3


def test_the_page_goes_dark_and_stays_so(desk):
    opened(desk, "04_alpha_beta")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = desk.evaluate(ground)
    button = desk.locator("button.theme-switch-button").first
    for _ in range(3):  # auto, light, dark
        if desk.evaluate("document.documentElement.dataset.theme") == "dark":
            break
        button.click()
    assert desk.evaluate("document.documentElement.dataset.theme") == "dark"
    dark = desk.evaluate(ground)
    assert dark != light
    opened(desk, "index")
    assert desk.evaluate(ground) == dark


def test_a_mention_of_a_figure_leads_to_it(desk):
    opened(desk, "05_iterative_deepening").get_by_role("link", name="Figure 5.3").first.click()
    assert desk.url.endswith("#figure-5-3")
    caption = desk.locator("#figure-5-3")
    assert caption.is_visible()
    assert caption.inner_text().startswith("Figure 5.3.")
    place = caption.bounding_box()
    assert place is not None
    assert 0.2 * DESK["height"] < place["y"] < DESK["height"]  # the picture above it is in view


def test_a_citation_leads_to_its_entry(desk):
    opened(desk, "04_alpha_beta").locator("a[href='references.html#knuth1975']").first.click()
    assert desk.url.endswith("references.html#knuth1975")
    assert "Knuth and Moore 1975." in desk.locator("p:has(#knuth1975)").inner_text()


def test_the_search_finds_a_term(desk):
    desk.goto((book.BOOK.parent / "search.html").as_uri() + "?q=transposition")
    results = desk.locator("#search-results")
    results.get_by_role("link", name="05 Iterative deepening").wait_for()
    assert "Glossary" in results.inner_text()
    said = results.locator("li", has_text="05 Iterative deepening").first.locator(".context")
    expect(said).to_contain_text("transposition", ignore_case=True)
