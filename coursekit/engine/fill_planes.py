"""Positions as bits, written as the planes that networks read: no array in between."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import float32, int64, types, uint16, uint64

from coursekit.engine import othello
from coursekit.engine._jit import kernel

_ZERO, _ONE, _NINE_SQUARES = np.uint64(0), np.uint64(1), np.uint64(0o777)


@kernel(
    types.void(uint64[::1], uint64[::1], uint64[::1], int64, int64, uint16, uint16[:, :, ::1]),
    types.void(uint64[::1], uint64[::1], uint64[::1], int64, int64, float32, float32[:, :, ::1]),
)
def fill_planes(
    own: npt.NDArray[np.uint64],
    opp: npt.NDArray[np.uint64],
    legal: npt.NDArray[np.uint64],
    size: int,
    stride: int,
    one: Any,
    planes: npt.NDArray[Any],
) -> None:
    """Writes N positions as planes: square by square, the three planes of a square side by side.

    Args:
        own: (N,) the mover's pieces, bit ``stride * row + col``.
        opp: (N,) the other side's.
        legal: (N,) the legal squares.
        size: Squares in a row of the board, n.
        stride: Bits in a row.
        one: What stands for a one: 1.0, or the bits of a bfloat16 that is 1.
        planes: Where they go, (N, n·n, 3): mover, other, legal.
    """
    zero = one - one
    for i in range(len(own)):
        mine, other, allowed = own[i], opp[i], legal[i]
        square = 0
        for row in range(size):
            for col in range(size):
                bit = uint64(stride * row + col)
                planes[i, square, 0] = one if (mine >> bit) & _ONE else zero
                planes[i, square, 1] = one if (other >> bit) & _ONE else zero
                planes[i, square, 2] = one if (allowed >> bit) & _ONE else zero
                square += 1


@kernel(types.void(uint64[::1], uint64[::1], uint64, uint64[::1]))
def legal_squares(
    own: npt.NDArray[np.uint64],
    opp: npt.NDArray[np.uint64],
    board: int,
    legal: npt.NDArray[np.uint64],
) -> None:
    """Writes where the sides to move may play.

    Args:
        own: (N,) the mover's pieces.
        opp: (N,) the other side's.
        board: The squares of an Othello board; 0 for tic-tac-toe.
        legal: (N,) for the legal squares.
    """
    for i in range(own.size):
        if board == _ZERO:
            legal[i] = _NINE_SQUARES & ~(own[i] | opp[i])
        else:
            legal[i] = othello.legal_moves(own[i], opp[i], board)
