"""Random games against the published figures, and against exact probabilities where they exist.

Seeds are fixed, so these tests either always pass or always fail; the bounds are four standard
errors, of the sample and of the published figure together.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from coursekit import BLACK, Env, othello, tictactoe, ultimate
from tests.support.playing import MAKERS, play_on


def rates(env: Env, games: int) -> tuple[float, float, float]:
    """Returns how often ``playouts`` ends in a win, loss and draw for the side to move."""
    results = env.playouts(games)
    return (results == 1).mean(), (results == -1).mean(), (results == 0).mean()


@pytest.mark.parametrize(
    ("size", "published"),
    [(8, (0.455, 0.503, 0.042)), (6, (0.437, 0.506, 0.057)), (4, (0.352, 0.551, 0.097))],
)
def test_othello(size: int, published: tuple[float, float, float]) -> None:
    """Black, white, draw: 400,000 games here and there, each rounded to a tenth of a per cent."""
    found = rates(othello.make(size, seed=1), 400_000)
    assert found == pytest.approx(published, abs=4 * 0.0008 * 2**0.5 + 0.0005)


def test_ultimate() -> None:
    games = 40_000
    found = rates(ultimate.make(seed=1), games)
    assert found == pytest.approx((0.411, 0.367, 0.223), abs=4 * (0.25 / games) ** 0.5 + 0.0005)


def test_tictactoe() -> None:
    games = 400_000
    found = rates(tictactoe.make(seed=1), games)
    exact = (737 / 1260, 121 / 420, 8 / 63)
    assert found == pytest.approx(exact, abs=4 * (0.25 / games) ** 0.5)


Chances = tuple[Fraction, Fraction]
"""Probabilities that the first player wins and that nobody does."""


@cache
def shared_table() -> dict[object, Chances]:
    """Keeps what was worked out, so that each position is searched once in all these tests."""
    return {}


def exact_chances(env: Env) -> Chances:
    known = shared_table()
    if env.is_done():
        return Fraction(int(env.is_win(1))), Fraction(int(env.is_draw()))
    if env.position not in known:
        wins = draws = Fraction(0)
        actions = env.legal_actions()
        for action in actions:
            env.update(action)
            win, draw = exact_chances(env)
            wins, draws = wins + win, draws + draw
            env.undo()
        known[env.position] = wins / len(actions), draws / len(actions)
    return known[env.position]


def test_the_exact_fractions_of_tictactoe() -> None:
    assert exact_chances(tictactoe.make()) == (Fraction(737, 1260), Fraction(8, 63))


@pytest.mark.parametrize("transcript", ["", "b1", "b1a1", "b1a1a2"])
def test_playouts_have_the_exact_chances_of_othello_4x4(transcript: str) -> None:
    """From the start and in mid-game, for either side to move, passes included."""
    games = 200_000
    env = othello.make(4, seed=7)
    for start in range(0, len(transcript), 2):
        env.update(transcript[start : start + 2])
    wins, draws = exact_chances(env)
    results = env.playouts(games) * int(env.player)
    bound = 4 * (0.25 / games) ** 0.5
    assert (results == 1).mean() == pytest.approx(float(wins), abs=bound)
    assert (results == 0).mean() == pytest.approx(float(draws), abs=bound)


def test_playouts_from_a_forced_pass_keep_the_point_of_view() -> None:
    """The last pass of each of 300 random 4×4 games, and what can follow it."""
    for seed in range(300):
        env = play_on(othello.make(4, seed=0), seed)
        while not (env.legal_actions() and env.legal_actions()[0].is_pass) and env.history:
            env.undo()
        if env.history:
            wins, draws = exact_chances(env)
            expected = float(2 * wins + draws - 1) * int(env.player)
            assert env.playouts(400).mean() == pytest.approx(expected, abs=4 / 20), env


def test_moves_passes_and_margin_of_random_othello() -> None:
    """A smaller sample through the public API, in plain Python."""
    chance = random.Random(3)
    moves, passes, branching, margins = [], [], [], []
    for _ in range(1000):
        env = othello.make()
        while not env.is_done():
            actions = env.legal_actions()
            if not actions[0].is_pass:
                branching.append(len(actions))
            env.update(chance.choice(actions))
        passes.append(sum(action.is_pass for action in env.history))
        moves.append(len(env.history) - passes[-1])
        margins.append(env.count(BLACK) - env.count(-BLACK))
    for sample, published, rounding in (
        (moves, 59.97, 0.005),
        (passes, 0.45, 0.005),
        (margins, -0.84, 0.005),
        (branching, 8.5, 0.05),
    ):
        error = np.std(sample) / len(sample) ** 0.5
        assert abs(np.mean(sample) - published) < 4 * error + rounding


def test_length_of_random_ultimate_games() -> None:
    plies = [len(play_on(ultimate.make(), seed).history) for seed in range(800)]
    assert abs(np.mean(plies) - 58.9) < 4 * np.std(plies) / len(plies) ** 0.5 + 0.05


@pytest.mark.parametrize("name", list(MAKERS))
def test_playouts_agree_with_plain_random_games(name: str) -> None:
    """From mid-game, where the other side is to move: Python's games against the kernel's."""
    plies, games = (5, 3) if name in ("tictactoe", "othello4") else (21, 9), 600
    for length in plies:
        env = play_on(MAKERS[name](seed=2), 8, length)
        assert not env.is_done()
        plain = []
        for seed in range(games):
            twin = play_on(env.copy(), seed)
            plain.append(twin.result() * int(twin.player) * int(env.player))
        compiled = env.playouts(20_000)
        error = np.std(plain) / games**0.5 + 0.01
        assert abs(compiled.mean() - np.mean(plain)) < 4 * error
