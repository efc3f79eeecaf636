"""What every program does in the same way, and the check that it plays the same game.

Standard library only: the contestants import it under their own Python.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from typing import Any

MAKES = 4 + 12 + 56 + 244 + 1396 + 8200
"""Positions made by perft(6) from the start: one for each move of each of the six plies."""

GAMES = 50
random_number = random.random


def checked_makes(recursion: Callable[..., int], root: Callable[[], Any]) -> Callable[[], int]:
    """Returns the workload "perft(6)": ``recursion(root(), 6)`` must make every position."""

    def workload() -> int:
        makes = recursion(root(), 6)
        if makes != MAKES:
            raise AssertionError(f"perft(6) made {makes} positions instead of {MAKES}")
        return makes

    return workload


def checked_games(game: Callable[[], int]) -> Callable[[], int]:
    """Returns the workload of :data:`GAMES` random games; ``game()`` returns the plies of one.

    The median random game of Othello lasts 60 plies, passes included; a few end very early.
    """

    def workload() -> int:
        plies = statistics.median(game() for _ in range(GAMES))
        if not 60 <= plies <= 61:
            raise AssertionError(f"the median random game lasted {plies} plies instead of 60")
        return GAMES

    return workload
