"""A replay with an analysis: what it says of each move, marks on the board, and jumps to."""

import pytest
from playwright.sync_api import expect

from coursekit import Budget, othello, players, tictactoe
from coursekit.arena import analyse
from coursekit.display import replay
from coursekit.display.pictures.scales import compact
from tests.support.playing import play_on


@pytest.fixture
def shown(open_page, tmp_path):
    """Returns a function that opens a game with its evaluations in a phone's window."""
    page = open_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")

    def show(env, evaluations=None):
        replay(env, evaluations).save(tmp_path / "game.html")
        page.goto((tmp_path / "game.html").as_uri())
        return page

    return show


@pytest.fixture
def lost(shown):
    """A lost game of tic-tac-toe: b1 loses against b2, see tests/arena/test_analysis.py."""
    env = tictactoe.from_moves("b2b1a1c3a3")
    return shown(env, analyse(env))


@pytest.fixture(scope="module")
def large():
    env = play_on(othello.make(seed=1), seed=5)
    return env, analyse(env, players.uct(Budget(count=100)), empties=8)


def test_the_worst_mistake_is_one_click_away_with_what_was_better(lost):
    best = lost.locator(".ck-square[aria-label$=best]")
    expect(best).to_have_count(0)
    lost.get_by_role("button", name="Worst mistake", exact=True).click()
    expect(lost.get_by_role("status")).to_have_text("2. O b1 · X to move")
    expect(lost.locator(".ck-value")).to_have_text("X wins, exact")
    expect(lost.locator(".ck-note")).to_have_text(
        "Worst mistake: turned a draw into a loss; best was a1 or c1 or a3 "
    )
    labels = best.evaluate_all("squares => squares.map(s => s.getAttribute('aria-label'))")
    assert labels == [f"{square}, empty, best" for square in ("a1", "c1", "a3", "c3")]
    assert best.locator(".ck-better").count() == 4
    lost.keyboard.press("ArrowRight")
    expect(lost.locator(".ck-note")).to_have_text("")
    expect(lost.locator(".ck-board .ck-better")).to_have_count(0)


def test_a_line_says_what_each_side_lost(lost, shown, large):
    expect(lost.locator(".ck-summary")).to_have_text("X made no mistake; O made 1 mistake.")
    env, analysis = large
    text = shown(env, analysis).locator(".ck-summary").inner_text()
    for side, name in ((1, "Black"), (-1, "White")):
        moves = [r for r in analysis.reviews if r.action.player == side and r.exact and r.lost > 0]
        discs, plural = sum(move.lost for move in moves), "" if len(moves) == 1 else "s"
        cost = f"which cost {discs} discs of the final difference"
        assert f"{name} made {len(moves)} mistake{plural}, {cost}" in text
    solved = next(review.ply for review in analysis.reviews if review.exact)
    assert text.startswith(f"From ply {solved + 1} on, which is known exactly: ")
    assert "Before that, UCT, 100 simulations disagrees with" in text


def test_keys_lead_from_mistake_to_mistake(shown, large):
    env, analysis = large
    page = shown(env, analysis)
    page.keyboard.press("n")
    first = page.get_by_role("slider").input_value()
    page.keyboard.press("n")
    assert int(page.get_by_role("slider").input_value()) > int(first)
    page.keyboard.press("p")
    assert page.get_by_role("slider").input_value() == first
    page.keyboard.press("p")
    assert page.get_by_role("slider").input_value() == first, "there is none before"


def test_opinions_are_noted_from_a_tenth_of_the_height_and_truths_always(shown, large):
    env, analysis = large
    faults = shown(env, analysis).evaluate("review.faults.map(fault => fault && fault.lost)")
    expected = {
        review.ply: review.lost
        for review in analysis.reviews
        if review.lost > 0 and (review.exact or review.lost >= 0.1)
    }
    assert {ply: lost for ply, lost in enumerate(faults) if lost} == expected
    marks = shown(env, analysis).locator(".ck-list :is(.ck-lost, .ck-worst)")
    expect(marks).to_have_count(len(expected))
    expect(shown(env, analysis).locator(".ck-list .ck-worst")).to_have_count(1)


def test_a_forced_move_keeps_the_value(shown):
    env = play_on(othello.make(size=4), seed=3)
    analysis = analyse(env)
    assert len(analysis.reviews) < len(env.history)
    values = shown(env, analysis).evaluate("review.values")
    assert all(values)
    end = analysis.result
    assert values[-1][0] == f"{'Black' if end > 0 else 'White'} +{abs(end)} discs, exact"


def test_numbers_are_shown_without_mistakes(shown):
    page = shown(othello.from_moves("f5d6"), [0, 0.5, -2500])
    assert page.evaluate("review.values") == [
        ["even", 0],
        ["White +0.50", pytest.approx(-0.0002)],
        ["White +2.5k", -1],
    ]
    expect(page.get_by_role("button", name="Worst mistake", exact=True)).to_be_hidden()


def test_a_replay_without_values_has_none(shown):
    page = shown(othello.from_moves("f5d6"))
    for part in (".ck-told", ".ck-graph", ".ck-summary", ".ck-about"):
        expect(page.locator(part)).to_be_hidden()


def test_numbers_are_written_as_in_the_pictures(shown):
    page = shown(tictactoe.make())
    for number in (0.5234, 3.14159, 12, 87.5, 999.5, 1234, 2_500_000, 0.996, 9.96):
        assert page.evaluate("compact", number) == compact(number)
