"""Claims of lesson 00: see tests/notebooks/claims.py."""

import pytest


def undo_is_exact():
    """it does so exactly: the env is what it was before, down to the last bit"""
    game = othello.from_moves("d3c3b3b2f5a3a1c1")
    twin = othello.from_moves("d3c3b3b2f5a3a1c1")
    game.update(game.legal_actions()[0])
    game.undo()
    assert game == twin and game.state == twin.state and game.history == twin.history


def an_illegal_move_changes_nothing():
    """The env refuses it, says what would be allowed, and stays as it was."""
    game = othello.make()
    with pytest.raises(
        IllegalActionError, match="its legal actions are d3, c4, f5, e6"
    ):
        game.update("a1")
    assert game == othello.make()


def an_unfinished_game_has_no_result():
    """An unfinished game has no result: asking for one is an error."""
    with pytest.raises(ValueError, match="not over yet"):
        othello.make().result()


def perfect_play_is_a_draw_after_a_large_lead():
    """Five moves before the end black leads by 29 discs, 44 to 15, and the game is a draw."""
    line = perfect.copy()
    assert line.is_draw() and line.count(BLACK) == line.count(WHITE) == 32
    for _ in range(5):
        line.undo()
    assert (line.count(BLACK), line.count(WHITE)) == (44, 15)


def perft_is_what_others_count():
    """you will find our six, from 4 to 8,200, and then 55,092, 390,216, 3,005,288, and for ten plies 24,571,284"""
    found = [truth.perft(othello.make(), depth, "B") for depth in range(1, 11)]
    assert found == [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284]


def the_games_that_are_over_after_nine_plies():
    """So 228 games are over after nine plies, each because one side has lost its last disc."""
    for plies in range(1, 10):
        assert truth.perft(othello.make(), plies, "A") == truth.perft(
            othello.make(), plies, "B"
        )
    assert (
        truth.perft(othello.make(), 10, "B") - truth.perft(othello.make(), 10, "A")
        == 228
    )


def four_numbers_agree():
    """Four: at the fifth it finds 420 in place of 424. The first four alone would have told us nothing of this mistake."""
    found = [forgetful(othello.make(4), depth) for depth in range(1, 6)]
    right = [perft(othello.make(4), depth) for depth in range(1, 6)]
    assert found[:4] == right[:4] and (found[4], right[4]) == (420, 424)


def corners_help_and_edges_beside_them_harm():
    """Corners help a lot. But one that then takes edges, too, is weaker than one that takes corners only: a longer plan can be a worse one."""
    ends = {name: arena.wilson(totals[plan][0], 4000) for name, plan in plans.items()}
    in_order = ["corners", "corners, then edges", "no plan"]
    for less, more in zip(in_order, in_order[1:], strict=False):
        assert ends[less].high < ends[more].low, (less, more, ends)


def edges_cost_corners():
    """It gets fewer corners, and its opponent gets more."""
    _, own, others = totals[plans["corners"]]
    _, own_of_edges, others_of_edges = totals[plans["corners, then edges"]]
    assert own_of_edges < own - 2000 and others_of_edges > others + 2000


def corners_can_be_beaten():
    """With (1, 0, 2): a corner first, and an edge last. It loses 16 %."""
    lost = sum(plays((1, 0, 2), seed)[0] for seed in range(4000))
    assert round(lost / 40) == 16
    assert arena.wilson(lost, 4000).high < arena.wilson(totals[0, 0, 1][0], 4000).low


def a_plan_that_shuns_corners():
    """The one below shuns corners most of all: how often will it lose?"""
    lost, own, others = totals[2, 1, 0]
    assert lost > totals[0, 0, 0][0] + 1000 and own < others - 4000


def an_empty_square_breaks_the_line():
    """(d1 and a4 look like moves, but each time an empty square breaks the line.)"""
    board = stuck.board
    assert board[0, :4].tolist() == [BLACK, 0, WHITE, 0]
    assert board[:4, 0].tolist() == [BLACK, 0, WHITE, 0]


def counting_as_in_b_it_would_get_through_five():
    """how many plies of 4×4 does a program get right that knows no passes?"""

    def counted(game, depth):
        actions = [action for action in game.legal_actions() if not action.is_pass]
        if depth == 0 or not actions:
            return 1
        leaves = 0
        for action in actions:
            game.update(action)
            leaves += counted(game, depth - 1)
            game.undo()
        return leaves

    assert [counted(othello.make(4), depth) for depth in (5, 6)] == [424, 1244]
    assert truth.perft(othello.make(4), 6, "B") == 1256


def the_first_passes_come_at_the_ninth_ply():
    """There a side must pass at the ninth ply for the first time (Figure 0.6 is such a game), in 24 of some three million sequences."""
    assert len(stuck.history) == 8 and stuck.must_pass()

    def passes(game, depth):  # how many sequences meet one, by the plies before it
        if game.must_pass():
            return {depth: 1}
        found = {}
        for action in game.legal_actions() if depth < 8 else []:
            game.update(action)
            for plies, count in passes(game, depth + 1).items():
                found[plies] = found.get(plies, 0) + count
            game.undo()
        return found

    game = othello.make()
    game.update("f5")  # the four first moves are alike
    assert passes(game, 1) == {8: 24 // 4}


def a_finished_game_has_no_legal_actions():
    """A finished one has no legal actions: the list is empty."""
    assert othello.from_moves("e6f4e3f6g5d6e7f5c5").legal_actions() == []


def the_figure_opens_in_the_third_move():
    """The figure opens in the middle of the count: two of black's moves are done, and the third has begun."""
    perft(othello.make(size=4), 2)
    begun = [call for call in perft.trace.calls if len(call.children) == 3]
    assert [call.moves[0].name for call in begun] == ["b1", "a2", "d3", "c4"]
    # a step for each begin and end
    assert 1 + 2 * (1 + 3 + 1) < 12 < 1 + 3 * (1 + 3 + 1)


def the_walk_finds_every_disc():
    """from the new disc walk in each direction over the opponent's discs, and if you come to one of your own, they turn."""
    for seed in range(5):
        game = othello.make(seed=seed)
        while not game.is_done():
            actions = game.legal_actions()
            action = actions[game.rng.integers(len(actions))]
            before, walked = (
                game.board,
                turned(game, action) if not action.is_pass else [],
            )
            game.update(action)
            changed = np.argwhere((before != 0) & (before != game.board)).tolist()
            assert sorted(changed) == sorted(map(list, walked))


def the_last_action_is_the_first_turned():
    """The same, 19 to 45. The list backwards is the board after half a turn, and the start looks the same then."""
    first, last = othello.make(), othello.make()
    while not first.is_done():
        first.update(first.legal_actions()[0])
        last.update(last.legal_actions()[-1])
        assert (last.board == first.board[::-1, ::-1]).all()
    assert (last.count(BLACK), last.count(WHITE)) == (19, 45)
