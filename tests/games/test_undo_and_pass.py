"""Undo, step by step and through passes; ``turn_change``; the end of a game."""

from typing import Any

import pytest
from hypothesis import given, settings

from coursekit import BLACK, Env, othello
from tests.support.playing import FORCED_PASS, games


def snapshot(env: Env) -> tuple[Any, ...]:
    """Returns what can be seen of an env; its repr has the moves, the counts and the board."""
    return env.position, env.player, env.history, env.last_action, env.legal_actions(), repr(env)


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
