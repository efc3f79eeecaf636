"""What the search trees of a forest are made of, and which child a node's next visit goes to."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Annotated, Any, NamedTuple, TypeAlias

import numba
import numpy as np
import numpy.typing as npt
from numba import float64, int64

from coursekit.engine.endgame.kernel import Workspace
from coursekit.engine.rules import rng
from coursekit.engine.rules._jit import (
    Flag,
    Int,
    Int32Rows,
    Ints,
    Real,
    RealRows,
    WordRows,
    Words,
    kernel,
)
from coursekit.engine.rules.constants import GOES_ON

NODE = np.dtype(
    [
        ("total", np.float64),  # of the values backed up, each for the side to move here
        ("prior", np.float32),
        ("visits", np.int32),
        ("first", np.int32),  # its first child; the others follow
        ("children", np.uint8),  # 0 for a leaf
        ("move", np.uint8),  # the move that led here
        ("proven", np.int8),  # its exact value for the side to move, or GOES_ON
    ],
    align=True,
)
"""One node. Visits count its own evaluation too."""

TREE = np.dtype(
    [
        ("random", np.uint64),
        ("noise", np.float64),
        ("value", np.float64),  # the evaluation of the root, for its side to move
        ("done", np.int32),  # simulations; −1 before the root's evaluation
        ("simulations", np.int32),  # that it is to have
        ("used", np.int32),  # nodes
        ("length", np.int32),  # of the path to the leaf that waits
        ("active", np.uint8),
    ],
    align=True,
)
"""The state of one search."""

SETTINGS = np.dtype(
    [
        ("c", np.float64),
        ("has_fpu", np.bool_),
        ("fpu_reduction", np.float64),
        ("solver", np.bool_),
        ("gumbel", np.bool_),
        ("max_considered_actions", np.int64),
        ("c_visit", np.float64),
        ("c_scale", np.float64),
        ("play_forced", np.bool_),
        ("solve_below", np.int64),
    ],
    align=True,
)
"""A :class:`PuctConfig` as the kernels read it."""

Node: TypeAlias = Annotated[Any, numba.from_dtype(NODE)]
Nodes: TypeAlias = Annotated[Any, numba.from_dtype(NODE)[:, ::1]]
Tree: TypeAlias = Annotated[Any, numba.from_dtype(TREE)]
Trees: TypeAlias = Annotated[Any, numba.from_dtype(TREE)[::1]]
Settings: TypeAlias = Annotated[Any, numba.from_dtype(SETTINGS)]
SettingsRow: TypeAlias = Annotated[Any, numba.from_dtype(SETTINGS)[::1]]


@dataclass(frozen=True)
class PuctConfig:
    """How a forest searches. The defaults are for playing, without noise.

    Attributes:
        simulations: Simulations for each search, from 1; the root's evaluation comes on top.
        c: Exploration constant.
        fpu_reduction: How much worse than its parent's mean an unvisited child counts (first-play
            urgency); ``None``: it counts as 0.
        solver: Whether nodes whose value is certain are known as such. A new node looks a move
            or two ahead: if it can finish the game with a win, as a wipe-out does, it is proven;
            moves that let the other side flip all discs at once are proven to lose. A node is
            proven won by a child that is proven lost for its mover, and proven by its best
            child when all are proven. Moves proven lost are not searched any more, and a search
            ends when its root is proven.
        gumbel: Whether the root chooses by sequential halving among its likeliest actions instead
            of PUCT.
        max_considered_actions: Actions that a Gumbel root begins with at most.
        c_visit: Danihelka's σ(q) is (c_visit + most visits) · c_scale · q, q from −1 to +1.
        c_scale: See ``c_visit``.
        play_forced: Whether a root with a single move, or one that the solver decides at first
            sight, is finished without an evaluation.
        solve_below: With the solver, in Othello: a new node of at most this many empty squares is
            solved at once, and so are the children of a root with one more; 0 is never.
    """

    simulations: int = 100
    c: float = 1.5
    fpu_reduction: float | None = 0.2
    solver: bool = True
    gumbel: bool = False
    max_considered_actions: int = 8
    c_visit: float = 50.0
    c_scale: float = 0.25
    play_forced: bool = False
    solve_below: int = 0

    @classmethod
    def textbook(cls, simulations: int) -> PuctConfig:
        """Returns the search of the AlphaZero paper and nothing else: what lesson 10 writes."""
        return cls(simulations, fpu_reduction=None, solver=False)

    def record(self) -> npt.NDArray[Any]:
        """Returns the config as the kernels read it, (1,) ``SETTINGS``."""
        record = np.zeros(1, SETTINGS)
        for name in SETTINGS.names or ():
            record[name] = getattr(self, name, None) or 0
        record["has_fpu"] = self.fpu_reduction is not None
        record["solve_below"] *= self.solver
        return record


class Arrays(NamedTuple):
    """A forest of T trees of at most N nodes, as the kernels take it.

    Attributes:
        settings: (1,) how to search.
        trees: (T,) the state of each search.
        nodes: (T, N) the nodes of each tree; the root is node 0.
        roots: (T, words) the positions of the roots.
        paths: (T, plies) the nodes from the root to the leaf that waits.
        logits: (T, moves) those of the root's children, less the highest.
        gumbels: (T, moves) the noise of the root's children.
        schedule: (T, simulations) visits that the child of each simulation has had until then.
        solver: What the endgame solver works in.
        leaves: (T, words) the positions that wait for an evaluation.
        legal: (T,) their legal moves.
        seeds: (T,) a random number for each of them.
        waiting: (T,) the trees that they belong to.
    """

    settings: SettingsRow
    trees: Trees
    nodes: Nodes
    roots: WordRows
    paths: Int32Rows
    logits: RealRows
    gumbels: RealRows
    schedule: Int32Rows
    solver: Workspace
    leaves: WordRows
    legal: Words
    seeds: Words
    waiting: Ints


_U11, _TO_UNIT = np.uint64(11), 1.0 / (1 << 53)


@kernel(inline=True)
def gumbel(tree: Tree) -> Real:
    """Returns a number drawn from the standard Gumbel distribution, from a tree's stream."""
    tree.random = rng.step(tree.random)
    uniform = (float64(tree.random >> _U11) + 0.5) * _TO_UNIT
    return -log(-log(uniform))


@kernel(inline=True)
def mean(child: Node, settings: Settings) -> Real:
    """Returns Q of a child that was visited or proven, for the side to move at its parent."""
    if settings.solver and child.proven != GOES_ON:
        return -float64(child.proven)
    return -child.total / child.visits


@kernel(inline=True)
def is_known(child: Node, settings: Settings) -> Flag:
    """Returns whether a child has a Q: it was visited, or it is proven."""
    return child.visits > 0 or (settings.solver and child.proven != GOES_ON)


@kernel(inline=True)
def is_lost(child: Node, settings: Settings) -> Flag:
    """Returns whether the move to a child is proven to lose."""
    return settings.solver and child.proven == 1


@kernel(inline=True)
def select_child(nodes: Nodes, t: Int, node: Int, settings: Settings) -> Int:
    """Returns the child of the highest Q + U, the first of equals; never one proven to lose."""
    parent = nodes[t, node]
    visits = float64(parent.visits)
    root = sqrt(visits)
    unvisited = 0.0
    if settings.has_fpu:
        unvisited = parent.total / visits - settings.fpu_reduction
    best, best_score = -1, 0.0
    for number in range(int64(parent.first), int64(parent.first) + int64(parent.children)):
        child = nodes[t, number]
        if is_lost(child, settings):
            continue
        q = mean(child, settings) if is_known(child, settings) else unvisited
        score = q + settings.c * float64(child.prior) * root / (1.0 + float64(child.visits))
        if best < 0 or score > best_score:
            best, best_score = number, score
    return best
