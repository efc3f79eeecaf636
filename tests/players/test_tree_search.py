"""Monte Carlo and UCT players: in play, what they tell, and against bad input."""

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from coursekit import Budget, othello, players, tictactoe, ultimate
from coursekit.games import bank
from coursekit.players import MoveStatistics, monte_carlo, player_name, uct
from tests.support.playing import GAMES, MAKERS, play_on

FEW = Budget(count=60)
PLAYERS = [
    monte_carlo(FEW),
    monte_carlo(FEW, "uniform"),
    uct(FEW),
    uct(FEW, c=0.5, expand_after=3),
    uct(FEW, reuse=True),
    uct(FEW, trees=2),
]


def play(player, name, seed):
    env = MAKERS[name](seed=seed)
    while not env.is_done():
        before = repr(env)
        action = player(env)
        assert action in env.legal_actions()
        assert action == player.info.action
        assert repr(env) == before
        env.update(action)
    return env.to_moves()


@pytest.mark.parametrize("player", PLAYERS, ids=repr)
@pytest.mark.parametrize("name", GAMES)
def test_players_play_whole_games_legally_and_as_the_seed_says(player, name):
    games = [play(player, name, seed) for seed in (3, 3, 4)]
    assert games[0] == games[1]
    assert games[0] != games[2] or name in ("tictactoe", "othello4")


@pytest.mark.parametrize("player", PLAYERS, ids=repr)
def test_a_move_draws_one_number_and_no_other_chance(player):
    env, twin = othello.make(seed=9), othello.make(seed=9)
    player(env)
    twin.rng.integers(2**64, dtype="uint64")
    assert env.rng.bit_generator.state == twin.rng.bit_generator.state
    assert env.playout() == twin.playout()


def test_names_are_readable():
    assert [repr(player) for player in PLAYERS] == [
        "Monte Carlo, 60 playouts",
        "uniform Monte Carlo, 60 playouts",
        "UCT, 60 simulations",
        "UCT, 60 simulations, c=0.5, expanding after 3 visits",
        "UCT, 60 simulations, tree kept",
        "UCT, 60 simulations, 2 trees",
    ]
    assert player_name(uct(Budget(seconds=0.1))) == "UCT, 0.1 s"
    assert repr(uct(Budget(count=1))) == "UCT, 1 simulation"
    assert repr(monte_carlo(Budget(count=1000), c=2)) == "Monte Carlo, 1,000 playouts, c=2"


@pytest.mark.parametrize("player", PLAYERS, ids=repr)
def test_players_are_pickled_without_their_tree(player):
    player(othello.make(seed=1))
    data = pickle.dumps(player)
    assert len(data) < 10_000
    twin = pickle.loads(data)
    assert repr(twin) == repr(player)
    assert twin.info == player.info
    assert play(twin, "othello4", 5) == play(player, "othello4", 5)


def test_the_same_moves_in_another_process():
    code = (
        "import json; from coursekit import Budget, ultimate; from coursekit.players import uct\n"
        "env, player, moves = ultimate.make(seed=2), uct(Budget(count=300)), []\n"
        "for _ in range(5): moves.append(player(env).name); env.update(moves[-1])\n"
        "print(json.dumps(moves))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).resolve().parents[2],
        env={**os.environ, "PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
    )
    env, player, moves = ultimate.make(seed=2), uct(Budget(count=300)), []
    for _ in range(5):
        moves.append(player(env).name)
        env.update(moves[-1])
    assert json.loads(finished.stdout) == moves


# What they tell


@pytest.mark.parametrize("name", GAMES)
def test_info_tells_what_the_search_found(name):
    env = play_on(MAKERS[name](seed=6), 6, 3)
    player = uct(Budget(count=4_000))
    info = player.analyse(env)
    assert info is player.info
    assert [move.action for move in info.moves] == env.legal_actions()
    assert set(info.visits) == set(env.legal_actions())
    assert info.simulations == sum(info.visits.values()) == 4_000
    assert info.visits[info.action] == max(info.visits.values())
    assert info.value == info.root_values[info.action]
    assert info.nodes > 1_000 or name in ("tictactoe", "othello4")
    assert not info.full
    assert info.reused == 0
    assert info.seconds > 0
    assert info.variation[0] == info.action
    for action in info.variation:
        env.update(action)


@pytest.mark.parametrize("name", ["othello8", "othello6", "tictactoe", "ultimate"])
def test_a_variation_is_legal_and_has_alternating_sides(name):
    for plies in (1, 2, 4):
        env = play_on(MAKERS[name](seed=6), 8, plies)
        info = uct(Budget(count=3_000)).analyse(env)
        for action in info.variation:
            assert action.player == env.player
            env.update(action)
        assert len(info.variation) > 1 or env.is_done()


def test_the_table_has_a_row_for_each_move_the_most_visited_first():
    info = uct(Budget(count=2_000)).analyse(bank.position("middle game"))
    table = info.table
    assert table.index[0] == info.action.name
    assert sorted(table.index) == sorted(action.name for action in info.visits)
    assert table["visits"].is_monotonic_decreasing
    assert table["share"].sum() == pytest.approx(1)
    assert (table["wins"] + table["draws"] + table["losses"] == table["visits"]).all()
    row = table.loc[info.action.name]
    assert row["value"] == info.value
    assert row["low"] < row["value"] < row["high"]
    assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * row["error"], rel=0.01)


def test_intervals_hold_the_true_value_about_as_often_as_they_say():
    env = tictactoe.from_moves("a1")
    player = monte_carlo(Budget(count=8_000), "uniform")
    exact = player_of_exact_values(env)
    inside = 0
    for seed in range(60):
        env.seed(seed)
        for move in player.analyse(env).moves:
            low, high = move.interval
            inside += low <= exact[move.action] <= high
    assert 0.92 < inside / (60 * 8) < 0.98


def player_of_exact_values(env):
    def value(env):
        if env.is_done():
            return env.result()
        return sum(after(env, action, value) for action in env.legal_actions()) / len(
            env.legal_actions()
        )

    return {action: after(env, action, value) for action in env.legal_actions()}


def after(env, action, value):
    env.update(action)
    found = -value(env)
    env.undo()
    return found


def test_statistics_by_hand():
    move = MoveStatistics(None, 8, 5, 2, 1)
    assert move.value == 0.5
    # with a win and a loss added: mean 0.4, mean square 0.8
    assert move.error == pytest.approx(((0.8 - 0.16) / 10) ** 0.5)
    assert move.interval == pytest.approx(
        (0.4 - 1.959964 * move.error, 0.4 + 1.959964 * move.error)
    )
    certain = MoveStatistics(None, 3, 3, 0, 0)
    assert certain.interval[0] < 0.1
    assert certain.interval[1] == 1
    nothing = MoveStatistics(None, 0, 0, 0, 0)
    assert nothing.value != nothing.value
    assert nothing.interval == (-1, 1)


# How they choose


def test_of_equally_visited_moves_the_better_then_the_first():
    for seed in range(10):
        info = monte_carlo(Budget(count=9)).analyse(tictactoe.make(seed=seed))
        assert set(info.visits.values()) == {1}
        best = max(info.root_values.values())
        assert info.action == next(a for a, v in info.root_values.items() if v == best)


def test_uniform_monte_carlo_plays_the_highest_value():
    """It visits all alike, so which moves got one playout more must not decide."""
    for count in (900, 905):
        info = monte_carlo(Budget(count=count), "uniform").analyse(tictactoe.make(seed=2))
        assert max(info.visits.values()) - min(info.visits.values()) <= 1
        assert info.action.name == "b2"
        assert info.value == max(info.root_values.values())
        assert info.variation == (info.action,)


def test_flat_monte_carlo_is_blind_to_the_reply_and_uct_is_not():
    """O threatens nothing yet, but X's corner makes two threats after any careless move."""
    env = tictactoe.from_moves("a1b2c3")  # an edge draws, a corner loses
    for seed in range(20):
        env.seed(seed)
        assert uct(Budget(count=3_000))(env).name in ("b1", "a2", "c2", "b3")


def test_more_simulations_play_better():
    env = ultimate.make(seed=4)
    result = 0
    strong, weak = uct(Budget(count=400)), uct(Budget(count=20))
    for game in range(10):
        env.reset()
        while not env.is_done():
            first = (env.player > 0) == (game % 2 == 0)
            env.update((strong if first else weak)(env))
        result += env.result() * int(env.player) * (1 if game % 2 == 0 else -1)
    assert result >= 5


def test_without_a_choice_the_budget_is_saved():
    env = bank.position("forced pass")
    player = uct(Budget(count=5_000))
    assert player(env).is_pass
    assert player.info.simulations == 1
    assert player.analyse(env).simulations == 5_000
    assert len(player.info.variation) > 1


# The tree that is kept


def test_a_kept_tree_goes_on_from_move_to_move():
    env = othello.make(seed=1)
    player = uct(Budget(count=5_000), reuse=True)
    reused = []
    for _ in range(6):
        env.update(player(env))
        reused.append(player.info.reused)
        assert sum(player.info.visits.values()) in (
            player.info.reused + 5_000,
            player.info.reused + 4_999,  # one playout from before it was expanded
        )
        env.update(player.info.variation[1])
    assert reused[0] == 0
    assert min(reused[1:]) > 100


def test_a_kept_tree_is_dropped_when_the_game_is_another():
    player = uct(Budget(count=500), reuse=True)
    env = othello.make(seed=1)
    player(env)
    for other in (
        othello.make(6, seed=1),
        tictactoe.make(seed=1),
        othello.from_string("-----OX--XO----- X"),
        othello.from_moves("f5d6c3"),
    ):
        player.analyse(other)
        assert player.info.reused == 0 or other.to_moves() == "f5d6c3"
    env = othello.from_moves("f5d6")
    player.analyse(env)
    assert player.info.reused == 0
    env.undo()
    player.analyse(env)
    assert player.info.reused == 0


# Bad input


@pytest.mark.parametrize("factory", [monte_carlo, uct])
@pytest.mark.parametrize("budget", [0.01, 100, None, "1 s"])
def test_a_budget_is_a_budget(factory, budget):
    with pytest.raises(TypeError, match="Budget"):
        factory(budget)


@pytest.mark.parametrize("factory", [monte_carlo, uct])
@pytest.mark.parametrize("c", [-1, float("nan"), float("inf"), "1", None, True])
def test_an_exploration_constant_is_a_number_from_zero(factory, c):
    with pytest.raises(ValueError, match="exploration constant"):
        factory(FEW, c=c)


@pytest.mark.parametrize("option", ["expand_after", "trees"])
@pytest.mark.parametrize("number", [0, -1, 1.5, "2", True])
def test_counts_are_whole_numbers_from_one(option, number):
    with pytest.raises(ValueError, match=f"{option} is a whole number from 1 up"):
        uct(FEW, **{option: number})


def test_an_unknown_allocation_is_refused():
    with pytest.raises(ValueError, match="'best'"):
        monte_carlo(FEW, "best")


@pytest.mark.parametrize("megabytes", [0, -1, float("nan"), 0.001, 1e9])
def test_memory_that_there_is_not_is_refused_at_once(megabytes):
    with pytest.raises(ValueError, match="tree"):
        uct(FEW, megabytes=megabytes)


def test_a_small_memory_is_kept_and_said():
    player = uct(Budget(count=20_000), megabytes=0.1)
    info = player.analyse(othello.make(seed=1))
    assert info.full
    assert info.nodes <= 0.1 * 2**20 / 32
    assert info.simulations == 20_000


def test_a_finished_game_is_refused():
    env = bank.position("draw")
    before = env.rng.bit_generator.state
    for player in PLAYERS:
        for ask in (player, player.analyse):
            with pytest.raises(ValueError, match="the game is over"):
                ask(env)
    assert env.rng.bit_generator.state == before


def test_another_game_is_refused_with_its_name():
    env = SimpleNamespace(is_done=lambda: False, legal_actions=lambda: [1, 2], name="nim")
    for player in PLAYERS:
        with pytest.raises(TypeError, match="cannot play nim"):
            player(env)


def test_they_stand_among_the_players():
    assert {"monte_carlo", "uct", "TreePlayer", "TreeInfo"} <= {*players.__all__}
