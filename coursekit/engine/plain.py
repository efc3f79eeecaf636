"""Plain minimax and plain alpha-beta: moves in index order, nothing remembered.

They visit exactly the tree of the few lines of Python that a lesson writes over ``Env``: a node is
every position visited, the root included, and a pass is a ply. Alpha-beta is fail-soft, after
Knuth and Moore, "An analysis of alpha-beta pruning" (1975).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import boolean, int32, int64, uint64

from coursekit.engine._jit import Bits, kernel, lowest_bit_index
from coursekit.engine.evaluation import INFINITY
from coursekit.engine.leaves import disc_units, finished_units, leaf, square_units
from coursekit.engine.vectors import flips, legal_moves

PASS = 64
_ZERO, _ONE = np.uint64(0), np.uint64(1)

# Columns of the stack, one row for each position on the path: what is left to do in it …
OWN, OPP, LEFT = 0, 1, 2
# … and its numbers.
DEPTH, ALPHA, BETA, BEST, UNITS, MOVE, LENGTH = range(7)
# The state of the whole search: the row reached, nodes so far, whether the row has yet to be
# entered, and whether an unfinished position has been evaluated.
TOP, NODES, ENTER, HORIZON = range(4)


@kernel(
    boolean(
        uint64[:, ::1],
        int64[:, ::1],
        int64[:, ::1],
        int64[::1],
        int64[::1],
        int32[:, ::1],
        int64,
        uint64,
        boolean,
        int64,
    )
)
def plain_search(
    boards: npt.NDArray[np.uint64],
    numbers: npt.NDArray[np.int64],
    lines: npt.NDArray[np.int64],
    state: npt.NDArray[np.int64],
    root_units: npt.NDArray[np.int64],
    rows: npt.NDArray[np.int32],
    mobility: int,
    board: Bits,
    prune: bool,
    limit: int,
) -> bool:
    """Goes on with a search until it is done or has visited ``limit`` nodes.

    The path is kept in a stack and not in calls: a search can stop at any node and go on later,
    and numba 0.68 crashes on a self-recursive function read from its cache.

    Args:
        boards: (rows, 3) own discs, opponent's discs and moves left to try.
        numbers: (rows, 7) the columns named above.
        lines: (rows, rows) the principal variation from each row on.
        state: The four numbers named above.
        root_units: (65,) what each move at the root returned.
        rows: The evaluation's weights.
        mobility: The evaluation's units for each move.
        board: Squares of the board.
        prune: Whether to cut (alpha-beta) or not (minimax).
        limit: Nodes to stop at.

    Returns:
        Whether the search is done.
    """
    top, nodes, enter = state[TOP], state[NODES], state[ENTER] == 1
    horizon = state[HORIZON]
    done = False
    while True:
        own, opp = boards[top, OWN], boards[top, OPP]
        depth, units = numbers[top, DEPTH], numbers[top, UNITS]
        value = int64(0)
        up = False  # whether this row has its value
        if enter:
            if nodes >= limit:
                break
            nodes += 1
            enter = False
            numbers[top, BEST] = -INFINITY
            numbers[top, LENGTH] = 0
            boards[top, LEFT] = _ZERO
            if depth == 0:
                value, unfinished = leaf(own, opp, units, mobility, board)
                horizon |= unfinished
                up = True
            else:
                empty = board & ~(own | opp)
                legal = legal_moves(own, opp, empty)
                boards[top, LEFT] = legal
                if not legal:
                    if legal_moves(opp, own, empty):
                        numbers[top, MOVE] = PASS
                        boards[top + 1, OWN], boards[top + 1, OPP] = opp, own
                        numbers[top + 1, UNITS] = -units
                        numbers[top + 1, DEPTH] = depth - 1
                        numbers[top + 1, ALPHA] = -numbers[top, BETA]
                        numbers[top + 1, BETA] = -numbers[top, ALPHA]
                        top += 1
                        enter = True
                        continue
                    value = finished_units(own, opp)
                    up = True
        if not up and depth == 1:
            alpha, beta, best = numbers[top, ALPHA], numbers[top, BETA], numbers[top, BEST]
            left = boards[top, LEFT]
            while left and nodes < limit:
                nodes += 1
                move = left & (~left + _ONE)
                left ^= move
                turned = flips(own, opp, move)
                gain = disc_units(turned, rows)
                after = units + gain + gain + square_units(move, rows)
                value, unfinished = leaf(opp ^ turned, own ^ turned ^ move, -after, mobility, board)
                value = -value
                horizon |= unfinished
                if top == 0:
                    root_units[int64(lowest_bit_index(move))] = value
                if value > best:
                    best = value
                    if best > alpha:
                        lines[top, 0] = int64(lowest_bit_index(move))
                        numbers[top, LENGTH] = 1
                        if prune:
                            alpha = best
                            if alpha >= beta:
                                left = _ZERO
            numbers[top, ALPHA], numbers[top, BEST] = alpha, best
            boards[top, LEFT] = left
            if left:
                break
            value = best
            up = True
        elif not up:
            left = boards[top, LEFT]
            if left:
                move = left & (~left + _ONE)
                boards[top, LEFT] = left ^ move
                numbers[top, MOVE] = int64(lowest_bit_index(move))
                turned = flips(own, opp, move)
                gain = disc_units(turned, rows)
                boards[top + 1, OWN], boards[top + 1, OPP] = opp ^ turned, own ^ turned ^ move
                numbers[top + 1, UNITS] = -(units + gain + gain + square_units(move, rows))
                numbers[top + 1, DEPTH] = depth - 1
                numbers[top + 1, ALPHA] = -numbers[top, BETA]
                numbers[top + 1, BETA] = -numbers[top, ALPHA]
                top += 1
                enter = True
                continue
            value = numbers[top, BEST]
        if top == 0:
            numbers[0, BEST] = value
            done = True
            break
        top -= 1
        value = -value
        if top == 0:
            root_units[numbers[0, MOVE]] = value
        if value > numbers[top, BEST]:
            numbers[top, BEST] = value
            if value > numbers[top, ALPHA]:
                length = numbers[top + 1, LENGTH]
                lines[top, 0] = numbers[top, MOVE]
                for i in range(length):
                    lines[top, i + 1] = lines[top + 1, i]
                numbers[top, LENGTH] = length + 1
                if prune:
                    numbers[top, ALPHA] = value
                    if value >= numbers[top, BETA]:
                        boards[top, LEFT] = _ZERO
    state[TOP], state[NODES], state[HORIZON] = top, nodes, horizon
    state[ENTER] = 1 if enter else 0
    return done
