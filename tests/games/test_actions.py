"""Actions and players as values: names, hashes, equality, pickles, in this process and another."""

import copy
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from coursekit import BLACK, WHITE, Action, othello
from coursekit.games.actions import CROSS, NOUGHT
from tests.support.playing import MAKERS


def every_action() -> list[Action]:
    """Returns all actions of both sides of all five games."""
    spaces = [make().space for make in MAKERS.values()]
    return [a for one in spaces for space in (one, one.opponent) for a in space.actions]


def test_index_row_column_and_name_agree() -> None:
    action = othello.make().legal_actions()[2]
    assert (action.player, action.row, action.col, action.index) == (BLACK, 4, 5, 37)
    assert (action.name, action.is_pass) == ("f5", False)
    assert str(action) == repr(action) == f"{action}" == "BLACK f5"
    for action in every_action():
        assert action.space.numbered(action.number) is action
        assert action.bit == 1 << action.number
        width = action.space.cols
        if action.is_pass:
            assert (action.row, action.col, action.index) == (None, None, width**2)
            assert str(action) == f"{action.player} pass"
        else:
            assert (action.row, action.col) == divmod(action.index, width)
            assert action.name == "abcdefghi"[action.col or 0] + str((action.row or 0) + 1)


def test_all_actions_and_their_hashes_differ() -> None:
    actions = every_action()
    assert len(actions) == 2 * (17 + 37 + 65 + 9 + 81)
    assert len(set(actions)) == len({hash(action) for action in actions}) == len(actions)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_and_copies_are_the_same_object(protocol: int) -> None:
    for action in every_action():
        assert pickle.loads(pickle.dumps(action, protocol)) is action
        assert copy.copy(action) is action
        assert copy.deepcopy(action) is action


def test_pickle_and_hash_hold_in_another_process() -> None:
    """Hashes of text differ from process to process: those of actions must not."""
    program = (
        "import pickle, sys\n"
        "actions = pickle.load(sys.stdin.buffer)\n"
        "from coursekit import othello\n"
        "assert othello.make().legal_actions()[2] in actions\n"
        "print([hash(action) for action in actions])\n"
    )
    actions = every_action()
    finished = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(actions), capture_output=True
    )
    assert finished.returncode == 0, finished.stderr.decode()
    assert finished.stdout.decode().strip() == str([hash(action) for action in actions])


def test_an_action_never_changes() -> None:
    action = othello.make().legal_actions()[0]
    for field in ("row", "name", "player", "anything"):
        with pytest.raises(AttributeError, match="never changes"):
            setattr(action, field, 3)


def test_numpy_can_choose_an_action() -> None:
    """A sequence would be taken apart into an array of numbers."""
    env = othello.make(seed=1)
    legal = env.legal_actions()
    chosen = {np.random.choice(legal) for _ in range(200)}  # noqa: NPY002  (students write this)
    assert chosen == set(legal)
    assert {env.rng.choice(legal) for _ in range(200)} == set(legal)
    env.update(np.random.choice(legal))  # noqa: NPY002
    assert len(env.history) == 1


@pytest.mark.parametrize(("one", "two"), [(BLACK, WHITE), (CROSS, NOUGHT)])
def test_players(one: Any, two: Any) -> None:
    assert (one, two) == (1, -1)
    assert -one is two
    assert -two is one
    assert isinstance(one, int)
    assert f"{one}|{two:>6}|{one!r}" in ("BLACK| WHITE|BLACK", "X|     O|X")
    for player in (one, two):
        assert pickle.loads(pickle.dumps(player)) is player
        assert copy.deepcopy(player) is player
        assert {player: 1}[int(player)] == 1
