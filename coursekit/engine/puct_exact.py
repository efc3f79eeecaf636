"""Exact results of Othello's last moves, for nodes of a search tree: the solver inside a kernel."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numba import int64, types, uint64

from coursekit.engine import solver_kernel as solver
from coursekit.engine._jit import Bits, kernel, lowest_bit_index
from coursekit.engine.solver import Solver

Workspace: TypeAlias = Any
"""The arrays that the solver works in, as a tuple: kernels take them as one argument."""

WORKSPACE: Any = types.Tuple(  # type: ignore[no-untyped-call]
    (
        uint64[:, ::1],
        int64[:, ::1],
        uint64[:, :, ::1],
        int64[:, ::1],
        uint64[:, ::1],
        uint64[::1],
        uint64[::1],
        int64[::1],
    )
)

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_FOR_EVER = 1 << 60


def workspace(size: int, empties: int) -> Workspace:
    """Returns what it takes to solve positions of so many empty squares at most."""
    board = sum(((1 << size) - 1) << (8 * row) for row in range(size))
    return *Solver(board, empties).arrays, np.zeros(solver.CONTROL_NUMBERS, np.int64)


@kernel(int64(uint64, uint64, uint64, WORKSPACE))
def result(own: Bits, opp: Bits, board: Bits, space: Workspace) -> int:
    """Returns who wins with perfect play: +1, 0 or −1 for the side to move.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        board: Squares of the board.
        space: What :func:`workspace` made for at least as many empty squares.
    """
    nodes, windows, moves, promises, table, rim, quadrants, control = space
    empty, odd = board & ~(own | opp), _ZERO
    while empty != _ZERO:
        odd ^= quadrants[lowest_bit_index(empty)]
        empty &= empty - _ONE
    nodes[0, solver.OWN], nodes[0, solver.OPP], nodes[0, solver.ODD] = own, opp, odd
    windows[0, :] = 0
    windows[0, solver.ALPHA], windows[0, solver.BETA] = -1, 1
    control[:] = 0
    control[solver.IS_NEW] = 1
    solver.search(nodes, windows, moves, promises, table, rim, quadrants, board, control, _FOR_EVER)
    value = control[solver.VALUE]
    sign: int = int64(value > 0) - int64(value < 0)
    return sign
