"""Search players: minimax, alpha-beta and deepening, in play and against bad input."""

import pickle
import time

import numpy as np
import pytest

from coursekit import Budget, othello, tictactoe, truth, ultimate
from coursekit.engine.alphabeta.evaluation import WIN
from coursekit.games import bank
from coursekit.players import (
    LinearEvaluation,
    alpha_beta,
    deepening,
    default_table,
    minimax,
)
from coursekit.players.search import SearchInfo
from tests.support import searching
from tests.support.interrupting import interrupted
from tests.support.playing import play_on
from tests.support.row_game import RowGame


def test_info_tells_what_the_search_found():
    env = bank.position("forced pass")
    env.undo()
    info = alpha_beta(4).analyse(env)
    value, action, nodes = searching.alpha_beta(env, 4, searching.cell_scores)
    assert (info.value, info.action, info.nodes, info.depth) == (value, action, nodes, 4)
    assert info.variation[0] == info.action
    assert [a.player for a in info.variation] == [env.player, -env.player] * 2
    assert set(info.root_values) == set(env.legal_actions())
    assert info.root_values[info.action] == info.value
    assert info.seconds > 0
    for action in info.variation:
        env.update(action)
    assert searching.cell_scores(env) == info.value  # an even number of plies: the same side


@pytest.mark.parametrize(("mobility", "discs"), [(0, 0), (3, -2), (0.5, 0.25)])
def test_an_evaluation_values_a_position_as_its_sum_says(mobility, discs):
    for env in [bank.position(name) for name in bank.names()]:
        python = searching.linear(default_table(env.size), mobility, discs)
        evaluation = LinearEvaluation(mobility=mobility, discs=discs)
        assert evaluation(env) == python(env)
        assert pickle.loads(pickle.dumps(evaluation))(env) == python(env)


def test_an_exhausted_tree_is_not_deepened():
    env = othello.from_moves(bank.position("draw").to_moves()[: 2 * 54])
    player = deepening(Budget(count=10**9))
    info = player.analyse(env)
    steps = info.iterations
    assert [step.depth for step in steps] == list(range(1, len(steps) + 1))
    assert sorted(step.nodes for step in steps) == [step.nodes for step in steps]
    assert info.exhausted
    assert info.nodes < 10_000
    assert info.value == 0  # as in the line of "Othello is solved", which this is
    assert info.depth <= 13


def test_the_clock_is_read_within_a_depth():
    env = play_on(othello.make(), 9, 20)
    player = deepening(Budget(seconds=0.05))
    late = []
    for _ in range(5):
        start = time.perf_counter()
        info = player.analyse(env)
        late.append(time.perf_counter() - start - 0.05)
        assert len(info.variation) >= len(info.iterations) > 4
    # The best of five: other programs may run beside the tests. A depth takes far longer.
    assert -0.005 < min(late) < 0.03


def test_an_interrupt_stops_a_long_search():
    env = othello.make()
    player = alpha_beta(20)
    player.prepare()
    interrupted(lambda: player(env))
    assert alpha_beta(3)(env) in env.legal_actions()


def test_a_budget_of_one_node_still_has_a_move():
    env = othello.make()
    info = deepening(Budget(count=1)).analyse(env)
    assert info == SearchInfo(env.legal_actions()[0], LinearEvaluation()(env), 0, 1, 0.0)


# Other games


@pytest.mark.parametrize("env", [RowGame(), tictactoe.from_moves("b2")], ids=lambda env: env.name)
def test_a_game_without_kernels_is_searched_to_the_end_in_python(env):
    for player in (minimax(8), alpha_beta(8)):
        info = player.analyse(env)
        assert (info.value, info.exhausted) == (WIN * truth.exact_value(env), True)
        assert info.action == truth.best_moves(env)[0]
    full = minimax(8).analyse(env)
    assert info.nodes < full.nodes
    exact = {action: WIN * value for action, value in truth.move_values(env).items()}
    assert full.root_values == exact


# Bad input


@pytest.mark.parametrize("depth", [-1, 0, 1.5, "3", True, None])
def test_a_depth_is_a_whole_number_from_one(depth):
    for factory in (minimax, alpha_beta):
        with pytest.raises(ValueError, match="depth is a whole number from 1 up"):
            factory(depth)


def test_what_is_no_evaluation_is_refused():
    with pytest.raises(ValueError, match="8×8"):
        deepening(Budget(count=1), np.ones((8, 7)))
    with pytest.raises(ValueError, match="6×6, but the board is 8×8"):
        alpha_beta(2, np.ones((6, 6)))(othello.make())
    with pytest.raises(ValueError, match="'corners'"):
        minimax(2, "corners")
    with pytest.raises(ValueError, match="finite"):
        LinearEvaluation(mobility=float("nan"))
    with pytest.raises(ValueError, match="1,000,000"):
        minimax(2, np.full((8, 8), 1e6))
    with pytest.raises(ValueError, match="'best'"):
        deepening(Budget(count=1), algorithm="best")
    with pytest.raises(TypeError, match="tictactoe"):
        LinearEvaluation()(tictactoe.make())
    with pytest.raises(TypeError, match="tictactoe"):
        alpha_beta(2, "mobility")(tictactoe.make())
    with pytest.raises(TypeError, match="ultimate"):
        deepening(Budget(count=10))(ultimate.make())
