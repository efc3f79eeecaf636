"""Which move the solver tries first: in a good order nine moves of ten are never searched.

Fastest first: the move after which the opponent has the fewest replies comes first, since it makes
the smallest tree and is often the best one as well. Replies into a corner count twice, the empty
squares around the mover's discs, where replies will arise later, a little, and so do stable corners
and the parity of the move's quadrant.
"""

from __future__ import annotations

import numpy as np
from numba import int64, uint64

from coursekit.engine._jit import Bits, kernel, popcount
from coursekit.engine.vectors import legal_moves

_ONE, _SEVEN, _EIGHT, _NINE = np.uint64(1), np.uint64(7), np.uint64(8), np.uint64(9)
_NOT_A, _NOT_H = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)


@kernel(uint64(uint64), inline=True)
def around(discs: Bits) -> Bits:
    """Returns the squares next to any of ``discs``, and the discs themselves."""
    rows = discs | ((discs << _ONE) & _NOT_A) | ((discs >> _ONE) & _NOT_H)
    return rows | (rows << _EIGHT) | (rows >> _EIGHT)


@kernel(int64(uint64, uint64, uint64, uint64, uint64, uint64), inline=True)
def promise(own: Bits, opp: Bits, empty: Bits, move: Bits, odd: Bits, corners: Bits) -> int:
    """Returns how early a move should be tried: the highest first.

    Args:
        own: Discs of the side to move after the move.
        opp: Discs of the side that made it.
        empty: Empty squares after the move.
        move: The move.
        odd: Quadrants that had an odd number of empty squares before it.
        corners: Corners of the board.
    """
    replies = legal_moves(own, opp, empty)
    score: int = -256 * (int64(popcount(replies)) + int64(popcount(replies & corners)))
    score -= 40 * int64(popcount(around(opp) & empty))
    score += 64 * int64(popcount(opp & corners))
    if move & odd:
        score += 32
    return score
