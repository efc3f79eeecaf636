"""Forced wipe-outs of Othello: whether the side to move can take all discs of the other soon.

Nearly all that a learned player loses in the opening it loses like this, so deep and so rare that
a policy has no idea of it. The search here is like that for a mate in n moves: every reply of the
other side is tried. It is cheap, since one reply that escapes ends a line, and it is done only
where the other side has few discs.
"""

from __future__ import annotations

import numpy as np

from coursekit.engine.rules._jit import ONE, ZERO, Bits, Int, kernel, popcount
from coursekit.engine.rules.othello import flips, legal_moves

_MOST_DISCS = np.array([0, 10, 8, 5, 4, 7], np.uint64)
"""Discs that are worth a search by one, two … five moves."""


@kernel
def wipe_out(own: Bits, opp: Bits, board: Bits, moves: Int) -> Bits:
    """Returns the first of a few moves that wipe the other side out, whatever it replies.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        board: Squares of the board.
        moves: How many of its moves it may take, 1 to 5.

    Returns:
        The move as a bit; 0 where there is none, or where the other side has too many discs for
        it to be worth a search.
    """
    if moves > 2:
        sooner = wipe_out(own, opp, board, moves - 1)
        if sooner != ZERO:
            return sooner
    if popcount(opp) > _MOST_DISCS[moves]:
        return ZERO
    left = legal_moves(own, opp, board)
    while left != ZERO:
        move = left & (~left + ONE)
        left ^= move
        flipped = flips(own, opp, move)
        mover, other = own ^ flipped ^ move, opp ^ flipped
        if other == ZERO:
            return move
        if moves == 1:
            continue
        replies = legal_moves(other, mover, board)
        # Without a reply, the other side passes.
        forced = replies != ZERO or wipe_out(mover, other, board, moves - 1) != ZERO
        while forced and replies != ZERO:
            reply = replies & (~replies + ONE)
            replies ^= reply
            flipped = flips(other, mover, reply)
            after, before = mover ^ flipped, other ^ flipped ^ reply
            forced = wipe_out(after, before, board, moves - 1) != ZERO
        if forced:
            return move
    return ZERO
