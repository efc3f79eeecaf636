"""Greedy choices in Othello: the best move by one look at the position after it.

Each kernel returns the rank of its choice among the legal moves, counted from the lowest bit, and 0
where the side to move must pass. Equally good moves are decided by ``chance``, from 0 up to 1.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float64, int64, uint64

from coursekit.engine._jit import Bits, kernel, lowest_bit_index, popcount
from coursekit.engine.othello import flips, legal_moves

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@kernel(int64(uint64, uint64, float64), inline=True)
def rank_of_one(best: Bits, legal: Bits, chance: float) -> int:
    """Returns the rank in ``legal`` of one of the bits of ``best``, chosen by ``chance``."""
    if not legal:
        return 0
    for _ in range(int64(chance * float64(popcount(best)))):
        best &= best - _ONE
    move = best & (~best + _ONE)
    rank: int = int64(popcount(legal & (move - _ONE)))
    return rank


@kernel(float64(uint64, float64[::1]), inline=True)
def table_sum(discs: Bits, table: npt.NDArray[np.float64]) -> float:
    """Returns the sum of the table's values on the squares of ``discs``."""
    total = 0.0
    while discs:
        total += table[lowest_bit_index(discs)]
        discs &= discs - _ONE
    return total


@kernel(int64(uint64, uint64, uint64, float64[::1], float64))
def by_table(
    own: Bits, opp: Bits, board: Bits, table: npt.NDArray[np.float64], chance: float
) -> int:
    """Chooses the highest sum over own discs minus sum over the opponent's, after the move.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        board: Squares of the board.
        table: The value of each of the 64 bits.
        chance: Decides between equals.
    """
    legal = legal_moves(own, opp, board)
    best, top, rest = _ZERO, -np.inf, legal
    while rest:
        move = rest & (~rest + _ONE)
        rest ^= move
        turned = flips(own, opp, move)
        value = table_sum(own | turned | move, table) - table_sum(opp ^ turned, table)
        if value > top:
            best, top = move, value
        elif value == top:
            best |= move
    rank: int = rank_of_one(best, legal, chance)
    return rank


@kernel(int64(uint64, uint64, uint64, float64))
def by_flips(own: Bits, opp: Bits, board: Bits, chance: float) -> int:
    """Chooses the most flipped discs."""
    legal = legal_moves(own, opp, board)
    best, top, rest = _ZERO, int64(-1), legal
    while rest:
        move = rest & (~rest + _ONE)
        rest ^= move
        value = int64(popcount(flips(own, opp, move)))
        if value > top:
            best, top = move, value
        elif value == top:
            best |= move
    rank: int = rank_of_one(best, legal, chance)
    return rank


@kernel(int64(uint64, uint64, uint64, float64))
def by_replies(own: Bits, opp: Bits, board: Bits, chance: float) -> int:
    """Chooses the fewest squares where the opponent may then place a disc."""
    legal = legal_moves(own, opp, board)
    best, top, rest = _ZERO, int64(65), legal
    while rest:
        move = rest & (~rest + _ONE)
        rest ^= move
        turned = flips(own, opp, move)
        value = int64(popcount(legal_moves(opp ^ turned, own | turned | move, board)))
        if value < top:
            best, top = move, value
        elif value == top:
            best |= move
    rank: int = rank_of_one(best, legal, chance)
    return rank
