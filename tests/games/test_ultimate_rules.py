"""The rules that are ultimate's own: where to play, closed boards, three local boards in a row."""

from collections.abc import Callable

import pytest

from coursekit import IllegalActionError, ultimate
from coursekit.games.ultimate import Ultimate
from tests.support.playing import play_on


def local_names(row: int, col: int) -> set[str]:
    return {"abcdefghi"[3 * col + j] + str(3 * row + i + 1) for i in range(3) for j in range(3)}


def names(env: Ultimate) -> set[str]:
    return {action.name for action in env.legal_actions()}


@pytest.mark.parametrize("row", range(9))
@pytest.mark.parametrize("col", range(9))
def test_the_cell_names_the_next_local_board(row: int, col: int) -> None:
    env = ultimate.make()
    assert env.forced is None
    env.update((row, col))
    assert env.forced == (row % 3, col % 3)
    expected = local_names(row % 3, col % 3)
    if (row // 3, col // 3) == (row % 3, col % 3):
        expected.discard("abcdefghi"[col] + str(row + 1))
    assert names(env) == expected


def test_another_local_board_is_refused() -> None:
    env = ultimate.from_moves("e5")
    with pytest.raises(IllegalActionError, match="d4, e4, f4, d5, f5, d6, e6, f6"):
        env.update("a1")


def find(wanted: Callable[[Ultimate], bool]) -> Ultimate:
    """Returns the first unfinished position of random games that has what is wanted."""
    envs = (play_on(ultimate.make(), seed, plies) for seed in range(500) for plies in range(1, 60))
    return next(env for env in envs if not env.is_done() and wanted(env))


def test_sent_to_a_full_local_board_one_may_play_on_any_open_one() -> None:
    def full_and_free(env: Ultimate) -> bool:
        last = env.last_action
        assert last is not None
        r, c = last.row % 3, last.col % 3  # type: ignore[operator]
        full = env.board[3 * r : 3 * r + 3, 3 * c : 3 * c + 3].all()
        return bool(full) and env.local_winners[r, c] == 0

    env = find(full_and_free)
    assert env.forced is None
    open_squares = {
        name
        for r in range(3)
        for c in range(3)
        if env.local_winners[r, c] == 0
        for name in local_names(r, c)
        if env.board[int(name[1]) - 1, "abcdefghi".index(name[0])] == 0
    }
    assert names(env) == open_squares
