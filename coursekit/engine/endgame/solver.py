"""The exact endgame solver of Othello: the value of a position when both sides play perfectly."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import isqrt
from typing import TypeAlias

import numpy as np

from coursekit.engine.endgame import kernel
from coursekit.engine.endgame.stability import rims
from coursekit.engine.endgame.table import make_table
from coursekit.engine.rules._jit import Words

Report: TypeAlias = Callable[[int, int, int], None]
"""Called now and then in a long solve with: moves done at the root, their number, nodes so far."""

SLICE_NODES = 1 << 19
"""Nodes between two moments at which Python is in control: about a tenth of a second."""


class Solver:
    """Solves positions of one board size in one counting; what it learns it keeps in its table.

    Attributes:
        space: What the kernels work in; other kernels may be given it.
        nodes: Nodes visited so far. The last four empty squares below a position with five are
            one node for each move there, whatever they take.

    Args:
        board: Squares of the board, as a bitboard.
        empties: The largest number of empty squares that it must solve.
        empties_to_winner: Whether squares that stay empty count for the winner, or for no side.
        report: Called about ten times a second while a position is being solved.
    """

    def __init__(
        self,
        board: int,
        empties: int,
        empties_to_winner: bool = True,
        report: Report | None = None,
    ) -> None:
        rim, quadrant_of = geometry(board)
        rows, widest = 2 * empties + 4, max(1, empties)  # a pass may follow every move
        self.space = kernel.Workspace(
            np.zeros(rows, kernel.FRAME),
            np.zeros((rows, widest), kernel.MOVE),
            make_table(empties),
            rim,
            quadrant_of,
            np.zeros(1, kernel.STATE),
        )
        self._state = self.space.states[0]
        self._state["board"], self._state["bonus"] = board, empties_to_winner
        self._board, self._empties, self._report = board, empties, report
        self.nodes = 0

    def value(self, own: int, opp: int, alpha: int = -64, beta: int = 64) -> int:
        """Returns the final disc difference for the side to move.

        Between ``alpha`` and ``beta`` it is exact; a value of at most ``alpha`` is an upper bound,
        one of at least ``beta`` a lower bound. Ctrl-C takes effect within a fraction of a second.

        Args:
            own: Discs of the side to move.
            opp: Discs of the other side.
            alpha: Value up to which it does not matter how low it is.
            beta: Value from which it does not matter how high it is; above ``alpha``.

        Raises:
            ValueError: If the window is empty, or more squares are than the solver was made for.
        """
        empty = self._board & ~(own | opp)
        if alpha >= beta:
            raise ValueError(f"alpha must be below beta, but {alpha} and {beta} were given")
        if empty.bit_count() > self._empties:
            raise ValueError(
                f"the position has {empty.bit_count()} empty squares; this solver was made for "
                f"{self._empties} at most"
            )
        kernel.begin(own, opp, alpha, beta, self.space)
        before, root = self.nodes, self.space.frames[0]
        done = False
        while not done:
            done = kernel.search(self.space, SLICE_NODES)
            self.nodes = before + int(self._state["nodes"])
            if self._report is not None and not done:
                # The move at the root that is under search has been taken from the list already.
                self._report(max(0, int(root["next"]) - 1), int(root["count"]), self.nodes)
        return int(self._state["value"])


@cache
def geometry(board: int) -> tuple[Words, Words]:
    """Returns the board's rims, and the quadrant of each square."""
    return rims(board), np.array(_quadrants(board), np.uint64)


def _quadrants(board: int) -> list[int]:
    """Returns for each of the 64 squares the quadrant of the board that it lies in, 0 if none."""
    half, squares = isqrt(board.bit_count()) // 2, [s for s in range(64) if board >> s & 1]

    def part(square: int) -> tuple[bool, bool]:
        return square // 8 < half, square % 8 < half

    masks = [sum(1 << s for s in squares if part(s) == part(square)) for square in range(64)]
    return [mask if board >> square & 1 else 0 for square, mask in enumerate(masks)]
