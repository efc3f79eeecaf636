"""Undo, step by step and through passes; ``turn_change``; the end of a game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from coursekit import BLACK, WHITE, Env, IllegalActionError, othello, tictactoe
from tests.support.playing import FORCED_PASS, GAMES, MAKERS, WIPE_OUT, games


def snapshot(env: Env) -> tuple[Any, ...]:
    return (
        env.position,
        env.player,
        env.board.tobytes(),
        env.history,
        env.last_action,
        env.legal_actions(),
        env.is_done(),
        (env.count(1), env.count(-1)),
        str(env),
        repr(env),
    )


@settings(max_examples=150, deadline=None)
@given(games(whole=True))
def test_undo_goes_back_through_every_position(env: Env) -> None:
    forward = MAKERS[env.name]()
    stages = [snapshot(forward)]
    for action in env.history:
        forward.update(action)
        stages.append(snapshot(forward))
    for stage in reversed(stages[1:]):
        assert snapshot(forward) == stage
        forward.undo()
    assert snapshot(forward) == stages[0]


@settings(max_examples=100, deadline=None)
@given(games())
def test_every_action_undone_and_played_again(env: Env) -> None:
    before = snapshot(env)
    for action in env.legal_actions():
        env.update(action)
        after = snapshot(env)
        env.undo()
        assert snapshot(env) == before
        env.update(action)
        assert snapshot(env) == after
        env.undo()


@pytest.mark.parametrize("name", GAMES)
def test_undo_at_the_start_raises(name: str) -> None:
    env = MAKERS[name]()
    with pytest.raises(ValueError, match="nothing to undo"):
        env.undo()
    env.update(env.legal_actions()[0])
    env.undo()
    with pytest.raises(ValueError, match="nothing to undo"):
        env.undo()
    assert env == MAKERS[name]()


def test_undo_does_not_go_behind_a_given_position() -> None:
    env = othello.from_string(othello.from_moves("f5d6").to_string(), "c3")
    env.undo()
    with pytest.raises(ValueError, match="nothing to undo"):
        env.undo()


def test_turn_change_is_the_pass() -> None:
    env, twin = othello.from_moves(FORCED_PASS), othello.from_moves(FORCED_PASS)
    board = env.board
    env.turn_change()
    twin.update("pass")
    assert env == twin
    assert env.player == BLACK * (-1) ** 9
    assert (env.board == board).all()
    env.undo()
    assert env == othello.from_moves(FORCED_PASS)


@pytest.mark.parametrize("name", GAMES)
def test_turn_change_is_an_error_when_a_move_exists(name: str) -> None:
    env = MAKERS[name]()
    before = snapshot(env)
    with pytest.raises(IllegalActionError, match="pass is not legal"):
        env.turn_change()
    assert snapshot(env) == before


def test_turn_change_is_an_error_after_the_end() -> None:
    for env in (othello.from_moves(WIPE_OUT), tictactoe.from_moves("a1b1a2b2a3")):
        with pytest.raises(IllegalActionError, match="the game is over"):
            env.turn_change()


@settings(max_examples=150, deadline=None)
@given(games("othello4", "othello6", "othello8"))
def test_a_pass_is_legal_alone_or_not_at_all(env: Env) -> None:
    """And never twice running: the game ends as soon as neither side can move."""
    while True:
        passes = [action.is_pass for action in env.legal_actions()]
        assert passes == [True] or not any(passes)
        if not env.history:
            break
        assert not (passes == [True] and env.history[-1].is_pass)
        env.undo()
    assert env.player is BLACK


def test_the_game_ends_at_once_when_neither_can_move() -> None:
    env = othello.from_moves(WIPE_OUT)
    assert env.is_done()
    assert env.legal_actions() == []
    assert (env.count(BLACK), env.count(WHITE)) == (13, 0)
    assert env.player is WHITE
    assert env.result() == -1
    assert env.is_win(BLACK)
    assert env.is_lose(WHITE)
    assert not env.is_win(WHITE)
    assert not env.is_lose(BLACK)


ENDINGS = [
    ("draw", tictactoe.from_moves("a1b1c1b2a2c2b3a3c3"), 0),
    ("cross wins", tictactoe.from_moves("a1b1a2b2a3"), 1),
    ("nought wins", tictactoe.from_moves("a1b1a2b2c3b3"), -1),
    ("black wins", othello.from_string("XXXXXXXXXOOOOOOO O"), 1),
    ("white wins", othello.from_string("OOOOOOOOOOOOOXXX X"), -1),
    ("full and even", othello.from_string("XXXXXXXXOOOOOOOO X"), 0),
    ("full and even, seen by white", othello.from_string("XXXXXXXXOOOOOOOO O"), 0),
    ("nobody there", othello.from_string("---------------- O"), 0),
]


@pytest.mark.parametrize(("name", "env", "winner"), ENDINGS, ids=[e[0] for e in ENDINGS])
def test_endings(name: str, env: Env, winner: int) -> None:
    assert env.is_done()
    assert env.result() == winner * env.player
    assert env.is_draw() == (winner == 0)
    for side in (BLACK, WHITE):
        assert env.is_win(side) == (winner == side)
        assert env.is_lose(side) == (winner == -side)


@settings(max_examples=100, deadline=None)
@given(games())
def test_an_unfinished_game_is_no_draw_and_has_no_result(env: Env) -> None:
    if env.is_done():
        env.undo()
    assert not env.is_done()
    assert not env.is_draw()
    for side in (1, -1):
        assert not env.is_win(side)
        assert not env.is_lose(side)
    with pytest.raises(ValueError, match="not over"):
        env.result()
