"""The position bank holds what its names promise, and twins are one position in disguise."""

import numpy as np
import pytest

from coursekit.games import bank
from coursekit.games.symmetry import SYMMETRIES, transform
from coursekit.truth import perft


@pytest.mark.parametrize(
    ("name", "black", "white"),
    [
        ("wipe-out", 13, 0),
        ("double pass", 21, 40),
        ("smallest black win", 33, 31),
        ("smallest white win", 31, 33),
        ("smallest margin", 32, 31),
        ("largest black win", 64, 0),
    ],
)
def test_finished_positions_end_as_named(name, black, white):
    env = bank.position(name)
    assert env.is_done()
    assert (env.count(1), env.count(-1)) == (black, white)


def test_forced_passes_leave_one_action_and_two_passes_come_two_plies_apart():
    for name in ("forced pass", "forced pass 6x6", "two passes"):
        env = bank.position(name)
        assert [action.is_pass for action in env.legal_actions()] == [True]
    white = env.player
    env.turn_change()
    passes = []
    for action in env.legal_actions():
        env.update(action)
        passes += [reply.player for reply in env.legal_actions() if reply.is_pass]
        env.undo()
    assert white in passes


def test_before_the_double_pass_one_move_ends_the_game():
    env = bank.position("before the double pass")
    env.turn_change()
    env.update("c2")
    assert env.is_done()
    assert env.count(1) + env.count(-1) < 64


def test_names_are_unique_and_unfinished_has_all_positions_with_a_move():
    assert len(set(bank.names())) == len(bank.names()) == len(bank.ENTRIES)
    with pytest.raises(ValueError, match="forced pass"):
        bank.position("no such name")
    assert {env.size for env in bank.unfinished()} == {4, 6, 8}
    assert all(env.legal_actions() for env in bank.unfinished())
    assert {env.size for env in bank.unfinished(6)} == {6}


def test_the_eight_symmetries_are_different_and_closed():
    board = np.arange(16).reshape(4, 4)
    images = [transform(board, symmetry).tobytes() for symmetry in SYMMETRIES]
    assert len(set(images)) == 8
    for a in SYMMETRIES:
        for b in SYMMETRIES:
            assert transform(transform(board, a), b).tobytes() in images


@pytest.mark.parametrize("entry", bank.ENTRIES, ids=lambda entry: entry.name)
def test_twins_have_the_same_game_ahead(entry):
    env = entry.env()
    depth = 4 if env.size == 8 else 5
    just_passed = env.last_action is not None and env.last_action.is_pass
    for other in bank.twins(env):
        assert len(other.legal_actions()) == len(env.legal_actions())
        assert other.is_done() == env.is_done()
        assert other.count(other.player) == env.count(env.player)
        assert just_passed or perft(other, depth, "B") == perft(env, depth, "B")
        if env.is_done():
            assert other.result() == env.result()
