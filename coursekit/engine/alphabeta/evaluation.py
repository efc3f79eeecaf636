"""Evaluations for search: cell weights, mobility, and finished games beyond them all.

The value of an unfinished position, for the side to move, is the sum of the weights of its discs'
squares, minus that of the opponent's, plus a weight times the number of moves that it has. A won
game is worth ``WIN`` plus the disc difference, a lost one the opposite, a drawn one 0.

The kernels count in whole numbers ("units"), so equal values are equal and windows of width one
exist; there a won game is worth ``FINISHED`` plus the disc difference.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

WIN = 1_000_000
FINISHED = 1 << 30
INFINITY = 1 << 31
_LARGEST = FINISHED // 2


class Evaluation(NamedTuple):
    """An evaluation as the kernels read it.

    Attributes:
        rows: (8, 256) int32 array: for each row of the board and each set of its squares, the sum
            of their weights, in units.
        mobility: Units for each move that the side to move has.
        scale: Units in 1.0: 1 if every weight is a whole number, else a power of two.
    """

    rows: npt.NDArray[np.int32]
    mobility: int
    scale: float

    def value(self, units: int) -> float:
        """Returns what a number of units is worth to the outside."""
        if -_LARGEST <= units <= _LARGEST:
            return units if self.scale == 1 else units / self.scale
        return units + (WIN - FINISHED if units > 0 else FINISHED - WIN)


def compile_evaluation(table: npt.NDArray[np.float64], mobility: float) -> Evaluation:
    """Returns an evaluation for the kernels.

    Args:
        table: (n, n) weights of the squares; n is the size of the board.
        mobility: Weight of each move that the side to move has.

    Raises:
        ValueError: If some position's value could reach that of a won game.
    """
    bound = float(np.abs(table).sum() + abs(mobility) * table.size)
    if bound >= WIN:
        raise ValueError(
            f"the evaluation could reach {bound:g}, but must stay below {WIN:,}, "
            "the value of a won game: make its weights smaller"
        )
    scale = 1.0
    weights = np.zeros((8, 8))
    weights[: len(table), : len(table)] = table
    if not (np.all(weights == np.rint(weights)) and mobility == round(mobility)):
        # Half of the range is left free for the rounding of each weight.
        scale = 2.0 ** np.floor(np.log2(_LARGEST / 2 / bound))
    units = np.rint(weights * scale).astype(np.int32)
    members = (np.arange(256)[:, None] >> np.arange(8)) & 1
    rows = np.ascontiguousarray(units @ members.T, dtype=np.int32)
    return Evaluation(rows, round(mobility * scale), float(scale))
