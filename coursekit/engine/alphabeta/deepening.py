"""Searches on bitboards: to a depth, or deeper and deeper until a budget is spent.

The kernels run in slices and Python regains control between them, so the clock is read inside the
search and Ctrl-C stops it. Nothing here depends on what was searched before.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias

from coursekit.budget import Budget
from coursekit.engine.alphabeta.evaluation import INFINITY, Evaluation
from coursekit.engine.alphabeta.frames import UNSEARCHED, Workspace, begin, workspace
from coursekit.engine.alphabeta.plain import plain_search
from coursekit.engine.alphabeta.pvs import pv_search
from coursekit.engine.alphabeta.table import Table

Algorithm: TypeAlias = Literal["minimax", "alpha-beta", "pvs"]
_Advance: TypeAlias = Callable[[int], bool]  # goes on up to a number of nodes: is it done?

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


class SearchResult(NamedTuple):
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
) -> SearchResult:
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
    space = workspace(board, evaluation, last)
    advance: _Advance
    if algorithm == "pvs":
        assert table is not None
        space.states["generation"] = table.generation
        advance = partial(pv_search, space, table.entries)
    else:
        advance = partial(plain_search, space, algorithm == "alpha-beta")
    for plies in depths:
        begin(own, opp, plies, INFINITY, best.move if best else -1, space)
        finished = clock.run(advance, space.states[0])
        result = _iteration(space, plies, evaluation, clock)
        if not finished:
            # Better than the last iteration's move, searched just as deep, is better.
            if best is None or (result.move != best.move and best.move in result.root):
                best = result if result.root else best
            break
        iterations.append(result)
        best = result
        exhausted = bool(space.states[0]["exhausted"])
        if exhausted:
            break
    seconds = time.perf_counter() - started
    return SearchResult(best, tuple(iterations), clock.nodes, seconds, exhausted)


class _Clock:
    """Runs searches in slices until they are done or the budget is spent."""

    def __init__(self, started: float, budget: Budget | None) -> None:
        self.started = started
        self.nodes = 0
        self._count = budget.count if budget and budget.count is not None else None
        self._end = started + budget.seconds if budget and budget.seconds is not None else None
        self._slice = _SLICE_NODES if self._end is None else _FIRST_SLICE

    def run(self, advance: _Advance, state: Any) -> bool:
        """Returns whether the search came to its end."""
        before = self.nodes
        now = time.perf_counter()
        while True:
            limit = int(state["nodes"]) + self._slice
            if self._count is not None:
                limit = min(limit, self._count - before)
            done = advance(limit)
            visited = before + int(state["nodes"]) - self.nodes
            self.nodes += visited
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


def _iteration(space: Workspace, depth: int, evaluation: Evaluation, clock: _Clock) -> Iteration:
    root = space.frames[0]
    line = tuple(space.lines[0, : root["length"]].tolist())
    value = evaluation.value
    units = enumerate(space.root_units.tolist())
    return Iteration(
        depth,
        line[0] if line else -1,
        value(int(root["best"])),
        line,
        {move: value(worth) for move, worth in units if worth > UNSEARCHED},
        clock.nodes,
        time.perf_counter() - clock.started,
    )
