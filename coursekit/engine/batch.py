"""Many random games at once, on every core.

The kernels release Python's global lock, so ordinary threads share the work; each game has a
random stream of its own, so the results do not depend on their number.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from coursekit.engine import othello

_GAMES_WORTH_A_THREAD = 500


def playouts(
    own: int, opp: int, board: int, seed: int, first: int, count: int, threads: int | None = None
) -> npt.NDArray[np.int64]:
    """Returns the disc differences of ``count`` random games of Othello from one position.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        board: Squares of the board.
        seed: Seed of the random numbers, below 2^64.
        first: Number of the first game; each has a random stream of its own.
        count: How many games.
        threads: How many threads; as many as there are cores when not given.

    Returns:
        (count,) int64 array: own minus other discs at the end, for the side to move now.
    """
    differences = np.empty(count, np.int64)
    wanted = threads or os.cpu_count() or 1
    threads = max(1, min(wanted, count // _GAMES_WORTH_A_THREAD))
    parts = np.array_split(differences, threads)
    starts = first + np.cumsum([0, *(part.size for part in parts[:-1])])
    if threads == 1:
        othello.playouts(own, opp, board, seed, first, differences)
        return differences
    with ThreadPoolExecutor(threads) as pool:
        for start, part in zip(starts.tolist(), parts, strict=True):
            pool.submit(othello.playouts, own, opp, board, seed, start, part)
    return differences
