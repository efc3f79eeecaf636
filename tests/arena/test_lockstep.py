"""Matches with all games side by side are the same matches."""

import pytest
import torch

from coursekit import Budget, othello, players, tictactoe
from coursekit.arena import PlayerError, lockstep_match, match
from coursekit.arena.lockstep import play_side_by_side
from coursekit.arena.scheduled import schedule
from coursekit.engine.puct import PuctConfig
from coursekit.learning.networks import DualNetwork
from coursekit.players.network_search import NetworkSearchPlayer
from tests.support import puct


def searcher(simulations=12, solver=True):
    """A player whose evaluator does not depend on what else is in a batch."""

    def evaluate(leaves, legal, seeds):
        return puct.noise(leaves[:, 0], leaves[:, 1], 10 if leaves.shape[1] == 2 else 17)

    config = PuctConfig(simulations, solver=solver)
    return NetworkSearchPlayer("noise", config, lambda game: evaluate)


def small():
    return othello.make(4)


@pytest.mark.parametrize(
    "opponent",
    [players.random(), players.alpha_beta(2), players.uct(Budget(count=30)), searcher(3)],
    ids=lambda player: player.name,
)
def test_it_plays_the_games_of_a_match(opponent):
    expected = match(searcher(), opponent, 24, seed=4, make=small)
    assert lockstep_match(searcher(), opponent, 24, seed=4, make=small) == expected


def test_tictactoe_is_played_too():
    result = lockstep_match(searcher(2000), players.random(), 20, make=tictactoe.make)
    assert result.losses == 0
    assert result.wins > 12


def test_players_of_one_name_are_told_apart():
    result = lockstep_match(searcher(), searcher(), 4, make=small)
    assert (result.a, result.b) == ("noise, 12 simulations (a)", "noise, 12 simulations (b)")


def test_the_position_that_stopped_a_player_is_shown():
    def stubborn(env):
        return "a1"

    with pytest.raises(PlayerError, match="stubborn"):
        lockstep_match(searcher(), stubborn, 4, make=small)


def test_a_player_for_one_position_is_refused():
    with pytest.raises(TypeError, match="random"):
        lockstep_match(players.random(), searcher(), 4, make=small)


def test_a_network_plays_a_whole_match():
    torch.manual_seed(0)
    player = players.alphazero(DualNetwork(4, 17, channels=8, blocks=1), 50)
    assert lockstep_match(player, players.random(), 40, make=small).score > 0.5


def test_progress_grows_with_every_ply_though_games_end_together():
    steps = []
    games = schedule(small, 24, 4, 2)
    play_side_by_side(searcher(), players.random(), small, games, steps.append)
    assert sum(steps) == len(games)
    assert sum(step > 0 for step in steps) > 5
    assert min(steps) >= 0
