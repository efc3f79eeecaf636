"""The compiled UCT and the few lines of Python that a lesson writes agree, but for chance."""

import numpy as np
import pytest

from coursekit import othello, tictactoe, ultimate
from coursekit.games import bank
from tests.support import uct as lesson
from tests.support.playing import play_on
from tests.support.trees import FLAT, run

COUNT = 1_500
POSITIONS = {
    "start": othello.make(),
    "middle game": bank.position("middle game"),
    "middle game 6x6": bank.position("middle game 6x6"),
    "forced pass": bank.position("forced pass"),
    "endgame": bank.position("endgame"),
    "tic-tac-toe": tictactoe.from_moves("a1"),
    "won": tictactoe.from_moves("a1b2b1a2"),
    "lost": tictactoe.from_moves("a1a2b2"),
    "ultimate": ultimate.from_moves("e5d4a1"),
    "late ultimate": play_on(ultimate.make(), 2, 44),
}


def ours(env, seeds, **options):
    """Returns share of visits of each move, and value of the position, for each seed."""
    rows = []
    for seed in range(seeds):
        found = run(env, COUNT, seed, **options)
        visits = [move.visits / COUNT for move in found.moves]
        rows.append([*visits, sum(move.wins - move.losses for move in found.moves) / COUNT])
    return np.array(rows)


def theirs(env, seeds, search=lesson.uct):
    rows = []
    for seed in range(seeds):
        env.seed(seed)
        root = search(env, COUNT)
        visits = {child.action.number: child.visits / COUNT for child in root.children}
        value = -sum(child.total for child in root.children) / COUNT
        rows.append([*[visits[move] for move in sorted(visits)], value])
    return np.array(rows)


def difference(a, b):
    """Returns the largest difference of the means, in standard errors, beyond 0.02.

    The 0.02 are for the simulations that are under way at once in the engine.
    """
    errors = np.sqrt(a.var(0) / len(a) + b.var(0) / len(b)) + 1e-9
    return float((np.maximum(0, np.abs(a.mean(0) - b.mean(0)) - 0.02) / errors).max())


@pytest.mark.parametrize("name", POSITIONS)
def test_uct_agrees_with_the_lesson(name):
    env = POSITIONS[name]
    assert difference(ours(env, 150), theirs(env, 20)) < 4.5


@pytest.mark.parametrize("name", ["middle game", "tic-tac-toe", "ultimate"])
def test_flat_monte_carlo_agrees_with_the_lesson(name):
    env = POSITIONS[name]
    assert difference(ours(env, 150, expand_after=FLAT), theirs(env, 20, lesson.flat)) < 4.5


@pytest.mark.parametrize("expand_after", [3, 10])
def test_expansion_after_some_visits_agrees_with_the_lesson(expand_after):
    env = POSITIONS["middle game"]

    def search(env, count):
        return lesson.uct(env, count, expand_after=expand_after)

    assert difference(ours(env, 150, expand_after=expand_after), theirs(env, 20, search)) < 4.5


def wrong_choice(self, c, right=lesson.Node.select):
    """Chooses as if the children's results were counted for this node's side."""
    for child in self.children:
        child.total = -child.total
    chosen = right(self, c)
    for child in self.children:
        child.total = -child.total
    return chosen


@pytest.mark.parametrize("name", ["middle game 6x6", "endgame", "tic-tac-toe", "late ultimate"])
def test_the_comparison_notices_a_wrong_sign(name, monkeypatch):
    monkeypatch.setattr(lesson.Node, "select", wrong_choice)
    env = POSITIONS[name]
    assert difference(ours(env, 150), theirs(env, 20)) > 8
