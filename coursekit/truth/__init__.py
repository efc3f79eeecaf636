"""Exact answers to settle claims by: counts of game trees, exact values and best moves, judges."""

from __future__ import annotations

from coursekit.truth.endgames import Endgame, endgames, read_endgames
from coursekit.truth.exact import (
    best_moves,
    exact_result,
    exact_value,
    first_best_move,
    move_values,
    principal_variation,
)
from coursekit.truth.judging import Judgement, Verdict, judge
from coursekit.truth.perft import divide, perft

__all__ = [
    "Endgame",
    "Judgement",
    "Verdict",
    "best_moves",
    "divide",
    "endgames",
    "exact_result",
    "exact_value",
    "first_best_move",
    "judge",
    "move_values",
    "perft",
    "principal_variation",
    "read_endgames",
]
