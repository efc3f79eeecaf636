"""``from_string`` and ``make`` refuse what is no position and no board, and say why."""

from functools import partial
from typing import Any

import numpy as np
import pytest

from coursekit import BLACK, NotationError, othello, tictactoe, ultimate
from coursekit.truth import perft

EMPTY = "-" * 81


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 7, 9, 10, 16, -8, "8", None, 8.5, 8.0, True, [8]])
def test_wrong_sizes(size: Any) -> None:
    with pytest.raises(ValueError, match="4×4, 6×6 or 8×8"):
        othello.make(size)


def test_bug_a_size_of_numpy_is_a_size() -> None:
    """It reached the kernels as it was: 8 overflowed, and 4 broke perft after another make(4)."""
    for size in (4, 6, 8):
        assert othello.make(np.int64(size)) == othello.make(size)  # type: ignore[arg-type]
        assert perft(othello.make(np.int8(size)), 3) == perft(othello.make(size), 3)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [othello, tictactoe, ultimate], ids=lambda game: game.__name__)
@pytest.mark.parametrize("given", [None, 5, b"a1", ["a1"]])
def test_bug_what_is_no_text_is_called_so(game: Any, given: Any) -> None:
    start = game.make()
    for read in (game.from_moves, start.play_moves, partial(game.from_string, start.to_string())):
        with pytest.raises(TypeError, match="a transcript is a text, not"):
            read(given)
    for read in (game.from_string, start.begin_at):
        with pytest.raises(TypeError, match="a position is a text, not"):
            read(given)
    assert start == game.make()


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        (othello, "", "16, 36 or 64 squares; the position has 0"),
        (othello, "-" * 64, "its squares and the side to move"),
        (othello, "-" * 64 + " X O", "its squares and the side to move"),
        (othello, "-" * 63 + " X", "16, 36 or 64 squares; the position has 63"),
        (othello, "-" * 15 + "B X", "cannot read 'B' at character 16"),
        (othello, "-" * 16 + " -", "the side to move is X"),
        (tictactoe, "---------", "its squares and the side to move"),
        (tictactoe, "-------- X", "9 squares was expected, got 8"),
        (tictactoe, "----?---- X", r"cannot read '\?' at character 5"),
        (tictactoe, "--------- Y", "the side to move is X"),
        (tictactoe, "--------- O", "cannot arise"),
        (tictactoe, "X-------- X", "cannot arise"),
        (tictactoe, "XX------- O", "cannot arise"),
        (tictactoe, "XXX-OO--O X", "three in a row"),
        (tictactoe, "OOOXX-X-X O", "three in a row"),
        (ultimate, "XXX------OOO------" + EMPTY[18:] + " X -", "one winner at most"),
        (ultimate, EMPTY + " X", "its squares, the side to move .* and the local board"),
        (ultimate, EMPTY[1:] + " X -", "81 squares was expected, got 80"),
        (ultimate, EMPTY[1:] + "Z X -", "cannot read 'Z' at character 81"),
        (ultimate, EMPTY + " - -", "the side to move is X"),
        (ultimate, EMPTY + " X d1", "a1 to c3"),
        (ultimate, EMPTY + " X --", "a1 to c3"),
        (ultimate, EMPTY + " X a1", "no move sends anybody to local board a1"),
        (ultimate, "X" + EMPTY[1:] + " O c3", "no move sends anybody to local board c3"),
        (ultimate, "XO" + EMPTY[2:] + " X a1", "no move sends anybody to local board a1"),
        (ultimate, EMPTY + " O -", "X moves first and sides alternate"),
        (ultimate, "X" + EMPTY[1:] + " X -", "X moves first and sides alternate"),
    ],
)
def test_positions_that_cannot_be_are_refused(game: Any, text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        game.from_string(text)


def test_an_othello_position_where_the_side_to_move_must_pass() -> None:
    env = othello.from_string("XO-------------- O")
    assert env.must_pass()
    env.play_moves("--c1")
    assert env.is_win(BLACK)
    assert env.count(BLACK) == 3


def test_nobody_is_sent_to_a_local_board_that_is_won() -> None:
    """Local board a1 is won by X (top row), O has three marks elsewhere."""
    rows = ["XXX------", *["---------"] * 7, "O--O--O--"]
    board = "".join(rows)
    last = board[:20] + "X" + board[21:]  # it came after that board was won
    with pytest.raises(NotationError, match="no move sends anybody to local board c3"):
        ultimate.from_string(last + " O c3")
    with pytest.raises(NotationError, match="local board a1 is won or full"):
        ultimate.from_string(board + " X a1")
    assert len(ultimate.from_string(board + " X -").legal_actions()) == 81 - 9 - 3
