"""The benchmark of Q-learning starts, and judges each seed by the whole game."""

import pytest

from benchmarks import q_seeds
from tests.benchmarks.running import quick


@pytest.mark.slow
def test_quick_run_prints_the_speed_and_both_tables():
    printed = quick("qlearning")
    assert "| 256 games in lockstep: QLearning | " in printed
    assert "| one position at a time: OneByOne | " in printed
    assert printed.count("| seed | processor |") == 2
    assert "0 of 2 seeds cannot be beaten" in printed


def test_a_seed_is_good_only_when_all_targets_are_met():
    beaten = q_seeds.lockstep(q_seeds.recipe(updates=2), seed=0)
    assert not beaten.good
    assert beaten.moves == 512
    q = q_seeds.game_table("tictactoe").exact_q()
    perfect = q_seeds.examine(q_seeds.game_table("tictactoe"), q)
    assert q_seeds.Run(0, 9.9, 9.9, 1, perfect).good
    assert not q_seeds.Run(0, 10.1, 9.9, 1, perfect).good
