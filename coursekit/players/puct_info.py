"""What a search with networks found out: visits, priors and values of the moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from coursekit.games.actions import Action

if TYPE_CHECKING:
    import pandas as pd


class SearchedMove(NamedTuple):
    """What a search with networks found out about one move.

    Attributes:
        action: The move.
        visits: Simulations that began with it.
        prior: The probability that the policy gave it before the search, from 0 to 1.
        value: Its mean value for the side that plays it, from −1 to +1; exact where proven, and
            not a number where it was neither visited nor proven.
    """

    action: Action
    visits: int
    prior: float
    value: float


@dataclass(frozen=True)
class PuctInfo:
    """What a search with networks found out.

    Attributes:
        action: The action to play: the most visited; of equals that of the higher value, then the
            first by index. A move that is proven to be worse than another is never played.
        value: The mean value of the position for its side to move, from −1 to +1; exact where
            ``proven``.
        proven: Whether the search proved who wins from here.
        variation: The most visited actions of both sides, as far as each was visited ten times.
        simulations: Simulations of this search. It ends early when its result is proven.
        nodes: Nodes of the tree.
        seconds: Time taken.
        moves: One entry for each legal action, in index order.
    """

    action: Action
    value: float
    proven: bool
    variation: tuple[Action, ...]
    simulations: int
    nodes: int
    seconds: float = field(compare=False, repr=False)
    moves: tuple[SearchedMove, ...] = field(repr=False)

    @property
    def visits(self) -> dict[Action, int]:
        """The visits of each action."""
        return {move.action: move.visits for move in self.moves}

    @property
    def priors(self) -> dict[Action, float]:
        """The policy's probability of each action."""
        return {move.action: move.prior for move in self.moves}

    @property
    def root_values(self) -> dict[Action, float]:
        """The value of each action that has one, for the side to move."""
        return {move.action: move.value for move in self.moves if move.value == move.value}

    @property
    def table(self) -> pd.DataFrame:
        """One row for each action, the most visited first: visits, their share, prior, value."""
        import pandas as pd

        total = max(1, sum(self.visits.values()))
        rows = [
            {
                "move": move.action.name,
                "visits": move.visits,
                "share": move.visits / total,
                "prior": move.prior,
                "value": move.value,
            }
            for move in sorted(self.moves, key=lambda move: -move.visits)
        ]
        return pd.DataFrame(rows).set_index("move")
