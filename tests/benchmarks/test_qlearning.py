"""The benchmark of Q-learning starts, and judges each seed by the whole game."""

from __future__ import annotations

import subprocess
import sys

import pytest

from benchmarks import q_seeds
from benchmarks.timing import REPOSITORY


@pytest.mark.slow
def test_quick_run_prints_the_speed_and_both_tables() -> None:
    command = [sys.executable, "-m", "benchmarks", "qlearning", "--quick", "--without-peers"]
    finished = subprocess.run(
        command, cwd=REPOSITORY, capture_output=True, text=True, timeout=120, check=False
    )
    assert finished.returncode == 0, finished.stderr
    assert "| 256 games in lockstep: QLearning | " in finished.stdout
    assert "| one position at a time: OneByOne | " in finished.stdout
    assert finished.stdout.count("| seed | processor |") == 2
    assert "0 of 2 seeds cannot be beaten" in finished.stdout


def test_a_seed_is_good_only_when_all_targets_are_met() -> None:
    beaten = q_seeds.lockstep(q_seeds.recipe(updates=2), seed=0)
    assert not beaten.good
    assert beaten.moves == 512
    q = q_seeds.game_table("tictactoe").exact_q()
    perfect = q_seeds.examine(q_seeds.game_table("tictactoe"), q)
    assert q_seeds.Run(0, 9.9, 9.9, 1, perfect).good
    assert not q_seeds.Run(0, 10.1, 9.9, 1, perfect).good
