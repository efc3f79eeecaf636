"""A replay in the built book: no kernel, no network, light and dark, on a desk and on a phone."""

import re

import pytest
from playwright.sync_api import expect

from _ext import book
from coursekit.games import bank
from tests.browser.board import cells
from tests.support.book import needs_the_book

pytestmark = needs_the_book

FRAME = "iframe[title^='replay of othello8']"
SIZES = [{"width": 1280, "height": 900}, {"width": 390, "height": 844}]


@pytest.fixture(params=SIZES, ids=["desk", "phone"])
def page(open_page, request):
    made = open_page(viewport=request.param, color_scheme="light")
    made.goto((book.BOOK.parent / "notebooks" / "00_the_board.html").as_uri())
    made.locator(FRAME).scroll_into_view_if_needed()
    return made


def test_the_game_can_be_stepped_through(page):
    frame, env = page.frame_locator(FRAME), bank.position("draw")
    status = frame.get_by_role("status")
    expect(status).to_have_text("Black to move")
    frame.get_by_role("button", name="Forward").click()
    for _ in range(19):
        page.keyboard.press("ArrowRight")
    twin = env.copy()
    while len(twin.history) > 20:
        twin.undo()
    expect(status).to_contain_text(f"20. White {twin.last_action.name}")
    assert cells(frame) == twin.board.ravel().tolist()
    frame.get_by_role("slider").fill("60")
    expect(status).to_contain_text("Draw, 32–32")
    assert cells(frame) == env.board.ravel().tolist()
    frame.get_by_role("button", name="First position").click()
    frame.get_by_role("button", name="Play", exact=True).click()
    expect(status).not_to_have_text("Black to move")  # a busy machine may pass over single moves
    frame.get_by_role("button", name="Pause").click()
    expect(status).to_have_text(re.compile(r"^\d+\. (Black|White) "))


def test_it_is_as_high_as_what_is_in_it_and_no_wider_than_the_page(page):
    expect(page.frame_locator(FRAME).get_by_role("slider")).to_be_visible()
    wide, high, frame_wide, frame_high = page.locator(FRAME).evaluate(
        """frame => {
          const inside = frame.contentDocument.documentElement;
          return [inside.scrollWidth, inside.scrollHeight, frame.clientWidth, frame.clientHeight];
        }"""
    )
    assert wide <= frame_wide
    assert frame_high - 1 <= high <= frame_high + 1


def test_it_goes_dark_with_the_page(page):
    frame = page.frame_locator(FRAME)
    colour = "text => getComputedStyle(text).color"
    light = frame.get_by_role("status").evaluate(colour)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    expect(frame.locator("html")).to_have_class("ck-dark")
    assert frame.get_by_role("status").evaluate(colour) != light
    # The frame shows the page's own ground, light or dark.
    assert frame.locator("body").evaluate("b => getComputedStyle(b).backgroundColor") == (
        "rgba(0, 0, 0, 0)"
    )
