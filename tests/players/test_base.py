"""What all players share: names, ties, and how those that search travel and refuse."""

import functools
import pickle

import numpy as np
import pytest

from coursekit import Budget, othello
from coursekit.games import bank
from coursekit.players import (
    LinearEvaluation,
    NamedPlayer,
    alpha_beta,
    alphago,
    alphazero,
    deepening,
    minimax,
    monte_carlo,
    random,
    uct,
)
from coursekit.players.base import player_name
from coursekit.players.tree_info import TreeInfo
from coursekit.players.tree_search import TreePlayer
from tests.support.playing import MAKERS, play_on

SEARCHING = [
    minimax(3),
    alpha_beta(2, LinearEvaluation(mobility=0.5)),
    deepening(Budget(count=500)),
    deepening(Budget(count=500), algorithm="alpha-beta"),
    monte_carlo(Budget(count=60), "uniform"),
    uct(Budget(count=60), c=0.5, expand_after=3),
    alphazero(simulations=10),
]


def test_player_names():
    class Opponent:
        def __call__(self, env):
            return "f5"

    class Corner(NamedPlayer):
        name = "corner lover"

    def my_player(env, depth):
        return "f5"

    assert player_name(my_player) == "my_player"
    assert player_name(functools.partial(my_player, depth=3)) == "my_player"
    assert player_name(lambda env: "f5") == "lambda"
    assert player_name(Opponent()) == "Opponent"
    assert player_name(random()) == "random"
    assert player_name(Corner()) == repr(Corner()) == "corner lover"


NAMES = {
    "minimax, depth 3": minimax(3),
    "minimax, depth 1, own scores": minimax(1, np.ones((8, 8))),
    "alpha-beta, depth 2, mobility": alpha_beta(2, "mobility"),
    "deepening alpha-beta, 0.01 s": deepening(Budget(seconds=0.01)),
    "deepening plain minimax, 500 nodes": deepening(Budget(count=500), algorithm="minimax"),
    "deepening plain alpha-beta, 500 nodes": deepening(Budget(count=500), algorithm="alpha-beta"),
    "Monte Carlo, 1,000 playouts, c=2": monte_carlo(Budget(count=1000), c=2),
    "uniform Monte Carlo, 60 playouts": monte_carlo(Budget(count=60), "uniform"),
    "UCT, 0.1 s": uct(Budget(seconds=0.1)),
    "UCT, 60 simulations, c=0.5, expanding after 3 visits": SEARCHING[-2],
    "AlphaZero, 1 simulation": alphazero(simulations=1),
    "AlphaGo, λ=0, 50 simulations": alphago(simulations=50, lam=0),
}


def test_players_that_search_have_readable_names():
    assert [player_name(player) for player in NAMES.values()] == list(NAMES)


@pytest.mark.parametrize(
    ("player", "name"),
    [
        (player, name)
        for player in SEARCHING
        for name in MAKERS
        if name.startswith("othello") or isinstance(player, TreePlayer)
    ],
)
def test_whole_games_are_legal_and_follow_from_the_seed(player, name):
    games = []
    for seed in (3, 3, 4):
        env = MAKERS[name](seed=seed)
        while not env.is_done():
            before, drawn = repr(env), env.rng.bit_generator.state
            action = player(env)
            assert action in env.legal_actions()
            assert action == player.info.action
            assert repr(env) == before
            assert (env.rng.bit_generator.state != drawn) == isinstance(player.info, TreeInfo)
            env.update(action)
        games.append(env.to_moves())
    assert games[0] == games[1]
    if name not in ("tictactoe", "othello4"):
        assert (games[0] != games[2]) == isinstance(player, TreePlayer)


@pytest.mark.parametrize("player", SEARCHING, ids=repr)
def test_a_player_that_searches_travels_without_what_it_can_make_again(player):
    env = play_on(othello.make(seed=1), 4, 20)
    action = player(env.clone())
    data = pickle.dumps(player)
    assert len(data) < 10_000
    twin = pickle.loads(data)
    assert repr(twin) == repr(player)
    assert twin.info.root_values == player.info.root_values
    assert twin(env.clone()) == action


@pytest.mark.parametrize("player", SEARCHING, ids=repr)
def test_a_finished_game_is_refused_before_any_chance_is_drawn(player):
    env = bank.position("draw")
    before = env.rng.bit_generator.state
    for ask in (player, player.analyse):
        with pytest.raises(ValueError, match="the game is over"):
            ask(env)
    assert env.rng.bit_generator.state == before


def test_without_a_choice_the_budget_is_saved():
    env = bank.position("forced pass")
    deep, tree = deepening(Budget(count=100_000)), uct(Budget(count=5_000))
    assert deep(env).is_pass
    assert tree(env).is_pass
    assert (deep.info.nodes, tree.info.simulations) == (2, 1)
    assert deep.analyse(env).nodes == 100_000
    assert tree.analyse(env).simulations == 5_000
    assert len(tree.info.variation) > 1
