"""The benchmark of tree search runs, and checks what it measures."""

from __future__ import annotations

import subprocess
import sys

import pytest

from benchmarks.ours_mcts import checked
from benchmarks.timing import REPOSITORY


def test_quick_run_without_peers_prints_our_numbers() -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "benchmarks", "mcts", "--quick", "--without-peers"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.count("| coursekit: engine.mcts.Search | ") == 2
    assert "| coursekit: a node class, env.playout | " in finished.stdout
    assert "OpenSpiel" not in finished.stdout


@pytest.mark.parametrize("value", [-1.0, 1.0, float("nan")])
def test_a_value_that_cannot_be_is_refused(value: float) -> None:
    assert checked(-0.05, 7) == 7
    with pytest.raises(AssertionError, match="start position"):
        checked(value, 7)
