"""The search engine's kernel: principal variation search with a transposition table.

After Marsland and Campbell, "Parallel search of strongly ordered game trees" (1982): the first move
of a node gets the whole window; the others only have to be refuted, with a window of width one,
and are searched again where that fails. The result equals plain minimax to the same depth, and
among equally good moves the root keeps the one of the lowest index.
"""

from __future__ import annotations

from numba import int64, uint64

from coursekit.engine.alphabeta.evaluation import INFINITY
from coursekit.engine.alphabeta.frames import (
    NO_MOVE,
    Frame,
    Move,
    MoveRows,
    Workspace,
    enter,
    keep_line,
    search_last_ply,
)
from coursekit.engine.alphabeta.leaves import disc_units, finished_units, leaf, square_units
from coursekit.engine.alphabeta.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    find,
    position_key,
    store,
    unpack,
)
from coursekit.engine.rules._jit import (
    ONE,
    ZERO,
    Bits,
    Flag,
    Int,
    Int32Rows,
    WordRows,
    kernel,
    lowest_bit_index,
    popcount,
)
from coursekit.engine.rules.constants import PASS
from coursekit.engine.rules.vectors import flips, legal_moves

_FIRST = 1 << 50

HAS_VALUE, MUST_PASS, HAS_MOVES = 0, 1, 2
"""What is known of a node when it has been entered."""

NOT_REFUTED, TAKEN, NEW_LINE = 0, 1, 2
"""What the value of a child means: it must be searched again with the whole window; it is taken; it
also makes a new principal variation."""


@kernel
def list_moves(
    frame: Frame, moves: MoveRows, top: Int, weights: Int32Rows, mobility: Int, board: Bits
) -> Int:
    """Lists the moves left of a node with what they flip and how good they look; returns how many.

    The move that the table knows, the hint, comes first.
    """
    own, opp, legal, count = frame.own, frame.opp, frame.left, 0
    empty = board & ~(own | opp)
    while legal:
        move = legal & (~legal + ONE)
        legal ^= move
        flipped = flips(own, opp, move)
        gain = disc_units(flipped, weights)
        after = frame.units + gain + gain + square_units(move, weights)
        score, index = after, int64(lowest_bit_index(move))
        if index == frame.hint:
            score = _FIRST
        elif mobility:
            other, mover = opp ^ flipped, own ^ flipped ^ move
            score -= mobility * int64(popcount(legal_moves(other, mover, empty ^ move)))
        entry = moves[top, count]
        entry.flips, entry.index, entry.after, entry.score = flipped, index, after, score
        count += 1
    return count


@kernel(inline=True)
def bring_best(moves: MoveRows, top: Int, first: Int, count: Int) -> None:
    """Swaps the move of the highest score from ``first`` on to that place; the first of equals."""
    best = first
    for i in range(first + 1, count):
        if moves[top, i].score > moves[top, best].score:
            best = i
    if best != first:
        a, b = moves[top, best], moves[top, first]
        a.flips, b.flips = b.flips, a.flips
        a.index, b.index = b.index, a.index
        a.after, b.after = b.after, a.after
        a.score, b.score = b.score, a.score


@kernel(inline=True)
def open_node(frame: Frame, packed: Bits, mobility: Int, board: Bits) -> Int:
    """Enters a node: it has its value, or must pass, or has moves, which are then ``left``.

    Args:
        frame: The node.
        packed: What the transposition table holds about it, or 0.
        mobility: Units for each move.
        board: Squares of the board.
    """
    own, opp, depth = frame.own, frame.opp, frame.depth
    frame.best, frame.best_move, frame.floor = -INFINITY, NO_MOVE, frame.alpha
    frame.length = frame.count = frame.next = 0
    frame.left, frame.is_scout, frame.complete = ZERO, False, True
    frame.hint = NO_MOVE
    if depth == 0:
        frame.best, frame.complete = leaf(own, opp, frame.units, mobility, board)
        return HAS_VALUE
    if packed:
        known, frame.hint, searched, bound, whole = unpack(packed)
        if (
            frame.beta - frame.alpha == 1
            and (searched == depth or (whole and searched <= depth))
            and (
                bound == EXACT
                or (bound == AT_LEAST and known >= frame.beta)
                or (bound == AT_MOST and known <= frame.alpha)
            )
        ):
            frame.best, frame.complete = known, whole
            return HAS_VALUE
    empty = board & ~(own | opp)
    frame.left = legal_moves(own, opp, empty)
    if frame.left:
        return HAS_MOVES
    if legal_moves(opp, own, empty):
        return MUST_PASS
    frame.best = finished_units(own, opp)
    return HAS_VALUE


@kernel(inline=True)
def enter_move(frame: Frame, child: Frame, move: Move, is_root: Flag) -> None:
    """Enters the position after a node's next move.

    The first move has the whole window, as has one that was not refuted; the others are scouted.
    """
    alpha, beta = frame.alpha, frame.beta
    if is_root and move.index < frame.best_move < NO_MOVE:
        alpha -= 1  # an equal value is enough for a move of lower index
    frame.is_scout = frame.next > 0 and beta - alpha > 1 and not frame.is_scout
    if frame.is_scout:
        beta = alpha + 1
    frame.move = move.index
    mover = frame.own ^ move.flips ^ (ONE << uint64(move.index))
    enter(child, frame.opp ^ move.flips, mover, -move.after, frame.depth - 1, -beta, -alpha)


@kernel(inline=True)
def take_value(frame: Frame, child: Frame, is_root: Flag) -> Int:
    """Gives a node the value of the child whose search is done; returns what that means for it."""
    value, move, found = -child.best, frame.move, TAKEN
    if frame.is_scout:
        bar = frame.alpha
        if is_root and move < frame.best_move < NO_MOVE:
            bar -= 1
        if bar < value < frame.beta:
            return NOT_REFUTED
        frame.is_scout = False
    frame.next += 1
    if value > frame.best or (is_root and value == frame.best and move < frame.best_move):
        frame.best, frame.best_move = value, move
        if value > frame.alpha or is_root:
            if frame.beta - frame.alpha > 1:
                frame.length = child.length + 1
                found = NEW_LINE
            frame.alpha = value
    if value >= frame.beta:
        frame.count, frame.complete = frame.next, child.complete
    else:
        frame.complete &= child.complete
    return found


@kernel(inline=True)
def bound_of(frame: Frame) -> Int:
    """Returns what the value of a searched node says."""
    if frame.best >= frame.beta:
        return AT_LEAST
    return AT_MOST if frame.best <= frame.floor else EXACT


@kernel
def pv_search(space: Workspace, entries: WordRows, limit: Int) -> Flag:
    """Continues a search until it is done or has visited ``limit`` nodes.

    Args:
        space: What it works in.
        entries: The transposition table.
        limit: Nodes to stop at.

    Returns:
        Whether the search is done.
    """
    frames, moves, lines, root_units, weights, states = space
    state = states[0]
    board, mobility, generation = state.board, state.mobility, state.generation
    top, nodes, is_new = state.top, state.nodes, state.is_new
    done = False
    while True:
        frame, found = frames[top], HAS_MOVES
        depth = frame.depth
        if is_new:
            if nodes >= limit:
                break
            nodes += 1
            is_new, packed = False, ZERO
            if depth > 1:
                frame.key = position_key(frame.own, frame.opp)
                packed = find(entries, frame.key, generation)
            found = open_node(frame, packed, mobility, board)
            if found == MUST_PASS:
                frame.move, is_new = PASS, True
                top += 1
                alpha, beta = frame.alpha, frame.beta
                enter(frames[top], frame.opp, frame.own, -frame.units, depth - 1, -beta, -alpha)
                continue
            if found == HAS_MOVES and depth > 1:
                if top == 0 and state.hint >= 0:
                    frame.hint = state.hint
                frame.count = list_moves(frame, moves, top, weights, mobility, board)
        if found == HAS_MOVES and depth == 1:
            nodes = search_last_ply(
                frame, state, weights, lines, root_units, top, True, nodes, limit
            )
            if frame.left:
                break
        elif found == HAS_MOVES:
            if frame.next < frame.count:
                if not frame.is_scout:
                    bring_best(moves, top, frame.next, frame.count)
                enter_move(frame, frames[top + 1], moves[top, frame.next], top == 0)
                top += 1
                is_new = True
                continue
            best, move, complete = frame.best, frame.best_move, frame.complete
            bound = bound_of(frame)
            store(entries, frame.key, generation, best, move, depth, bound, complete)
        if top == 0:
            state.exhausted, done = frame.complete, True
            break
        top -= 1
        frame, child = frames[top], frames[top + 1]
        found = take_value(frame, child, top == 0)
        if top == 0 and found != NOT_REFUTED:
            root_units[frame.move] = -child.best
        if found == NEW_LINE:
            keep_line(lines, top, frame.move, child.length)
    state.top, state.nodes, state.is_new = top, nodes, is_new
    return done
