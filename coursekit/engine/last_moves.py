"""The last four empty squares of Othello, by hand: one function for each number of squares.

Nine nodes of ten in an endgame search lie here, so nothing is sorted, stored or looked up. Squares
in a quadrant with an odd number of empty ones are tried first: whoever moves there first also
moves there last (the parity rule of human play, long used by Buro's Logistello and Delorme's Edax).

All values are final disc differences for the side to move, fail-soft.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from coursekit.engine._jit import Bits, kernel, lowest_bit_index, popcount
from coursekit.engine.vectors import flips

Squares = npt.NDArray[np.uint64]

NO_VALUE = -1000
"""Lower than any disc difference."""

_ZERO, _ONE = np.uint64(0), np.uint64(1)


def _neighbours(square: int) -> int:
    row, col = divmod(square, 8)
    around = [(row + r, col + c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
    return sum(1 << (8 * r + c) for r, c in around if 0 <= r < 8 and 0 <= c < 8)


NEIGHBOURS = np.array([_neighbours(square) for square in range(64)], np.uint64)
"""For each square, those around it: a move turns discs only where one of them is an opponent's."""


@kernel(int64(uint64, uint64, int64, int64), inline=True)
def final_value(own: Bits, opp: Bits, squares: int, bonus: int) -> int:
    """Returns the disc difference of a finished game for the side to move.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        squares: Number of squares of the board.
        bonus: 1 if squares left empty count for the winner, else 0.
    """
    mine: int = int64(popcount(own))
    theirs: int = int64(popcount(opp))
    left = bonus * (squares - mine - theirs)
    if mine > theirs:
        return mine - theirs + left
    if mine < theirs:
        return mine - theirs - left
    return 0


@kernel(int64(uint64, uint64, uint64, int64, int64), inline=True)
def last_1(own: Bits, opp: Bits, move: Bits, squares: int, bonus: int) -> int:
    """Returns the value with one empty square, ``move``."""
    # With every square taken the difference is twice the mover's discs minus all squares.
    even: int = 2 * int64(popcount(own)) - squares
    turned: int = int64(popcount(flips(own, opp, move)))
    if turned:
        return even + 2 * turned + 2
    turned = int64(popcount(flips(opp, own, move)))
    if turned:
        return even - 2 * turned
    return even + 1 + bonus if even >= 0 else even + 1 - bonus


@kernel(int64(uint64, uint64, uint64, int64, int64, int64, int64), inline=True)
def last_2(
    own: Bits, opp: Bits, empty: Bits, alpha: int, beta: int, squares: int, bonus: int
) -> int:
    """Returns the value with two empty squares."""
    first = empty & (~empty + _ONE)
    second = empty ^ first
    near_first = NEIGHBOURS[lowest_bit_index(first)]
    near_second = NEIGHBOURS[lowest_bit_index(second)]
    best: int = NO_VALUE
    if near_first & opp:
        turned = flips(own, opp, first)
        if turned:
            best = -last_1(opp ^ turned, own ^ turned ^ first, second, squares, bonus)
            if best >= beta:
                return best
    if near_second & opp:
        turned = flips(own, opp, second)
        if turned:
            best = max(best, -last_1(opp ^ turned, own ^ turned ^ second, first, squares, bonus))
    if best > NO_VALUE:
        return best
    best = -NO_VALUE
    if near_first & own:
        turned = flips(opp, own, first)
        if turned:
            best = last_1(own ^ turned, opp ^ turned ^ first, second, squares, bonus)
            if best <= alpha:
                return best
    if near_second & own:
        turned = flips(opp, own, second)
        if turned:
            best = min(best, last_1(own ^ turned, opp ^ turned ^ second, first, squares, bonus))
    if best < -NO_VALUE:
        return best
    best = final_value(own, opp, squares, bonus)
    return best


@kernel(int64(uint64, uint64, uint64, uint64, int64, int64, int64, int64))
def last_3(
    own: Bits, opp: Bits, empty: Bits, odd: Bits, alpha: int, beta: int, squares: int, bonus: int
) -> int:
    """Returns the value with three empty squares; ``odd``: the quadrants of odd parity."""
    best: int
    for sign in (1, -1):  # the mover, then after a pass the other side
        best, lower = NO_VALUE, alpha
        left, later = empty & odd, empty & ~odd
        while True:
            if not left:
                left, later = later, _ZERO
                if not left:
                    break
            move = left & (~left + _ONE)
            left ^= move
            if not NEIGHBOURS[lowest_bit_index(move)] & opp:
                continue
            turned = flips(own, opp, move)
            if not turned:
                continue
            value = -last_2(
                opp ^ turned, own ^ turned ^ move, empty ^ move, -beta, -lower, squares, bonus
            )
            if value > best:
                best = value
                if best >= beta:
                    break
                lower = max(lower, best)
        if best > NO_VALUE:
            return sign * best
        own, opp, alpha, beta = opp, own, -beta, -alpha
    best = final_value(own, opp, squares, bonus)
    return best


@kernel(int64(uint64, uint64, uint64, uint64, int64, int64, int64, int64, uint64[::1]))
def last_4(
    own: Bits,
    opp: Bits,
    empty: Bits,
    odd: Bits,
    alpha: int,
    beta: int,
    squares: int,
    bonus: int,
    quadrants: Squares,
) -> int:
    """Returns the value with four empty squares; ``quadrants``: the quadrant of each square."""
    best: int
    for sign in (1, -1):
        best, lower = NO_VALUE, alpha
        left, later = empty & odd, empty & ~odd
        while True:
            if not left:
                left, later = later, _ZERO
                if not left:
                    break
            move = left & (~left + _ONE)
            left ^= move
            square = lowest_bit_index(move)
            if not NEIGHBOURS[square] & opp:
                continue
            turned = flips(own, opp, move)
            if not turned:
                continue
            value = -last_3(
                opp ^ turned,
                own ^ turned ^ move,
                empty ^ move,
                odd ^ quadrants[square],
                -beta,
                -lower,
                squares,
                bonus,
            )
            if value > best:
                best = value
                if best >= beta:
                    break
                lower = max(lower, best)
        if best > NO_VALUE:
            return sign * best
        own, opp, alpha, beta = opp, own, -beta, -alpha
    best = final_value(own, opp, squares, bonus)
    return best


@kernel(int64(uint64, uint64, uint64, uint64, int64, int64, int64, int64, uint64[::1]))
def last_few(
    own: Bits,
    opp: Bits,
    empty: Bits,
    odd: Bits,
    alpha: int,
    beta: int,
    squares: int,
    bonus: int,
    quadrants: Squares,
) -> int:
    """Returns the value with at most four empty squares."""
    value: int
    count = popcount(empty)
    if count == 4:
        value = last_4(own, opp, empty, odd, alpha, beta, squares, bonus, quadrants)
    elif count == 3:
        value = last_3(own, opp, empty, odd, alpha, beta, squares, bonus)
    elif count == 2:
        value = last_2(own, opp, empty, alpha, beta, squares, bonus)
    elif count == 1:
        value = last_1(own, opp, empty, squares, bonus)
    else:
        value = final_value(own, opp, squares, bonus)
    return value
