"""The forest of PUCT trees: equal to plain Python, right with an oracle, exact where proven."""

from functools import cache

import numpy as np
import pytest

from coursekit import othello, tictactoe
from coursekit.engine.mcts.forest import Forest, PuctConfig
from coursekit.engine.rules.constants import GOES_ON, OTHELLO
from coursekit.games import bank
from coursekit.truth.exact import exact_result
from tests.support import puct
from tests.support.exact import every_tictactoe
from tests.support.playing import play_on

POSITIONS = {
    "start": othello.make(),
    "middle game": bank.position("middle game"),
    "forced pass": bank.position("forced pass"),
    "endgame": bank.position("endgame"),
    "6x6": bank.position("middle game 6x6"),
    "4x4": othello.make(size=4),
    "tic-tac-toe": tictactoe.make(),
    "late tic-tac-toe": tictactoe.from_moves("a1b2b1"),
}


@pytest.mark.parametrize("reduction", [None, 0.25])
@pytest.mark.parametrize("name", POSITIONS)
def test_it_agrees_with_plain_python_visit_for_visit(name, reduction):
    env = POSITIONS[name]
    config = PuctConfig(300, c=1.3, fpu_reduction=reduction, solver=False)
    forest, found = puct.grown([env], config)
    root = puct.search(env, 300, 1.3, reduction, forest.actions)
    visits = np.zeros(forest.actions, int)
    q = np.full(forest.actions, np.nan)
    for child in root.children:
        visits[child.action.index] = child.visits
        if child.visits:
            q[child.action.index] = -child.total / child.visits
    assert found.visits[0].tolist() == visits.tolist()
    np.testing.assert_allclose(found.q[0], q, atol=1e-6)
    assert found.value[0] == pytest.approx(root.total / root.visits, abs=1e-6)
    assert found.visits[0].sum() == 300


def test_a_search_that_has_not_begun_has_no_value():
    env = othello.make()
    forest = Forest(OTHELLO, 8, 1, PuctConfig(10))
    forest.begin(env.words()[None], np.zeros(1, np.uint64))
    found = forest.read()
    assert found.value.tolist() == [0.0]
    assert not found.visits.any()


def endgames(size, empties, count):
    """Returns positions with ``empties`` empty squares, after random moves."""
    found, seed = [], 0
    while len(found) < count:
        env, seed = othello.make(size, seed), seed + 1
        env = play_on(env, seed, size * size - 4 - empties)
        if not env.is_done():
            found.append(env)
    return found


@pytest.mark.parametrize("gumbel", [False, True])
@pytest.mark.parametrize(("size", "empties"), [(4, 8), (6, 7), (8, 6)])
def test_what_is_proven_is_true(size, empties, gumbel):
    envs = endgames(size, empties, 40)
    config = PuctConfig(2000, solver=True, gumbel=gumbel)
    _, found = puct.grown(envs, config, noise=1.0)
    assert (found.proven != GOES_ON).mean() > 0.85
    for env, proven, value, chosen, policy in zip(
        envs, found.proven, found.value, found.chosen, found.policy, strict=True
    ):
        if proven != GOES_ON:
            exact = exact_result(env)
            assert proven == value == exact
            best = {a.index for a in env.legal_actions() if -after(env, a) == exact}
            assert chosen in best
            assert set(np.flatnonzero(policy)) <= best


def after(env, action):
    """Returns the exact result of the position after a move, for the side that is to move there."""
    env = env.copy()
    env.update(action)
    return env.result() if env.is_done() else exact_result(env)


@pytest.mark.parametrize("gumbel", [False, True])
@pytest.mark.parametrize(("size", "empties"), [(4, 9), (6, 9), (8, 9)])
def test_the_endgame_solver_settles_what_is_left(size, empties, gumbel):
    envs = endgames(size, empties, 30)
    exact = [exact_result(env) for env in envs]
    config = PuctConfig(40, gumbel=gumbel, solve_below=8)
    _, found = puct.grown(envs, config, noise=1.0)
    assert found.proven.tolist() == exact
    for env, value, chosen in zip(envs, exact, found.chosen, strict=True):
        action = next(a for a in env.legal_actions() if a.index == chosen)
        assert -after(env, action) == value


def test_what_the_endgame_solver_proves_further_up_is_true():
    envs = endgames(8, 12, 20)
    _, found = puct.grown(envs, PuctConfig(400, solve_below=10))
    known = found.proven != GOES_ON
    assert known.mean() > 0.5
    exact = np.array([exact_result(env) for env in envs])
    assert (found.proven[known] == exact[known]).all()


@cache
def exact_by_words():
    return {tuple(env.words().tolist()): value for env, value, _ in every_tictactoe()}


def oracle(own, opp, actions):
    """Evaluates tic-tac-toe by its results, and knows nothing about moves."""
    known = exact_by_words()
    values = [known[pair] for pair in zip(own.tolist(), opp.tolist(), strict=True)]
    return np.zeros((len(own), actions), np.float32), np.array(values, np.float32)


@pytest.mark.parametrize(
    "config",
    [PuctConfig.textbook(60), PuctConfig(60), PuctConfig(60, gumbel=True)],
    ids=["textbook", "solver", "gumbel"],
)
def test_with_an_oracle_it_never_errs_at_tictactoe(config):
    _, found = puct.grown([env for env, *_ in every_tictactoe()], config, oracle)
    for (env, value, values), chosen in zip(every_tictactoe(), found.chosen.tolist(), strict=True):
        assert values[chosen] == value, env


def test_won_and_lost_positions_are_proven_without_knowing_anything():
    exact = np.array([value for _, value, _ in every_tictactoe()])
    _, found = puct.grown([env for env, *_ in every_tictactoe()], PuctConfig(200))
    known = found.proven != GOES_ON
    assert (found.proven[known] == exact[known]).all()
    assert known[exact != 0].mean() > 0.99
