"""Budgets, memory and seeds: what a search may and must do."""

import time

import pytest

from coursekit import Budget, othello
from coursekit.engine.mcts import uct as mcts
from coursekit.games import bank
from tests.support.interrupting import interrupted
from tests.support.playing import GAMES, MAKERS, play_on
from tests.support.trees import begun, run


def without_time(found):
    return found._replace(seconds=0.0)


# Seeds


@pytest.mark.parametrize("name", GAMES)
def test_a_search_follows_from_its_seed(name):
    env = play_on(MAKERS[name](), 1, 2)
    first, again, other = (without_time(run(env, 3_000, seed)) for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_stopping_and_going_on_changes_nothing(monkeypatch):
    env = bank.position("two passes")
    expected = without_time(run(env, 3_001, 4))
    monkeypatch.setattr(mcts, "_FIRST_SLICE", 1)
    monkeypatch.setattr(mcts, "_SLICE_SECONDS", 0.0)
    assert without_time(run(env, 3_001, 4)) == expected


# Budgets


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 17, 255, 1_000, 4_321])
@pytest.mark.parametrize("name", ["othello8", "ultimate"])
def test_a_budget_of_simulations_is_kept_exactly(name, count):
    found = run(MAKERS[name](), count)
    assert found.simulations == sum(move.visits for move in found.moves) == count
    assert found.line[0] in [move.move for move in found.moves if move.visits]


def test_a_budget_of_seconds_is_kept():
    search = begun(othello.make())
    late = []
    for _ in range(5):
        start = time.perf_counter()
        found = search.run(Budget(seconds=0.05), 1)
        late.append(time.perf_counter() - start - 0.05)
        assert found.simulations > 100
    # The best of five: other programs may run beside the tests.
    assert -0.005 < min(late) < 0.02


def test_an_interrupt_stops_a_long_search():
    search = begun(othello.make())
    interrupted(lambda: search.run(Budget(count=10**9), 1))
    root = search.nodes[0]
    assert root["wins"] + root["draws"] + root["losses"] == root["visits"]  # nothing is half done
    visits = int(root["visits"])
    found = search.run(Budget(count=500), 1)
    assert sum(move.visits for move in found.moves) == visits + 500


def test_a_node_never_counts_beyond_its_number():
    search = begun(bank.position("last move"))
    search.nodes[0]["visits"] = mcts.NEVER - 10
    assert search.run(Budget(count=1_000), 1).simulations == 10


# Memory


@pytest.mark.parametrize("room", [82, 300, 3_000])
@pytest.mark.parametrize("name", ["othello8", "tictactoe", "ultimate"])
def test_a_full_tree_searches_on_without_growing(name, room, monkeypatch):
    monkeypatch.setattr(mcts, "MOST_NODES", room)
    search = begun(MAKERS[name]())
    found = search.run(Budget(count=20_000), 1)
    assert len(search.nodes) == room
    assert found.full
    assert room - 81 < found.nodes <= room
    assert sum(move.visits for move in found.moves) == 20_000
    more = search.run(Budget(count=20_000), 2)
    assert more.nodes <= room
    assert sum(move.visits for move in more.moves) == 40_000


def test_a_search_takes_no_more_memory_than_its_simulations_can_use():
    assert not run(othello.make(), 1_000).full
    assert len(begun(othello.make(), simulations=100).nodes) < 10_000
    assert len(begun(othello.make()).nodes) == mcts.MOST_NODES
    assert begun(othello.make()).nodes.nbytes < 256 * 2**20
