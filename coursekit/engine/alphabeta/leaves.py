"""Kernels that value positions at the end of a search."""

from __future__ import annotations

import numpy as np
from numba import int64, uint64

from coursekit.engine.alphabeta.evaluation import FINISHED
from coursekit.engine.rules._jit import (
    ONE,
    Bits,
    Flag,
    Int,
    Int32Rows,
    kernel,
    lowest_bit_index,
    popcount,
)
from coursekit.engine.rules.constants import INNER_COLUMNS
from coursekit.engine.rules.vectors import legal_moves

_THREE, _SEVEN, _EIGHT, _BYTE = (np.uint64(n) for n in (3, 7, 8, 255))
_INNER_COLUMNS = np.uint64(INNER_COLUMNS)


@kernel(inline=True)
def disc_units(discs: Bits, rows: Int32Rows) -> Int:
    """Returns the sum of the weights of the squares of ``discs``."""
    total = 0
    for row in range(8):
        total += rows[row, int64((discs >> uint64(8 * row)) & _BYTE)]
    return total


@kernel(inline=True)
def square_units(disc: Bits, rows: Int32Rows) -> Int:
    """Returns the weight of the square of a single disc."""
    square = lowest_bit_index(disc)
    return int64(rows[int64(square >> _THREE), int64(ONE << (square & _SEVEN))])


@kernel(inline=True)
def finished_units(own: Bits, opp: Bits) -> Int:
    """Returns the value of a finished game for the side whose discs are ``own``."""
    difference = int64(popcount(own)) - int64(popcount(opp))
    if difference > 0:
        return FINISHED + difference
    return difference - FINISHED if difference < 0 else 0


@kernel(inline=True)
def easy_moves(own: Bits, opp: Bits, board: Bits) -> Bits:
    """Returns some of the legal moves, cheaply: those that flip a single disc, in two directions.

    Nearly every position has one, and then it is not finished.
    """
    empty = board & ~(own | opp)
    inner = opp & _INNER_COLUMNS
    found = (opp & (own << _EIGHT)) << _EIGHT
    found |= (opp & (own >> _EIGHT)) >> _EIGHT
    found |= (inner & (own << ONE)) << ONE
    found |= (inner & (own >> ONE)) >> ONE
    return found & empty


@kernel(inline=True)
def leaf(own: Bits, opp: Bits, units: Int, mobility: Int, board: Bits) -> tuple[Int, Flag]:
    """Evaluates a position at the end of a search.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        units: The part of the value that comes from the discs' squares.
        mobility: Units for each move that the side to move has.
        board: Squares of the board.

    Returns:
        The value for the side to move, and whether the game is over there.
    """
    if mobility == 0 and easy_moves(own, opp, board):
        return units, False
    empty = board & ~(own | opp)
    legal = legal_moves(own, opp, empty)
    if legal:
        return units + mobility * int64(popcount(legal)), False
    if legal_moves(opp, own, empty):
        return units, False
    return finished_units(own, opp), True


@kernel(keep_lock=True)
def position_units(
    board: Bits, rows: Int32Rows, mobility: Int, win: Int, own: Bits, opp: Bits
) -> Int:
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
    value, is_over = leaf(own, opp, units, mobility, board)
    if not is_over or value == 0:
        return value
    return value - FINISHED + win if value > 0 else value + FINISHED - win
