"""Monte Carlo tree search (UCT) and flat Monte Carlo, within a budget, in one tree or several.

The kernels run in slices and Python regains control between them, so the clock is read inside the
search and Ctrl-C stops it. What a search of so many simulations finds follows from its seed, the
number of its trees and, if the tree is kept from move to move, the searches before; never from
the number of threads or slices.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coursekit.budget import Budget
from coursekit.engine import uct_tree
from coursekit.engine.memory import free_memory
from coursekit.engine.rng import stream
from coursekit.engine.uct_games import MOST_MOVES

NEVER = 2**31 - 1
"""Visits after which a leaf is expanded, if it never is; also the most that a node can count."""

NODE_BYTES = uct_tree.NODE.itemsize + uct_tree.SCORE.itemsize
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


class Found(NamedTuple):
    """What a search found.

    Attributes:
        moves: The moves at the root, in the order of their numbers.
        line: The most visited moves from the root on, as far as each was visited ten times; the
            first one however often.
        simulations: Simulations of this search.
        nodes: Nodes of all trees.
        seconds: Time taken.
        full: Whether the memory was used up: since then no tree grew.
    """

    moves: tuple[RootMove, ...]
    line: tuple[int, ...]
    simulations: int
    nodes: int
    seconds: float
    full: bool


class Tree:
    """One tree, in arrays of a fixed size.

    Attributes:
        nodes: (capacity,) array of :data:`~coursekit.engine.uct_tree.NODE`; the root is node 0.
    """

    def __init__(self, game: int, capacity: int) -> None:
        self.game = game
        self.nodes, self._scores = _arrays(capacity)
        self._state = np.zeros(3, np.int64)
        self._root = np.empty(0, np.uint64)

    @property
    def used(self) -> int:
        """Number of nodes."""
        return int(self._state[uct_tree.USED])

    @property
    def full(self) -> bool:
        """Whether a leaf could not be expanded for lack of room."""
        return bool(self._state[uct_tree.FULL])

    def begin(self, position: npt.NDArray[np.uint64]) -> None:
        """Starts anew from a position, as words (see :mod:`coursekit.engine.uct_games`)."""
        self._root = position
        self._state[:] = 1, 0, 0
        uct_tree.make_node(self.nodes, self._scores, 0, 0)

    def follow(self, moves: Sequence[int], position: npt.NDArray[np.uint64]) -> bool:
        """Keeps what lies below some moves, and returns whether there was anything to keep."""
        node = 0
        for move in moves:
            node = next((n for n in self.children(node) if self.nodes[n]["move"] == move), 0)
            if node == 0:
                return False
        if node:
            kept, scores = _arrays(len(self.nodes))
            used = uct_tree.copy_subtree(self.nodes, self._scores, node, kept, scores)
            self.nodes, self._scores = kept, scores
            self._state[:] = used, 0, 0
        self._root = position
        return True

    def children(self, node: int) -> range:
        """Returns the numbers of a node's children."""
        first = int(self.nodes[node]["first"])
        return range(first, first + int(self.nodes[node]["children"]))

    def run(
        self,
        count: int | None,
        deadline: float | None,
        seed: int,
        c: float,
        expand_after: int,
        stop: threading.Event,
    ) -> int:
        """Runs simulations until there are so many, or the clock says so; returns their number."""
        state = self._state
        state[uct_tree.SIMULATIONS] = begun = 0
        end = NEVER - int(self.nodes[0]["visits"])
        end = end if count is None else min(count, end)
        slice_, now = _FIRST_SLICE, time.perf_counter()
        while begun < end and not stop.is_set():
            uct_tree.simulate(
                self.game,
                self._root,
                self.nodes,
                self._scores,
                state,
                c,
                expand_after,
                seed,
                min(begun + slice_, end),
                end,
            )
            before, begun = begun, int(state[uct_tree.SIMULATIONS])
            then, now = now, time.perf_counter()
            seconds = _SLICE_SECONDS
            if deadline is not None:
                if now >= deadline:
                    break
                seconds = min(_LAST_SLICE_SECONDS, deadline - now)
            slice_ = 1 + int((begun - before) / max(now - then, 1e-6) * seconds)
        return begun


class Search:
    """A search with its trees, from move to move.

    Args:
        game: Which game (a constant of :mod:`coursekit.engine.uct_games`).
        c: Exploration constant, from 0: what a child's mean is raised by is
            c · √(ln visits of the parent / visits of the child).
        expand_after: Visits after which a leaf is expanded, from 1.
        trees: Trees that are searched independently of each other and counted together.
        megabytes: Memory of all trees together, of 2^20 bytes.
        simulations: Simulations that any search has at most, if known: it may take less memory.
        reuse: Whether :meth:`follow` will be used, which needs room for two copies.

    Raises:
        ValueError: If the memory does not do for the children of the roots, or the machine has
            not that much free.
    """

    def __init__(
        self,
        game: int,
        *,
        c: float,
        expand_after: int = 1,
        trees: int = 1,
        megabytes: float = 256.0,
        simulations: int | None = None,
        reuse: bool = False,
    ) -> None:
        capacity = tree_capacity(trees, megabytes, reuse)
        if expand_after == NEVER:
            simulations = 0
        if simulations is not None and not reuse:
            capacity = min(capacity, 1 + MOST_MOVES * (1 + simulations))
        self._c, self._expand_after = float(c), expand_after
        self.trees = [Tree(game, capacity) for _ in range(trees)]

    def begin(self, position: npt.NDArray[np.uint64]) -> None:
        """Starts anew from a position, as words (see :mod:`coursekit.engine.uct_games`)."""
        for tree in self.trees:
            tree.begin(position)

    def follow(self, moves: Sequence[int], position: npt.NDArray[np.uint64]) -> None:
        """Keeps what is known about the position after some moves; else starts anew from it."""
        for tree in self.trees:
            if not tree.follow(moves, position):
                tree.begin(position)

    def run(self, budget: Budget, seed: int) -> Found:
        """Spends a budget of simulations or seconds; what the trees hold already comes on top.

        Args:
            budget: For all trees together.
            seed: Seed of the playouts, from 0 to 2^64 − 1.
        """
        started = time.perf_counter()
        deadline = None if budget.seconds is None else started + budget.seconds
        stop = threading.Event()

        def run_tree(number: int) -> int:
            count = budget.count
            if count is not None:
                count = count // len(self.trees) + (number < count % len(self.trees))
            tree_seed = stream(seed, 2**64 - 1 - number)
            return self.trees[number].run(
                count, deadline, tree_seed, self._c, self._expand_after, stop
            )

        numbers = range(len(self.trees))
        if len(numbers) == 1:
            done = [run_tree(0)]
        else:
            with ThreadPoolExecutor(min(len(numbers), os.cpu_count() or 1)) as pool:
                futures = [pool.submit(run_tree, number) for number in numbers]
                try:
                    done = [future.result() for future in futures]
                except BaseException:
                    stop.set()
                    raise
        return Found(
            tuple(self._counted([0] * len(numbers)).values()),
            self._line(),
            sum(done),
            sum(tree.used for tree in self.trees),
            time.perf_counter() - started,
            any(tree.full for tree in self.trees),
        )

    def _counted(self, parents: Sequence[int | None]) -> dict[int, RootMove]:
        """Returns what all trees know of a position's moves, in order; it is a node in each."""
        found: dict[int, RootMove] = {}
        for tree, parent in zip(self.trees, parents, strict=True):
            if parent is None:
                continue
            children = tree.children(parent)
            rows = tree.nodes[children.start : children.stop].tolist()
            # A child's results are counted for its own side to move.
            for visits, losses, draws, wins, _, _, move, _ in rows:
                old = found.get(move)
                if old is not None:
                    visits, wins = visits + old.visits, wins + old.wins
                    draws, losses = draws + old.draws, losses + old.losses
                found[move] = RootMove(move, visits, wins, draws, losses)
        return dict(sorted(found.items()))

    def _line(self) -> tuple[int, ...]:
        parents: list[int | None] = [0] * len(self.trees)
        line: list[int] = []
        while found := self._counted(parents):
            # Of equally visited moves the better one, then the first.
            best = max(found.values(), key=lambda m: (m.visits, m.wins - m.losses))
            if line and best.visits < _LINE_VISITS:
                break
            line.append(best.move)
            parents = [
                None if parent is None else _child(tree, parent, best.move)
                for tree, parent in zip(self.trees, parents, strict=True)
            ]
        return tuple(line)


def tree_capacity(trees: int, megabytes: float, reuse: bool) -> int:
    """Returns how many nodes each tree may have.

    Raises:
        ValueError: As in :class:`Search`.
    """
    room = megabytes * 2**20 / NODE_BYTES / trees / (2 if reuse else 1)
    if not room >= 1 + MOST_MOVES:
        least = (1 + MOST_MOVES) * NODE_BYTES * trees * (2 if reuse else 1) / 2**20
        raise ValueError(
            f"a tree search needs at least {least:.3f} MB for its tree, not {megabytes!r}"
        )
    free = free_memory()
    if megabytes * 2**20 > free:
        raise ValueError(
            f"a tree of {megabytes:,.0f} MB does not fit into the memory that this machine has "
            f"free, {free / 2**20:,.0f} MB"
        )
    return min(int(room), 2**31 - 1)


def _arrays(capacity: int) -> tuple[Any, Any]:
    # Not written to: the system gives memory as the tree grows.
    return np.empty(capacity, uct_tree.NODE), np.empty(capacity, uct_tree.SCORE)


def _child(tree: Tree, parent: int, move: int) -> int | None:
    return next((n for n in tree.children(parent) if tree.nodes[n]["move"] == move), None)
