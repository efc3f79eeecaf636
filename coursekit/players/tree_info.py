"""What a Monte Carlo search found out: statistics of the moves, with their uncertainty."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from coursekit.games.actions import Action

if TYPE_CHECKING:
    import pandas as pd

_QUANTILE = 1.959964


class MoveStatistics(NamedTuple):
    """What the simulations that began with one move came to, for the side that plays it.

    Attributes:
        action: The move.
        visits: Number of simulations.
        wins: How many of them were won.
        draws: How many were drawn.
        losses: How many were lost.
    """

    action: Action
    visits: int
    wins: int
    draws: int
    losses: int

    @property
    def value(self) -> float:
        """The mean result, from −1 to +1; not a number without a visit."""
        return (self.wins - self.losses) / self.visits if self.visits else float("nan")

    @property
    def error(self) -> float:
        """The standard error of the value.

        One win and one loss are added first (after Agresti and Coull's intervals, 1998): three
        wins in three games would else look certain. It measures the chance in the playouts. In a
        tree the value also moves as the tree grows, which no error bar can know.
        """
        count = self.visits + 2
        mean = (self.wins - self.losses) / count
        square = (self.wins + self.losses + 2) / count
        return sqrt((square - mean**2) / count)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the value, within −1 and +1.

        >>> low, high = MoveStatistics(None, 100, 60, 0, 40).interval
        >>> round(low, 2), round(high, 2)
        (0.01, 0.39)
        """
        middle = (self.wins - self.losses) / (self.visits + 2)
        width = _QUANTILE * self.error
        return max(-1.0, middle - width), min(1.0, middle + width)


@dataclass(frozen=True)
class TreeInfo:
    """What a search by UCT or flat Monte Carlo found out.

    Attributes:
        action: The action to play: the most visited; of equals that of the higher value, then the
            first by index. Where all are visited alike (uniform Monte Carlo), the highest value.
        value: Its mean result for the side to move, from −1 to +1.
        variation: The most visited actions of both sides, as far as each was visited ten times.
        simulations: Simulations of this search.
        reused: Visits that the tree held already, where it is kept from move to move.
        nodes: Nodes of the tree, or of all trees together.
        full: Whether the memory was used up: then the search went on in the tree as it was.
        seconds: Time taken.
        moves: One entry for each legal action, in index order.
    """

    action: Action
    value: float
    variation: tuple[Action, ...]
    simulations: int
    reused: int
    nodes: int
    full: bool
    seconds: float = field(compare=False, repr=False)
    moves: tuple[MoveStatistics, ...] = field(repr=False)

    @property
    def root_values(self) -> dict[Action, float]:
        """The value of each action that was visited, for the side to move."""
        return {move.action: move.value for move in self.moves if move.visits}

    @property
    def visits(self) -> dict[Action, int]:
        """The visits of each action."""
        return {move.action: move.visits for move in self.moves}

    @property
    def table(self) -> pd.DataFrame:
        """One row for each action, the most visited first: visits, value, interval, results."""
        import pandas as pd

        rows = [
            {
                "move": move.action.name,
                "visits": move.visits,
                "share": move.visits / max(1, sum(self.visits.values())),
                "value": move.value,
                "error": move.error,
                "low": move.interval[0],
                "high": move.interval[1],
                "wins": move.wins,
                "draws": move.draws,
                "losses": move.losses,
            }
            for move in sorted(self.moves, key=preference, reverse=True)
        ]
        return pd.DataFrame(rows).set_index("move")


def preference(move: MoveStatistics) -> tuple[int, int, int]:
    """Returns a key: greatest for the most visited move, of equals the better, then the first."""
    return move.visits, move.wins - move.losses, -move.action.index


def best_value(move: MoveStatistics) -> tuple[float, int]:
    """Returns a key: the greatest is the move of the highest value, of equals the first."""
    return move.value if move.visits else -1.0, -move.action.index
