"""Small examples of 8×8 Othello for the tests of policy and value networks."""

from functools import cache

import numpy as np

from coursekit.games import othello
from coursekit.games.othello import Othello
from coursekit.learning.alphago.data import PolicyData, PolicyDataConfig
from coursekit.learning.alphago.examples import Arrays


@cache
def teacher_games(games: int = 40, depth: int = 1) -> Arrays:
    """Returns policy data of a quick player."""
    maker = PolicyData(PolicyDataConfig(games=games, depth=depth, exact=4))
    return maker(0, games, np.random.SeedSequence(5))


def env_at(own: int, opp: int, size: int = 8) -> Othello:
    """Returns an env with black, whose discs are ``own``, to move."""
    bits = [1 << (8 * row + col) for row in range(size) for col in range(size)]
    marks = "".join("X" if own & bit else "O" if opp & bit else "-" for bit in bits)
    return othello.from_string(marks + " X")
