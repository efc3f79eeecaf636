"""Text in and out: squares, transcripts, and positions as one line of characters."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from coursekit.checks import checked_text
from coursekit.games.actions import PASS, Player, square_name
from coursekit.strangers import shown


class NotationError(ValueError):
    """Text that cannot be read as a square, a transcript or a position."""


MARKS = {1: "X", -1: "O", 0: "-"}
_VALUES = {"X": 1, "O": -1, "-": 0, ".": 0}
# Without ASCII, letters of other alphabets would count as equal to ours.
_TOKEN = re.compile(r"([a-z])(\d{1,2})|(--|pass|pa)", re.IGNORECASE | re.ASCII)


def parse_square(text: str, rows: int, cols: int) -> int | None:
    """Returns the index of the square that ``text`` names, or ``None`` for a pass.

    Args:
        text: ``"f5"`` in either case; ``"pass"``, ``"pa"`` or ``"--"`` for a pass.
        rows: Rows of the board.
        cols: Squares in a row.

    Raises:
        NotationError: If the text names no square of such a board.

    >>> parse_square("f5", rows=8, cols=8)
    37
    """
    match = _TOKEN.fullmatch(text.strip())
    if match and match[3]:
        return None
    if match:
        row, col = int(match[2]) - 1, ord(match[1].lower()) - ord("a")
        if 0 <= row < rows and 0 <= col < cols:
            return row * cols + col
    last = square_name(rows - 1, cols - 1)
    raise NotationError(
        f"{shown(text)} is no square of this board, which runs from a1 to {last}; "
        f"a pass is {PASS!r}"
    )


def split_moves(text: str) -> list[str]:
    """Returns the squares and passes that a transcript names, in order.

    >>> split_moves("f5d6 C3 --")
    ['f5', 'd6', 'c3', '--']

    Raises:
        NotationError: If something in the text is neither a square nor a pass.
        TypeError: If it is no text.
    """
    moves: list[str] = []
    position = 0
    text = checked_text(text, "a transcript").strip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise NotationError(
                f"cannot read {text[position : position + 8]!r} at character {position + 1} of the "
                "transcript: expected a square like f5, or a pass (--)"
            )
        moves.append(match[0].lower())
        position = match.end()
        while position < len(text) and text[position] in " \t\r\n,":
            position += 1
    return moves


def parse_cells(text: str, cells: int) -> list[int]:
    """Returns the values (+1, −1, 0) of a board written row by row from a1.

    Args:
        text: ``X`` for the first player, ``O`` for the second, ``-`` or ``.`` for an empty square.
        cells: Number of squares that the board has.

    Raises:
        NotationError: If a character or the number of characters is wrong.

    >>> parse_cells("X-O", cells=3)
    [1, 0, -1]
    """
    if len(text) != cells:
        raise NotationError(f"a board of {cells} squares was expected, got {len(text)} characters")
    for position, character in enumerate(text):
        if character.upper() not in _VALUES:
            raise NotationError(
                f"cannot read {character!r} at character {position + 1} of the board: expected "
                "X (first player), O (second player) or - (empty)"
            )
    return [_VALUES[character.upper()] for character in text]


def parse_side(text: str) -> int:
    """Returns +1 for ``X`` and −1 for ``O``, the side to move at the end of a position's text.

    Raises:
        NotationError: If the text is neither.
    """
    if text.upper() not in ("X", "O"):
        raise NotationError(
            f"the side to move is X (first player) or O (second), not {shown(text)}"
        )
    return _VALUES[text.upper()]


def side_text(player: Player) -> str:
    """Returns a side's name, and its mark on the board where that differs.

    >>> from coursekit import BLACK
    >>> side_text(BLACK)
    'BLACK (X)'
    """
    mark = MARKS[int(player)]
    return player.name if player.name == mark else f"{player.name} ({mark})"


def board_text(cells: npt.NDArray[np.int8]) -> str:
    """Returns a board as lines of marks, with its columns' letters and its rows' numbers."""
    lines = ["  " + " ".join(chr(ord("a") + col) for col in range(cells.shape[1]))]
    for row, line in enumerate(cells.tolist(), start=1):
        lines.append(f"{row} " + " ".join(MARKS[cell] for cell in line))
    return "\n".join(lines)
