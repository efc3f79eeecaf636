"""The rules look the same from every corner, and for either colour."""

import pytest
from hypothesis import given, settings

from coursekit import Env, othello, ultimate
from coursekit.truth import perft
from tests.support.playing import MAKERS, games, othello_boards, othello_text
from tests.support.symmetries import SYMMETRIES, moved, moved_index


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
def test_othello_turned_and_mirrored_for_either_colour(name: str, text: str) -> None:
    env = othello.from_string(text)
    for sign in (1, -1):
        cells = moved((sign * env.board).tolist(), name)
        twin = othello.from_string(othello_text(cells, sign * int(env.player)))
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
    assert [twin.is_win(side) for side in (1, -1)] == [env.is_win(side) for side in (1, -1)]
    if isinstance(env, ultimate.Ultimate) and isinstance(twin, ultimate.Ultimate):
        assert twin.local_winners.tolist() == moved(env.local_winners.tolist(), name)
        assert (twin.forced is None) == (env.forced is None)
        if env.forced is not None:
            assert twin.forced == SYMMETRIES[name](*env.forced, 2)
