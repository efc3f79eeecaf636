"""The rules that are ultimate's own: where to play, closed boards, three local boards in a row."""

from __future__ import annotations

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


def test_a_won_local_board_is_closed() -> None:
    env = find(lambda env: env.local_winners.any() and env.forced is None)
    winners = env.local_winners
    for row in range(3):
        for col in range(3):
            if winners[row, col]:
                assert not names(env) & local_names(row, col)
    assert len({(a.row // 3, a.col // 3) for a in env.legal_actions()}) > 1  # type: ignore[operator]


def find(wanted) -> Ultimate:  # type: ignore[no-untyped-def]
    """Returns the first unfinished position of random games that has what is wanted."""
    for seed in range(500):
        env = ultimate.make()
        for plies in range(1, 81):
            env = play_on(ultimate.make(), seed, plies)
            if env.is_done():
                break
            if wanted(env):
                return env
    raise AssertionError("no such position in 500 games")


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


def test_three_local_boards_in_a_row_win_and_end_the_game() -> None:
    ends = set()
    for seed in range(300):
        env = play_on(ultimate.make(), seed)
        winners = env.local_winners
        lines = [*winners, *winners.T, winners.diagonal(), winners[::-1].diagonal()]
        sums = {int(line.sum()) for line in lines}
        assert not {3, -3} <= sums
        assert env.is_win(1) == (3 in sums)
        assert env.is_win(-1) == (-3 in sums)
        assert env.is_draw() == (not sums & {3, -3})
        assert env.forced is None
        if env.is_win(1) or env.is_win(-1):
            assert env.result() == -1
        ends.add(env.is_win(1) - env.is_win(-1))
    assert ends == {1, 0, -1}


def test_more_local_boards_do_not_win() -> None:
    """A draw is a draw even where one side has won more local boards."""
    for seed in range(400):
        env = play_on(ultimate.make(), seed)
        if env.is_draw() and env.local_winners.sum() != 0:
            assert env.result() == 0
            return
    raise AssertionError("no such draw in 400 games")


def test_undo_opens_a_won_local_board_again() -> None:
    env = find(lambda env: env.local_winners.any())
    while env.local_winners.any():
        action = env.last_action
        env.undo()
    assert action is not None
    assert action in env.legal_actions()
    assert not env.local_winners.any()
