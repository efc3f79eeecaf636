"""Positions as bits, written as the planes that networks read: no array in between."""

from __future__ import annotations

import numpy as np
from numba import uint64

from coursekit.engine.rules._jit import ONE, FloatBlocks, Int, Words, kernel


@kernel
def fill_planes(
    own: Words, opp: Words, legal: Words, size: Int, stride: Int, planes: FloatBlocks
) -> None:
    """Writes N positions as planes: square by square, the three planes of a square side by side.

    Args:
        own: (N,) the mover's pieces, bit ``stride * row + col``.
        opp: (N,) the other side's.
        legal: (N,) the legal squares.
        size: Squares in a row of the board, n.
        stride: Bits in a row.
        planes: Where they go, (N, n·n, 3): mover, other, legal.
    """
    zero, one = np.float32(0), np.float32(1)
    for i in range(len(own)):
        mine, other, allowed = own[i], opp[i], legal[i]
        square = 0
        for row in range(size):
            for col in range(size):
                bit = uint64(stride * row + col)
                planes[i, square, 0] = one if (mine >> bit) & ONE else zero
                planes[i, square, 1] = one if (other >> bit) & ONE else zero
                planes[i, square, 2] = one if (allowed >> bit) & ONE else zero
                square += 1
