"""The symmetries of a board, and twins of a position under them and under colour.

A symmetry has a number from 0 to 7: its lowest two bits are quarter turns anticlockwise, made
after a left-right mirror when bit 2 is set (the dihedral group of order 8).
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from coursekit.games import othello
from coursekit.games.notation import MARKS
from coursekit.games.othello import Othello

SYMMETRIES = range(8)
"""The symmetries of a square board."""

_Scalar = TypeVar("_Scalar", bound=np.generic)


def transform(board: npt.NDArray[_Scalar], symmetry: int) -> npt.NDArray[_Scalar]:
    """Returns a (rows, cols) board under a symmetry.

    >>> transform(np.array([[1, 2], [3, 4]]), 1).tolist()
    [[2, 4], [1, 3]]
    """
    return np.rot90(np.fliplr(board) if symmetry & 4 else board, symmetry & 3)


def twin(env: Othello, symmetry: int = 0, flip_colours: bool = False) -> Othello:
    """Returns a new env at a twin of an Othello position: rotated, reflected, colours exchanged.

    The twin is the same position in disguise: it has as many legal actions, and the same value
    for the side to move.

    Args:
        env: The position.
        symmetry: 0 to 7.
        flip_colours: Whether black and white exchange discs and the move.

    >>> env = othello.from_moves("f5d6")
    >>> twin(env, flip_colours=True).player
    WHITE
    """
    sign = -1 if flip_colours else 1
    cells = (sign * transform(env.board, symmetry)).ravel().tolist()
    side = MARKS[sign * int(env.player)]
    return othello.from_string("".join(MARKS[cell] for cell in cells) + " " + side)
