"""The benchmark of the book's script plays with every opponent in the browser."""

import pytest

from tests.benchmarks.running import quick


@pytest.mark.slow
def test_quick_run_times_every_opponent_in_the_browser(browser):
    printed = quick("browser", patience=120)
    assert "| othello8 | AlphaZero, 100 simulations | " in printed
    assert "| tictactoe | Q network for tictactoe | " in printed
    assert "| ultimate | UCT, 10,000 simulations | " in printed
