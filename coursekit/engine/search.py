"""Searches on bitboards: to a depth, or deeper and deeper until a budget is spent.

The kernels run in slices and Python regains control between them, so the clock is read inside the
search and Ctrl-C stops it. Nothing here depends on what was searched before.
"""

from __future__ import annotations

import time
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import numpy as np

from coursekit.budget import Budget
from coursekit.engine import plain, pvs
from coursekit.engine.evaluation import INFINITY, Evaluation
from coursekit.engine.leaves import disc_units
from coursekit.engine.table import Table

Algorithm: TypeAlias = Literal["minimax", "alpha-beta", "pvs"]

_UNSEARCHED = -(1 << 40)
_SLICE_SECONDS = 0.001
_SLICE_NODES = 1_000_000
_FIRST_SLICE = 2_000


class Iteration(NamedTuple):
    """What a search to one depth found, in bit indices; 64 is the pass.

    Attributes:
        depth: Plies searched.
        move: The best move: of equally good ones, that of the lowest index.
        value: Its value for the side to move.
        line: The principal variation.
        root: What each move at the root returned: its value where nothing was cut, else for all
            but the best a bound that it does not exceed.
        nodes: Nodes visited since the search began.
        seconds: Time since the search began.
    """

    depth: int
    move: int
    value: float
    line: tuple[int, ...]
    root: dict[int, float]
    nodes: int
    seconds: float


class Found(NamedTuple):
    """What a whole search found.

    Attributes:
        best: The move to play, with its value and line. Its depth is that of the last finished
            iteration, plus one if an unfinished one had already seen that another move is better.
        iterations: The finished iterations.
        nodes: Nodes visited.
        seconds: Time taken.
        exhausted: Whether every line was searched to the end of the game.
    """

    best: Iteration | None
    iterations: tuple[Iteration, ...]
    nodes: int
    seconds: float
    exhausted: bool


class _Tree(Protocol):
    """A search to one depth that goes on where it stopped."""

    numbers: Any
    lines: Any
    root: Any

    def advance(self, limit: int) -> bool: ...

    @property
    def nodes(self) -> int: ...

    @property
    def exhausted(self) -> bool: ...


class _Plain:
    """The plain search as a resumable tree."""

    def __init__(
        self, own: int, opp: int, board: int, evaluation: Evaluation, depth: int, prune: bool
    ) -> None:
        rows = depth + 2
        self.boards = np.zeros((rows, 3), np.uint64)
        self.numbers = np.zeros((rows, 7), np.int64)
        self.lines = np.zeros((rows, rows), np.int64)
        self.root = np.full(65, _UNSEARCHED, np.int64)
        self.state = np.array([0, 0, 1, 0], np.int64)
        self.boards[0, :2] = own, opp
        self.numbers[0, :5] = depth, -INFINITY, INFINITY, -INFINITY, _units(own, opp, evaluation)
        self._fixed = evaluation.rows, evaluation.mobility, board, prune

    def advance(self, limit: int) -> bool:
        done: bool = plain.plain_search(
            self.boards, self.numbers, self.lines, self.state, self.root, *self._fixed, limit
        )
        return done

    @property
    def nodes(self) -> int:
        return int(self.state[plain.NODES])

    @property
    def exhausted(self) -> bool:
        return not self.state[plain.HORIZON]


class _Pvs:
    """The full engine's search as a resumable tree."""

    def __init__(
        self,
        own: int,
        opp: int,
        board: int,
        evaluation: Evaluation,
        depth: int,
        hint: int,
        table: Table,
    ) -> None:
        rows = depth + 2
        self.boards = np.zeros((rows, 4), np.uint64)
        self.numbers = np.zeros((rows, pvs.NUMBERS), np.int64)
        self.lines = np.zeros((rows, rows), np.int64)
        self.turned = np.empty((rows, 64), np.uint64)
        self.moves = np.empty((rows, 3, 64), np.int64)
        self.root = np.full(65, _UNSEARCHED, np.int64)
        self.state = np.array([0, 0, 1, hint], np.int64)
        self.boards[0, :2] = own, opp
        self.numbers[0, :5] = depth, -INFINITY, INFINITY, -INFINITY, _units(own, opp, evaluation)
        self._fixed = (
            table.entries,
            table.generation,
            evaluation.rows,
            evaluation.mobility,
            board,
        )

    def advance(self, limit: int) -> bool:
        done: bool = pvs.pv_search(
            self.boards,
            self.numbers,
            self.lines,
            self.turned,
            self.moves,
            self.state,
            self.root,
            *self._fixed,
            limit,
        )
        return done

    @property
    def nodes(self) -> int:
        return int(self.state[pvs.NODES])

    @property
    def exhausted(self) -> bool:
        return bool(self.numbers[0, pvs.COMPLETE])


def _units(own: int, opp: int, evaluation: Evaluation) -> int:
    difference: int = disc_units(own, evaluation.rows) - disc_units(opp, evaluation.rows)
    return difference


def search(
    own: int,
    opp: int,
    board: int,
    evaluation: Evaluation,
    *,
    algorithm: Algorithm,
    depth: int | None = None,
    budget: Budget | None = None,
    table: Table | None = None,
) -> Found:
    """Searches a position to a fixed depth, or deeper and deeper within a budget.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        board: Squares of the board.
        evaluation: How positions are evaluated where the search ends.
        algorithm: ``"minimax"`` and ``"alpha-beta"`` are the plain ones; ``"pvs"`` is the engine.
        depth: Plies, from 0. The plain searches go there at once, the engine step by step.
        budget: Nodes or seconds; without one the search ends at its depth.
        table: The transposition table that the engine uses.
    """
    started = time.perf_counter()
    most = 2 * (board & ~(own | opp)).bit_count() + 1  # a pass is always followed by a move
    last = most if depth is None else min(depth, most)
    step_by_step = algorithm == "pvs" or budget is not None
    depths = range(min(1, last), last + 1) if step_by_step else range(last, last + 1)
    if table is not None:
        table.forget()
    clock = _Clock(started, budget)
    iterations: list[Iteration] = []
    best: Iteration | None = None
    exhausted = False
    for plies in depths:
        tree: _Tree
        if algorithm == "pvs":
            assert table is not None
            hint = best.move if best else -1
            tree = _Pvs(own, opp, board, evaluation, plies, hint, table)
        else:
            tree = _Plain(own, opp, board, evaluation, plies, algorithm == "alpha-beta")
        finished = clock.run(tree)
        result = _iteration(tree, plies, evaluation, clock)
        if not finished:
            # Better than the last iteration's move, searched just as deep, is better.
            if best is None or (result.move != best.move and best.move in result.root):
                best = result if result.root else best
            break
        iterations.append(result)
        best = result
        exhausted = tree.exhausted
        if exhausted:
            break
    return Found(best, tuple(iterations), clock.nodes, time.perf_counter() - started, exhausted)


class _Clock:
    """Runs trees in slices until they are done or the budget is spent."""

    def __init__(self, started: float, budget: Budget | None) -> None:
        self.started = started
        self.nodes = 0
        self._count = budget.count if budget and budget.count is not None else None
        self._end = started + budget.seconds if budget and budget.seconds is not None else None
        self._slice = _SLICE_NODES if self._end is None else _FIRST_SLICE

    def run(self, tree: _Tree) -> bool:
        """Returns whether the tree was searched to its end."""
        before = self.nodes
        now = time.perf_counter()
        while True:
            limit = tree.nodes + self._slice
            if self._count is not None:
                limit = min(limit, self._count - before)
            done = tree.advance(limit)
            visited = before + tree.nodes - self.nodes
            self.nodes = before + tree.nodes
            if done:
                return True
            if self._count is not None and self.nodes >= self._count:
                return False
            if self._end is not None:
                then, now = now, time.perf_counter()
                if now >= self._end:
                    return False
                seconds = min(_SLICE_SECONDS, self._end - now)
                self._slice = 1 + int(visited / max(now - then, 1e-6) * seconds)


def _iteration(tree: _Tree, depth: int, evaluation: Evaluation, clock: _Clock) -> Iteration:
    units = int(tree.numbers[0, plain.BEST])
    length = int(tree.numbers[0, plain.LENGTH])
    line = tuple(tree.lines[0, :length].tolist())
    searched = np.flatnonzero(tree.root > _UNSEARCHED).tolist()
    root = {move: evaluation.value(int(tree.root[move])) for move in searched}
    return Iteration(
        depth,
        line[0] if line else -1,
        evaluation.value(units),
        line,
        root,
        clock.nodes,
        time.perf_counter() - clock.started,
    )
