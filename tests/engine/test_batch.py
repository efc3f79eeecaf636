"""Playouts by the batch: the same games however many threads share them."""

from __future__ import annotations

import numpy as np
import pytest

from coursekit import othello
from coursekit.engine import batch
from coursekit.engine import othello as kernels
from tests.support.playing import play_on

START = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36, 2**64 - 1)


@pytest.mark.parametrize("count", [0, 1, 7, 499, 1500, 3001])
@pytest.mark.parametrize("threads", [1, 2, 3, 16])
def test_threads_do_not_change_the_results(count: int, threads: int) -> None:
    expected = [kernels.playout(*START, 11, number) for number in range(5, 5 + count)]
    found = batch.playouts(*START, 11, 5, count, threads=threads)
    assert found.dtype == np.int64
    assert found.tolist() == expected


def test_several_threads_really_share_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    inner = kernels.playouts

    def spy(*arguments: object) -> None:
        sizes.append(len(arguments[-1]))  # type: ignore[arg-type]
        inner(*arguments)

    monkeypatch.setattr(kernels, "playouts", spy)
    batch.playouts(*START, 11, 1, 3000, threads=3)
    assert sorted(sizes) == [1000, 1000, 1000]


def test_the_differences_are_disc_counts() -> None:
    """Mean −0.84 for black, and a full board gives an even difference."""
    differences = batch.playouts(*START, 3, 1, 200_000)
    error = differences.std() / len(differences) ** 0.5
    assert abs(differences.mean() + 0.84) < 4 * error * 1.3 + 0.005
    assert np.abs(differences).max() <= 64
    assert (differences % 2 == 0).mean() > 0.98


@pytest.mark.parametrize("size", [4, 6, 8])
def test_one_move_before_the_end_the_margin_is_exact(size: int) -> None:
    for seed in range(60):
        env = play_on(othello.make(size), seed)
        player = env.player
        margin = env.count(-player) - env.count(player)
        env.undo()
        if len(env.legal_actions()) == 1:
            own, opp, _ = env._state
            found = batch.playouts(own, opp, env._board_mask, 1, 1, 5)
            assert found.tolist() == [margin] * 5, env
