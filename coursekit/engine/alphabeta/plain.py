"""Plain minimax and plain alpha-beta: moves in index order, nothing remembered.

They visit exactly the tree of the few lines of Python that a lesson writes over ``Env``: a node is
every position visited, the root included, and a pass is a ply. Alpha-beta is fail-soft, after
Knuth and Moore, "An analysis of alpha-beta pruning" (1975).
"""

from __future__ import annotations

from numba import int64

from coursekit.engine.alphabeta.evaluation import INFINITY
from coursekit.engine.alphabeta.frames import Workspace, enter, keep_line, search_last_ply
from coursekit.engine.alphabeta.leaves import disc_units, finished_units, leaf, square_units
from coursekit.engine.rules._jit import ONE, ZERO, Flag, Int, kernel, lowest_bit_index
from coursekit.engine.rules.constants import PASS
from coursekit.engine.rules.vectors import flips, legal_moves


@kernel
def plain_search(space: Workspace, prune: Flag, limit: Int) -> Flag:
    """Continues a search until it is done or has visited ``limit`` nodes.

    The path is kept in frames and not in calls, so that a search can stop at any node and go on
    later.

    Args:
        space: What it works in.
        prune: Whether to cut (alpha-beta) or not (minimax).
        limit: Nodes to stop at.

    Returns:
        Whether the search is done.
    """
    frames, _, lines, root_units, weights, states = space
    state = states[0]
    board, top, nodes, is_new = state.board, state.top, state.nodes, state.is_new
    done = False
    while True:
        frame = frames[top]
        own, opp, depth, units = frame.own, frame.opp, frame.depth, frame.units
        if is_new:
            if nodes >= limit:
                break
            nodes += 1
            is_new = False
            frame.best, frame.length, frame.left = -INFINITY, 0, ZERO
            if depth == 0:
                frame.best, is_over = leaf(own, opp, units, state.mobility, board)
                state.exhausted = state.exhausted and is_over
            else:
                empty = board & ~(own | opp)
                frame.left = legal_moves(own, opp, empty)
                if not frame.left:
                    if legal_moves(opp, own, empty):
                        frame.move, is_new = PASS, True
                        top += 1
                        alpha, beta = frame.alpha, frame.beta
                        enter(frames[top], opp, own, -units, depth - 1, -beta, -alpha)
                        continue
                    frame.best = finished_units(own, opp)
        if frame.left and depth == 1:
            nodes = search_last_ply(
                frame, state, weights, lines, root_units, top, prune, nodes, limit
            )
            if frame.left:
                break
        elif frame.left:
            move = frame.left & (~frame.left + ONE)
            frame.left ^= move
            frame.move, is_new = int64(lowest_bit_index(move)), True
            flipped = flips(own, opp, move)
            gain = disc_units(flipped, weights)
            after = units + gain + gain + square_units(move, weights)
            mover, other = own ^ flipped ^ move, opp ^ flipped
            top += 1
            enter(frames[top], other, mover, -after, depth - 1, -frame.beta, -frame.alpha)
            continue
        if top == 0:
            done = True
            break
        value, length = -frame.best, frame.length
        top -= 1
        frame = frames[top]
        if top == 0:
            root_units[frame.move] = value
        if value > frame.best:
            frame.best = value
            if value > frame.alpha:
                keep_line(lines, top, frame.move, length)
                frame.length = length + 1
                if prune:
                    frame.alpha = value
                    if value >= frame.beta:
                        frame.left = ZERO
    state.top, state.nodes, state.is_new = top, nodes, is_new
    return done
