"""The search engine's kernel: principal variation search with a transposition table.

After Marsland and Campbell, "Parallel search of strongly ordered game trees" (1982): the first move
of a node gets the whole window; the others only have to be refuted, with a window of width one,
and are searched again where that fails. The result equals plain minimax to the same depth, and
among equally good moves the root keeps the one of the lowest index.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import boolean, int32, int64, types, uint64

from coursekit.engine._jit import Bits, kernel, lowest_bit_index, popcount
from coursekit.engine.evaluation import INFINITY
from coursekit.engine.leaves import Units, disc_units, finished_units, leaf, square_units
from coursekit.engine.plain import PASS
from coursekit.engine.table import AT_LEAST, AT_MOST, EXACT, find, position_key, store, unpack
from coursekit.engine.vectors import flips, legal_moves

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_NO_MOVE = 127
_FIRST = 1 << 50

# Columns of the stack, one row for each position on the path.
OWN, OPP, LEFT, KEY = 0, 1, 2, 3
(
    DEPTH,
    ALPHA,
    BETA,
    BEST,
    UNITS,
    MOVE,
    LENGTH,
    FLOOR,
    COUNT,
    NEXT,
    SCOUT,
    COMPLETE,
    BEST_MOVE,
) = range(13)
NUMBERS = 13
# The state of the whole search.
TOP, NODES, ENTER, HINT = range(4)
# Columns of the list of moves of each row.
BIT, SORT, AFTER = range(3)


@kernel(
    int64(
        uint64,
        uint64,
        uint64,
        int64,
        int64,
        uint64[::1],
        int64[:, ::1],
        int32[:, ::1],
        int64,
        uint64,
    )
)
def list_moves(
    own: Bits,
    opp: Bits,
    legal: Bits,
    units: int,
    hint: int,
    turned_by: npt.NDArray[np.uint64],
    moves: npt.NDArray[np.int64],
    rows: npt.NDArray[np.int32],
    mobility: int,
    board: Bits,
) -> Units:
    """Writes down the legal moves of a node with what they turn and how good they look.

    Returns:
        The number of moves.
    """
    count = int64(0)
    empty = board & ~(own | opp)
    while legal:
        move = legal & (~legal + _ONE)
        legal ^= move
        turned = flips(own, opp, move)
        gain = disc_units(turned, rows)
        after = units + gain + gain + square_units(move, rows)
        sort = after
        index = int64(lowest_bit_index(move))
        if index == hint:
            sort = int64(_FIRST)
        elif mobility:
            replies = legal_moves(opp ^ turned, own ^ turned ^ move, empty ^ move)
            sort -= mobility * int64(popcount(replies))
        turned_by[count] = turned
        moves[BIT, count] = index
        moves[SORT, count] = sort
        moves[AFTER, count] = after
        count += 1
    return count


@kernel(types.void(uint64[::1], int64[:, ::1], int64, int64), inline=True)
def bring_best(
    turned_by: npt.NDArray[np.uint64], moves: npt.NDArray[np.int64], start: int, count: int
) -> None:
    """Swaps the most promising of the moves from ``start`` on to that place."""
    best = start
    for i in range(start + 1, count):
        if moves[SORT, i] > moves[SORT, best]:
            best = i
    if best != start:
        turned_by[start], turned_by[best] = turned_by[best], turned_by[start]
        for column in range(3):
            moves[column, start], moves[column, best] = moves[column, best], moves[column, start]


@kernel(
    boolean(
        uint64[:, ::1],
        int64[:, ::1],
        int64[:, ::1],
        uint64[:, ::1],
        int64[:, :, ::1],
        int64[::1],
        int64[::1],
        uint64[:, ::1],
        int64,
        int32[:, ::1],
        int64,
        uint64,
        int64,
    )
)
def pv_search(
    boards: npt.NDArray[np.uint64],
    numbers: npt.NDArray[np.int64],
    lines: npt.NDArray[np.int64],
    turned_by: npt.NDArray[np.uint64],
    moves: npt.NDArray[np.int64],
    state: npt.NDArray[np.int64],
    root_units: npt.NDArray[np.int64],
    entries: npt.NDArray[np.uint64],
    generation: int,
    rows: npt.NDArray[np.int32],
    mobility: int,
    board: Bits,
    limit: int,
) -> bool:
    """Goes on with a search until it is done or has visited ``limit`` nodes.

    Args:
        boards: (rows, 4) own discs, opponent's discs, moves left (of the last ply), key.
        numbers: (rows, 13) the columns named above.
        lines: (rows, rows) the principal variation from each row on.
        turned_by: (rows, 64) what each listed move turns.
        moves: (rows, 3, 64) the other columns of the listed moves.
        state: The four numbers named above.
        root_units: (65,) what each move at the root returned.
        entries: The transposition table.
        generation: Number of this search in the table.
        rows: The evaluation's weights.
        mobility: The evaluation's units for each move.
        board: Squares of the board.
        limit: Nodes to stop at.

    Returns:
        Whether the search is done.
    """
    top, nodes, enter = state[TOP], state[NODES], state[ENTER] == 1
    done = False
    while True:
        own, opp = boards[top, OWN], boards[top, OPP]
        depth, units = numbers[top, DEPTH], numbers[top, UNITS]
        value, complete = int64(0), int64(1)
        up = False  # whether this row has its value
        if enter:
            if nodes >= limit:
                break
            nodes += 1
            enter = False
            alpha, beta = numbers[top, ALPHA], numbers[top, BETA]
            numbers[top, BEST] = -INFINITY
            numbers[top, BEST_MOVE] = _NO_MOVE
            numbers[top, FLOOR] = alpha
            numbers[top, LENGTH] = 0
            numbers[top, COUNT] = 0
            numbers[top, NEXT] = 0
            numbers[top, SCOUT] = 0
            numbers[top, COMPLETE] = 1
            boards[top, LEFT] = _ZERO
            if depth == 0:
                value, unfinished = leaf(own, opp, units, mobility, board)
                complete = 1 - unfinished
                up = True
            else:
                hint = int64(_NO_MOVE)
                if depth > 1:
                    key = position_key(own, opp)
                    boards[top, KEY] = key
                    packed = find(entries, key, generation)
                    if packed:
                        known, hint, searched, bound, whole = unpack(packed)
                        if (
                            beta - alpha == 1
                            and (searched == depth or (whole == 1 and searched <= depth))
                            and (
                                bound == EXACT
                                or (bound == AT_LEAST and known >= beta)
                                or (bound == AT_MOST and known <= alpha)
                            )
                        ):
                            value, complete = known, whole
                            up = True
                if not up:
                    empty = board & ~(own | opp)
                    legal = legal_moves(own, opp, empty)
                    if legal:
                        if depth == 1:
                            boards[top, LEFT] = legal
                        else:
                            if top == 0 and state[HINT] >= 0:
                                hint = state[HINT]
                            numbers[top, COUNT] = list_moves(
                                own,
                                opp,
                                legal,
                                units,
                                hint,
                                turned_by[top],
                                moves[top],
                                rows,
                                mobility,
                                board,
                            )
                    elif legal_moves(opp, own, empty):
                        numbers[top, MOVE] = PASS
                        boards[top + 1, OWN], boards[top + 1, OPP] = opp, own
                        numbers[top + 1, UNITS] = -units
                        numbers[top + 1, DEPTH] = depth - 1
                        numbers[top + 1, ALPHA], numbers[top + 1, BETA] = -beta, -alpha
                        top += 1
                        enter = True
                        continue
                    else:
                        value = finished_units(own, opp)
                        up = True
        if not up and depth == 1:
            alpha, beta, best = numbers[top, ALPHA], numbers[top, BETA], numbers[top, BEST]
            complete = numbers[top, COMPLETE]
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
                complete &= 1 - unfinished
                if top == 0:
                    root_units[int64(lowest_bit_index(move))] = value
                if value > best:
                    best = value
                    if best > alpha:
                        alpha = best
                        lines[top, 0] = int64(lowest_bit_index(move))
                        numbers[top, LENGTH] = 1
                        numbers[top, BEST_MOVE] = lines[top, 0]
                        if alpha >= beta:
                            left = _ZERO
                            complete = 1 - unfinished
            numbers[top, ALPHA], numbers[top, BEST] = alpha, best
            numbers[top, COMPLETE] = complete
            boards[top, LEFT] = left
            if left:
                break
            value = best
            up = True
        elif not up:
            k = numbers[top, NEXT]
            if k < numbers[top, COUNT]:
                if numbers[top, SCOUT] == 0:
                    bring_best(turned_by[top], moves[top], k, numbers[top, COUNT])
                turned = turned_by[top, k]
                alpha, beta = numbers[top, ALPHA], numbers[top, BETA]
                index = moves[top, BIT, k]
                if top == 0 and index < numbers[0, BEST_MOVE] < _NO_MOVE:
                    alpha -= 1  # an equal value is enough for a move of lower index
                if k > 0 and beta - alpha > 1 and numbers[top, SCOUT] == 0:
                    numbers[top, SCOUT] = 1
                    beta = alpha + 1
                else:
                    numbers[top, SCOUT] = 0
                boards[top + 1, OWN] = opp ^ turned
                boards[top + 1, OPP] = own ^ turned ^ (_ONE << uint64(index))
                numbers[top + 1, UNITS] = -moves[top, AFTER, k]
                numbers[top + 1, DEPTH] = depth - 1
                numbers[top + 1, ALPHA], numbers[top + 1, BETA] = -beta, -alpha
                numbers[top, MOVE] = index
                top += 1
                enter = True
                continue
            value, complete = numbers[top, BEST], numbers[top, COMPLETE]
            bound = int64(EXACT)
            if value >= numbers[top, BETA]:
                bound = int64(AT_LEAST)
            elif value <= numbers[top, FLOOR]:
                bound = int64(AT_MOST)
            move_index = numbers[top, BEST_MOVE]
            key = boards[top, KEY]
            store(entries, key, generation, value, move_index, depth, bound, complete)
        if top == 0:
            numbers[0, BEST] = value
            numbers[0, COMPLETE] = complete
            done = True
            break
        length = numbers[top, LENGTH]
        top -= 1
        value = -value
        move_index = numbers[top, MOVE]
        if numbers[top, SCOUT] == 1:
            bar = numbers[top, ALPHA]
            if top == 0 and move_index < numbers[0, BEST_MOVE] < _NO_MOVE:
                bar -= 1
            if bar < value < numbers[top, BETA]:
                continue  # not refuted: the same move again, with the whole window
            numbers[top, SCOUT] = 0
        numbers[top, NEXT] += 1
        better = value > numbers[top, BEST]
        if top == 0:
            root_units[move_index] = value
            if value == numbers[0, BEST] and move_index < numbers[0, BEST_MOVE]:
                better = True
        if better:
            numbers[top, BEST] = value
            numbers[top, BEST_MOVE] = move_index
            if value > numbers[top, ALPHA] or top == 0:
                if numbers[top, BETA] - numbers[top, ALPHA] > 1:
                    lines[top, 0] = move_index
                    for i in range(length):
                        lines[top, i + 1] = lines[top + 1, i]
                    numbers[top, LENGTH] = length + 1
                numbers[top, ALPHA] = value
        if value >= numbers[top, BETA]:
            numbers[top, COUNT] = numbers[top, NEXT]
            numbers[top, COMPLETE] = complete
        else:
            numbers[top, COMPLETE] &= complete
    state[TOP], state[NODES] = top, nodes
    state[ENTER] = 1 if enter else 0
    return done
