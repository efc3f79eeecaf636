"""The last four empty squares of Othello, by hand.

Nine nodes of ten in an endgame search lie here, so nothing is sorted, stored or looked up. Squares
in a quadrant with an odd number of empty ones are tried first: whoever moves there first also
moves there last (the parity rule of human play, long used by Buro's Logistello and Delorme's Edax).

All values are final disc differences for the side to move, fail-soft.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from coursekit.engine.rules._jit import (
    ONE,
    ZERO,
    Bits,
    Int,
    Words,
    kernel,
    lowest_bit_index,
    popcount,
)
from coursekit.engine.rules.vectors import flips

NO_VALUE = -1000
"""Lower than any disc difference."""


def _neighbours(square: int) -> int:
    row, col = divmod(square, 8)
    around = [(row + r, col + c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
    return sum(1 << (8 * r + c) for r, c in around if 0 <= r < 8 and 0 <= c < 8)


NEIGHBOURS = np.array([_neighbours(square) for square in range(64)], np.uint64)
"""For each square, those around it: a move flips discs only where one of them is an opponent's."""


@kernel(inline=True)
def final_value(own: Bits, opp: Bits, squares: Int, bonus: Int) -> Int:
    """Returns the disc difference of a finished game for the side to move.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        squares: Number of squares of the board.
        bonus: 1 if squares left empty count for the winner, else 0.
    """
    mine = int64(popcount(own))
    theirs = int64(popcount(opp))
    left = bonus * (squares - mine - theirs)
    if mine > theirs:
        return mine - theirs + left
    if mine < theirs:
        return mine - theirs - left
    return 0


@kernel(inline=True)
def last_1(own: Bits, opp: Bits, move: Bits, squares: Int, bonus: Int) -> Int:
    """Returns the value with one empty square, ``move``."""
    # With every square taken the difference is twice the mover's discs minus all squares.
    even = 2 * int64(popcount(own)) - squares
    flipped = int64(popcount(flips(own, opp, move)))
    if flipped:
        return even + 2 * flipped + 2
    flipped = int64(popcount(flips(opp, own, move)))
    if flipped:
        return even - 2 * flipped
    return even + 1 + bonus if even >= 0 else even + 1 - bonus


@kernel(inline=True)
def last_2(
    own: Bits, opp: Bits, empty: Bits, alpha: Int, beta: Int, squares: Int, bonus: Int
) -> Int:
    """Returns the value with two empty squares."""
    first = empty & (~empty + ONE)
    second = empty ^ first
    near_first = NEIGHBOURS[lowest_bit_index(first)]
    near_second = NEIGHBOURS[lowest_bit_index(second)]
    best = NO_VALUE
    if near_first & opp:
        flipped = flips(own, opp, first)
        if flipped:
            best = -last_1(opp ^ flipped, own ^ flipped ^ first, second, squares, bonus)
            if best >= beta:
                return best
    if near_second & opp:
        flipped = flips(own, opp, second)
        if flipped:
            best = max(best, -last_1(opp ^ flipped, own ^ flipped ^ second, first, squares, bonus))
    if best > NO_VALUE:
        return best
    best = -NO_VALUE
    if near_first & own:
        flipped = flips(opp, own, first)
        if flipped:
            best = last_1(own ^ flipped, opp ^ flipped ^ first, second, squares, bonus)
            if best <= alpha:
                return best
    if near_second & own:
        flipped = flips(opp, own, second)
        if flipped:
            best = min(best, last_1(own ^ flipped, opp ^ flipped ^ second, first, squares, bonus))
    if best < -NO_VALUE:
        return best
    return final_value(own, opp, squares, bonus)


@kernel
def last_few(
    own: Bits,
    opp: Bits,
    empty: Bits,
    odd: Bits,
    alpha: Int,
    beta: Int,
    squares: Int,
    bonus: Int,
    quadrants: Words,
) -> Int:
    """Returns the value with at most four empty squares.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        empty: The empty squares.
        odd: The quadrants with an odd number of them.
        alpha: Value up to which it does not matter how low it is.
        beta: Value from which it does not matter how high it is.
        squares: Number of squares of the board.
        bonus: 1 if squares left empty count for the winner, else 0.
        quadrants: The quadrant of each square.
    """
    count = popcount(empty)
    if count == 0:
        return final_value(own, opp, squares, bonus)
    if count == 1:
        return last_1(own, opp, empty, squares, bonus)
    if count == 2:
        return last_2(own, opp, empty, alpha, beta, squares, bonus)
    for sign in (1, -1):  # the mover, then after a pass the other side
        best, lower = NO_VALUE, alpha
        left, later = empty & odd, empty & ~odd
        while left or later:
            if not left:
                left, later = later, ZERO
            move = left & (~left + ONE)
            left ^= move
            square = lowest_bit_index(move)
            if not NEIGHBOURS[square] & opp:
                continue
            flipped = flips(own, opp, move)
            if not flipped:
                continue
            mover, other, rest = own ^ flipped ^ move, opp ^ flipped, empty ^ move
            if count == 3:
                value = -last_2(other, mover, rest, -beta, -lower, squares, bonus)
            else:
                parity = odd ^ quadrants[square]
                value = -last_few(
                    other, mover, rest, parity, -beta, -lower, squares, bonus, quadrants
                )
            if value > best:
                best = value
                if best >= beta:
                    break
                lower = max(lower, best)
        if best > NO_VALUE:
            return sign * best
        own, opp, alpha, beta = opp, own, -beta, -alpha
    return final_value(own, opp, squares, bonus)
