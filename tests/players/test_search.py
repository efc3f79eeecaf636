"""Search players: minimax, alpha-beta and deepening, in play and against bad input."""

import pickle
import signal
import time

import numpy as np
import pytest

from coursekit import Budget, othello, tictactoe, ultimate
from coursekit.engine import search as engine
from coursekit.games import bank
from coursekit.players import (
    LinearEvaluation,
    SearchInfo,
    alpha_beta,
    deepening,
    default_table,
    minimax,
    player_name,
)
from coursekit.players import mobility as fewest_replies
from tests.support import searching
from tests.support.playing import FORCED_PASS, play_on

PLAYERS = [
    minimax(3),
    alpha_beta(4),
    alpha_beta(2, "mobility"),
    deepening(Budget(count=500)),
    deepening(Budget(count=500), algorithm="minimax"),
    deepening(Budget(count=500), algorithm="alpha-beta"),
]


@pytest.mark.parametrize("player", PLAYERS, ids=repr)
@pytest.mark.parametrize("size", [4, 6, 8])
def test_players_play_whole_games_legally_and_always_the_same(player, size):
    games = []
    for _ in range(2):
        env = othello.make(size)
        while not env.is_done():
            before = repr(env), env.rng.bit_generator.state
            action = player(env)
            assert action in env.legal_actions()
            assert action == player.info.action
            assert (repr(env), env.rng.bit_generator.state) == before
            env.update(action)
        games.append(env.to_moves())
    assert games[0] == games[1]


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


def test_iterations_tell_how_the_search_went():
    info = deepening(Budget(count=50_000)).analyse(play_on(othello.make(), 1, 16))
    depths = [iteration.depth for iteration in info.iterations]
    assert depths == list(range(1, len(depths) + 1))
    assert len(depths) > 5
    nodes = [iteration.nodes for iteration in info.iterations]
    assert nodes == sorted(nodes)
    assert nodes[-1] < info.nodes == 50_000


def test_mobility_of_depth_one_leaves_the_fewest_replies():
    env = play_on(othello.make(), 6, 22)
    values = minimax(1, "mobility").analyse(env).root_values
    greedy = fewest_replies()(env)
    assert values[greedy] == max(values.values())


def test_a_table_of_ones_counts_discs():
    env = play_on(othello.make(6), 2, 11)
    by_cells = minimax(2, np.ones((6, 6))).analyse(env)
    by_discs = minimax(2, LinearEvaluation(np.zeros((6, 6)), discs=1)).analyse(env)
    assert by_cells == by_discs


@pytest.mark.parametrize(("mobility", "discs"), [(0, 0), (3, -2), (0.5, 0.25)])
def test_an_evaluation_values_a_position_as_its_sum_says(mobility, discs):
    for env in [bank.position(name) for name in bank.names()]:
        python = searching.linear(default_table(env.size), mobility, discs)
        evaluation = LinearEvaluation(mobility=mobility, discs=discs)
        assert evaluation(env) == python(env)
        assert pickle.loads(pickle.dumps(evaluation))(env) == python(env)


def test_names_are_readable():
    assert [repr(player) for player in PLAYERS] == [
        "minimax, depth 3",
        "alpha-beta, depth 4",
        "alpha-beta, depth 2, mobility",
        "deepening alpha-beta, 500 nodes",
        "deepening plain minimax, 500 nodes",
        "deepening plain alpha-beta, 500 nodes",
    ]
    assert repr(deepening(Budget(seconds=0.01), megabytes=1)) == "deepening alpha-beta, 0.01 s"
    assert player_name(minimax(1, np.ones((8, 8)))) == "minimax, depth 1, own scores"


@pytest.mark.parametrize("player", [*PLAYERS, alpha_beta(2, LinearEvaluation(mobility=0.5))])
def test_players_are_pickled_without_their_table(player):
    env = play_on(othello.make(), 4, 20)
    action = player(env)
    data = pickle.dumps(player)
    assert len(data) < 10_000
    twin = pickle.loads(data)
    assert repr(twin) == repr(player)
    assert twin(env) == action
    assert twin.info == player.info


def test_without_a_choice_a_budget_is_saved():
    env = othello.from_moves(FORCED_PASS)
    player = deepening(Budget(count=100_000))
    assert player(env).is_pass
    assert player.info.nodes == 2
    assert player.analyse(env).nodes == 100_000


# The known bugs of public projects


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["forced pass", "forced pass 6x6", "two passes"])
def test_a_pass_is_valued_like_any_move_and_not_as_infinity(name, depth):
    env = bank.position(name)
    value, action, _ = searching.minimax(env, depth, searching.cell_scores)
    for player in (minimax(depth), alpha_beta(depth)):
        info = player.analyse(env)
        assert (info.value, info.action) == (value, action)
        assert abs(info.value) < 1000 or info.exhausted


def test_the_root_passes_its_bounds_down():
    for env in bank.unfinished(8):
        fresh = 1
        for action in env.legal_actions():
            env.update(action)
            fresh += searching.alpha_beta(env, 2, searching.cell_scores)[2]
            env.undo()
        nodes = alpha_beta(3).analyse(env).nodes
        assert nodes < fresh or len(env.legal_actions()) <= 2
        assert nodes == searching.alpha_beta(env, 3, searching.cell_scores)[2]


def test_an_exhausted_tree_is_not_deepened():
    env = othello.from_moves(bank.position("draw").to_moves()[: 2 * 54])
    player = deepening(Budget(count=10**9))
    info = player.analyse(env)
    assert info.exhausted
    assert info.nodes < 10_000
    assert info.value == 0  # as in the line of "Othello is solved", which this is
    assert info.depth <= 13


def test_the_clock_is_read_within_a_depth():
    env = play_on(othello.make(), 9, 20)
    player = deepening(Budget(seconds=0.05), megabytes=1)
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

    def interrupt(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    start = time.perf_counter()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            player(env)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.perf_counter() - start < 5
    assert alpha_beta(3)(env) in env.legal_actions()


def test_a_budget_of_one_node_still_has_a_move():
    env = othello.make()
    player = deepening(Budget(count=1))
    assert player(env) == env.legal_actions()[0]
    assert player.info == SearchInfo(env.legal_actions()[0], LinearEvaluation()(env), 0, 1, 0.0)


# Other games


def test_tictactoe_is_searched_to_the_end():
    for player in (minimax(9), alpha_beta(9)):
        info = player.analyse(tictactoe.from_moves("b2"))
        assert (info.value, info.action.name, info.exhausted) == (0, "a1", True)
    full = minimax(9).analyse(tictactoe.from_moves("b2"))
    assert full.nodes > info.nodes
    assert sorted(full.root_values.values()) == [-1_000_000] * 4 + [0] * 4


def test_a_win_is_seen_and_a_loss_avoided():
    info = alpha_beta(3).analyse(tictactoe.from_moves("a1b2b1"))
    assert info.action.name == "c1"
    assert minimax(1).analyse(tictactoe.from_moves("a1b2b1a2")).action.name == "c1"
    assert not minimax(1).analyse(tictactoe.make()).exhausted


def test_other_games_have_limits_said_clearly():
    assert alpha_beta(1)(ultimate.make()).name == "a1"
    with pytest.raises(TypeError, match="tictactoe"):
        alpha_beta(2, "mobility")(tictactoe.make())
    with pytest.raises(TypeError, match="ultimate"):
        deepening(Budget(count=10))(ultimate.make())


# Bad input


@pytest.mark.parametrize("depth", [-1, 0, 1.5, "3", True, None])
def test_a_depth_is_a_whole_number_from_one(depth):
    for factory in (minimax, alpha_beta):
        with pytest.raises(ValueError, match="at least 1 ply"):
            factory(depth)


@pytest.mark.parametrize("budget", [0.01, 100, None, "1 s"])
def test_a_budget_is_a_budget(budget):
    with pytest.raises(TypeError, match="Budget"):
        deepening(budget)


@pytest.mark.parametrize("table", [np.ones((8, 7)), np.ones(64), np.ones((5, 5)), 3])
def test_a_table_of_the_wrong_shape_is_refused_at_once(table):
    for factory in (lambda t: minimax(1, t), lambda t: deepening(Budget(count=1), t)):
        with pytest.raises(ValueError, match="8×8"):
            factory(table)


def test_a_table_for_another_board_is_refused():
    with pytest.raises(ValueError, match="6×6, but the board is 8×8"):
        alpha_beta(2, np.ones((6, 6)))(othello.make())


def test_what_is_no_evaluation_is_refused():
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


@pytest.mark.parametrize("megabytes", [0, -1, float("nan"), 1e9])
def test_memory_that_there_is_not_is_refused(megabytes):
    with pytest.raises(ValueError, match="transposition table"):
        deepening(Budget(count=1), megabytes=megabytes)


def test_a_finished_game_is_refused():
    env = bank.position("draw")
    for player in PLAYERS:
        with pytest.raises(ValueError, match="the game is over"):
            player(env)
        with pytest.raises(ValueError, match="the game is over"):
            player.analyse(env)


def test_a_small_budget_takes_a_small_table():
    player = deepening(Budget(count=100))
    player(othello.make())
    assert player._table.entries.nbytes < 5000
    assert engine.Table(1, None).entries.nbytes == 2**20
