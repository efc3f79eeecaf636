"""Claims of lesson 00: see tests/notebooks/claims.py."""

import inspect

import pytest

from coursekit import IllegalActionError


def undo_is_exact():
    """undo takes the last action back"""
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
    """So 228 games are over after nine plies: A leaves them out at the tenth, and B still counts each of them as one."""
    for plies in range(1, 10):
        assert truth.perft(othello.make(), plies, "A") == truth.perft(
            othello.make(), plies, "B"
        )
    assert (
        truth.perft(othello.make(), 10, "B") - truth.perft(othello.make(), 10, "A")
        == 228
    )


def _lost(plan):
    """Plays what the reader may have played, and returns the interval of games lost."""
    if (*squares, *plan) not in totals:
        games = [plays(plan, seed) for seed in range(4000)]
        totals[*squares, *plan] = np.sum(games, axis=0)
    return arena.wilson(totals[*squares, *plan][0], 4000)


def _percent(plan):
    _lost(plan)
    return round(totals[*squares, *plan][0] / 40)


def a_longer_plan_can_be_worse():
    """Corners loses least, no plan most. The plan that also likes the edges loses 32 % of its games instead of 21 %, and gets fewer corners."""
    corners, edges, none = (
        plans["corners"],
        plans["corners, then edges"],
        plans["no plan"],
    )
    assert _lost(corners).high < _lost(edges).low < _lost(edges).high < _lost(none).low
    assert [_percent(edges), _percent(corners)] == [32, 21]
    (_, own, others), (_, own_edges, others_edges) = (
        totals[*squares, *plan] for plan in (corners, edges)
    )
    assert own_edges < own - 2000 and others_edges > others + 2000


def the_squares_beside_the_corners_do_the_harm():
    """(0, 0, 1, 0, 2) loses 43 %, and (0, 0, 0, 1, 2) only 17 %. So against random play it is C that does the harm: the move that takes a corner often catches a disc on the C beside it. This happens 1.1 times a game to the first plan, and 0.1 times to the second."""
    beside, others = (0, 0, 1, 0, 2), (0, 0, 0, 1, 2)
    assert _lost(others).high < _lost(beside).low
    assert [_percent(beside), _percent(others)] == [43, 17]
    caught = [_discs_caught_from_a_corner(plan) / 4000 for plan in (beside, others)]
    assert [f"{discs:.1f}" for discs in caught] == ["1.1", "0.1"]


def _discs_caught_from_a_corner(plan):
    """Counts moves of random play into a corner that flip a disc on a C beside it."""
    found = 0
    for seed in range(4000):
        random.seed(seed)
        env, me = othello.make(size=6), (BLACK, WHITE)[seed % 2]
        while not env.is_done():
            before, its_turn = env.board.copy(), env.player == me
            env.update(choose(plan if its_turn else plans["no plan"], env))
            if its_turn or env.history[-1].is_pass:
                continue
            row, col = env.history[-1].row, env.history[-1].col
            if squares[row][col] == "V":
                beside = (abs(row - 1), col), (row, abs(col - 1))  # of 0 and 5
                found += any(before[c] == me and env.board[c] == -me for c in beside)
    return found


def the_edge_has_eight_squares_of_either_kind():
    """The eight beside the corners (C), or the other eight (E)?"""
    assert ["".join(squares).count(kind) for kind in "CEV"] == [8, 8, 4]


def corners_can_be_beaten():
    """With E before the middle, (2, 0, 1, 3, 4) loses 10 %. Liking E helped above, where the middle was tied with X and C. Once those two are last, the middle should come before E."""
    best, others = (3, 0, 1, 2, 4), (2, 0, 1, 3, 4)
    assert _lost(best).high < _lost(others).low < 0.1 < _lost(others).high
    assert [_percent(best), _percent(others)] == [8, 10]
    assert _lost((2, 0, 0, 1, 3)).high < _lost((1, 0, 0, 2, 3)).low  # X and C tied


def x_should_be_last():
    """And of those two, X should be last: (3, 1, 0, 2, 4) loses 11 %."""
    assert _percent((3, 1, 0, 2, 4)) == 11
    assert _lost((3, 0, 1, 2, 4)).high < _lost((3, 1, 0, 2, 4)).low


def it_gives_few_corners_away():
    """(3, 0, 1, 2, 4) loses 8 %. It likes the corners most, then the middle, then E. Next to a corner it plays only when nothing else is left. So random play gets only 0.1 corners a game."""
    assert f"{totals[*squares, 3, 0, 1, 2, 4][2] / 4000:.1f}" == "0.1"


def what_a_slip_prints():
    """| only 4s | still adds 1 for each move |"""
    right = inspect.getsource(perft).replace("@display.traced", "#")

    def prints(old, new):
        assert old in right
        names = {"display": display, "othello": othello}
        exec(right.replace(old, new), names)
        return [names["perft"](othello.make(size=4), depth) for depth in range(1, 6)]

    assert prints("perft(env, depth - 1)\n", "1\n") == [4] * 5
    assert prints("perft(env, depth - 1)", "1 + perft(env, depth - 1)")[1:] == [
        28,
        104,
        316,
        1036,
    ]
    new_games = prints("perft(env, depth - 1)", "perft(othello.make(4), depth - 1)")
    assert new_games == [4, 16, 64, 256, 1024]
    assert prints("perft(env, depth - 1)\n", "len(env.legal_actions())\n") == [12] * 5
    assert prints("+= p", "= p") == [1] * 5
    assert prints("leaves += perft", "perft") == [0] * 5
    assert prints("perft(env, depth - 1)", "perft(env, depth)") == [0] * 5
    with pytest.raises(IllegalActionError):
        prints("env.undo()", "pass")


def an_empty_square_breaks_the_line():
    """Each time an empty square breaks the line: b1 on the way from d1 to a1, and a2 on the way from a4 to a1."""
    board = stuck.board
    assert board[0, :4].tolist() == [BLACK, 0, WHITE, 0]
    assert board[:4, 0].tolist() == [BLACK, 0, WHITE, 0]


def _passes(game, plies):
    """The sequences of so many plies after which the next must be a pass."""
    if plies == 0:
        return game.must_pass()
    found = 0
    for action in game.legal_actions():
        game.update(action)
        found += _passes(game, plies - 1)
        game.undo()
    return found


def nobody_passes_before_the_ninth_ply():
    """Yes: on the full board nobody has to pass before the ninth ply."""
    assert not any(_passes(othello.from_moves("f5"), plies) for plies in range(7))


def some_pass_at_the_ninth_ply():
    """At the ninth ply 24 sequences must pass. An env without passes would be 24 short."""
    assert 4 * _passes(othello.from_moves("f5"), 7) == 24  # the first moves are alike


def what_the_calls_return():
    """The call for a4 returns 1, since a pass is a ply, too. The one for b4 returns 0: the game is over, and no sequence goes on from there. The call at the top adds up 1 + 1 + 0 and returns 2."""
    env, found = othello.from_moves("b1c1d1a3c4d3d4d2--", size=4), {}
    for action in env.legal_actions():
        env.update(action)
        found[action.name] = perft(env, 1)
        assert env.is_done() == (action.name == "b4")
        assert env.must_pass() == (action.name == "a4")
        env.undo()
    assert found == {"a2": 1, "a4": 1, "b4": 0} and perft(env, 2) == 2


def the_mystery_player_against_corners():
    """Against corners, it wins two games of ten."""
    assert round(_percent(plans["corners"]) / 10) == 2


def the_worst_plan():
    """(3, 2, 4, 1, 0) loses 95 %."""
    assert _lost((3, 2, 4, 1, 0)).low > 0.9 and _percent((3, 2, 4, 1, 0)) == 95
