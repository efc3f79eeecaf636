"""Claims of lesson 00: see tests/notebooks/claims.py."""

import inspect
import itertools

import pytest

from coursekit import IllegalActionError


def undo_is_exact():
    """undo takes the last action back, exactly."""
    game = othello.from_moves("d3c3b3b2f5a3a1c1")
    twin = game.copy()
    game.update(game.legal_actions()[0])
    game.undo()
    assert game == twin and game.state == twin.state and game.history == twin.history


def perfect_play_is_a_draw_after_a_large_lead():
    """Five moves before the end black leads by 29 discs, 44 to 15, and the game is a draw, 32 to 32."""
    line = perfect.copy()
    assert line.is_draw() and line.count(BLACK) == line.count(WHITE) == 32
    for _ in range(5):
        line.undo()
    assert (line.count(BLACK), line.count(WHITE)) == (44, 15)


def perft_is_what_others_count():
    """first our six, then 55,092, 390,216, 3,005,288 and, for ten plies, 24,571,284"""
    found = [truth.perft(othello.make(), depth, "B") for depth in range(1, 11)]
    assert found == [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284]


def the_games_that_are_over_after_nine_plies():
    """So 228 games are over after nine plies. (We looked: in each, one side has lost its last disc.)"""
    for plies in range(1, 10):
        assert truth.perft(othello.make(), plies, "A") == truth.perft(
            othello.make(), plies, "B"
        )
    assert (
        truth.perft(othello.make(), 10, "B") - truth.perft(othello.make(), 10, "A")
        == 228
    )


def four_numbers_agree():
    """The first four. At the fifth ply it finds 420 in place of 424."""
    found = [forgetful(othello.make(4), depth) for depth in range(1, 6)]
    right = [perft(othello.make(4), depth) for depth in range(1, 6)]
    assert found[:4] == right[:4] and (found[4], right[4]) == (420, 424)


def _lost(plan):
    """Plays what the reader may have played, and returns the interval of games lost."""
    if (*squares, *plan) not in totals:
        games = [plays(plan, seed) for seed in range(4000)]
        totals[*squares, *plan] = np.sum(games, axis=0)
    return arena.wilson(totals[*squares, *plan][0], 4000)


def _percent(plan):
    return round(totals[*squares, *plan][0] / 40)


def a_longer_plan_can_be_worse():
    """Corners loses least, no plan most. Liking edges, too, costs games (31 % lost instead of 19 %) and corners."""
    corners, edges, none = (
        plans["corners"],
        plans["corners, then edges"],
        plans["no plan"],
    )
    assert _lost(corners).high < _lost(edges).low < _lost(edges).high < _lost(none).low
    assert [_percent(edges), _percent(corners)] == [31, 19]
    (_, own, others), (_, own_edges, others_edges) = (
        totals[*squares, *plan] for plan in (corners, edges)
    )
    assert own_edges < own - 2000 and others_edges > others + 2000


def the_squares_beside_the_corners_do_the_harm():
    """(0, 0, 1, 0, 2) loses 42 %, and (0, 0, 0, 1, 2) only 17 %. So against random play kind 2 does the harm. The likely reason: an opponent often catches your disc there, and so takes the corner."""
    beside, others = (0, 0, 1, 0, 2), (0, 0, 0, 1, 2)
    assert _lost(others).high < _lost(beside).low
    assert [_percent(beside), _percent(others)] == [42, 17]
    corners = [totals[*squares, *plan][2] / 4000 for plan in (beside, others)]
    assert [f"{held:.1f}" for held in corners] == ["1.9", "0.7"]


def the_edge_has_eight_squares_of_either_kind():
    """The eight beside the corners (kind 2), or the other eight (kind 3)?"""
    assert ["".join(squares).count(kind) for kind in "234"] == [8, 8, 4]


def only_the_order_counts():
    """there are 541 ways to rank five kinds, ties allowed."""
    orders = {
        tuple(sorted(set(plan)).index(worth) for worth in plan)
        for plan in itertools.product(range(5), repeat=5)
    }
    assert len(orders) == 541 and _lost((3, 0, 1, 2, 4)).high < 0.08
    assert totals[*squares, 3, 0, 1, 2, 4][0] == 271  # of 4,000


def new_games_take_the_luck_out():
    """in 8,000 new games the plan loses 7.1 %."""
    lost = [plays((3, 0, 1, 2, 4), seed)[0] for seed in range(4000, 12_000)]
    assert round(100 * np.mean(lost), 1) == 7.1


def corners_can_be_beaten():
    """(2, 0, 0, 1, 3) loses 8.0 %, and random play gets 0.1 corners a game. Both kinds of squares beside the corners give them away: raise the 0 of kind 1 to 2, and it gets 0.7 (16 % lost); raise that of kind 2 instead, and it gets 1.3 (27 % lost)."""
    tried = (2, 0, 0, 1, 3), (2, 2, 0, 1, 3), (2, 0, 2, 1, 3)
    best, diagonal, edge = map(_lost, tried)
    assert best.high < 0.1 and best.high < diagonal.low < diagonal.high < edge.low
    assert [_percent(plan) for plan in tried] == [8, 16, 27]
    corners = [totals[*squares, *plan][2] / 4000 for plan in tried]
    assert [f"{held:.1f}" for held in corners] == ["0.1", "0.7", "1.3"]


def which_kind_comes_last():
    """One of (3, 1, 0, 2, 4) and (3, 0, 1, 2, 4) loses 9.8 %, the other 6.8 %, the best we know."""
    worse, better = _lost((3, 1, 0, 2, 4)), _lost((3, 0, 1, 2, 4))
    assert better.high < worse.low
    lost = [totals[*squares, *p][0] / 40 for p in ((3, 1, 0, 2, 4), (3, 0, 1, 2, 4))]
    assert [f"{share:.1f}" for share in lost] == ["9.8", "6.8"]


def the_middle_above_the_corners_is_level():
    """(4, 0, 1, 2, 3), which likes the middle even above the corners, is level with 6.9 %."""
    middle, best = _lost((4, 0, 1, 2, 3)), _lost((3, 0, 1, 2, 4))
    assert middle.low < best.high and totals[*squares, 4, 0, 1, 2, 3][0] == 275


def what_a_slip_prints():
    """| only 4s | still adds 1 for each move |"""
    right = inspect.getsource(perft).replace("@display.traced", "#")

    def prints(old, new):
        assert old in right
        names = {"display": display}
        exec(right.replace(old, new), names)
        return [names["perft"](othello.make(size=4), depth) for depth in range(1, 6)]

    assert prints("perft(env, depth - 1)\n", "1\n") == [4] * 5
    assert prints("perft(env, depth - 1)\n", "len(env.legal_actions())\n") == [12] * 5
    assert prints("perft(env, depth - 1)", "1 + perft(env, depth - 1)")[1:] == [
        28,
        104,
        316,
        1036,
    ]
    for old, new in (("+= p", "= p"), ("    return leaves", "        return leaves")):
        assert prints(old, new) == [1] * 5
    for new in ("0  # ", "perft(env, depth)  # "):
        assert prints("perft(env, depth - 1)", new) == [0] * 5
    with pytest.raises(IllegalActionError):
        prints("env.undo()", "pass")


def an_empty_square_breaks_the_line():
    """Each time an empty square breaks the line: b1 on the way from d1 to a1, and a2 on the way from a4 to a1."""
    board = stuck.board
    assert board[0, :4].tolist() == [BLACK, 0, WHITE, 0]
    assert board[:4, 0].tolist() == [BLACK, 0, WHITE, 0]


def the_first_passes_come_before_the_ninth_ply():
    """On the full board no side must pass before the ninth ply, and we must count at least that far."""

    def passes(game, plies):
        if plies == 0 or game.must_pass():
            return game.must_pass()
        found = False
        for action in game.legal_actions():
            game.update(action)
            found |= passes(game, plies - 1)
            game.undo()
        return found

    game = othello.make()
    game.update("f5")  # the four first moves are alike
    assert not passes(game, 6) and stuck.must_pass() and len(stuck.history) == 8


def the_figure_opens_in_the_third_move():
    """Two of black's moves are done, and the third has begun."""
    perft(othello.make(size=4), 2)
    begun = [call for call in perft.trace.calls if len(call.children) == 3]
    assert [call.moves[0].name for call in begun] == ["b1", "a2", "d3", "c4"]
    # a step for each begin and end
    assert 1 + 2 * (1 + 3 + 1) < 12 < 1 + 3 * (1 + 3 + 1)
