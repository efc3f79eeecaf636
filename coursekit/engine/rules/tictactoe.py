"""Tic-tac-toe on bit masks: wins, and random games. Square (r, c) is bit 3·r + c."""

from __future__ import annotations

import numpy as np

from coursekit.engine.rules import rng
from coursekit.engine.rules._jit import ZERO, Bits, Flag, Int, kernel
from coursekit.engine.rules.othello import random_bit

_LINES = tuple(np.uint64(line) for line in (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124))
_ALL = np.uint64(0o777)


@kernel(inline=True)
def has_line(marks: Bits) -> Flag:
    """Returns whether ``marks`` holds three in a row."""
    for line in _LINES:  # noqa: SIM110  (numba knows no any())
        if marks & line == line:
            return True
    return False


@kernel
def playout(own: Bits, opp: Bits, seed: Bits, number: Bits) -> Int:
    """Plays uniformly random moves to the end.

    Args:
        own: Marks of the side to move.
        opp: Marks of the other side; neither side may have a line yet.
        seed: Seed of the random numbers.
        number: Number of the playout: each has a random stream of its own.

    Returns:
        +1, 0 or −1 for the side that is to move now.
    """
    state = rng.stream(seed, number)
    sign = 1
    while True:
        empty = _ALL & ~(own | opp)
        if empty == ZERO:
            return 0
        state = rng.step(state)
        own |= random_bit(empty, state)
        if has_line(own):
            return sign
        own, opp = opp, own
        sign = -sign
