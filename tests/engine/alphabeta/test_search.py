"""The compiled searches agree with a lesson's Python: values, moves, nodes, variations."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit import Budget, othello
from coursekit.engine.alphabeta import deepening as engine
from coursekit.engine.alphabeta.evaluation import WIN, compile_evaluation
from coursekit.engine.alphabeta.leaves import easy_moves
from coursekit.engine.alphabeta.table import EXACT, Table, find, store
from coursekit.games import bank
from coursekit.players import LinearEvaluation, default_table
from tests.support.playing import othello_boards, play_on
from tests.support.searching import alpha_beta, cell_scores, linear, minimax

CELLS = LinearEvaluation()
TABLE = Table(40_000)


def run(env, depth, algorithm="pvs", evaluation=CELLS, budget=None, table=TABLE):
    return engine.search(
        *env.bitboards,
        evaluation.compiled(env.size),
        algorithm=algorithm,
        depth=depth,
        budget=budget,
        table=table,
    )


def named(env, bit):
    return "pass" if bit == 64 else "abcdefgh"[bit % 8] + str(bit // 8 + 1)


def ends(env, line):
    """Plays a variation, every move of it legal, and returns the env at its end."""
    env = env.copy()
    for bit in line:
        env.update(named(env, bit))
    return env


def late(seed, empties, size=8):
    """A position of a random game with ``empties`` squares empty, and the game not over."""
    for attempt in range(100):
        env = play_on(othello.make(size), 1000 * seed + attempt, size * size - 4 - empties)
        if not env.is_done() and env.count(1) + env.count(-1) >= size * size - empties - 1:
            return env
    raise AssertionError("no such position")


RANDOM = [
    play_on(othello.make(size), seed, plies)
    for seed in range(3)
    for size, plies in [(8, 6), (8, 25), (8, 44), (8, 57), (6, 9), (6, 20), (6, 29), (4, 2), (4, 7)]
]
POSITIONS = [*bank.unfinished(), *[env for env in RANDOM if not env.is_done()]]


@pytest.mark.parametrize("depth", range(6))
def test_every_search_equals_the_python_one_node_by_node(depth):
    for env in POSITIONS if depth < 5 else bank.unfinished():
        value, action, nodes = alpha_beta(env, depth, cell_scores)
        counts = {"alpha-beta": nodes}
        if depth < 5:
            counts["minimax"] = minimax(env, depth, cell_scores)[2]
        for algorithm in (*counts, "pvs"):
            found = run(env, depth, algorithm)
            assert found.best.value == value, (algorithm, env)
            assert depth == 0 or named(env, found.best.move) == action.name, (algorithm, env)
            assert found.nodes == counts.get(algorithm, found.nodes)


ODD = default_table(6) / 8 + np.arange(6) / 64  # exact in binary, and not symmetric


@pytest.mark.parametrize(
    "weights",
    [(default_table(6), 1, -3), (ODD, 0.375, 0.0625), (np.zeros((6, 6)), 1, 0)],
    ids=["whole", "fractions", "mobility"],
)
def test_other_evaluations_equal_python_minimax(weights):
    size, python, evaluation = 6, linear(*weights), LinearEvaluation(*weights)
    for plies in (5, 14, 24, 29):
        env = play_on(othello.make(size), 7, plies)
        for depth in range(4):
            value, action, _ = minimax(env, depth, python)
            for algorithm in ("minimax", "alpha-beta", "pvs"):
                best = run(env, depth, algorithm, evaluation).best
                assert best.value == value
                assert depth == 0 or named(env, best.move) == action.name


def test_the_engine_equals_plain_alpha_beta_at_depth_with_any_size_of_table():
    tables = [Table(40_000), Table(1), Table(100)]
    assert [len(table.entries) for table in tables] == [65536, 2, 128]
    for env in POSITIONS:
        plain = run(env, 7, "alpha-beta").best
        for table in tables:
            best = run(env, 7, table=table).best
            assert (best.value, best.move) == (plain.value, plain.move), env


def test_a_bucket_keeps_the_deepest_search_and_the_latest():
    entries = Table(1).entries  # a single bucket
    for key, depth in ((1, 5), (2, 3), (3, 4), (4, 5)):
        store(entries, key, 1, 0, 0, depth, EXACT, False)
    assert [find(entries, key, 1) > 0 for key in (1, 2, 3, 4)] == [False, False, True, True]
    assert find(entries, 4, 2) == 0  # of an earlier search


def test_the_engine_visits_as_many_nodes_as_were_measured():
    # Another number is another speed: `python -m benchmarks search` says which.
    assert sum(run(env, 7, table=Table(40_000)).nodes for env in POSITIONS) == 230_022


@given(text=othello_boards(), depth=st.integers(0, 3))
@settings(max_examples=150, deadline=None)
def test_on_any_board_whatever_the_searches_agree(text, depth):
    env = othello.from_string(text)
    value, action, nodes = alpha_beta(env, depth, cell_scores)
    plain, best = run(env, depth, "alpha-beta"), run(env, depth).best
    assert (plain.best.value, plain.nodes, best.value) == (value, nodes, value)
    if action is not None:
        assert named(env, plain.best.move) == named(env, best.move) == action.name


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "pvs"])
def test_variations_are_legal_and_lead_to_the_value(algorithm):
    for env in POSITIONS:
        for depth in (1, 2, 5 if algorithm != "minimax" else 4):
            best = run(env, depth, algorithm).best
            end = ends(env, best.line)
            assert best.line[0] == best.move
            assert len(best.line) == depth or end.is_done()
            assert cell_scores(end) * (-1) ** len(best.line) == best.value


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "pvs"])
def test_endgames_are_searched_to_the_end_and_no_further(algorithm):
    for seed in range(6):
        env = late(seed, 6)
        value, action, _ = minimax(env, 99, cell_scores)
        found = run(env, None, algorithm, budget=Budget(count=10**9))
        assert found.exhausted
        assert (found.best.value, named(env, found.best.move)) == (value, action.name)
        assert ends(env, found.best.line).is_done()
        assert found.best.depth <= 13
        assert found.nodes < 10**6


def test_root_values_of_minimax_are_exact_and_of_the_others_bounds():
    env = play_on(othello.make(), 3, 18)
    exact = {}
    for action in env.legal_actions():
        env.update(action)
        exact[action.name] = -run(env, 3, "alpha-beta").best.value
        env.undo()
    for algorithm in ("minimax", "alpha-beta", "pvs"):
        best = run(env, 4, algorithm).best
        root = {named(env, bit): value for bit, value in best.root.items()}
        assert root.keys() == exact.keys()
        assert root[named(env, best.move)] == best.value
        if algorithm == "minimax":
            assert root == exact
        assert all(root[name] >= exact[name] for name in exact)


def test_a_search_does_not_depend_on_what_was_searched_before():
    table = Table(40_000)
    first = [run(env, 6, table=table)[2] for env in POSITIONS]
    again = [run(env, 6, table=table)[2] for env in reversed(POSITIONS)]
    assert first == again[::-1]


def test_a_table_forgets_when_its_generations_are_used_up():
    table = Table(300)
    env = play_on(othello.make(), 2, 20)
    nodes = run(env, 5, table=table).nodes
    table.generation = (1 << 14) - 1
    assert run(env, 5, table=table).nodes == nodes
    assert table.generation == 1


def test_easy_moves_are_legal_and_seen_in_their_four_directions():
    everywhere = (1 << 64) - 1
    for step in (1, -1, 8, -8):  # from d4
        found = easy_moves(1 << 27, 1 << (27 + step), everywhere)
        assert found == 1 << (27 + 2 * step)
    for env in bank.unfinished():
        own, opp, board = env.bitboards
        legal = sum(1 << action.number for action in env.legal_actions() if not action.is_pass)
        assert not easy_moves(own, opp, board) & ~legal


def test_whole_numbers_stay_whole_and_fractions_are_near():
    random.seed(4)
    exact = compile_evaluation(np.full((8, 8), 3.0), 2)
    assert (exact.scale, exact.mobility, exact.value(-7)) == (1, 2, -7)
    weights = np.array([[random.gauss(0, 0.02) for _ in range(8)] for _ in range(8)])
    env = play_on(othello.make(), 8, 30)
    evaluation = LinearEvaluation(weights, mobility=0.0123)
    for depth in (0, 1, 2):
        value, _, _ = minimax(env, depth, linear(weights, 0.0123))
        assert run(env, depth, evaluation=evaluation).best.value == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "pvs"])
@pytest.mark.parametrize("count", [1, 2, 3, 50, 1000, 54_321])
def test_a_budget_of_nodes_is_kept_exactly(algorithm, count):
    found = run(play_on(othello.make(), 1, 20), None, algorithm, budget=Budget(count=count))
    assert found.nodes == count
    assert not found.exhausted
    assert (found.best is None) == (count == 1)


def test_stopping_and_going_on_at_every_node_changes_nothing(monkeypatch):
    env = bank.position("two passes")
    expected = {a: run(env, 4, a) for a in ("minimax", "alpha-beta", "pvs")}
    monkeypatch.setattr(engine, "_SLICE_NODES", 1)
    for algorithm, found in expected.items():
        sliced = run(env, 4, algorithm)
        assert sliced.best[:5] == found.best[:5]
        assert sliced.nodes == found.nodes


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "pvs"])
def test_what_an_unfinished_depth_has_found_counts_if_it_is_better(algorithm):
    changed = 0
    for seed in range(30):
        env = play_on(othello.make(), seed, 14)
        for count in range(100, 4000, 600):
            found = run(env, None, algorithm, budget=Budget(count=count))
            last = found.iterations[-1]
            if found.best.move != last.move:
                changed += 1
                assert found.best.depth == last.depth + 1
                assert found.best.value >= found.best.root[last.move]
    assert changed


def test_the_whole_of_4x4_is_solved():
    found = run(othello.make(4), None, budget=Budget(count=10**9), table=Table(8))
    assert found.exhausted
    # White wins 11-3, two squares empty: black's plain difference is -8.
    assert found.best.value == -WIN - 8
    end = ends(othello.make(4), found.best.line)
    assert (end.count(1), end.count(-1)) == (3, 11)
