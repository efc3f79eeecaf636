"""UCT and flat Monte Carlo: right values, moves and signs, and none of the known bugs."""

import pytest

from coursekit import Budget, tictactoe
from coursekit.engine.rules.constants import GOES_ON
from coursekit.games import bank
from coursekit.truth import endgames
from tests.support.exact import every_tictactoe, near_end, slow_result
from tests.support.playing import GAMES, MAKERS, play_on
from tests.support.trees import FLAT, begun, every_node, run, scores_follow_from_counts


def value_of(move):
    return (move.wins - move.losses) / move.visits


def best_of(found):
    return next(move for move in found.moves if move.move == found.line[0])


def test_tictactoe_is_solved_from_every_position():
    for number, (env, value, values) in enumerate(every_tictactoe()):
        best = best_of(run(env, 6_000, number, simulations=6_000))
        assert values[best.move] == value, env
        assert round(value_of(best)) == value, env


def test_endgames_are_found_ever_more_often_with_more_simulations():
    def sign(score):
        return (score > 0) - (score < 0)

    def share(count, **options):
        found = []
        for seed in range(12):
            for endgame in endgames():
                best = {
                    a.number for a, s in endgame.scores.items() if sign(s) == sign(endgame.value)
                }
                found.append(run(endgame.env, count, seed, **options).line[0] in best)
        return sum(found) / len(found)

    few, more, many = share(20), share(200), share(4_000)
    assert few < more - 0.05
    assert more < many
    assert many == 1.0
    # Flat Monte Carlo cannot see the replies, however many games it plays.
    assert share(4_000, expand_after=FLAT) < 0.95


@pytest.mark.parametrize("name", GAMES)
def test_results_add_up_in_every_node(name):
    for plies in (0, 3, 12):
        env = play_on(MAKERS[name](), 7, plies)
        if env.is_done():
            continue
        search = begun(env)
        search.run(Budget(count=5_000), 1)
        assert scores_follow_from_counts(search)
        for node, children in every_node(search):
            assert node["wins"] + node["draws"] + node["losses"] == node["visits"]
            for mine, theirs in (("wins", "losses"), ("draws", "draws"), ("losses", "wins")):
                assert sum(child[theirs] for child in children) <= node[mine]
            below = sum(child["visits"] for child in children)
            # One playout from a node itself before it has children; none from the root.
            assert node["visits"] - below == (node["visits"] if not children else 1) or (
                node["visits"] == below == 5_000
            )
            if node["result"] != GOES_ON:
                total = node["wins"] - node["losses"]
                assert total == node["result"] * node["visits"]
                assert not children


# The known bugs of public projects


def test_a_uct_node_that_never_expands_at_a_pass():
    env = bank.position("forced pass")
    for count in (20, 2_000):
        search = begun(env)
        found = search.run(Budget(count=count), 1)
        assert [move.move for move in found.moves] == [64]
        assert found.moves[0].visits == count
        [child] = search.children(0)
        assert len(search.children(child)) > 1
    assert found.line[0] == 64
    assert len(found.line) > 3
    before = bank.position("forced pass")
    before.undo()
    search = begun(before)
    search.run(Budget(count=2_000), 1)
    passes = [node for node in range(search.used) if search.nodes[node]["move"] == 64]
    assert any(len(search.children(node)) > 1 for node in passes)


def test_value_backed_up_by_ply_parity_instead_of_by_player():
    """A pass is a ply here, so both ways agree, if and only if it is backed up like any move."""
    with_passes = 0
    for seed in range(400):
        env = near_end(6, 5, seed)
        if env.is_done() or not any(_passes_below(env)):
            continue
        with_passes += 1
        best = best_of(run(env, 4_000, seed))
        assert abs(value_of(best) - slow_result(env)) < 0.35, env
    assert with_passes > 50


def _passes_below(env):
    for action in env.legal_actions():
        yield action.is_pass
        env.update(action)
        yield from _passes_below(env)
        env.undo()


def test_a_draw_counted_as_a_loss_for_both():
    env = bank.position("last move")
    [move] = run(env, 500).moves
    assert (move.visits, move.wins, move.draws, move.losses) == (500, 0, 500, 0)
    env = tictactoe.from_moves("a1b2c3b1b3a3c1c2")  # one square left, and no line in it
    assert run(env, 100).moves[0][1:] == (100, 0, 100, 0)
    best = best_of(run(bank.position("endgame"), 100_000))  # drawn with best play
    assert abs(value_of(best)) < 0.05
    assert best.draws > 0.6 * best.visits


# Flat Monte Carlo


def test_more_exploration_spreads_the_visits():
    env = bank.position("middle game")
    largest = [
        max(move.visits for move in run(env, 4_000, c=c).moves) / 4_000 for c in (0.0, 1.0, 8.0)
    ]
    assert largest[0] > 1.5 * largest[1] > 1.5 * largest[2]
    assert largest[2] < 1.5 / len(env.legal_actions())


def exact_random_value(env):
    """Returns the mean result of uniformly random play for the side to move."""
    if env.is_done():
        return env.result()
    values = []
    for action in env.legal_actions():
        env.update(action)
        values.append(-exact_random_value(env))
        env.undo()
    return sum(values) / len(values)


def test_flat_monte_carlo_measures_random_play():
    env = tictactoe.from_moves("a1")
    found = run(env, 80_000, 2, c=1e20, expand_after=FLAT)
    assert found.nodes == 1 + len(env.legal_actions())
    for move in found.moves:
        assert abs(move.visits - 10_000) <= 1
        env.update(env.space.numbered(move.move))
        exact = -exact_random_value(env)
        env.undo()
        assert abs(value_of(move) - exact) < 5 / move.visits**0.5
