"""Examining Q-values by the truth: what the greedy player does in every position there is.

Nothing here is sampled. A walk through the whole game, from its ends to its start, counts for each
position in how many of the continuations the network wins, draws and loses, when it plays greedily
and its opponent plays everything that is legal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from coursekit.learning.tables import START, GameTable, Numbers, Values

QValues = npt.NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Side:
    """What the greedy player reaches as first or as second player.

    Attributes:
        lines: Number of different games that it wins, draws and loses, over all that opponents
            can do.
        random: Probabilities to win, draw and lose against uniformly random play.
    """

    lines: tuple[int, ...]
    random: tuple[float, ...]

    @property
    def losing_lines(self) -> int:
        """Number of games that an opponent can win."""
        return self.lines[2]


@dataclass(frozen=True)
class Examination:
    """What Q-values are worth; see :func:`examine`.

    Attributes:
        first: As first player.
        second: As second player.
        optimal: Share of the unfinished positions in which the greedy action is a best one.
        decisive: The same share over the positions in which not all actions are equally good.
        value_error: Mean distance of the highest Q-value from the exact value, over the
            unfinished positions.
    """

    first: Side
    second: Side
    optimal: float
    decisive: float
    value_error: float

    @property
    def unbeatable(self) -> bool:
        """Whether no opponent can win a game, whoever begins."""
        return self.first.losing_lines == 0 and self.second.losing_lines == 0

    def metrics(self) -> dict[str, float]:
        """Returns the numbers by name, for a log."""
        numbers = {name: getattr(self, name) for name in ("optimal", "decisive", "value_error")}
        for name, side in (("first", self.first), ("second", self.second)):
            numbers[f"losing_lines_{name}"] = side.losing_lines
            for result, probability in zip(("wins", "draws", "losses"), side.random, strict=True):
                numbers[f"{result}_{name}"] = probability
        return numbers


def examine(table: GameTable, q: QValues, gamma: float = 1.0) -> Examination:
    """Examines the player that takes the action of the highest Q-value in every position.

    Args:
        table: The game.
        q: (P, A) Q-values of all positions; those of illegal actions are not looked at.
        gamma: The discount that the Q-values were learned with; values are compared with the
            exact solution for the same one. Best actions are always those of the exact result.

    Raises:
        ValueError: If ``q`` is of another shape.

    >>> from coursekit.learning.tables import game_table
    >>> table = game_table("tictactoe")
    >>> examine(table, table.exact_q()).unbeatable
    True
    """
    if q.shape != table.after.shape:
        raise ValueError(f"{table.game} has Q-values of shape {table.after.shape}, not {q.shape}")
    played = table.greedy(q)
    open_ = np.flatnonzero(~table.done)
    exact = table.exact_q()
    highest = exact[open_].max(axis=1)
    lowest = np.where(table.legal[open_], exact[open_], np.inf).min(axis=1)
    best = exact[open_, played[open_]] == highest
    values = q[open_, played[open_]]
    errors = np.abs(values - table.exact_values(gamma)[open_])
    lines = _outcomes(table, played, average=False)
    random = _outcomes(table, played, average=True)
    first, second = (
        Side(tuple(map(int, counts)), tuple(map(float, chances)))
        for counts, chances in zip(lines[:, START], random[:, START], strict=True)
    )
    decisive = best[lowest < highest]
    return Examination(
        first, second, float(best.mean()), float(decisive.mean()), float(errors.mean())
    )


def _outcomes(table: GameTable, played: Numbers, average: bool) -> Values:
    """Returns how games go on from each position, won, drawn and lost for the greedy player.

    Args:
        table: The game.
        played: (P,) its action in each position.
        average: Whether the opponent's actions are averaged (random play) or added up (all games).

    Returns:
        (2, P, 3): first with the greedy player to move, then with its opponent to move.
    """
    outcomes = np.zeros((2, len(table), 3))
    ends = table.levels[0]
    outcomes[0, ends, 1 - table.result[ends]] = 1
    outcomes[1, ends, 1 + table.result[ends]] = 1
    for level in table.levels[1:]:
        legal = table.legal[level]
        outcomes[0, level] = outcomes[1, table.after[level, played[level]]]
        replies = np.where(legal[:, :, None], outcomes[0, table.after[level]], 0.0)
        total = replies.sum(axis=1)
        outcomes[1, level] = total / legal.sum(axis=1)[:, None] if average else total
    return outcomes
