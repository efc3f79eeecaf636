"""The exact endgame search: principal variation search with a stack, in slices.

A node is a row of two arrays, so that the search can stop after any number of nodes and go on
later: Python stays in control of long solves, and numba 0.68 crashes on a self-recursive function
read from its cache. Near the end moves are tried by parity alone; further up they are sorted,
and positions are kept in a transposition table.

Sources: Reinefeld, "An improvement to the Scout tree search algorithm", ICCA Journal 6 (1983),
for the windows; the open endgame solvers of Andersson and of Delorme (Edax) for what pays in
Othello: parity, fastest first, stability.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from coursekit.engine import solver_table
from coursekit.engine._jit import Bits, kernel, lowest_bit_index, popcount
from coursekit.engine.last_moves import NO_VALUE, final_value, last_few
from coursekit.engine.solver_order import promise
from coursekit.engine.solver_table import NO_MOVE
from coursekit.engine.stability import stable_discs
from coursekit.engine.vectors import flips, legal_moves

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

# Columns of `nodes`: discs, quadrants of odd parity, moves left to try, move under search …
OWN, OPP, ODD, LEFT, MOVE = 0, 1, 2, 3, 4
NODE_WORDS = 5
# … and of `windows`: the bounds, the raised lower bound, what has been found, and how far it is.
ALPHA, BETA, LOWER, BEST, BEST_SQUARE, KIND, NEXT, COUNT, IS_FULL = 0, 1, 2, 3, 4, 5, 6, 7, 8
NODE_NUMBERS = 9
# Kinds of nodes: a pass, moves by parity, moves sorted.
PASS, BY_PARITY, SORTED = 0, 1, 2
# Entries of `control`, which carries a search from one slice to the next.
TOP, IS_NEW, VALUE, NODES, BONUS = 0, 1, 2, 3, 4
CONTROL_NUMBERS = 5
# Parts of `moves`: the move and the discs that it turns.
SQUARE, TURNED = 0, 1

HAND_WRITTEN = 4
"""Empty squares from which the functions of :mod:`coursekit.engine.last_moves` take over."""
PARITY_ONLY = 6
"""Empty squares from which sorting and the table cost more than they save."""

_ONE = np.uint64(1)
_TABLE_MOVE_FIRST = 1 << 40


@kernel(int64(uint64[:, ::1], int64[:, ::1], int64, uint64[:, ::1]), inline=True)
def settled(nodes: Words, windows: Numbers, top: int, table: Words) -> int:
    """Returns a value that the table gives the new node at ``top``, or ``NO_VALUE``.

    Without one it notes the best move that the table knows.
    """
    windows[top, BEST_SQUARE] = int64(NO_MOVE)
    word = solver_table.look_up(nodes[top, OWN], nodes[top, OPP], table)
    if not word:
        return NO_VALUE
    lower: int = solver_table.lower_bound(word)
    upper: int = solver_table.upper_bound(word)
    if lower >= windows[top, BETA] or lower == upper:
        return lower
    if upper <= windows[top, ALPHA]:
        return upper
    windows[top, BEST_SQUARE] = int64(solver_table.best_move(word))
    return NO_VALUE


@kernel(
    int64(
        uint64,
        uint64,
        uint64,
        uint64,
        uint64,
        uint64,
        uint64,
        uint64[:, ::1],
        int64[::1],
    )
)
def list_moves(
    own: Bits,
    opp: Bits,
    legal: Bits,
    empty: Bits,
    odd: Bits,
    corners: Bits,
    known: Bits,
    moves: Words,
    promises: Numbers,
) -> int:
    """Lists the legal moves with what they turn and what they promise; returns how many."""
    count = 0
    while legal:
        move = legal & (~legal + _ONE)
        legal ^= move
        turned = flips(own, opp, move)
        moves[count, SQUARE], moves[count, TURNED] = move, turned
        if lowest_bit_index(move) == known:
            promises[count] = _TABLE_MOVE_FIRST
        else:
            promises[count] = promise(
                opp ^ turned, own ^ turned ^ move, empty ^ move, move, odd, corners
            )
        count += 1
    return count


@kernel(int64(uint64[:, ::1], int64[::1], int64, int64), inline=True)
def bring_best(moves: Words, promises: Numbers, first: int, count: int) -> int:
    """Swaps the most promising of the moves from ``first`` on to that place; returns ``first``."""
    best = first
    for i in range(first + 1, count):
        if promises[i] > promises[best]:
            best = i
    for part in (SQUARE, TURNED):
        moves[best, part], moves[first, part] = moves[first, part], moves[best, part]
    promises[best], promises[first] = promises[first], promises[best]
    return first


@kernel(
    int64(
        uint64[:, ::1],
        int64[:, ::1],
        uint64[:, :, ::1],
        int64[:, ::1],
        uint64[:, ::1],
        uint64[::1],
        uint64[::1],
        uint64,
        int64[::1],
        int64,
    )
)
def search(
    nodes: Words,
    windows: Numbers,
    moves: Words,
    promises: Numbers,
    table: Words,
    rim: Words,
    quadrants: Words,
    board: Bits,
    control: Numbers,
    most_nodes: int,
) -> int:
    """Goes on with a search until it is done or has visited so many nodes more.

    Args:
        nodes: (n, NODE_WORDS), a row for each node of the path; the root is in row 0.
        windows: (n, NODE_NUMBERS), the same nodes' bounds and progress.
        moves: (n, m, 2), the sorted moves of each node; m is at least the number of empty squares.
        promises: (n, m), the ranks of those moves.
        table: The transposition table.
        rim: What :func:`coursekit.engine.stability.rims` returns for the board.
        quadrants: For each of 64 squares the quadrant that it lies in.
        board: Squares of the board.
        control: What the search carries on from one slice to the next.
        most_nodes: Nodes after which to return.

    Returns:
        1 if the search is done, and its value in ``control``; else 0.
    """
    top, value = control[TOP], control[VALUE]
    is_new = control[IS_NEW]
    bonus = control[BONUS]
    squares = int64(popcount(board))
    corners = rim[0] & rim[1] & rim[2] & rim[3]
    visited = 0
    while top >= 0:
        node, window = nodes[top], windows[top]
        own, opp = node[OWN], node[OPP]
        empty = board & ~(own | opp)
        empties = int64(popcount(empty))
        alpha, beta = window[ALPHA], window[BETA]
        if is_new:
            if visited >= most_nodes:
                break
            visited += 1
            is_new = 0
            if empties <= HAND_WRITTEN:
                value = last_few(own, opp, empty, node[ODD], alpha, beta, squares, bonus, quadrants)
                top -= 1
                continue
            # The opponent's stable discs bound what the mover can still reach; to count them
            # pays only where the mover needs much.
            if alpha >= empties:
                bound = squares - 2 * int64(popcount(stable_discs(opp, own, board, rim)))
                if bound <= alpha:
                    value = bound
                    top -= 1
                    continue
            if empties > PARITY_ONLY:
                bound = settled(nodes, windows, top, table)
                if bound != NO_VALUE:
                    value = bound
                    top -= 1
                    continue
            window[LOWER], window[BEST] = alpha, NO_VALUE
            legal = legal_moves(own, opp, empty)
            if not legal:
                if not legal_moves(opp, own, empty):
                    value = final_value(own, opp, squares, bonus)
                    top -= 1
                    continue
                window[KIND] = PASS
                top += 1
                nodes[top, OWN], nodes[top, OPP], nodes[top, ODD] = opp, own, node[ODD]
                windows[top, ALPHA], windows[top, BETA] = -beta, -alpha
                is_new = 1
                continue
            if empties <= PARITY_ONLY:
                window[KIND] = BY_PARITY
                node[LEFT] = legal
            else:
                window[KIND] = SORTED
                known = uint64(window[BEST_SQUARE])
                window[NEXT] = 0
                window[COUNT] = list_moves(
                    own, opp, legal, empty, node[ODD], corners, known, moves[top], promises[top]
                )
        else:
            value = -value
            if window[KIND] == PASS:
                top -= 1
                continue
            if not window[IS_FULL] and window[LOWER] < value < beta:
                # Better than the first move, by an unknown amount: search once more for it.
                window[IS_FULL] = 1
                top += 1
                windows[top, ALPHA], windows[top, BETA] = -beta, -window[LOWER]
                is_new = 1
                continue
            if value > window[BEST]:
                window[BEST] = value
                window[BEST_SQUARE] = int64(lowest_bit_index(node[MOVE]))
                window[LOWER] = max(window[LOWER], value)
        while window[LOWER] < beta:
            if window[KIND] == SORTED:
                if window[NEXT] == window[COUNT]:
                    break
                k = bring_best(moves[top], promises[top], window[NEXT], window[COUNT])
                window[NEXT] += 1
                move, turned = moves[top, k, SQUARE], moves[top, k, TURNED]
            else:
                left = node[LEFT]
                if not left:
                    break
                if left & node[ODD]:
                    left &= node[ODD]
                move = left & (~left + _ONE)
                node[LEFT] ^= move
                turned = flips(own, opp, move)
            mover, other = own ^ turned ^ move, opp ^ turned
            odd = node[ODD] ^ quadrants[lowest_bit_index(move)]
            lower = window[LOWER]
            if empties > HAND_WRITTEN + 1:
                # The first move with the whole window, the others only to show them no better.
                is_full = window[BEST] == NO_VALUE or beta - lower == 1
                window[IS_FULL] = is_full
                node[MOVE] = move
                top += 1
                nodes[top, OWN], nodes[top, OPP], nodes[top, ODD] = other, mover, odd
                windows[top, ALPHA] = -beta if is_full else -lower - 1
                windows[top, BETA] = -lower
                is_new = 1
                break
            visited += 1
            value = -last_few(
                other, mover, empty ^ move, odd, -beta, -lower, squares, bonus, quadrants
            )
            if value > window[BEST]:
                window[BEST] = value
                window[LOWER] = max(lower, value)
        if is_new:
            continue
        value = window[BEST]
        if window[KIND] == SORTED:
            solver_table.store(
                own,
                opp,
                value if value > alpha else -squares,
                value if value < beta else squares,
                uint64(window[BEST_SQUARE]),
                empties,
                table,
            )
        top -= 1
    control[TOP], control[IS_NEW], control[VALUE] = top, is_new, value
    control[NODES] += visited
    return 1 if top < 0 else 0
