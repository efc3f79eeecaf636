"""JupyterLab as course.py starts it, in a real browser: a lesson, games, a replay."""

import re

import nbformat
import pytest
from playwright.sync_api import expect

from coursekit import othello, players
from tests.browser.board import cells, square
from tests.browser.conftest import PATIENCE
from tests.browser.lab import (
    lab,
    open_notebook,
    output_of,
    restart_kernel,
    run_all,
    run_cell,
)
from tests.notebooks.lessons import PATHS

CELLS = [
    "import time\nfrom coursekit import display, othello, players, tictactoe",
    "def slow(env):\n    while True:\n        time.sleep(0.01)",
    "def wrong(env):\n    return 'z9'",
    "board = display.play(othello.make(), players.alpha_beta(4))\nboard",
    "print('moves:', board.env.to_moves())",
    "small = display.play(tictactoe.make(), {'slow': slow, 'wrong': wrong})\nsmall",
    "print('moves:', small.env.to_moves())",
    "display.replay(othello.from_moves('f5d6c3d3c4'))",
]
SAVED = [
    "from coursekit import display, tictactoe",
    "display.play(tictactoe.make(), lambda env: env.legal_actions()[0])",
]
KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
FOLDED = {"outputs_hidden": True}
SIZE = {"width": 1200, "height": 1400}


@pytest.fixture(scope="module")
def address(browser, tmp_path_factory):
    """JupyterLab on copies of the lessons and a notebook of the cells above."""
    folder = tmp_path_factory.mktemp("lab")
    for name, sources in (("boards", CELLS), ("saved", SAVED), ("over", SAVED)):
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        notebook = nbformat.v4.new_notebook(cells=cells, metadata=KERNEL)
        nbformat.write(notebook, folder / f"{name}.ipynb")
    nbformat.write(after_a_bet(), folder / "bet.ipynb")
    with lab(folder, tmp_path_factory.mktemp("own")) as found:
        yield found


def after_a_bet():
    """A notebook whose one result is folded, as that of a cell after a bet."""
    cell = nbformat.v4.new_code_cell("print('the answer')", metadata={"jupyter": FOLDED})
    cell.outputs = [nbformat.v4.new_output("stream", name="stdout", text="the answer\n")]
    return nbformat.v4.new_notebook(cells=[cell], metadata=KERNEL)


@pytest.fixture
def page(open_page):
    return open_page(viewport=SIZE)


@pytest.fixture(scope="module")
def boards(browser, address):
    """The notebook of the cells above, run."""
    page = browser.new_page(viewport=SIZE)
    page.set_default_timeout(PATIENCE)
    open_notebook(page, address, "boards.ipynb")
    run_all(page)
    return page


def test_the_first_page_is_the_map_trusted_with_a_board_to_play_on_and_a_way_on(page, address):
    assert "/lab/tree/index.ipynb" in address
    page.goto(address)
    page.wait_for_selector("text=/ipykernel.* \\| Idle/")
    expect(page.locator(".jp-CodeCell img")).to_be_visible()  # before anything has run
    expect(page.locator("text=Not Trusted")).to_have_count(0)
    run_all(page)
    square(page.locator(".ck-play"), "d3").click()
    expect(page.locator(".ck-moves")).to_have_text(re.compile(r"^d3 \w\d$"))
    page.locator(".jp-WindowedPanel-outer").evaluate(
        "panel => panel.scrollTop = panel.scrollHeight"
    )
    page.get_by_role("link", name="00 The board and the course").last.click()
    expect(page.get_by_role("tab", name=PATHS[0].name)).to_be_visible()


def test_a_replay_is_shown_before_the_first_run(page, address):
    page.goto(address.replace("index.ipynb", PATHS[0].name))
    expect(page.locator("iframe[title^='replay']").first).to_be_visible()


def test_a_lesson_runs_from_top_to_bottom(page, address):
    open_notebook(page, address, PATHS[0].name)
    run_all(page)
    assert page.locator(".jp-OutputArea-output[data-mime-type$='error']").count() == 0
    told = page.locator(".jp-OutputArea-output[data-mime-type$='stderr']").all_inner_texts()
    assert told == []
    board = page.locator(".ck-play").first
    expect(square(board, "d4")).to_have_attribute("aria-label", "d4, White")


def test_a_folded_result_keeps_its_first_line_until_its_cell_has_run(page, address):
    open_notebook(page, address, "bet.ipynb")
    expect(page.locator(".jp-OutputPlaceholder")).to_be_visible()
    expect(page.locator(".jp-PlaceholderText")).to_be_hidden()
    run_cell(page, 0)
    expect(page.locator(".jp-OutputPlaceholder")).to_have_count(0)
    assert output_of(page, 0) == "the answer"


def test_a_game_by_mouse_and_keyboard_against_alpha_beta(boards):
    board = boards.locator(".ck-play").nth(0)
    opponent = players.alpha_beta(4)
    env = othello.make()

    def reply() -> None:
        env.update(opponent(env))
        expect(board.locator(".ck-moves")).to_have_text(" ".join(a.name for a in env.history))
        expect(board.locator(".ck-status")).to_contain_text("your turn")

    def check_agreement() -> None:
        assert cells(board) == env.board.ravel().tolist()
        run_cell(boards, 4)
        assert output_of(boards, 4) == f"moves: {env.to_moves()}"

    for _ in range(3):
        move = env.legal_actions()[0]
        expect(square(board, move.name)).to_have_attribute(
            "aria-label", f"{move.name}, empty, you can play here"
        )
        square(board, move.name).click()
        env.update(move)
        reply()
    # The square clicked last has the focus: the arrow keys lead to another, and Enter plays there.
    here, move = env.history[-2].index, env.legal_actions()[-1]
    for steps, forth, back in (
        (move.index // 8 - here // 8, "ArrowDown", "ArrowUp"),
        (move.index % 8 - here % 8, "ArrowRight", "ArrowLeft"),
    ):
        for _ in range(abs(steps)):
            boards.keyboard.press(forth if steps > 0 else back)
    expect(square(board, move.name)).to_be_focused()
    boards.keyboard.press("Enter")
    env.update(move)
    reply()
    check_agreement()
    square(board, "a1").click()
    expect(board.get_by_role("alert")).to_have_text("Black cannot play a1.")
    boards.keyboard.press("u")
    env.undo()
    env.undo()
    expect(board.locator(".ck-moves")).to_have_text(" ".join(a.name for a in env.history))
    check_agreement()


def test_a_students_player_can_hang_and_fail_and_nothing_is_lost(boards):
    board = boards.locator(".ck-play").nth(1)
    square(board, "b2").click()
    expect(board.locator(".ck-clock")).to_contain_text("slow is thinking")
    run_cell(boards, 6)  # the kernel answers while the opponent thinks
    assert output_of(boards, 6) == "moves: b2"
    board.get_by_role("button", name="Interrupt").click()
    expect(board.locator(".ck-clock")).to_have_text("")
    board.get_by_label("Opponent").select_option("wrong")
    expect(board.get_by_role("alert")).to_contain_text("wrong returned 'z9'")
    board.get_by_role("button", name="Take back").click()
    expect(square(board, "b2")).to_have_attribute("aria-label", re.compile("b2, empty"))
    expect(board.get_by_role("alert")).to_be_hidden()


def test_a_saved_board_is_seen_again_and_says_when_it_has_no_kernel(page, open_page, address):
    open_notebook(page, address, "saved.ipynb")
    run_all(page)
    board = page.locator(".ck-play")
    square(board, "b2").click()
    expect(board.locator(".ck-moves")).to_have_text("b2 a1")
    page.keyboard.press("Control+s")  # the focus is on the board
    expect(page.locator(".jp-mod-current.jp-mod-dirty")).to_have_count(0)
    expect(board.locator(".ck-dead")).to_be_hidden()
    restart_kernel(page)
    expect(board.locator(".ck-dead")).to_be_visible()
    expect(board.locator(".ck-dead")).to_contain_text("no longer connected to Python: run the cell")
    expect(board.locator(".ck-status")).to_be_hidden()
    page.close()
    again = open_page(viewport=SIZE)
    open_notebook(again, address, "saved.ipynb")
    expect(again.locator("text=Error displaying widget")).to_have_count(0)
    expect(square(again.locator(".ck-play"), "b2")).to_have_attribute("aria-label", re.compile("X"))
    expect(again.locator(".ck-dead")).to_be_visible()
    run_all(again)
    expect(again.locator(".ck-dead")).to_be_hidden()
    expect(again.locator(".ck-status")).to_have_text("X to move: your turn")


def test_a_finished_game_opens_its_review_with_one_click(page, address):
    open_notebook(page, address, "over.ipynb")
    run_all(page)
    board = page.locator(".ck-play")
    square(board, "b2").click()
    expect(board.locator(".ck-moves")).to_have_text("b2 a1")
    board.get_by_role("button", name="Resign").click()
    expect(board.locator(".ck-status")).to_have_text("X resigned, O wins")
    board.get_by_role("button", name="Review").click()
    frame = page.frame_locator("iframe.ck-review")
    frame.get_by_role("button", name="Last position").click()
    expect(square(frame, "a1")).to_have_attribute("aria-label", re.compile("a1, O"))
