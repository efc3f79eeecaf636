"""What a replay shows besides the moves: numbers for its positions, or a review of the game.

Both functions return what is added to the record of a game; ``review.js`` says what the entries
mean, and makes words and heights of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from coursekit.arena.analysis import Analysis
from coursekit.engine.alphabeta.evaluation import WIN
from coursekit.games.env import Env


def from_values(env: Env, values: Sequence[float | None]) -> dict[str, Any]:
    """Returns what to show of numbers for the side to move; for an env with its history.

    Raises:
        ValueError: If there is not one number or ``None`` for each position.
    """
    positions = len(env.history) + 1
    if len(values) != positions:
        raise ValueError(f"evaluations: got {len(values)} for {positions} positions")
    sides = [int(action.player) for action in env.history] + [int(env.player)]
    return {
        "values": [
            None if value is None or math.isnan(value) else side * float(value)
            for value, side in zip(values, sides, strict=True)
        ]
    }


def from_analysis(env: Env, analysis: Analysis) -> dict[str, Any]:
    """Returns what to show of an analysis.

    Raises:
        ValueError: If the analysis is of another game.
    """
    if analysis.history != env.history:
        raise ValueError("evaluations: the analysis is of another game")
    moves = [
        {
            "ply": review.ply,
            "value": review.value,
            "best": [action.name for action in review.best],
            "bestValue": review.best_value,
            "exact": review.exact,
        }
        for review in analysis.reviews
    ]
    review = {
        "judge": analysis.judge,
        "unit": analysis.unit,
        "win": WIN // 2,
        "about": analysis.sources,
        "end": analysis.result,
        "moves": moves,
    }
    return {"review": review}
