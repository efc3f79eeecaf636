"""Forced wipe-outs of Othello: whether the side to move can take all discs of the other soon.

Nearly all that a learned player loses in the opening it loses like this, so deep and so rare that
a policy has no idea of it. The search here is that of a mate in so many moves: every reply of the
other side is tried. It is cheap, since one reply that escapes ends a line, and it is done only
where the other side has few discs.
"""

from __future__ import annotations

import numpy as np
from numba import uint64

from coursekit.engine._jit import Bits, kernel, popcount
from coursekit.engine.othello import flips, legal_moves

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_FEW, _FEWER, _FEWEST = np.uint64(10), np.uint64(8), np.uint64(5)
"""Discs that can be taken by one, two and three moves; more hardly ever are."""


@kernel(uint64(uint64, uint64, uint64))
def in_one(own: Bits, opp: Bits, board: Bits) -> Bits:
    """Returns a move that turns all discs of the other side, if they are few; else 0."""
    if popcount(opp) > _FEW:
        return _ZERO
    moves = legal_moves(own, opp, board)
    while moves != _ZERO:
        move = moves & (~moves + _ONE)
        moves ^= move
        if flips(own, opp, move) == opp:
            return move
    return _ZERO


@kernel(uint64(uint64, uint64, uint64))
def in_two(own: Bits, opp: Bits, board: Bits) -> Bits:
    """Returns a move that leads to a wipe-out by the next, whatever is replied; else 0."""
    if popcount(opp) > _FEWER:
        return _ZERO
    moves = legal_moves(own, opp, board)
    while moves != _ZERO:
        move = moves & (~moves + _ONE)
        moves ^= move
        turned = flips(own, opp, move)
        mover, other = own ^ turned ^ move, opp ^ turned
        if other == _ZERO:
            return move
        replies = legal_moves(other, mover, board)
        forced = replies != _ZERO or in_one(mover, other, board) != _ZERO  # no reply: a pass
        while forced and replies != _ZERO:
            reply = replies & (~replies + _ONE)
            replies ^= reply
            turned = flips(other, mover, reply)
            forced = in_one(mover ^ turned, other ^ turned ^ reply, board) != _ZERO
        if forced:
            return move
    return _ZERO


@kernel(uint64(uint64, uint64, uint64))
def in_three(own: Bits, opp: Bits, board: Bits) -> Bits:
    """Returns the first of at most three moves that wipe the other side out, whatever it replies.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        board: Squares of the board.

    Returns:
        The move as a bit; 0 where there is none, or where the other side has too many discs for
        it to be worth a search.
    """
    move = in_two(own, opp, board)
    if move != _ZERO or popcount(opp) > _FEWEST:
        return move
    moves = legal_moves(own, opp, board)
    while moves != _ZERO:
        move = moves & (~moves + _ONE)
        moves ^= move
        turned = flips(own, opp, move)
        mover, other = own ^ turned ^ move, opp ^ turned
        replies = legal_moves(other, mover, board)
        forced = replies != _ZERO or in_two(mover, other, board) != _ZERO
        while forced and replies != _ZERO:
            reply = replies & (~replies + _ONE)
            replies ^= reply
            turned = flips(other, mover, reply)
            forced = in_two(mover ^ turned, other ^ turned ^ reply, board) != _ZERO
        if forced:
            return move
    return _ZERO
