"""The benchmark of value data: its baseline is the same procedure, and a quick run says all."""

from collections.abc import Callable

import numpy as np
import pytest

from benchmarks import ours_data
from coursekit.engine.bulk import lockstep
from coursekit.learning.alphago.data import value
from tests.benchmarks.running import quick


def test_one_game_at_a_time_is_the_same_procedure():
    """A policy before the random move and one after it are asked as often, and where it counts."""
    asked = [0, 0]

    def counted(which: int) -> value.Ask:
        def policy(own: np.ndarray, opp: np.ndarray, legal: np.ndarray) -> np.ndarray:
            asked[which] += len(own)
            assert np.array_equal(legal, lockstep.legal_moves(own, opp))
            return np.zeros((len(own), 65), np.float32)

        return policy

    def per_game(play: Callable[[], object], games: int) -> list[float]:
        asked[:] = 0, 0
        play()
        return [count / games for count in asked]

    policies = [counted(0), counted(1)]
    one = per_game(lambda: [ours_data.one_at_a_time(policies) for _ in range(500)], 500)
    many = per_game(lambda: ours_data.lockstep(5000, policies), 5000)
    # Half of about 57, with a spread of about 17 in each game.
    assert np.allclose(one, many, atol=4 * 17 / np.sqrt(500))
    assert 24 < many[0] < 34


@pytest.mark.slow
def test_quick_run_prints_speed_shares_and_strength():
    printed = quick("data")
    assert "value data, 12,500 games" in printed
    assert printed.count("games in lockstep |") == 4
    assert printed.count("Time inside the ") == 4
    assert "mean squared error" in printed
