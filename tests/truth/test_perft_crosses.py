"""Perft of tic-tac-toe and ultimate tic-tac-toe, which runs through the Env."""

from __future__ import annotations

import pytest

from coursekit import tictactoe, ultimate
from tests.support.perfts import assert_env_perft, assert_perft

TICTACTOE = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
ULTIMATE = [81, 720, 6336, 55080, 473256, 4020960, 33782544]


@pytest.mark.parametrize("depth", range(1, 10))
def test_perft_tictactoe(depth: int) -> None:
    assert_perft(tictactoe.make(), depth, TICTACTOE[depth - 1])


def test_perft_tictactoe_one_leaf_for_each_game() -> None:
    assert_perft(tictactoe.make(), 9, 255168, "B")
    assert_env_perft(tictactoe.make(), 9, 255168, "C")


@pytest.mark.parametrize("depth", range(1, 7))
def test_perft_ultimate(depth: int) -> None:
    """Depth 6 is the first that tells the rule variants apart."""
    assert_perft(ultimate.make(), depth, ULTIMATE[depth - 1])


@pytest.mark.slow
def test_perft_ultimate_deep() -> None:
    assert_perft(ultimate.make(), 7, ULTIMATE[6])
