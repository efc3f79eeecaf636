"""Random games against the published figures, and against exact probabilities where they exist.

Seeds are fixed, so these tests either always pass or always fail; the bounds are four standard
errors, of the sample and of the published figure together.
"""

import random
from fractions import Fraction

import numpy as np
import pytest

from coursekit import BLACK, Env, othello, tictactoe, ultimate
from tests.support.playing import MAKERS, play_on

ROUNDED = 0.0005  # the published rates are rounded to a tenth of a per cent
TWO_SAMPLES = 4 * 0.0008 * 2**0.5 + ROUNDED  # of 400,000 games, here and there


@pytest.mark.parametrize(
    ("name", "games", "published", "bound"),
    [
        ("othello8", 400_000, (0.455, 0.503, 0.042), TWO_SAMPLES),
        ("othello6", 400_000, (0.437, 0.506, 0.057), TWO_SAMPLES),
        ("othello4", 400_000, (0.352, 0.551, 0.097), TWO_SAMPLES),
        ("ultimate", 40_000, (0.411, 0.367, 0.223), 4 * 0.0025 + ROUNDED),
        ("tictactoe", 400_000, (737 / 1260, 121 / 420, 8 / 63), 4 * 0.00079),
    ],
)
def test_how_often_the_first_player_wins_loses_and_draws(name, games, published, bound):
    results = MAKERS[name](seed=1).playouts(games)
    found = [(results == result).mean() for result in (1, -1, 0)]
    assert found == pytest.approx(published, abs=bound)


Chances = tuple[Fraction, Fraction]
"""Probabilities that the first player wins and that nobody does."""

_KNOWN: dict[object, Chances] = {}  # each position is searched once in all these tests


def exact_chances(env: Env) -> Chances:
    if env.is_done():
        return Fraction(int(env.is_win(1))), Fraction(int(env.is_draw()))
    if env.position not in _KNOWN:
        wins = draws = Fraction(0)
        actions = env.legal_actions()
        for action in actions:
            env.update(action)
            win, draw = exact_chances(env)
            wins, draws = wins + win, draws + draw
            env.undo()
        _KNOWN[env.position] = wins / len(actions), draws / len(actions)
    return _KNOWN[env.position]


def test_the_exact_fractions_of_tictactoe() -> None:
    assert exact_chances(tictactoe.make()) == (Fraction(737, 1260), Fraction(8, 63))


@pytest.mark.parametrize("transcript", ["", "b1", "b1a1", "b1a1a2"])
def test_playouts_have_the_exact_chances_of_othello_4x4(transcript: str) -> None:
    """From the start and in mid-game, for either side to move, passes included."""
    games = 200_000
    env = othello.make(4, seed=7).play_moves(transcript)
    wins, draws = exact_chances(env)
    results = env.playouts(games) * int(env.player)
    bound = 4 * (0.25 / games) ** 0.5
    assert (results == 1).mean() == pytest.approx(float(wins), abs=bound)
    assert (results == 0).mean() == pytest.approx(float(draws), abs=bound)


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
