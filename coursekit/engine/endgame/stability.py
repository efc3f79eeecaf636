"""Discs that can never be flipped again: they bound the final score before the game is over.

A disc is stable when on each of its four lines it cannot be captured: the line is full, or one
neighbour on it is the board's edge or a stable disc of the same colour. Starting from nothing the
rule is applied until nothing changes, so it finds less than there is, but never too much.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from coursekit.engine.rules._jit import ONE, Bits, Words, kernel

_SEVEN, _EIGHT, _NINE = np.uint64(7), np.uint64(8), np.uint64(9)
NOT_A, NOT_H = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)


def rims(board: int) -> npt.NDArray[np.uint64]:
    """Returns, for the lines of step 1, 7, 8 and 9, the squares of ``board`` that end one."""
    ends = []
    for row_step, col_step in ((0, 1), (1, -1), (1, 0), (1, 1)):
        rim = 0
        for square in range(64):
            row, col = divmod(square, 8)
            for sign in (1, -1):
                r, c = row + sign * row_step, col + sign * col_step
                inside = 0 <= r < 8 and 0 <= c < 8 and board >> (8 * r + c) & 1
                if board >> square & 1 and not inside:
                    rim |= 1 << square
        ends.append(rim)
    return np.array(ends, np.uint64)


@kernel(inline=True)
def _line_through(empty: Bits, shift: Bits, up_mask: Bits, down_mask: Bits) -> Bits:
    """Returns every square that has an empty one on its line of the given step."""
    up, down = empty, empty
    open_up, open_down = up_mask, down_mask
    distance = shift
    for _ in range(3):
        up |= open_up & (up << distance)
        down |= open_down & (down >> distance)
        open_up &= open_up << distance
        open_down &= open_down >> distance
        distance += distance
    return up | down


@kernel
def stable_discs(own: Bits, opp: Bits, board: Bits, rim: Words) -> Bits:
    """Returns discs of ``own`` that are stable.

    Args:
        own: Discs of the side in question.
        opp: Discs of the other side.
        board: Squares of the board.
        rim: What :func:`rims` returns for it.
    """
    empty = board & ~(own | opp)
    free = np.uint64(0xFFFFFFFFFFFFFFFF)
    safe_1 = rim[0] | ~_line_through(empty, ONE, NOT_A, NOT_H)
    safe_7 = rim[1] | ~_line_through(empty, _SEVEN, NOT_H, NOT_A)
    safe_8 = rim[2] | ~_line_through(empty, _EIGHT, free, free)
    safe_9 = rim[3] | ~_line_through(empty, _NINE, NOT_A, NOT_H)
    stable = own & safe_1 & safe_7 & safe_8 & safe_9
    while stable:
        grown = own & (safe_1 | ((stable << ONE) & NOT_A) | ((stable >> ONE) & NOT_H))
        grown &= safe_7 | ((stable << _SEVEN) & NOT_H) | ((stable >> _SEVEN) & NOT_A)
        grown &= safe_8 | (stable << _EIGHT) | (stable >> _EIGHT)
        grown &= safe_9 | ((stable << _NINE) & NOT_A) | ((stable >> _NINE) & NOT_H)
        if grown == stable:
            break
        stable = grown
    return stable
