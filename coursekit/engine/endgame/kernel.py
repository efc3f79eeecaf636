"""The exact endgame search: principal variation search with a stack, in slices.

Each node of the path is a frame, so that the search can stop after any number of nodes and go on
later: Python stays in control of long solves. Near the end moves are tried by parity alone; further
up they are sorted, and positions are kept in a transposition table.

Sources: Reinefeld, "An improvement to the Scout tree search algorithm", ICCA Journal 6 (1983),
for the windows; the open endgame solvers of Andersson and of Delorme (Edax) for what pays in
Othello: parity, fastest first, stability.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numba
import numpy as np
from numba import int64

from coursekit.engine.endgame.last_moves import NO_VALUE, final_value, last_few
from coursekit.engine.endgame.stability import NOT_A, NOT_H, stable_discs
from coursekit.engine.endgame.table import NO_MOVE, Row, Table, look_up, store
from coursekit.engine.rules._jit import (
    ONE,
    ZERO,
    Bits,
    Flag,
    Int,
    Words,
    kernel,
    lowest_bit_index,
    popcount,
)
from coursekit.engine.rules.vectors import flips, legal_moves

FRAME = np.dtype(
    [
        ("own", np.uint64),
        ("opp", np.uint64),
        ("odd", np.uint64),  # the quadrants with an odd number of empty squares
        ("alpha", np.int64),
        ("beta", np.int64),
        ("lower", np.int64),  # alpha, raised by what has been found
        ("best", np.int64),  # the highest value so far, or NO_VALUE
        ("best_square", np.int64),
        ("kind", np.int64),  # a pass, moves by parity, moves sorted
        ("left", np.uint64),  # moves by parity that are left to try
        ("next", np.int64),  # the sorted move to try next …
        ("count", np.int64),  # … of how many
        ("move", np.uint64),  # the move under search …
        ("is_full", np.bool_),  # … and whether it has the whole window
    ],
    align=True,
)
"""A node of the path."""

MOVE = np.dtype([("bit", np.uint64), ("flips", np.uint64), ("score", np.int64)])
"""A sorted move: what it flips, and how early it is tried."""

STATE = np.dtype(
    [
        ("board", np.uint64),
        ("bonus", np.int64),  # 1 if squares left empty count for the winner, else 0
        ("top", np.int64),  # the last frame of the path; below 0 when the search is done
        ("is_new", np.bool_),  # whether the node there has still to be entered
        ("value", np.int64),  # of the node that was left last
        ("nodes", np.int64),
    ],
    align=True,
)
"""What a search carries from one slice to the next."""

Frame: TypeAlias = Annotated[Any, numba.from_dtype(FRAME)]
Frames: TypeAlias = Annotated[Any, numba.from_dtype(FRAME)[::1]]
MoveRows: TypeAlias = Annotated[Any, numba.from_dtype(MOVE)[:, ::1]]
States: TypeAlias = Annotated[Any, numba.from_dtype(STATE)[::1]]


class Workspace(NamedTuple):
    """What a search works in; made by :class:`coursekit.engine.endgame.solver.Solver`.

    Attributes:
        frames: (n,) the path; the root is in frame 0.
        moves: (n, m) the sorted moves of each node; m is at least the number of empty squares.
        table: The transposition table.
        rim: What :func:`coursekit.engine.endgame.stability.rims` returns for the board.
        quadrants: (64,) for each square the quadrant that it lies in.
        states: (1,) the state of the search.
    """

    frames: Frames
    moves: MoveRows
    table: Table
    rim: Words
    quadrants: Words
    states: States


PASS, BY_PARITY, SORTED = 0, 1, 2
HAND_WRITTEN = 4
"""Empty squares from which the functions of ``last_moves`` take over."""
PARITY_ONLY = 6
"""Empty squares from which sorting and the table cost more than they save."""

_TABLE_MOVE_FIRST = 1 << 40
_NO_LIMIT = 1 << 60
_EIGHT = np.uint64(8)


@kernel(inline=True)
def around(discs: Bits) -> Bits:
    """Returns the squares next to any of ``discs``, and the discs themselves."""
    rows = discs | ((discs << ONE) & NOT_A) | ((discs >> ONE) & NOT_H)
    return rows | (rows << _EIGHT) | (rows >> _EIGHT)


@kernel(inline=True)
def move_score(own: Bits, opp: Bits, empty: Bits, move: Bits, odd: Bits, corners: Bits) -> Int:
    """Returns how early a move is tried, the highest first: a good order saves most of the tree.

    Fastest first: the move after which the opponent has the fewest replies makes the smallest tree
    and is often the best one as well. Replies into a corner count twice, the empty squares around
    the mover's discs, where replies will arise later, a little, and so do stable corners and the
    parity of the move's quadrant.

    Args:
        own: Discs of the side to move after the move.
        opp: Discs of the side that made it.
        empty: Empty squares after the move.
        move: The move.
        odd: Quadrants that had an odd number of empty squares before it.
        corners: Corners of the board.
    """
    replies = legal_moves(own, opp, empty)
    score = -256 * (int64(popcount(replies)) + int64(popcount(replies & corners)))
    score -= 40 * int64(popcount(around(opp) & empty))
    score += 64 * int64(popcount(opp & corners))
    return score + 32 if move & odd else score


@kernel
def list_moves(
    frame: Frame, legal: Bits, empty: Bits, corners: Bits, moves: MoveRows, top: Int
) -> Int:
    """Lists the legal moves of a node with what they flip and their scores; returns how many."""
    own, opp, count = frame.own, frame.opp, 0
    while legal:
        move = legal & (~legal + ONE)
        legal ^= move
        flipped = flips(own, opp, move)
        entry = moves[top, count]
        entry.bit, entry.flips, entry.score = move, flipped, _TABLE_MOVE_FIRST
        if int64(lowest_bit_index(move)) != frame.best_square:
            entry.score = move_score(
                opp ^ flipped, own ^ flipped ^ move, empty ^ move, move, frame.odd, corners
            )
        count += 1
    return count


@kernel(inline=True)
def bring_best(moves: MoveRows, top: Int, first: Int, count: Int) -> None:
    """Swaps the move of the highest score from ``first`` on to that place."""
    best = first
    for i in range(first + 1, count):
        if moves[top, i].score > moves[top, best].score:
            best = i
    a, b = moves[top, best], moves[top, first]
    a.bit, b.bit = b.bit, a.bit
    a.flips, b.flips = b.flips, a.flips
    a.score, b.score = b.score, a.score


@kernel(inline=True)
def known_value(frame: Frame, row: Row) -> Int:
    """Returns a value that the table gives a new node, or ``NO_VALUE``.

    Without one, the frame notes the best move that the table knows.
    """
    lower, upper = int64(row.lower), int64(row.upper)
    if lower >= frame.beta or lower == upper:
        return lower
    if upper <= frame.alpha:
        return upper
    frame.best_square = int64(row.move)
    return NO_VALUE


@kernel(inline=True)
def enter(frame: Frame, own: Bits, opp: Bits, odd: Bits, alpha: Int, beta: Int) -> None:
    """Makes a frame that of a node which has still to be searched."""
    frame.own, frame.opp, frame.odd = own, opp, odd
    frame.alpha, frame.beta = alpha, beta


@kernel
def begin(own: Bits, opp: Bits, alpha: Int, beta: Int, space: Workspace) -> None:
    """Puts the root of a search in place."""
    state = space.states[0]
    empty, odd = state.board & ~(own | opp), ZERO
    while empty:
        odd ^= space.quadrants[lowest_bit_index(empty)]
        empty &= empty - ONE
    enter(space.frames[0], own, opp, odd, alpha, beta)
    state.is_new = True
    state.top = state.value = state.nodes = 0
    space.frames[0].next = space.frames[0].count = 0


@kernel
def search(space: Workspace, most_nodes: Int) -> Flag:
    """Continues a search for ``most_nodes`` more nodes; returns whether it is done.

    Then its value is in the state.
    """
    frames, moves, table, rim, quadrants, states = space
    state = states[0]
    top, value, is_new = state.top, state.value, state.is_new
    board, bonus = state.board, state.bonus
    squares = int64(popcount(board))
    corners = rim[0] & rim[1] & rim[2] & rim[3]
    visited = 0
    while top >= 0:
        frame = frames[top]
        own, opp, beta = frame.own, frame.opp, frame.beta
        empty = board & ~(own | opp)
        empties = int64(popcount(empty))
        if is_new:
            if visited >= most_nodes:
                break
            visited += 1
            is_new = False
            if empties <= HAND_WRITTEN:
                value = last_few(
                    own, opp, empty, frame.odd, frame.alpha, beta, squares, bonus, quadrants
                )
                top -= 1
                continue
            bound = NO_VALUE
            # The opponent's stable discs bound what the mover can still reach; to count them
            # pays only where the mover needs much.
            if frame.alpha >= empties:
                most = squares - 2 * int64(popcount(stable_discs(opp, own, board, rim)))
                bound = most if most <= frame.alpha else NO_VALUE
            if bound == NO_VALUE and empties > PARITY_ONLY:
                frame.best_square = NO_MOVE
                place = look_up(own, opp, table)
                if place >= 0:
                    bound = known_value(frame, table[place])
            if bound != NO_VALUE:
                value = bound
                top -= 1
                continue
            frame.lower, frame.best = frame.alpha, NO_VALUE
            legal = legal_moves(own, opp, empty)
            if not legal:
                if not legal_moves(opp, own, empty):
                    value = final_value(own, opp, squares, bonus)
                    top -= 1
                    continue
                frame.kind = PASS
                top += 1
                enter(frames[top], opp, own, frame.odd, -beta, -frame.alpha)
                is_new = True
                continue
            if empties <= PARITY_ONLY:
                frame.kind, frame.left = BY_PARITY, legal
            else:
                frame.kind, frame.next = SORTED, 0
                frame.count = list_moves(frame, legal, empty, corners, moves, top)
        else:
            value = -value
            if frame.kind == PASS:
                top -= 1
                continue
            if not frame.is_full and frame.lower < value < beta:
                # Better than the first move, by an unknown amount: search once more for it.
                frame.is_full = True
                top += 1
                frames[top].alpha, frames[top].beta = -beta, -frame.lower
                is_new = True
                continue
            if value > frame.best:
                frame.best, frame.lower = value, max(frame.lower, value)
                frame.best_square = int64(lowest_bit_index(frame.move))
        while frame.lower < beta:
            if frame.kind == SORTED:
                if frame.next == frame.count:
                    break
                bring_best(moves, top, frame.next, frame.count)
                move, flipped = moves[top, frame.next].bit, moves[top, frame.next].flips
                frame.next += 1
            else:
                left = frame.left
                if not left:
                    break
                if left & frame.odd:
                    left &= frame.odd
                move = left & (~left + ONE)
                frame.left ^= move
                flipped = flips(own, opp, move)
            mover, other = own ^ flipped ^ move, opp ^ flipped
            odd = frame.odd ^ quadrants[lowest_bit_index(move)]
            lower = frame.lower
            if empties > HAND_WRITTEN + 1:
                # The first move with the whole window, the others only to show them no better.
                is_full = frame.best == NO_VALUE or beta - lower == 1
                frame.is_full, frame.move = is_full, move
                alpha = -beta if is_full else -lower - 1
                top += 1
                enter(frames[top], other, mover, odd, alpha, -lower)
                is_new = True
                break
            visited += 1
            value = -last_few(
                other, mover, empty ^ move, odd, -beta, -lower, squares, bonus, quadrants
            )
            if value > frame.best:
                frame.best, frame.lower = value, max(lower, value)
        if is_new:
            continue
        value = frame.best
        if frame.kind == SORTED:
            least = value if value > frame.alpha else -squares
            most = value if value < beta else squares
            store(own, opp, least, most, frame.best_square, empties, table)
        top -= 1
    state.top, state.is_new, state.value = top, is_new, value
    state.nodes += visited
    return top < 0


@kernel
def solve(own: Bits, opp: Bits, alpha: Int, beta: Int, space: Workspace) -> Int:
    """Returns the value of a position, for other kernels; a bound where it is not in the window."""
    begin(own, opp, alpha, beta, space)
    search(space, _NO_LIMIT)
    return space.states[0].value
