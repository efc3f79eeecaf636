"""What a search player thinks of a position where its search ends."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from coursekit.engine.evaluation import FINISHED, WIN, Evaluation, compile_evaluation
from coursekit.games.env import Env
from coursekit.games.othello import Othello
from coursekit.players.cells import cell_scores, default_table

AnyEvaluation: TypeAlias = "npt.ArrayLike | str | LinearEvaluation | None"
"""What search players take: cell scores, ``"mobility"``, a :class:`LinearEvaluation` or ``None``"""


class LinearEvaluation:
    """Values a position of Othello as a weighted sum, for the side to move.

    ``(cells * env.board).sum() * env.player``, plus ``discs`` times the disc difference, plus
    ``mobility`` times the number of moves that the side to move has (a pass is none). A finished
    game is worth 1,000,000 times the result plus the disc difference, beyond every evaluation.
    Weights that are no whole numbers are rounded to about nine digits.

    Attributes:
        cells: (n, n) weights of the squares, or ``None`` for
            :func:`~coursekit.players.default_table`.
        mobility: Weight of each move of the side to move.
        discs: Weight of each disc of the difference.

    >>> from coursekit import othello
    >>> LinearEvaluation(mobility=10, discs=-1)(othello.from_moves("f5"))
    36
    """

    def __init__(
        self, cells: npt.ArrayLike | None = None, mobility: float = 0.0, discs: float = 0.0
    ) -> None:
        self.cells = None if cells is None else cell_scores(cells).table
        for name, weight in (("mobility", mobility), ("discs", discs)):
            if not np.isfinite(weight):
                raise ValueError(f"the weight of {name} is {weight}; expected a finite number")
        self.mobility = float(mobility)
        self.discs = float(discs)
        self._compiled: dict[int, Evaluation] = {}
        self._ready: dict[str, Callable[[int, int], float]] = {}
        if self.cells is not None:
            self.compiled(len(self.cells))

    def table(self, size: int) -> npt.NDArray[np.float64]:
        """Returns the weights of the squares of a board, those of the discs included.

        Raises:
            ValueError: If the weights are for a board of another size.
        """
        cells = default_table(size) if self.cells is None else self.cells
        if len(cells) != size:
            raise ValueError(
                f"the table of cell scores is {len(cells)}×{len(cells)}, "
                f"but the board is {size}×{size}"
            )
        weights: npt.NDArray[np.float64] = cells.astype(np.float64) + self.discs
        return weights

    def __call__(self, env: Env) -> float:
        """Returns the value of a position for the side to move, finished or not; compiled.

        Raises:
            TypeError: If the env is of another game than Othello.
            ValueError: If the weights are for a board of another size.
        """
        state = env._state
        # Searches in Python call this at every leaf, so all that is not the kernel is done once.
        value_of = self._ready.get(env.name) or self._prepare(env)
        return value_of(state[0], state[1])

    def _prepare(self, env: Env) -> Callable[[int, int], float]:
        if not isinstance(env, Othello):
            raise TypeError(f"this evaluation counts Othello's discs: it cannot value {env.name}")
        from coursekit.engine._jit import direct
        from coursekit.engine.leaves import position_units

        compiled = self.compiled(env.size)
        whole = compiled.scale == 1  # then units are values, but for what a won game is worth
        units_of = partial(
            direct(position_units),
            env._board_mask,
            compiled.rows,
            compiled.mobility,
            WIN if whole else FINISHED,
        )
        value_of: Callable[[int, int], float] = (
            units_of if whole else lambda own, opp: compiled.value(units_of(own, opp))
        )
        self._ready[env.name] = value_of
        return value_of

    def compiled(self, size: int) -> Evaluation:
        """Returns the evaluation as the kernels read it, made once for each size of the board."""
        if size not in self._compiled:
            self._compiled[size] = compile_evaluation(self.table(size), self.mobility)
        return self._compiled[size]

    def __repr__(self) -> str:
        cells = "" if self.cells is None else f"<{len(self.cells)}×{len(self.cells)} table>, "
        return f"LinearEvaluation({cells}mobility={self.mobility:g}, discs={self.discs:g})"

    def __getstate__(self) -> dict[str, object]:
        return {
            "cells": self.cells,
            "mobility": self.mobility,
            "discs": self.discs,
            "_compiled": {},
            "_ready": {},
        }


def as_evaluation(given: AnyEvaluation) -> LinearEvaluation:
    """Returns the evaluation that a player was given.

    Raises:
        ValueError: If it is a table of a wrong shape or an unknown name.
    """
    if isinstance(given, LinearEvaluation):
        return given
    if isinstance(given, str):
        if given != "mobility":
            raise ValueError(
                f"there is no evaluation {given!r}: give a table of cell scores, 'mobility' or a "
                "LinearEvaluation"
            )
        return _Mobility()
    return LinearEvaluation(given)


class _Mobility(LinearEvaluation):
    """Nothing but the number of moves, on boards of every size."""

    def __init__(self) -> None:
        super().__init__(mobility=1.0)

    def table(self, size: int) -> npt.NDArray[np.float64]:
        return np.zeros((size, size))

    def __repr__(self) -> str:
        return "mobility"
