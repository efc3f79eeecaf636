"""The book plays: from files, without a kernel, on a desk and on a phone."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from _ext import book
from coursekit.display.pages.sentences import status
from coursekit.games import registry
from tests.browser.board import cells, square
from tests.support.book import needs_the_book

pytestmark = needs_the_book

DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
GAMES = {
    "othello8": "random",
    "othello6": "cell scores",
    "othello4": "alpha-beta, depth 3",
    "tictactoe": "UCT, 1,000 simulations",
    "ultimate": "random",
}


def address(name: str) -> str:
    return (book.BOOK.parent / "notebooks" / f"{name}.html").as_uri()


@pytest.fixture
def page(open_page):
    """A page without animations: then the opponent replies at once."""
    return open_page(viewport=DESK, color_scheme="light", reduced_motion="reduce")


def choose(page: Page, game: str, opponent: str) -> Locator:
    """Opens the page *Play* with a game and an opponent; returns the board."""
    page.goto(address("play"))
    page.get_by_label("game", exact=True).select_option(game)
    page.get_by_label("Opponent").select_option(opponent)
    return page.locator(".ck-play")


# Interrupts what can be interrupted, before it can be over: on a busy machine a test is late.
INTERRUPT_SOON = """() => {
  const timer = setInterval(() => {
    const button = [...document.querySelectorAll(".ck-play button")].find(
      (each) => each.textContent === "Interrupt" && each.offsetParent
    );
    if (button) { clearInterval(timer); button.click(); }
  }, 5);
}"""

# Plays the first square that may be played, and passes, until the game is over.
PLAY_ON = """() => new Promise((done) => {
  const step = () => {
    const pass = document.querySelector(".ck-buttons [aria-keyshortcuts=P]");
    if (/wins|Draw/.test(document.querySelector(".ck-status").textContent)) return done();
    const legal = document.querySelector('.ck-square[aria-label*="you can play here"]');
    if (!pass.hidden) pass.click();
    else legal?.click();
    setTimeout(step, 5);
  };
  step();
})"""


def moves(page: Page) -> list[str]:
    return page.locator(".ck-moves").inner_text().split()


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_and_its_review(page, name):
    board = choose(page, name, GAMES[name])
    page.evaluate(PLAY_ON)
    env = registry.spec(name).make()
    for move in moves(page):
        env.update(move)
    assert env.is_done()
    expect(board.locator(".ck-status")).to_have_text(status(env))
    assert cells(board) == env.board.ravel().tolist()
    if name == "ultimate":  # UCT judges 60 moves: interrupt it
        page.evaluate(INTERRUPT_SOON)
    board.get_by_role("button", name="Review").click()
    if name == "ultimate":
        expect(board.locator(".ck-said")).to_have_text("The review was interrupted.")
        expect(board.get_by_role("button", name="Review")).to_be_visible()
    else:
        frame = page.frame_locator("iframe.ck-review")
        frame.get_by_role("button", name="Last position").click(timeout=60_000)
        expect(frame.get_by_role("status")).to_contain_text(status(env))


def test_the_front_page_opens_with_a_board_to_play_on(page):
    page.goto(address("index"))
    board = page.locator(".ck-play")
    place = board.bounding_box()
    assert place is not None
    assert place["y"] < 500  # on the first screen
    expect(page.locator(".cell_output:has(.ck-play) img.only-light")).to_be_hidden()
    expect(board.locator(".ck-status")).to_have_text("Black to move: your turn")
    square(board, "d3").click()
    expect(board.locator(".ck-moves")).to_have_text(re.compile(r"^d3 \w\d$"))
    expect(board.locator(".ck-said")).to_have_text(re.compile(r"^White \w\d, 1 disc turned"))
    page.get_by_role("link", name="a page to play").click()
    expect(page.locator(".ck-play")).to_be_visible()


def test_on_paper_and_without_scripts_there_is_the_picture(open_page, page):
    page.goto(address("index"))
    expect(page.locator(".ck-play")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".ck-play")).to_be_hidden()
    expect(page.locator(".cell_output:has(.ck-play) img.only-light")).to_be_visible()
    plain = open_page(watched=False, java_script_enabled=False)
    plain.goto(address("index"))
    expect(plain.locator(".cell_output:has(.ck-book) img.only-light")).to_be_visible()
    expect(plain.locator(".cell_output:has(.ck-book) img.only-dark")).to_be_hidden()


def test_a_network_is_loaded_when_chosen_and_shows_what_it_thinks(page):
    scripts = []
    page.on("request", lambda request: scripts.append(request.url.rpartition("/")[2]))
    board = choose(page, "othello4", "AlphaZero, 100 simulations")
    assert not [name for name in scripts if "alphazero" in name]
    board.get_by_label("Show what it thinks").check()
    board.locator(".ck-square", has=page.locator(".ck-dot")).first.click()
    expect(board.locator(".ck-sentence")).to_contain_text("AlphaZero, 100 simulations: ")
    assert [name for name in scripts if "alphazero" in name] == ["othello4-alphazero.js"]
    kinds = board.get_by_label("numbers on the squares")
    assert kinds.locator("option").all_inner_texts() == ["visits", "value", "policy"]
    kinds.select_option("policy")
    assert all(text.endswith("%") for text in board.locator(".ck-label").all_inner_texts())
    expect(board.locator(".ck-share")).to_contain_text(re.compile(r"Black \d+ %"))
    assert board.locator(".ck-dot").count() > 0  # one's own moves are still seen
    board.get_by_role("button", name="Hint").click()
    expect(board.locator(".ck-is-hinted")).to_have_count(1)


def test_it_fits_a_phone_takes_touches_and_is_dark_with_the_page(open_page):
    page = open_page(viewport=PHONE, color_scheme="dark", has_touch=True, reduced_motion="reduce")
    board = choose(page, "othello8", "random")
    square(board, "f5").tap()
    expect(board.locator(".ck-moves")).to_have_text(re.compile(r"^f5 \w\d$"))
    board.get_by_role("button", name="Resign").tap()
    expect(board.locator(".ck-score")).to_have_text("Against random: 0 won, 1 lost, 0 drawn")
    board.get_by_role("button", name="Review").tap()
    frame = page.frame_locator("iframe.ck-review")
    expect(frame.locator("html")).to_have_class("ck-dark")
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    box = board.bounding_box()
    assert box is not None
    for part in board.locator(".ck-panel > *:visible, .ck-review").all():
        inside = part.bounding_box()
        assert inside is not None
        assert box["x"] <= inside["x"]
        assert inside["x"] + inside["width"] <= box["x"] + box["width"] + 1
    ink = board.locator(".ck-status").evaluate("text => getComputedStyle(text).color")
    assert min(map(int, re.findall(r"\d+", ink)[:3])) > 150  # light on dark


def lesson(page: Page, folder, game: str, *opponents: list, **twins: str) -> Locator:
    """Opens a page with a board of a lesson as the book's extension writes it."""
    static = (book.BOOK.parent / "_static" / "play").as_uri()
    played = {"game": game, "opponents": opponents, "twins": twins}
    text = json.dumps(played | {"start": None, "moves": [], "side": 1, "hints": False})
    (folder / "lesson.html").write_text(
        f'<!DOCTYPE html><meta charset="utf-8"><link rel="stylesheet" href="{static}/play.css">'
        f'<script defer src="{static}/play.js"></script>'
        f'<div class="ck-book"><script type="application/json">{text}</script></div>',
        encoding="utf-8",
    )
    page.goto((folder / "lesson.html").as_uri())
    return page.locator(".ck-live")


@pytest.mark.parametrize(
    ("game", "names", "twins", "notice", "offered"),
    [
        (
            "tictactoe",
            ["mine", "other", "random"],
            {"mine": "alpha_beta:9"},
            "In place of “mine”, this page plays a stand-in from the package: alpha-beta, depth 9. "
            "“other” plays only in JupyterLab.",
            ["alpha-beta, depth 9", "random"],
        ),
        (
            "othello4",
            ["mine", "yours"],
            {},
            "“mine” and “yours” play only in JupyterLab. "
            "Here you play against the course's own players.",
            ["alpha-beta, depth 3", "random"],
        ),
    ],
    ids=["by a twin", "by the course's players"],
)
def test_the_page_says_by_whom_the_readers_functions_are_replaced(
    page, tmp_path, game, names, twins, notice, offered
):
    given = [[name, name if name == "random" else None] for name in names]
    board = lesson(page, tmp_path, game, *given, **twins)
    expect(board.locator(".ck-notice")).to_have_text(notice)
    options = board.get_by_label("Opponent").locator("option").all_inner_texts()
    assert options[0] == offered[0]
    assert set(offered) <= set(options)


def test_thinking_is_interrupted_and_taken_up_again(page, tmp_path):
    opponents = ["slow", "uct:100000000"], ["quick", "random"]
    board = lesson(page, tmp_path, "ultimate", *opponents)
    square(board, "e5").click()
    expect(board.locator(".ck-clock")).to_contain_text("slow is thinking")
    square(board, "e4").click()
    expect(board.get_by_role("alert")).to_have_text("slow is to move.")
    board.get_by_role("button", name="Interrupt").click()
    expect(board.locator(".ck-said")).to_have_text("slow was interrupted.")
    expect(board.get_by_role("alert")).to_be_hidden()
    expect(board.locator(".ck-moves")).to_have_text("e5")
    board.get_by_role("button", name="Let it move").click()
    expect(board.locator(".ck-clock")).to_contain_text("slow is thinking")
    board.get_by_label("Opponent").select_option("quick")
    expect(board.locator(".ck-moves")).to_have_text(re.compile(r"^e5 \w\d$"))
    board.get_by_role("button", name="Take back").click()
    expect(board.locator(".ck-moves")).to_have_text("")


def test_a_network_that_is_missing_is_told(open_page):
    page = open_page(watched=False, viewport=DESK, reduced_motion="reduce")
    page.route("**/tictactoe-q.js", lambda route: route.abort())
    board = choose(page, "tictactoe", "Q network for tictactoe")
    square(board, "b2").click()
    told = "Q network for tictactoe failed: its network could not be loaded"
    expect(board.get_by_role("alert")).to_have_text(told)
    board.get_by_label("Opponent").select_option("random")
    expect(board.locator(".ck-moves")).to_have_text(re.compile(r"^b2 \w\d$"))


def test_it_is_played_by_the_keyboard(page):
    board = choose(page, "tictactoe", "random")
    square(board, "a1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(board.locator(".ck-moves")).to_have_text(re.compile(r"^b2 \w\d$"))
    page.keyboard.press("u")
    expect(board.locator(".ck-moves")).to_have_text("")
