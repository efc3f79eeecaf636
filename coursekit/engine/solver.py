"""The exact endgame solver of Othello: the value of a position when both sides play perfectly."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import isqrt
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from coursekit.engine import solver_kernel as kernel
from coursekit.engine.solver_kernel import Words
from coursekit.engine.solver_table import default_megabytes, make_table
from coursekit.engine.stability import rims

Report: TypeAlias = Callable[[int, int, int], None]
"""Called now and then in a long solve with: moves done at the root, their number, nodes so far."""

SLICE_NODES = 1 << 19
"""Nodes between two moments at which Python is in control: about a tenth of a second."""


class Solver:
    """Solves positions of one board size in one counting; what it learns it keeps in its table.

    Attributes:
        nodes: Nodes visited so far. The last four empty squares below a position with five are
            one node for each move there, whatever they take.

    Args:
        board: Squares of the board, as a bitboard.
        empties: The largest number of empty squares that it must solve.
        empties_to_winner: Whether squares that stay empty count for the winner; else for nobody.
        megabytes: Size of the transposition table; what suits ``empties`` if not given.
        report: Called about ten times a second while a position is being solved.

    Raises:
        ValueError: If the table is too small, or does not fit into the memory.
    """

    def __init__(
        self,
        board: int,
        empties: int,
        empties_to_winner: bool = True,
        megabytes: float | None = None,
        report: Report | None = None,
    ) -> None:
        if megabytes is None:
            megabytes = default_megabytes(empties)
        self._table = make_table(megabytes)
        self._board = board
        self._empties = empties
        self._bonus = int(empties_to_winner)
        self._report = report
        self._rim, self._quadrant_of, self._quadrants = geometry(board)
        rows, widest = 2 * empties + 4, max(1, empties)  # a pass may follow every move
        self._path = np.zeros((rows, kernel.NODE_WORDS), np.uint64)
        self._windows = np.zeros((rows, kernel.NODE_NUMBERS), np.int64)
        self._moves = np.zeros((rows, widest, 2), np.uint64)
        self._promises = np.zeros((rows, widest), np.int64)
        self.nodes = 0

    @property
    def arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """What :func:`coursekit.engine.solver_kernel.search` works in, in the order it takes."""
        return (
            self._path,
            self._windows,
            self._moves,
            self._promises,
            self._table,
            self._rim,
            self._quadrant_of,
        )

    def value(self, own: int, opp: int, alpha: int = -64, beta: int = 64) -> int:
        """Returns the final disc difference for the side to move.

        Between ``alpha`` and ``beta`` it is exact; a value of at most ``alpha`` is an upper bound,
        one of at least ``beta`` a lower bound. Ctrl-C is heard within a fraction of a second.

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
        odd = sum(part for part in self._quadrants if (empty & part).bit_count() % 2)
        self._path[0, : kernel.ODD + 1] = np.array([own, opp, odd], np.uint64)
        self._windows[0] = 0
        self._windows[0, : kernel.BETA + 1] = alpha, beta
        control = np.zeros(kernel.CONTROL_NUMBERS, np.int64)
        control[kernel.IS_NEW] = 1
        control[kernel.BONUS] = self._bonus
        before = self.nodes
        while not kernel.search(
            self._path,
            self._windows,
            self._moves,
            self._promises,
            self._table,
            self._rim,
            self._quadrant_of,
            self._board,
            control,
            SLICE_NODES,
        ):
            self.nodes = before + int(control[kernel.NODES])
            if self._report is not None:
                # The move at the root that is under search has been taken from the list already.
                done = max(0, int(self._windows[0, kernel.NEXT]) - 1)
                self._report(done, int(self._windows[0, kernel.COUNT]), self.nodes)
        self.nodes = before + int(control[kernel.NODES])
        return int(control[kernel.VALUE])


@cache
def geometry(board: int) -> tuple[Words, Words, list[int]]:
    """Returns the board's rims, the quadrant of each square, and the quadrants."""
    quadrants = _quadrants(board)
    return rims(board), np.array(quadrants, np.uint64), sorted(set(quadrants))


def _quadrants(board: int) -> list[int]:
    """Returns for each of the 64 squares the quadrant of the board that it lies in, 0 if none."""
    half = isqrt(board.bit_count()) // 2
    squares = [s for s in range(64) if board >> s & 1]
    parts: dict[tuple[bool, bool], int] = {}
    for square in squares:
        part = (square // 8 < half, square % 8 < half)
        parts[part] = parts.get(part, 0) | 1 << square
    return [parts[s // 8 < half, s % 8 < half] if s in squares else 0 for s in range(64)]
