"""Monte Carlo and UCT players: in play, what they tell, and against bad input."""

import pytest

from coursekit import Budget, othello, tictactoe
from coursekit.games import bank
from coursekit.players import deepening, monte_carlo, uct
from tests.support.playing import GAMES, MAKERS, play_on
from tests.support.row_game import RowGame

FEW = Budget(count=60)
PLAYERS = [
    monte_carlo(FEW),
    monte_carlo(FEW, "uniform"),
    uct(FEW),
    uct(FEW, c=0.5, expand_after=3),
]


@pytest.mark.parametrize("player", PLAYERS, ids=repr)
def test_a_move_draws_one_number_and_no_other_chance(player):
    env, twin = othello.make(seed=9), othello.make(seed=9)
    player(env)
    twin.rng.integers(2**64, dtype="uint64")
    assert env.rng.bit_generator.state == twin.rng.bit_generator.state
    assert env.playout() == twin.playout()


# What they tell


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [3, 4])
def test_info_tells_what_the_search_found(name, plies):
    env = play_on(MAKERS[name](seed=6), 6, plies)
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
    assert info.seconds > 0
    assert info.variation[0] == info.action
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
    assert table.loc[info.action.name, "value"] == info.value


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


# Bad input


@pytest.mark.parametrize("factory", [monte_carlo, uct, deepening])
def test_a_budget_is_a_budget_and_an_exploration_constant_a_number_from_zero(factory):
    for budget in (0.01, 100, None, "1 s"):
        with pytest.raises(TypeError, match="Budget"):
            factory(budget)
    for c in (-1, float("nan"), float("inf"), "1", None, True) if factory != deepening else ():
        with pytest.raises(ValueError, match="exploration constant"):
            factory(FEW, c=c)


def test_other_numbers_of_visits_allocations_and_games_are_refused():
    for number in (0, -1, 1.5, "2", True):
        with pytest.raises(ValueError, match="expand_after is a whole number from 1 to"):
            uct(FEW, expand_after=number)
    with pytest.raises(ValueError, match="'best'"):
        monte_carlo(FEW, "best")
    for player in PLAYERS:
        with pytest.raises(TypeError, match="row3 has no kernels"):
            player(RowGame())
