"""``from_string`` and ``make`` refuse what is no position and no board, and say why."""

from __future__ import annotations

from typing import Any

import pytest

from coursekit import BLACK, WHITE, NotationError, othello, tictactoe, ultimate
from coursekit.games.actions import CROSS, NOUGHT

EMPTY = "-" * 81


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 7, 9, 10, 16, -8, "8", None, 8.5])
def test_wrong_sizes(size: Any) -> None:
    with pytest.raises(ValueError, match="4×4, 6×6 or 8×8"):
        othello.make(size)
    with pytest.raises(ValueError, match="4×4, 6×6 or 8×8"):
        othello.from_moves("", size=size)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_start_positions(size: int) -> None:
    env = othello.make(size)
    middle = size // 2
    assert env.name == f"othello{size}"
    assert env.player is BLACK
    assert env.board.shape == (size, size)
    assert env.board[middle - 1 : middle + 1, middle - 1 : middle + 1].tolist() == [
        [-1, 1],
        [1, -1],
    ]
    assert (env.count(BLACK), env.count(WHITE)) == (2, 2)
    assert len(env.legal_actions()) == 4


def test_start_of_tictactoe_and_ultimate() -> None:
    for env, size in ((tictactoe.make(), 3), (ultimate.make(), 9)):
        assert env.player is CROSS
        assert env.board.shape == (size, size)
        assert not env.board.any()
        assert [a.index for a in env.legal_actions()] == list(range(size * size))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "squares, a space and the side"),
        ("-" * 64, "squares, a space and the side"),
        ("-" * 64 + " X O", "squares, a space and the side"),
        ("-" * 63 + " X", "16, 36 or 64 squares; the position has 63"),
        ("-" * 25 + " X", "16, 36 or 64 squares; the position has 25"),
        ("-" * 15 + "B X", "cannot read 'B' at character 16"),
        ("-" * 15 + "1 X", "cannot read '1' at character 16"),
        ("-" * 16 + " -", "the side to move is X"),
        ("-" * 16 + " B", "the side to move is X"),
        ("-" * 16 + " XO", "the side to move is X"),
    ],
)
def test_othello_positions_that_cannot_be_read(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        othello.from_string(text)


def test_an_othello_position_with_white_to_move() -> None:
    env = othello.from_string("-----OX--XO----- O")
    assert env.player is WHITE
    assert [str(action) for action in env.legal_actions()] == [
        "WHITE c1",
        "WHITE d2",
        "WHITE a3",
        "WHITE b4",
    ]


def test_an_othello_position_where_the_side_to_move_must_pass() -> None:
    env = othello.from_string("XO-------------- O")
    assert [action.name for action in env.legal_actions()] == ["pass"]
    env.update("pass")
    env.update("c1")
    assert env.is_win(BLACK)
    assert env.count(BLACK) == 3


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("---------", "nine squares, a space"),
        ("-------- X", "9 squares was expected, got 8"),
        ("---------- X", "9 squares was expected, got 10"),
        ("----?---- X", r"cannot read '\?' at character 5"),
        ("--------- Y", "the side to move is X"),
        ("--------- O", "cannot arise"),
        ("X-------- X", "cannot arise"),
        ("O-------- X", "cannot arise"),
        ("XX------- O", "cannot arise"),
        ("XXX-OO--O X", "three in a row"),
        ("OOOXX-X-X O", "three in a row"),
    ],
)
def test_tictactoe_positions_that_cannot_be(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        tictactoe.from_string(text)


def test_tictactoe_positions_that_can() -> None:
    won = tictactoe.from_string("XXXOO---- O")
    assert won.is_win(CROSS)
    assert won.is_lose(NOUGHT)
    assert won.legal_actions() == []
    assert tictactoe.from_string("XOXXOOOXX O").is_draw()
    assert tictactoe.from_string("X-------- O").player is NOUGHT


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (EMPTY + " X", "81 squares, the side to move"),
        (EMPTY[1:] + " X -", "81 squares was expected, got 80"),
        (EMPTY[1:] + "Z X -", "cannot read 'Z' at character 81"),
        (EMPTY + " - -", "the side to move is X"),
        (EMPTY + " X d1", "a1 to c3"),
        (EMPTY + " X a4", "a1 to c3"),
        (EMPTY + " O -", "X moves first and sides alternate"),
        ("X" + EMPTY[1:] + " X -", "X moves first and sides alternate"),
    ],
)
def test_ultimate_positions_that_cannot_be(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        ultimate.from_string(text)


def test_nobody_is_sent_to_a_local_board_that_is_won() -> None:
    """Local board a1 is won by X (top row), O has three marks elsewhere."""
    rows = ["XXX------", *["---------"] * 7, "O--O--O--"]
    board = "".join(rows)
    with pytest.raises(NotationError, match="local board a1 is won or full"):
        ultimate.from_string(board + " X a1")
    assert len(ultimate.from_string(board + " X -").legal_actions()) == 81 - 9 - 3


def test_both_sides_cannot_win_one_local_board() -> None:
    rows = ["XXX------", "OOO------", *["---------"] * 7]
    with pytest.raises(NotationError, match="one winner at most"):
        ultimate.from_string("".join(rows) + " X -")


def test_the_local_board_to_play_on_is_no_pass() -> None:
    for word in ("pass", "pa", "--"):
        with pytest.raises(NotationError, match="a1 to c3"):
            ultimate.from_string(f"{EMPTY} X {word}")
