"""Games in lockstep: what is drawn, and from which stream."""

import numpy as np
import pytest

from coursekit.engine.bulk import lockstep


def test_a_game_has_its_own_stream_wherever_the_count_begins() -> None:
    together = lockstep.streams(3, 0, 15)
    assert len(set(together.tolist())) == 15
    assert lockstep.streams(3, 10, 5).tolist() == together[10:].tolist()


def test_moves_are_drawn_with_the_policys_probabilities() -> None:
    legal = np.full(40_000, 0b1011, np.uint64)
    logits = np.zeros((40_000, 65), np.float32)
    logits[:, :4] = np.log([0.2, 0.7, 9.0, 0.1])
    moves = np.empty(40_000, np.int64)
    states = lockstep.streams(7, 0, 40_000)
    for temperature, expected in ((1.0, [0.2, 0.7, 0, 0.1]), (0.0, [0, 1, 0, 0])):
        lockstep.choose(legal, logits, temperature, states, moves)
        shares = np.bincount(moves, minlength=4) / 40_000
        assert shares == pytest.approx(expected, abs=0.012)
