"""What the alpha-beta kernels work in: the path, the principal variation, and the last ply."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numba
import numpy as np
from numba import int64

from coursekit.engine.alphabeta.evaluation import INFINITY, Evaluation
from coursekit.engine.alphabeta.leaves import disc_units, leaf, square_units
from coursekit.engine.rules._jit import (
    ONE,
    ZERO,
    Bits,
    Flag,
    Int,
    Int32Rows,
    IntRows,
    Ints,
    kernel,
    lowest_bit_index,
)
from coursekit.engine.rules.vectors import flips

FRAME = np.dtype(
    [
        ("own", np.uint64),
        ("opp", np.uint64),
        ("left", np.uint64),  # moves left to try, where they are tried in index order
        ("units", np.int64),  # the squares' part of the value
        ("depth", np.int64),
        ("alpha", np.int64),
        ("beta", np.int64),
        ("best", np.int64),  # the highest value so far
        ("best_move", np.int64),
        ("move", np.int64),  # the move under search
        ("length", np.int64),  # of the principal variation from here
        ("complete", np.bool_),  # whether every line so far reached the end of the game
        # Of the engine only:
        ("key", np.uint64),
        ("floor", np.int64),  # alpha when the node was entered
        ("hint", np.int64),  # the move that is listed first, or NO_MOVE
        ("next", np.int64),  # the listed move to try next …
        ("count", np.int64),  # … of how many
        ("is_scout", np.bool_),  # whether the move under search has only to be refuted
    ],
    align=True,
)
"""A position on the path."""

MOVE = np.dtype(
    [
        ("flips", np.uint64),
        ("index", np.int64),
        ("after", np.int64),  # the units of the mover after it
        ("score", np.int64),  # the highest is tried first
    ]
)

STATE = np.dtype(
    [
        ("board", np.uint64),
        ("mobility", np.int64),  # units for each move
        ("hint", np.int64),  # the move that the root tries first, or −1
        ("generation", np.int64),  # number of the search in the transposition table
        ("top", np.int64),  # the last frame of the path
        ("is_new", np.bool_),  # whether the node there has still to be entered
        ("nodes", np.int64),
        ("exhausted", np.bool_),  # whether every line reached the end of the game
    ],
    align=True,
)
"""What a search carries from one slice to the next."""

Frame: TypeAlias = Annotated[Any, numba.from_dtype(FRAME)]
Frames: TypeAlias = Annotated[Any, numba.from_dtype(FRAME)[::1]]
Move: TypeAlias = Annotated[Any, numba.from_dtype(MOVE)]
MoveRows: TypeAlias = Annotated[Any, numba.from_dtype(MOVE)[:, ::1]]
State: TypeAlias = Annotated[Any, numba.from_dtype(STATE)]
States: TypeAlias = Annotated[Any, numba.from_dtype(STATE)[::1]]

NO_MOVE = 127
UNSEARCHED = -(1 << 40)


class Workspace(NamedTuple):
    """What a search works in; made by :func:`workspace`.

    Attributes:
        frames: (n,) the path; the root is in frame 0.
        moves: (n, 64) the listed moves of each node.
        lines: (n, n) the principal variation from each node on.
        root_units: (65,) what each move at the root returned, or ``UNSEARCHED``.
        weights: The evaluation's weights.
        states: (1,) the state of the search.
    """

    frames: Frames
    moves: MoveRows
    lines: IntRows
    root_units: Ints
    weights: Int32Rows
    states: States


def workspace(board: int, evaluation: Evaluation, depth: int) -> Workspace:
    """Returns what it takes to search to a depth, and to any before."""
    rows = depth + 2
    states = np.zeros(1, STATE)
    states["board"], states["mobility"] = board, evaluation.mobility
    return Workspace(
        np.zeros(rows, FRAME),
        np.empty((rows, 64), MOVE),
        np.empty((rows, rows), np.int64),
        np.empty(65, np.int64),
        evaluation.rows,
        states,
    )


@kernel(inline=True)
def enter(
    frame: Frame, own: Bits, opp: Bits, units: Int, depth: Int, alpha: Int, beta: Int
) -> None:
    """Makes a frame that of a position which has still to be searched."""
    frame.own, frame.opp, frame.units, frame.depth = own, opp, units, depth
    frame.alpha, frame.beta = alpha, beta


@kernel
def begin(own: Bits, opp: Bits, depth: Int, beta: Int, hint: Int, space: Workspace) -> None:
    """Puts the root of a search in place."""
    state = space.states[0]
    space.root_units[:] = UNSEARCHED
    units = disc_units(own, space.weights) - disc_units(opp, space.weights)
    enter(space.frames[0], own, opp, units, depth, -INFINITY, beta)
    space.frames[0].best, space.frames[0].length = -INFINITY, 0
    state.top = state.nodes = 0
    state.is_new, state.exhausted, state.hint = True, True, hint


@kernel(inline=True)
def keep_line(lines: IntRows, top: Int, move: Int, length: Int) -> None:
    """Makes a move, and the line below it, the principal variation of a node."""
    lines[top, 0] = move
    for i in range(length):
        lines[top, i + 1] = lines[top + 1, i]


@kernel(inline=True)
def search_last_ply(
    frame: Frame,
    state: State,
    weights: Int32Rows,
    lines: IntRows,
    root_units: Ints,
    top: Int,
    prune: Flag,
    nodes: Int,
    limit: Int,
) -> Int:
    """Values the leaves after the moves left of a node of depth 1; returns the new node count."""
    own, opp, units, board = frame.own, frame.opp, frame.units, state.board
    alpha, best, left, complete = frame.alpha, frame.best, frame.left, frame.complete
    exhausted = state.exhausted
    while left and nodes < limit:
        nodes += 1
        move = left & (~left + ONE)
        left ^= move
        flipped = flips(own, opp, move)
        gain = disc_units(flipped, weights)
        after = units + gain + gain + square_units(move, weights)
        mover, other = own ^ flipped ^ move, opp ^ flipped
        value, is_over = leaf(other, mover, -after, state.mobility, board)
        value = -value
        complete &= is_over
        exhausted &= is_over
        if top == 0:
            root_units[int64(lowest_bit_index(move))] = value
        if value > best:
            best = value
            if best > alpha:
                frame.best_move = lines[top, 0] = int64(lowest_bit_index(move))
                frame.length = 1
                if prune:
                    alpha = best
                    if alpha >= frame.beta:
                        left, complete = ZERO, is_over
    frame.alpha, frame.best, frame.left, frame.complete = alpha, best, left, complete
    state.exhausted = exhausted
    return nodes
