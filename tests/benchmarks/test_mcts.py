"""The benchmark of tree search runs, and checks what it measures."""

import pytest

from benchmarks.ours_mcts import checked
from tests.benchmarks.running import quick


def test_quick_run_without_peers_prints_our_numbers():
    printed = quick("mcts")
    assert "OpenSpiel" not in printed
    assert printed.count("| coursekit: engine.mcts.Search | ") == 2
    assert "| coursekit: a node class, env.playout | " in printed


@pytest.mark.parametrize("value", [-1.0, 1.0, float("nan")])
def test_a_value_that_cannot_be_is_refused(value):
    assert checked(-0.05, 7) == 7
    with pytest.raises(AssertionError, match="start position"):
        checked(value, 7)
