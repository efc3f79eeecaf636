"""Monte Carlo tree search (UCT) and flat Monte Carlo, within a budget.

The kernels run in slices and Python regains control between them, so the clock is read inside the
search and Ctrl-C stops it. What a search of some number of simulations finds follows from its seed,
never from the number of slices.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coursekit.budget import Budget
from coursekit.engine.mcts import uct_tree
from coursekit.engine.rules.games import MOST_MOVES
from coursekit.engine.rules.rng import stream

NEVER = 2**31 - 1
"""Visits after which a leaf is expanded, if it never is; also the most that a node can count."""

MOST_NODES = 256 * 2**20 // (uct_tree.NODE.itemsize + uct_tree.SCORE.itemsize)
"""Nodes of the largest tree: 256 MB. A search whose tree is full goes on in the tree as it is."""

_SLICE_SECONDS = 0.02
_LAST_SLICE_SECONDS = 0.001
_FIRST_SLICE = 1_000
_LINE_VISITS = 10


class RootMove(NamedTuple):
    """What a search found out about one move, counted for the side that plays it."""

    move: int
    visits: int
    wins: int
    draws: int
    losses: int


class UctResult(NamedTuple):
    """What a search found.

    Attributes:
        moves: The moves at the root, in the order of their numbers.
        line: The most visited moves from the root on, as far as each was visited ten times; the
            first one however often.
        simulations: Simulations of this search.
        nodes: Nodes of the tree.
        seconds: Time taken.
        full: Whether the memory was used up: since then the tree did not grow.
    """

    moves: tuple[RootMove, ...]
    line: tuple[int, ...]
    simulations: int
    nodes: int
    seconds: float
    full: bool


class Search:
    """A search and its tree.

    Attributes:
        nodes: (capacity,) array of ``uct_tree.NODE``; the root is node 0.

    Args:
        game: Which game (a constant of :mod:`coursekit.engine.rules.games`).
        c: Exploration constant, from 0: what a child's mean is raised by is
            c · √(ln visits of the parent / visits of the child).
        expand_after: Visits after which a leaf is expanded, from 1.
        simulations: Simulations that any search has at most, if known: it may take less memory.
    """

    def __init__(
        self, game: int, *, c: float, expand_after: int = 1, simulations: int | None = None
    ) -> None:
        self._game, self._c, self._expand_after = game, float(c), expand_after
        if expand_after == NEVER:
            simulations = 0
        capacity = MOST_NODES
        if simulations is not None:
            capacity = min(capacity, 1 + MOST_MOVES * (1 + simulations))
        # Not written to: the system gives memory as the tree grows.
        self._tree = uct_tree.Arrays(
            np.empty(capacity, uct_tree.NODE),
            np.empty(capacity, uct_tree.SCORE),
            np.zeros(1, uct_tree.STATE),
        )
        self.nodes, self._state = self._tree.nodes, self._tree.states[0]
        self._root = np.empty(0, np.uint64)

    @property
    def used(self) -> int:
        """Number of nodes."""
        return int(self._state["used"])

    def begin(self, position: npt.NDArray[np.uint64]) -> None:
        """Starts anew from a position, as words (see :mod:`coursekit.engine.rules.games`)."""
        self._root = position
        uct_tree.begin(self._tree)

    def children(self, node: int) -> range:
        """Returns the numbers of a node's children."""
        first = int(self.nodes[node]["first"])
        return range(first, first + int(self.nodes[node]["children"]))

    def run(self, budget: Budget, seed: int) -> UctResult:
        """Spends a budget of simulations or seconds; what the tree holds already comes on top.

        Args:
            budget: Simulations or seconds.
            seed: Seed of the playouts, from 0 to 2^64 − 1.
        """
        started = time.perf_counter()
        simulations = self._simulate(budget, started, stream(seed, 2**64 - 1))
        return UctResult(
            self._moves(0),
            self._line(),
            simulations,
            self.used,
            time.perf_counter() - started,
            bool(self._state["full"]),
        )

    def _simulate(self, budget: Budget, started: float, seed: int) -> int:
        """Runs simulations until the budget is spent; returns their number."""
        tree, state = self._tree, self._state
        state["simulations"] = begun = 0
        end = NEVER - int(self.nodes[0]["visits"])
        end = end if budget.count is None else min(budget.count, end)
        slice_, now = _FIRST_SLICE, time.perf_counter()
        while begun < end:
            pause = min(begun + slice_, end)
            uct_tree.simulate(
                self._game, self._root, tree, self._c, self._expand_after, seed, pause, end
            )
            before, begun = begun, int(state["simulations"])
            then, now = now, time.perf_counter()
            seconds = _SLICE_SECONDS
            if budget.seconds is not None:
                left = started + budget.seconds - now
                if left <= 0:
                    break
                seconds = min(_LAST_SLICE_SECONDS, left)
            slice_ = 1 + int((begun - before) / max(now - then, 1e-6) * seconds)
        return begun

    def _moves(self, node: int) -> tuple[RootMove, ...]:
        """Returns what is known of a position's moves, in order."""
        children = self.children(node)
        rows: list[Any] = self.nodes[children.start : children.stop].tolist()
        # A child's results are counted for its own side to move.
        return tuple(
            sorted(
                RootMove(move, visits, wins, draws, losses)
                for visits, losses, draws, wins, _, _, move, _ in rows
            )
        )

    def _line(self) -> tuple[int, ...]:
        node, line = 0, list[int]()
        while moves := self._moves(node):
            # Of equally visited moves the better one, then the first.
            best = max(moves, key=lambda m: (m.visits, m.wins - m.losses))
            if line and best.visits < _LINE_VISITS:
                break
            line.append(best.move)
            node = next(n for n in self.children(node) if self.nodes[n]["move"] == best.move)
        return tuple(line)
