"""What a tree search found out: statistics of the moves at its root, and the tree itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from coursekit.games.actions import Action, ActionSpace
from coursekit.players.base import NamedPlayer

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


class TreeNode:
    """A node of the tree that a search grew, as :func:`coursekit.display.tree` draws it.

    It reads the engine's arrays when it is asked, so it holds until the player's next search.

    Attributes:
        move: The action that leads here; ``None`` at the root.

    Args:
        nodes: The engine's records of all nodes of the tree.
        space: The actions of the side to move here.
        number: Which node it is.
        move: The action that leads here.
    """

    def __init__(
        self, nodes: Any, space: ActionSpace, number: int = 0, move: Action | None = None
    ) -> None:
        self._nodes, self._space, self._number = nodes, space, number
        self.move = move

    @property
    def visits(self) -> int:
        """How often it was visited."""
        return int(self._nodes[self._number]["visits"])

    @property
    def value(self) -> float:
        """The mean result for the side to move here, from −1 to +1; NaN without a visit."""
        record = self._nodes[self._number]
        total = record["total"] if self._has_networks else record["wins"] - record["losses"]
        return float(total) / self.visits if self.visits else float("nan")

    @property
    def prior(self) -> float:
        """The policy's probability of the move, from 0 to 1; NaN without networks."""
        return float(self._nodes[self._number]["prior"]) if self._has_networks else float("nan")

    @property
    def _has_networks(self) -> bool:
        return "prior" in self._nodes.dtype.names

    @cached_property
    def children(self) -> list[TreeNode]:
        """The nodes below, in the order of their moves; none at a leaf."""
        first = int(self._nodes[self._number]["first"])
        below = range(first, first + int(self._nodes[self._number]["children"]))
        moves = [self._space.numbered(int(self._nodes[number]["move"])) for number in below]
        pairs = sorted(zip(moves, below, strict=True), key=lambda pair: pair[0].index)
        opponent = self._space.opponent
        return [TreeNode(self._nodes, opponent, number, move) for move, number in pairs]

    @property
    def best(self) -> TreeNode | None:
        """The child visited most often, of equals the first."""
        return max(self.children, key=lambda child: child.visits, default=None)

    def __repr__(self) -> str:
        move = "root" if self.move is None else self.move.name
        return f"<{move}: {self.visits:,} visits, value {self.value:+.3f}>"


class TreeSearcher(NamedPlayer):
    """Base of the players that grow a tree.

    Attributes:
        info: What the last search found, or ``None`` before the first.
    """

    info: TreeInfo | None = None
    _tree: TreeNode | None = None

    @property
    def tree(self) -> TreeNode | None:
        """The root of the last search's tree, until the next search; ``None`` before the first."""
        return self._tree

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_tree": None}
