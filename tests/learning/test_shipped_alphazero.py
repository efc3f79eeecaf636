"""The AlphaZero networks that come with the package, judged by the truth."""

import numpy as np
import pytest

from coursekit import players
from coursekit.learning import game_table, load_dual_network
from coursekit.learning.alphazero_config import AlphaZeroConfig, preset
from coursekit.learning.alphazero_truth import examine_network


def test_tic_tac_toe_is_played_perfectly_in_every_position() -> None:
    table = game_table("tictactoe")
    numbers = np.flatnonzero(~table.done)
    envs = [table.env(int(number)) for number in numbers]
    q = table.exact_q()
    actions = players.alphazero(simulations=25).choose_all(envs)
    wrong = [
        int(number)
        for number, action in zip(numbers, actions, strict=True)
        if q[number, action.index] < q[number].max()
    ]
    assert wrong == []


@pytest.mark.parametrize("game", ["tictactoe", "othello4"])
def test_the_network_alone_reaches_the_exact_value_whoever_plays_against_it(game: str) -> None:
    """Tic-tac-toe is a draw, and 4×4 Othello a win of the second player."""
    network, _ = load_dual_network(game)
    found = examine_network(game_table(game), network)
    assert found["losing_lines_second"] == 0
    assert found["losing_lines_first"] == 0 or game == "othello4"


@pytest.mark.parametrize("game", ["tictactoe", "othello4", "othello6", "othello8"])
def test_it_was_made_by_the_recipe(game: str) -> None:
    _, checkpoint = load_dual_network(game)
    assert AlphaZeroConfig.from_dict(checkpoint.config) == preset("laptop", game)
    assert checkpoint.finished
