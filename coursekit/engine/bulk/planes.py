"""Positions as bits, written as the planes that networks read: no array in between."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import float32, types, uint16, uint64

from coursekit.engine.rules._jit import ONE, Int, Words, kernel

_NINE_SQUARES = np.uint64(0o777)


_COMMON: Any = (Words, Words, Words, Int, Int)


@kernel(signatures=[types.void(*_COMMON, one, one[:, :, ::1]) for one in (uint16, float32)])
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
                planes[i, square, 0] = one if (mine >> bit) & ONE else zero
                planes[i, square, 1] = one if (other >> bit) & ONE else zero
                planes[i, square, 2] = one if (allowed >> bit) & ONE else zero
                square += 1
