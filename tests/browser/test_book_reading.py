"""What helps to read the book: pictures and tables at their full size, and pages on paper."""

import re

import pytest
from playwright.sync_api import expect

from _ext import book
from tests.support.book import needs_the_book

pytestmark = needs_the_book

LESSON = book.BOOK.parent / "notebooks" / "11_the_league.html"


@pytest.fixture
def phone(open_page):
    page = open_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
    page.goto(LESSON.as_uri())
    return page


def test_a_picture_opens_at_its_full_size_and_escape_closes_it(phone):
    link = phone.locator("a.image-reference", has=phone.get_by_alt_text("cross table")).first
    link.focus()
    phone.keyboard.press("Enter")
    shown = phone.locator("dialog.enlarged img")
    expect(shown).to_be_visible()
    size = "picture => picture.clientWidth - picture.naturalWidth"
    assert shown.evaluate(size) == 0
    phone.keyboard.press("Escape")
    expect(shown).to_be_hidden()
    expect(link).to_be_focused()


# It showed a bright chart above the dark page.
def test_what_is_enlarged_on_a_dark_page_is_dark(open_page):
    page = open_page(color_scheme="dark")
    page.goto(LESSON.with_name("02_cell_scores.html").as_uri())
    shown = page.locator("dialog.enlarged img")
    for kind, file in (("chart", ".png"), ("only-dark", "-dark.png")):
        page.locator(f"a.image-reference:has(img.{kind})").first.click()
        expect(shown).to_have_attribute("src", re.compile(re.escape(file)))
        inverted = "invert" in shown.evaluate("picture => getComputedStyle(picture).filter")
        assert inverted == (kind == "chart")
        page.keyboard.press("Escape")


def test_a_table_that_is_too_wide_can_be_enlarged_and_another_cannot(phone):
    button = phone.get_by_role("button", name="Enlarge the table").first
    button.click()
    expect(phone.get_by_role("dialog").get_by_role("table")).to_contain_text("AlphaZero")
    phone.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(button).to_be_focused()
    phone.set_viewport_size({"width": 1400, "height": 844})
    expect(phone.get_by_role("button", name="Enlarge the table")).to_have_count(0)


def test_lines_of_100_characters_do_not_scroll_on_a_desk(phone):
    phone.set_viewport_size({"width": 1400, "height": 844})
    assert phone.evaluate(WIDER) == []


WIDER = """
[...document.querySelectorAll("pre")]
  .filter(code => code.scrollWidth > code.clientWidth + 1).map(code => code.textContent)
"""


def test_on_paper_lines_wrap_and_words_are_dark(phone):
    phone.set_viewport_size({"width": 718, "height": 1047})  # A4 less its margins
    phone.emulate_media(media="print")
    phone.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert phone.evaluate(WIDER) == []
    colour = "getComputedStyle(document.querySelector('.bd-article p')).color"
    dark = [int(part) for part in phone.evaluate(colour)[4:-1].split(",")]
    assert max(dark) < 100
    phone.evaluate("dispatchEvent(new Event('afterprint'))")
    assert phone.evaluate("document.documentElement.dataset.theme") == "dark"


def test_what_is_folded_is_unfolded_on_paper_and_folded_again(phone):
    phone.evaluate(
        "document.querySelector('.bd-article').append(document.createElement('details'))"
    )
    folded = "document.querySelectorAll('.bd-article details:not([open])').length"
    before = phone.evaluate(folded)
    phone.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert phone.evaluate(folded) == 0
    phone.evaluate("dispatchEvent(new Event('afterprint'))")
    assert phone.evaluate(folded) == before
