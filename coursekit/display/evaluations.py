"""Evaluations of a game's positions as a replay shows them: a sentence and a height for each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from coursekit.arena.analysis import Analysis
from coursekit.engine.evaluation import WIN
from coursekit.games.env import Env

from .scales import compact
from .sentences import name_of

Value = tuple[str, float] | None
"""What a position is worth in words, and from −1 to +1 for the first player as a height."""

_DISCS = 16.0
"""A disc difference from which on the height is full, unless the game has a larger one."""
_NOTICEABLE = 0.1
"""Share of the full height from which on a player's opinion of a move is worth a note."""


class Shown(NamedTuple):
    """What a replay shows besides the moves.

    Attributes:
        values: For each position from the first on.
        notes: For each move, what was wrong with it, or an empty text.
        about: Where the values come from.
    """

    values: list[Value]
    notes: list[str]
    about: str


def from_values(env: Env, values: Sequence[float | None]) -> Shown:
    """Returns numbers for the side to move as values; for an env with its history.

    Raises:
        ValueError: If there is not one number or ``None`` for each position.
    """
    positions = len(env.history) + 1
    if len(values) != positions:
        raise ValueError(
            f"evaluations: got {len(values)} for {positions} positions; give one for each, the "
            "first position and the last one included"
        )
    sides = _sides(env)
    firsts = [
        None if value is None or math.isnan(value) else side * float(value)
        for value, side in zip(values, sides, strict=True)
    ]
    most = _most(firsts, 1.0)
    return Shown([_value(env, x, most, "") for x in firsts], [""] * (positions - 1), "")


def from_analysis(env: Env, analysis: Analysis) -> Shown:
    """Returns an analysis as values and notes.

    Raises:
        ValueError: If the analysis is of another game.
    """
    if analysis.history != env.history:
        raise ValueError("evaluations: the analysis is of another game")
    plies = len(env.history)
    firsts: list[float | None] = [None] * (plies + 1)
    exact = {review.ply for review in analysis.reviews if review.exact}
    for review in analysis.reviews:
        firsts[review.ply] = int(review.action.player) * review.best_value
    if analysis.result is not None:
        firsts[-1] = analysis.result
        exact.add(plies)
    for ply in range(plies - 1, min((r.ply for r in analysis.reviews), default=plies), -1):
        if firsts[ply] is None and firsts[ply + 1] is not None:  # the move was forced
            firsts[ply] = firsts[ply + 1]
            exact |= {ply} if ply + 1 in exact else set()
    truth = _most([firsts[ply] for ply in exact], _DISCS if analysis.unit == "discs" else 1.0)
    opinion = _most([x for ply, x in enumerate(firsts) if ply not in exact], 1.0)
    notes = [""] * plies
    for review in analysis.reviews:
        best = " or ".join(action.name for action in review.best[:3])
        if review.exact and review.lost > 0:
            notes[review.ply] = f"lost {compact(review.lost)} {analysis.unit}; best was {best}"
        elif not review.exact and review.lost >= _NOTICEABLE * min(opinion, WIN / 2):
            lost = "" if review.lost >= WIN / 2 else f" by {compact(review.lost)}"
            notes[review.ply] = f"{analysis.judge} prefers {best}{lost}"
    values = [
        _value(env, x, truth, f" {analysis.unit}, exact")
        if ply in exact
        else _value(env, x, opinion, f", {analysis.judge}")
        for ply, x in enumerate(firsts)
    ]
    return Shown(values, notes, analysis.sources)


def _sides(env: Env) -> list[int]:
    """Returns the side to move in each position of the game."""
    return [int(action.player) for action in env.history] + [int(env.player)]


def _most(values: Sequence[float | None], least: float) -> float:
    return max([least, *(abs(x) for x in values if x is not None and abs(x) < WIN / 2)])


def _value(env: Env, first: float | None, most: float, source: str) -> Value:
    if first is None:
        return None
    height = round(max(-1.0, min(1.0, first / most)), 3)
    if first == 0:
        return f"even, {source.rpartition(', ')[2]}" if source else "even", height
    side = name_of(env, 1 if first > 0 else -1)
    if abs(first) >= WIN / 2:
        return f"{side} wins{source}", height
    return f"{side} +{compact(abs(first))}{source}", height
