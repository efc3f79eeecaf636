"""What a position of Othello is worth at a glance: tables of cell scores and weighted sums."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from coursekit.engine.alphabeta.evaluation import FINISHED, WIN, Evaluation, compile_evaluation
from coursekit.games.env import Env
from coursekit.games.othello import SIZES, Othello
from coursekit.strangers import shown

_QUARTER = [
    [30, -12, 0, -1],
    [-12, -15, -3, -3],
    [0, -3, 0, -1],
    [-1, -3, -1, -1],
]

CELL_SCORES: npt.NDArray[np.int64] = np.pad(_QUARTER, (0, 4), mode="symmetric")
"""The corner-weighted 8×8 table of many Othello tutorials (for example uguisu.skr.jp/othello):
corners are worth most; the squares beside them cost, because they give the corner away."""

CELL_SCORES.flags.writeable = False


def default_table(size: int) -> npt.NDArray[np.int64]:
    """Returns :data:`CELL_SCORES` for a board of ``size`` rows: 4, 6 or 8.

    Every square keeps the value of the 8×8 square that is as far from its nearest two edges, so
    smaller boards leave the middle rows and columns of the table out.

    >>> default_table(4)[0]
    array([ 30, -12, -12,  30])

    Raises:
        ValueError: If Othello is not played on such a board here.
    """
    if size not in SIZES:
        raise ValueError(
            f"there are tables for 4×4, 6×6 and 8×8 boards, not for size={shown(size)}"
        )
    lines = [*range(size // 2), *range(8 - size // 2, 8)]
    return CELL_SCORES[np.ix_(lines, lines)]


def checked_table(table: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Returns a table of cell scores as a read-only array.

    Raises:
        ValueError: If it is not square, of no size that Othello has here, or holds anything but
            finite numbers.
    """
    try:
        given = np.asarray(table)
    except ValueError:
        raise ValueError("the table of cell scores has rows of different lengths") from None
    if given.ndim != 2 or given.shape[0] != given.shape[1] or len(given) not in SIZES:
        shape = "×".join(str(length) for length in given.shape) or "a single value"
        raise ValueError(
            f"the table of cell scores is {shape}; expected one row and one column for each of "
            "the board's: 4×4, 6×6 or 8×8"
        )
    if given.dtype.kind not in "iuf":
        raise ValueError(f"the table of cell scores holds {given.dtype} values; expected numbers")
    if not np.isfinite(given).all():
        row, col = np.argwhere(~np.isfinite(given))[0]
        raise ValueError(
            f"the table of cell scores holds {given[row, col]} at row {row}, column {col}; "
            "expected a finite number"
        )
    checked = given.astype(np.float64)
    checked.flags.writeable = False
    return checked


def table_for(table: npt.NDArray[np.float64] | None, size: int) -> npt.NDArray[np.float64]:
    """Returns the table for a board of ``size`` rows: the one given, or the default.

    Raises:
        ValueError: If the table is for a board of another size.
    """
    if table is None:
        return default_table(size).astype(np.float64)
    if len(table) != size:
        raise ValueError(
            f"the table of cell scores is {len(table)}×{len(table)}, but the board is {size}×{size}"
        )
    return table


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
        self.cells = None if cells is None else checked_table(cells)
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
        return table_for(self.cells, size) + self.discs

    def __call__(self, env: Env) -> float:
        """Returns the value of a position for the side to move, finished or not; compiled.

        Raises:
            TypeError: If the env is of another game than Othello.
            ValueError: If the weights are for a board of another size.
        """
        state = env._state
        # Searches in Python call this at every leaf: no property, and all but the kernel done once.
        value_of = self._ready.get(env.name) or self._prepare(env)
        return value_of(state[0], state[1])

    def _prepare(self, env: Env) -> Callable[[int, int], float]:
        if not isinstance(env, Othello):
            raise TypeError(f"this evaluation counts Othello's discs: it cannot value {env.name}")
        from coursekit.engine.alphabeta.leaves import position_units
        from coursekit.engine.rules._jit import direct

        compiled = self.compiled(env.size)
        whole = compiled.scale == 1  # then units are values, but for what a won game is worth
        units_of = partial(
            direct(position_units),
            env.bitboards[2],
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
        return {**self.__dict__, "_compiled": {}, "_ready": {}}


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
                f"there is no evaluation {shown(given)}: give a table of cell scores, 'mobility' "
                "or a LinearEvaluation"
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
