"""Evaluations of a game's positions as a replay shows them: a sentence and a height for each.

Both functions return what a replay shows besides the moves: ``values``, for each position from the
first on its worth in words and from −1 to +1 for the first player as a height, or ``None``;
``notes``, for each move what was wrong with it, or an empty text; ``about``, where the values come
from.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from coursekit.arena.analysis import Analysis
from coursekit.display.pages.sentences import name_of
from coursekit.display.pictures.scales import compact
from coursekit.engine.alphabeta.evaluation import WIN
from coursekit.games.env import Env

_DISCS = 16.0
"""A disc difference from which on the height is full, unless the game has a larger one."""
_NOTICEABLE = 0.1
"""Share of the full height from which on a player's opinion of a move is worth a note."""


def from_values(env: Env, values: Sequence[float | None]) -> dict[str, Any]:
    """Returns what to show of numbers for the side to move; for an env with its history.

    Raises:
        ValueError: If there is not one number or ``None`` for each position.
    """
    positions = len(env.history) + 1
    if len(values) != positions:
        raise ValueError(f"evaluations: got {len(values)} for {positions} positions")
    sides = [int(action.player) for action in env.history] + [int(env.player)]
    firsts = [
        None if value is None or math.isnan(value) else side * float(value)
        for value, side in zip(values, sides, strict=True)
    ]
    most = _most(firsts, 1.0)
    shown = [None if first is None else _value(env, first, most, "") for first in firsts]
    return {"values": shown, "notes": [""] * (positions - 1), "about": ""}


def from_analysis(env: Env, analysis: Analysis) -> dict[str, Any]:
    """Returns what to show of an analysis.

    Raises:
        ValueError: If the analysis is of another game.
    """
    if analysis.history != env.history:
        raise ValueError("evaluations: the analysis is of another game")
    plies, reviews = len(env.history), analysis.reviews
    known = {r.ply: (int(r.action.player) * r.best_value, r.exact) for r in reviews}
    begin = min(known, default=plies)
    if analysis.result is not None:
        known[plies] = analysis.result, True
    for ply in reversed(range(begin, plies)):
        if ply not in known and ply + 1 in known:  # the move was forced
            known[ply] = known[ply + 1]
    discs = _DISCS if analysis.unit == "discs" else 1.0
    truth = _most((first for first, exact in known.values() if exact), discs)
    opinion = _most((first for first, exact in known.values() if not exact), 1.0)
    notes = [""] * plies
    for review in reviews:
        best = " or ".join(action.name for action in review.best[:3])
        if review.exact and review.lost > 0:
            notes[review.ply] = f"lost {compact(review.lost)} {analysis.unit}; best was {best}"
        elif not review.exact and review.lost >= _NOTICEABLE * min(opinion, WIN / 2):
            lost = "" if review.lost >= WIN / 2 else f" by {compact(review.lost)}"
            notes[review.ply] = f"{analysis.judge} prefers {best}{lost}"
    opinion_of = f", {analysis.judge}"
    values: list[tuple[str, float] | None] = [None] * (plies + 1)
    for ply, (first, exact) in known.items():
        most, source = (truth, f" {analysis.unit}, exact") if exact else (opinion, opinion_of)
        values[ply] = _value(env, first, most, source)
    return {"values": values, "notes": notes, "about": analysis.sources}


def _most(values: Iterable[float | None], least: float) -> float:
    return max([least, *(abs(x) for x in values if x is not None and abs(x) < WIN / 2)])


def _value(env: Env, first: float, most: float, source: str) -> tuple[str, float]:
    height = round(max(-1.0, min(1.0, first / most)), 3)
    if first == 0:
        return f"even, {source.rpartition(', ')[2]}" if source else "even", height
    won = " wins" if abs(first) >= WIN / 2 else f" +{compact(abs(first))}"
    return name_of(env, 1 if first > 0 else -1) + won + source, height
