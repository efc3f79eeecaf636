"""Exact answers to settle claims by: counts of game trees, exact values and best moves, judges."""

from __future__ import annotations

from coursekit.truth.endgames import endgames
from coursekit.truth.exact import best_moves, exact_value, move_values
from coursekit.truth.judging import judge
from coursekit.truth.perft import divide, perft

__all__ = [
    "best_moves",
    "divide",
    "endgames",
    "exact_value",
    "judge",
    "move_values",
    "perft",
]
