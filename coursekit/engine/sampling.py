"""Drawing a move with the probabilities that a policy network gives."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float32, float64, int64, uint8, uint64

from coursekit.engine._jit import Bits, kernel, lowest_bit_index

Floats = npt.NDArray[np.float32]

_ONE = np.uint64(1)
_SHIFT, _SCALE = np.uint64(11), 2.0**-53


@kernel(
    int64(uint64, float32[:, ::1], int64, float64, uint64, float32[::1], uint8[::1]), inline=True
)
def drawn_move(
    legal: Bits,
    logits: Floats,
    row: int,
    temperature: float,
    state: Bits,
    weights: Floats,
    places: npt.NDArray[np.uint8],
) -> int:
    """Returns the bit number of a legal move that is drawn by its logit.

    Args:
        legal: The legal squares, at least one.
        logits: (N, at least 64), an entry for each bit.
        row: Which row of them.
        temperature: What logits are divided by; at 0 the highest is played, of equals the first.
        state: The random number.
        weights: (64,) to work with.
        places: (64,) to work with.
    """
    count, best, highest = 0, 0, float32(-np.inf)
    while legal:
        place = lowest_bit_index(legal)
        legal &= legal - _ONE
        logit = logits[row, place]
        places[count], weights[count] = place, logit
        if logit > highest:
            best, highest = count, logit
        count += 1
    if temperature > 0:
        factor, total = float32(1 / temperature), float32(0)
        for i in range(count):
            total += np.exp((weights[i] - highest) * factor)
            weights[i] = total
        limit = float32(float64(state >> _SHIFT) * _SCALE) * total
        best = 0
        for i in range(count - 1):
            best += int64(weights[i] <= limit)  # no branch that nobody can foresee
    chosen: int = int64(places[best])
    return chosen
