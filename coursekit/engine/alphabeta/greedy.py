"""Greedy choices in Othello: the best move by one look at the position after it.

Each kernel returns the rank of its choice among the legal moves, counted from the lowest bit, and 0
where the side to move must pass. Equally good moves are decided by ``draw``, from 0 up to 1.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64

from coursekit.engine.rules._jit import (
    ONE,
    ZERO,
    Bits,
    Int,
    Real,
    Reals,
    kernel,
    lowest_bit_index,
    popcount,
)
from coursekit.engine.rules.othello import flips, legal_moves

_TABLE, _FLIPS, _REPLIES = 0, 1, 2


@kernel(inline=True)
def rank_of_one(best: Bits, legal: Bits, draw: Real) -> Int:
    """Returns the rank in ``legal`` of one of the bits of ``best``, chosen by ``draw``."""
    if not legal:
        return 0
    for _ in range(int64(draw * float64(popcount(best)))):
        best &= best - ONE
    move = best & (~best + ONE)
    return int64(popcount(legal & (move - ONE)))


@kernel(inline=True)
def table_sum(discs: Bits, table: Reals) -> Real:
    """Returns the sum of the table's values on the squares of ``discs``."""
    total = 0.0
    while discs:
        total += table[lowest_bit_index(discs)]
        discs &= discs - ONE
    return total


@kernel(inline=True)
def _best(rule: Int, own: Bits, opp: Bits, board: Bits, table: Reals, draw: Real) -> Int:
    """Chooses the highest value after the move by one of the rules below."""
    legal = legal_moves(own, opp, board)
    best, highest, rest = ZERO, -np.inf, legal
    while rest:
        move = rest & (~rest + ONE)
        rest ^= move
        flipped = flips(own, opp, move)
        mover, other = own | flipped | move, opp ^ flipped
        if rule == _TABLE:
            value = table_sum(mover, table) - table_sum(other, table)
        elif rule == _FLIPS:
            value = float64(popcount(flipped))
        else:
            value = -float64(popcount(legal_moves(other, mover, board)))
        if value > highest:
            best, highest = move, value
        elif value == highest:
            best |= move
    return rank_of_one(best, legal, draw)


@kernel
def by_table(own: Bits, opp: Bits, board: Bits, table: Reals, draw: Real) -> Int:
    """Chooses the highest sum over own discs minus sum over the opponent's, after the move.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        board: Squares of the board.
        table: The value of each of the 64 bits.
        draw: Decides between equals.
    """
    return _best(_TABLE, own, opp, board, table, draw)


@kernel
def by_flips(own: Bits, opp: Bits, board: Bits, draw: Real) -> Int:
    """Chooses the most flipped discs."""
    return _best(_FLIPS, own, opp, board, np.empty(0), draw)


@kernel
def by_replies(own: Bits, opp: Bits, board: Bits, draw: Real) -> Int:
    """Chooses the fewest squares where the opponent may then place a disc."""
    return _best(_REPLIES, own, opp, board, np.empty(0), draw)
