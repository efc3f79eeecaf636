"""What a tree search found out: statistics of the moves at its root."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from coursekit.games.actions import Action

if TYPE_CHECKING:
    import pandas as pd


class MoveStatistics(NamedTuple):
    """The results of the simulations that began with one move, for the side that plays it.

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
        """The mean result, from −1 to +1; NaN without a visit."""
        return (self.wins - self.losses) / self.visits if self.visits else float("nan")


class SearchedMove(NamedTuple):
    """What a search with networks found out about one move.

    Attributes:
        action: The move.
        visits: Simulations that began with it.
        prior: The probability that the policy gave it before the search, from 0 to 1.
        value: Its mean value for the side that plays it, from −1 to +1; exact where proven, and
            NaN where it was neither visited nor proven.
    """

    action: Action
    visits: int
    prior: float
    value: float


@dataclass(frozen=True)
class TreeInfo:
    """What a tree search found out: flat Monte Carlo, UCT, or a search with networks.

    Attributes:
        action: The action to play: the most visited; ties go to the higher value, then to the
            first by index. Uniform Monte Carlo, which visits all alike, plays the highest value.
            A search with networks never plays a move that is proven worse than another.
        value: The mean result for the side to move, from −1 to +1: of the action, or in a search
            with networks of the position. Exact where ``proven``.
        variation: The most visited actions of both sides, while each has at least ten visits.
        simulations: Simulations of this search; with networks it ends early when the result is
            proven.
        nodes: Nodes of the tree.
        seconds: Time taken.
        moves: One entry for each legal action, in index order.
        full: Whether the memory was used up: then the search went on in the tree as it was.
        proven: Whether the search proved who wins from here.
    """

    action: Action
    value: float
    variation: tuple[Action, ...]
    simulations: int
    nodes: int
    seconds: float = field(compare=False, repr=False)
    moves: tuple[MoveStatistics, ...] | tuple[SearchedMove, ...] = field(repr=False)
    full: bool = False
    proven: bool = False

    @property
    def visits(self) -> dict[Action, int]:
        """The visits of each action."""
        return {move.action: move.visits for move in self.moves}

    @property
    def priors(self) -> dict[Action, float]:
        """The policy's probability of each action; empty for a search without networks."""
        return {move.action: move.prior for move in self.moves if isinstance(move, SearchedMove)}

    @property
    def root_values(self) -> dict[Action, float]:
        """The value of each action that has one, for the side to move."""
        return {move.action: move.value for move in self.moves if move.value == move.value}

    @property
    def table(self) -> pd.DataFrame:
        """One row for each action, the most visited first.

        Columns: ``visits``, ``share`` of all visits and ``value``; of random games also ``wins``,
        ``draws`` and ``losses``, of a search with networks ``prior``.
        """
        import pandas as pd

        total = max(1, sum(self.visits.values()))
        rows = [
            {"move": move.action.name, "visits": move.visits, "share": move.visits / total}
            | {"value": move.value, **move._asdict()}
            for move in sorted(self.moves, key=preference, reverse=True)
        ]
        return pd.DataFrame(rows).set_index("move").drop(columns="action")


def preference(move: MoveStatistics | SearchedMove) -> tuple[float, float, int]:
    """Returns a key: greatest for the most visited move, of equals the better, then the first."""
    return move.visits, *best_value(move)


def best_value(move: MoveStatistics | SearchedMove) -> tuple[float, int]:
    """Returns a key: the greatest is the move of the highest value, of equals the first."""
    known = move.value == move.value
    return move.value if known else -1.0, -move.action.index
