"""Kernels that value positions at the end of a search."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import int32, int64, uint64

from coursekit.engine._jit import Bits, kernel, lowest_bit_index, popcount
from coursekit.engine.evaluation import FINISHED
from coursekit.engine.vectors import legal_moves

Units: TypeAlias = Any
"""The type of an int64 in a kernel."""

_ONE, _THREE, _SEVEN, _EIGHT, _BYTE = (np.uint64(n) for n in (1, 3, 7, 8, 255))
_NOT_EDGE_COLUMNS = np.uint64(0x7E7E7E7E7E7E7E7E)


@kernel(int64(uint64, int32[:, ::1]), inline=True)
def disc_units(discs: Bits, rows: npt.NDArray[np.int32]) -> Units:
    """Returns the sum of the weights of the squares of ``discs``."""
    total = int64(0)
    for row in range(8):
        total += rows[row, int64((discs >> uint64(8 * row)) & _BYTE)]
    return total


@kernel(int64(uint64, int32[:, ::1]), inline=True)
def square_units(disc: Bits, rows: npt.NDArray[np.int32]) -> Units:
    """Returns the weight of the square of a single disc."""
    square = lowest_bit_index(disc)
    return int64(rows[int64(square >> _THREE), int64(_ONE << (square & _SEVEN))])


@kernel(int64(uint64, uint64), inline=True)
def finished_units(own: Bits, opp: Bits) -> Units:
    """Returns the value of a finished game for the side whose discs are ``own``."""
    difference = int64(popcount(own)) - int64(popcount(opp))
    if difference > 0:
        return FINISHED + difference
    return difference - FINISHED if difference < 0 else 0


@kernel(uint64(uint64, uint64, uint64), inline=True)
def easy_moves(own: Bits, opp: Bits, board: Bits) -> Bits:
    """Returns some of the legal moves, cheaply: those that turn a single disc, in two directions.

    Nearly every position has one, and then it is not finished.
    """
    empty = board & ~(own | opp)
    inner = opp & _NOT_EDGE_COLUMNS
    found = (opp & (own << _EIGHT)) << _EIGHT
    found |= (opp & (own >> _EIGHT)) >> _EIGHT
    found |= (inner & (own << _ONE)) << _ONE
    found |= (inner & (own >> _ONE)) >> _ONE
    return found & empty


@kernel("UniTuple(int64, 2)(uint64, uint64, int64, int64, uint64)", inline=True)
def leaf(own: Bits, opp: Bits, units: int, mobility: int, board: Bits) -> tuple[Units, Units]:
    """Evaluates a position at the end of a search.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        units: The part of the value that comes from the discs' squares.
        mobility: Units for each move that the side to move has.
        board: Squares of the board.

    Returns:
        The value for the side to move, and 1 if the game goes on there, 0 if it is finished.
    """
    if mobility == 0 and easy_moves(own, opp, board):
        return units, int64(1)
    empty = board & ~(own | opp)
    legal = legal_moves(own, opp, empty)
    if legal:
        return units + mobility * int64(popcount(legal)), int64(1)
    if legal_moves(opp, own, empty):
        return units, int64(1)
    return finished_units(own, opp), int64(0)


@kernel(int64(uint64, int32[:, ::1], int64, int64, uint64, uint64), keep_lock=True)
def position_units(
    board: Bits, rows: npt.NDArray[np.int32], mobility: int, win: int, own: Bits, opp: Bits
) -> Units:
    """Returns the value of a single position for the side to move, finished or not.

    Args:
        board: Squares of the board.
        rows: Weights of the squares, as in an ``Evaluation``.
        mobility: Units for each move that the side to move has.
        win: What a won game is worth beside the disc difference.
        own: Discs of the side to move.
        opp: Discs of the other side.
    """
    units = disc_units(own, rows) - disc_units(opp, rows)
    value, unfinished = leaf(own, opp, units, mobility, board)
    if unfinished or value == 0:
        return value
    return value - FINISHED + win if value > 0 else value + FINISHED - win
