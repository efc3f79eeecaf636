"""Budgets, memory, seeds, threads and the tree that is kept: what a search may and must do."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from coursekit import Budget, othello, tictactoe, ultimate
from coursekit.engine import mcts
from coursekit.games import bank
from coursekit.players.tree_positions import move_of, position_words
from tests.support.playing import GAMES, MAKERS, play_on
from tests.support.trees import begun, run, scores_follow_from_counts, subtree


def without_time(found):
    return found._replace(seconds=0.0)


# Seeds


@pytest.mark.parametrize("name", GAMES)
def test_a_search_follows_from_its_seed(name):
    env = play_on(MAKERS[name](), 1, 2)
    first, again, other = (without_time(run(env, 3_000, seed)) for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_seeds_reach_other_processes():
    code = (
        "from tests.support.trees import run; from coursekit import othello, ultimate; "
        "print(run(othello.make(), 2000, 2**64 - 1)[:4], "
        "run(ultimate.make(), 2000, 3, trees=3)[:4])"
    )
    outputs = set()
    for seed in ("0", "1"):
        finished = subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).resolve().parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        outputs.add(finished.stdout)
    here = run(othello.make(), 2000, 2**64 - 1)[:4], run(ultimate.make(), 2000, 3, trees=3)[:4]
    assert outputs == {f"{here[0]} {here[1]}\n"}


def test_stopping_and_going_on_changes_nothing(monkeypatch):
    env = bank.position("two passes")
    expected = without_time(run(env, 3_001, 4))
    monkeypatch.setattr(mcts, "_FIRST_SLICE", 1)
    monkeypatch.setattr(mcts, "_SLICE_SECONDS", 0.0)
    assert without_time(run(env, 3_001, 4)) == expected


# Several trees


@pytest.mark.parametrize("env", [othello.make(), ultimate.make()], ids=["othello", "ultimate"])
def test_several_trees_do_not_depend_on_threads(env, monkeypatch):
    found = []
    for cores in (1, 2, 7):
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        found += [without_time(run(env, 5_003, 8, trees=5)) for _ in range(2)]
    assert all(one == found[0] for one in found)
    assert found[0].simulations == 5_003
    assert without_time(run(env, 5_003, 8, trees=4)) != found[0]


def test_several_trees_are_counted_together():
    env = bank.position("opening")
    search = begun(env, trees=3)
    found = search.run(Budget(count=1_000), 2)
    roots = [tree.nodes[0] for tree in search.trees]
    assert [int(root["visits"]) for root in roots] == [334, 333, 333]
    assert sum(move.visits for move in found.moves) == 1_000
    assert sum(move.wins for move in found.moves) == sum(int(root["wins"]) for root in roots)
    assert found.nodes == sum(tree.used for tree in search.trees)
    alone = [[int(tree.nodes[n]["visits"]) for n in tree.children(0)] for tree in search.trees]
    assert len({tuple(visits) for visits in alone}) == 3  # each has its own chance
    assert [move.visits for move in found.moves] == [sum(v) for v in zip(*alone, strict=True)]


def test_more_trees_than_simulations_still_find_a_move():
    found = run(othello.make(), 2, trees=4)
    assert found.simulations == 2
    assert len(found.line) == 1


def test_threads_really_run_side_by_side(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    threads = set()
    inner = mcts.Tree.run

    def spy(self, *arguments):
        threads.add(threading.current_thread().name)
        time.sleep(0.05)
        return inner(self, *arguments)

    monkeypatch.setattr(mcts.Tree, "run", spy)
    run(othello.make(), 100, trees=2)
    assert len(threads) == 2


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


def test_the_shortest_time_makes_a_simulation():
    found = run_seconds(1e-9)
    assert found.simulations >= 1
    assert found.line


def run_seconds(seconds, **options):
    return begun(othello.make(), **options).run(Budget(seconds=seconds), 1)


@pytest.mark.parametrize("trees", [1, 2])
def test_an_interrupt_stops_a_long_search(trees):
    search = begun(othello.make(), trees=trees, megabytes=16)

    def interrupt(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    start = time.perf_counter()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            search.run(Budget(count=10**9), 1)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.perf_counter() - start < 5
    for tree in search.trees:  # nothing is half done
        root = tree.nodes[0]
        assert root["wins"] + root["draws"] + root["losses"] == root["visits"]
    visits = sum(int(tree.nodes[0]["visits"]) for tree in search.trees)
    found = search.run(Budget(count=500), 1)
    assert sum(move.visits for move in found.moves) == visits + 500


def test_a_node_never_counts_beyond_its_number():
    search = begun(bank.position("last move"))
    search.trees[0].nodes[0]["visits"] = mcts.NEVER - 10
    assert search.run(Budget(count=1_000), 1).simulations == 10


# Memory


@pytest.mark.parametrize("megabytes", [0.0026, 0.01, 0.1])
@pytest.mark.parametrize("name", ["othello8", "tictactoe", "ultimate"])
def test_a_full_tree_searches_on_without_growing(name, megabytes):
    env = MAKERS[name]()
    search = begun(env, megabytes=megabytes)
    room = int(megabytes * 2**20 / mcts.NODE_BYTES)
    found = search.run(Budget(count=20_000), 1)
    [tree] = search.trees
    assert len(tree.nodes) == room
    assert found.full
    assert room - 81 < found.nodes <= room
    assert sum(move.visits for move in found.moves) == 20_000
    more = search.run(Budget(count=20_000), 2)
    assert more.nodes <= room
    assert sum(move.visits for move in more.moves) == 40_000


def test_a_full_tree_still_values_finished_positions_exactly():
    env = tictactoe.from_moves("a1b2b1a2")
    found = run(env, 5_000, megabytes=0.0026)
    best = max(found.moves, key=lambda move: move.visits)
    assert (best.move, best.losses) == (2, 0)


def test_a_search_takes_no_more_memory_than_its_simulations_can_use():
    assert not run(othello.make(), 1_000).full
    small = begun(othello.make(), simulations=100)
    assert len(small.trees[0].nodes) < 10_000
    assert len(begun(othello.make()).trees[0].nodes) == 256 * 2**20 // mcts.NODE_BYTES


@pytest.mark.parametrize("megabytes", [0, -1, float("nan"), 0.001, 1e9])
def test_memory_that_is_too_little_or_not_there_is_refused(megabytes):
    with pytest.raises(ValueError, match="tree"):
        begun(othello.make(), megabytes=megabytes)


# The tree that is kept


@pytest.mark.parametrize("name", ["othello8", "othello6", "tictactoe", "ultimate"])
def test_the_kept_tree_is_what_lay_below_the_moves(name):
    env = play_on(MAKERS[name](), 2, 2)
    search = begun(env, reuse=True)
    found = search.run(Budget(count=20_000), 3)
    moves = found.line[:2]
    [tree] = search.trees
    node = 0
    for move in moves:
        node = next(n for n in tree.children(node) if tree.nodes[n]["move"] == move)
        env.update(next(a for a in env.legal_actions() if move_of(a) == move))
    before = subtree(tree, node)
    search.follow(moves, position_words(env, "the test")[1])
    [tree] = search.trees
    assert subtree(tree, 0) == before
    assert tree.used == size_of(before)
    assert scores_follow_from_counts(tree)
    kept = int(tree.nodes[0]["visits"])
    assert kept > 20
    found = search.run(Budget(count=5_000), 4)
    below = sum(move.visits for move in found.moves)
    assert kept + 5_000 - below in (0, 1)  # one playout from the node before it had children
    assert not any(move.visits == 0 for move in found.moves)


def size_of(tree):
    return 1 + sum(size_of(child) for _, child in tree[1])


def test_moves_that_the_tree_does_not_hold_begin_a_new_one():
    env = othello.make()
    search = begun(env, reuse=True)
    search.run(Budget(count=5), 1)
    env = othello.from_moves("f5d6c3d3")
    _, words = position_words(env, "the test")
    search.follow([move_of(action) for action in env.history], words)
    assert search.trees[0].used == 1
    found = search.run(Budget(count=100), 1)
    assert found[:3] == run(env, 100, 1)[:3]


def test_no_move_keeps_the_whole_tree():
    env = othello.make()
    search = begun(env, reuse=True)
    search.run(Budget(count=500), 1)
    search.follow([], position_words(env, "the test")[1])
    assert sum(move.visits for move in search.run(Budget(count=500), 2).moves) == 1_000
