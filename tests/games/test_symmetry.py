"""The rules look the same from every corner, and for either colour."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from coursekit import Env, othello, tictactoe, ultimate
from coursekit.truth import perft
from tests.support.playing import MAKERS, games, othello_boards, othello_text
from tests.support.symmetries import SYMMETRIES, moved, moved_index


def test_there_are_eight_symmetries() -> None:
    orders = {tuple(moved_index(i, 3, name) for i in range(9)) for name in SYMMETRIES}
    assert len(orders) == 8


def assert_othello_twins(env: Env, twin: Env, name: str) -> None:
    """Compares a board with its image: legal moves, what each leads to, end and perft."""
    size = len(env.board)
    images = {moved_index(action.index, size, name): action for action in env.legal_actions()}
    assert sorted(images) == [action.index for action in twin.legal_actions()]
    assert env.is_done() == twin.is_done()
    if env.is_done():
        assert env.result() == twin.result()
    for action in twin.legal_actions():
        env.update(images[action.index])
        twin.update(action)
        expected = env.board * int(env.player) * int(twin.player)
        assert moved(expected.tolist(), name) == twin.board.tolist()
        twin.undo()
        env.undo()
    assert perft(env, 3, "C") == perft(twin, 3, "C")


@pytest.mark.parametrize("name", list(SYMMETRIES))
@settings(max_examples=60, deadline=None)
@given(text=othello_boards())
def test_othello_turned_and_mirrored(name: str, text: str) -> None:
    env = othello.from_string(text)
    twin = othello.from_string(othello_text(moved(env.board.tolist(), name), int(env.player)))
    assert_othello_twins(env, twin, name)


@settings(max_examples=150, deadline=None)
@given(othello_boards())
def test_othello_with_the_colours_exchanged(text: str) -> None:
    env = othello.from_string(text)
    twin = othello.from_string(othello_text((-env.board).tolist(), -int(env.player)))
    assert_othello_twins(env, twin, "same")


@pytest.mark.parametrize("name", ["same", "half turn", "main diagonal", "other diagonal"])
@settings(max_examples=40, deadline=None)
@given(env=games("othello4", "othello6", "othello8"))
def test_whole_othello_games_turned(name: str, env: Env) -> None:
    """The start position is the same under these four, so a whole game can be turned."""
    size = len(env.board)
    twin = MAKERS[env.name]()
    for action in env.history:
        index = moved_index(action.index, size, name)
        twin.update("pass" if action.is_pass else divmod(index, size))
    assert twin.board.tolist() == moved(env.board.tolist(), name)
    assert_othello_twins(env, twin, name)


@pytest.mark.parametrize("name", list(SYMMETRIES))
@settings(max_examples=60, deadline=None)
@given(env=games("tictactoe", "ultimate"))
def test_crosses_turned_and_mirrored(name: str, env: Env) -> None:
    size = len(env.board)
    twin = MAKERS[env.name]()
    for action in env.history:
        twin.update(divmod(moved_index(action.index, size, name), size))
    assert twin.board.tolist() == moved(env.board.tolist(), name)
    images = sorted(moved_index(action.index, size, name) for action in env.legal_actions())
    assert [action.index for action in twin.legal_actions()] == images
    assert perft(twin, 2) == perft(env, 2)
    assert [twin.is_win(1), twin.is_win(-1), twin.is_draw()] == [
        env.is_win(1),
        env.is_win(-1),
        env.is_draw(),
    ]
    if isinstance(env, ultimate.Ultimate) and isinstance(twin, ultimate.Ultimate):
        assert twin.local_winners.tolist() == moved(env.local_winners.tolist(), name)
        assert (twin.forced is None) == (env.forced is None)
        if env.forced is not None:
            assert twin.forced == SYMMETRIES[name](*env.forced, 2)


def test_the_three_kinds_of_first_move_in_tictactoe() -> None:
    """Corners, edges and the centre: squares that a symmetry exchanges count alike."""
    leaves = []
    for index in range(9):
        env = tictactoe.make()
        env.update(divmod(index, 3))
        leaves.append(perft(env, 8))
    corner, edge, centre = leaves[0], leaves[1], leaves[4]
    assert leaves == [corner, edge, corner, edge, centre, edge, corner, edge, corner]
    assert len({corner, edge, centre}) == 3
