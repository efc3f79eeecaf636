"""Claims of lesson 00: see tests/notebooks/claims.py."""

import numpy as np
import pytest


def undo_is_exact():
    """it does so exactly: the env is what it was before, down to the last bit"""
    game = othello.from_moves("d3c3b3b2f5a3a1c1")
    twin = othello.from_moves("d3c3b3b2f5a3a1c1")
    game.turn_change()
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
    """An unfinished game has no result. Asking for one is an error and not a 0"""
    with pytest.raises(ValueError, match="not over yet"):
        othello.make().result()


def a_pass_works_only_where_it_is_forced():
    """turn_change() is the short way to play a pass, and works only where one is forced."""
    with pytest.raises(IllegalActionError):
        othello.make().turn_change()


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
    """Up to nine plies the two agree, since no game is over sooner. Then they differ by 228: this many games are over after nine plies, each because one side has lost its last disc."""
    for plies in range(1, 10):
        assert truth.perft(othello.make(), plies, "A") == truth.perft(
            othello.make(), plies, "B"
        )
    assert (
        truth.perft(othello.make(), 10, "B") - truth.perft(othello.make(), 10, "A")
        == 228
    )


def the_first_moves_on_4x4_are_alike():
    """15,015 from one of the four first moves, which are alike by symmetry: four times that is 60,060"""
    for action in othello.make(4).legal_actions():
        after = othello.make(4)
        after.update(action)
        assert truth.perft(after, 17, "B") == 15_015


def four_numbers_agree():
    """Four: at the fifth it finds 420 in place of 424. The first four numbers alone would have told us nothing of this mistake."""
    found = [forgetful(othello.make(4), depth) for depth in range(1, 6)]
    assert found[:4] == counts[:4] and (found[4], counts[4]) == (420, 424)


def edges_help_only_by_their_corners():
    """Corners help a lot; edges a little, and only by the corners among them. A player that takes every corner loses more often if it prefers an edge otherwise; and one that prefers edges, but gets corners only by chance, loses more often than one without any plan."""
    ends = {name: arena.wilson(games, 4000) for name, games in lost.items()}
    in_order = [
        "corners",
        "corners, else edges",
        "edges",
        "no plan",
        "edges, corners by chance",
    ]
    for less, more in zip(in_order, in_order[1:], strict=False):
        assert ends[less].high < ends[more].low, (less, more, ends)


def one_game_in_twenty_is_drawn():
    """(Between two players without a plan one game in twenty is drawn.)"""
    drawn = np.mean([r == 0 for r in othello.make(size=6, seed=0).playouts(20_000)])
    assert 0.04 < drawn < 0.065


def o_sends_x_to_the_small_board():
    """O's last move, e6, is at the bottom of its small board, in the middle, and so sends X to the board in the green frame."""
    assert wide.forced == (2, 1) and len(wide.legal_actions()) == 9


def an_empty_square_breaks_the_line():
    """(d1 and a4 look like moves, but each time an empty square breaks the line.)"""
    board = stuck.board
    assert board[0, :4].tolist() == [BLACK, 0, WHITE, 0]
    assert board[:4, 0].tolist() == [BLACK, 0, WHITE, 0]


def counting_the_last_list_saves_most_of_the_work():
    """Put that into `perft`, and it becomes several times as fast itself."""
    calls = {"played": 0}

    def count(game, depth, last_is_played):
        if depth == 0:
            return 1
        actions = game.legal_actions()
        if depth == 1 and not last_is_played:
            return len(actions)
        leaves = 0
        for action in actions:
            calls["played"] += 1
            game.update(action)
            leaves += count(game, depth - 1, last_is_played)
            game.undo()
        return leaves

    played = []
    for last_is_played in (True, False):
        calls["played"] = 0
        assert count(othello.make(), 6, last_is_played) == 8200
        played.append(calls["played"])
    # Of what it plays a sixth is left; finding the moves, which it still does, costs time, too.
    assert 5 < played[0] / played[1] < 8


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
