"""What the search trees of a forest are made of, and which child a node's next visit goes to."""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
import numpy.typing as npt
from numba import boolean, float64, int64

from coursekit.engine import rng
from coursekit.engine._jit import kernel
from coursekit.engine.ultimate_lanes import Int

if TYPE_CHECKING:
    from coursekit.engine.puct_config import PuctConfig

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

GOES_ON = 2
"""The exact value of a node that nobody knows."""

# Entries of the settings.
C, FPU, REDUCTION, SOLVER, GUMBEL, CANDIDATES, C_VISIT, C_SCALE = range(8)
DIRICHLET, PLAY_FORCED, EXACT = range(8, 11)

NODES, TREES = numba.from_dtype(NODE)[:, ::1], numba.from_dtype(TREE)[::1]
Settings = npt.NDArray[np.float64]
Table = npt.NDArray[np.float64]

_U11, _TO_UNIT = np.uint64(11), 1.0 / (1 << 53)


def settings(config: PuctConfig) -> Settings:
    """Returns a config as the kernels read it."""
    reduction = config.fpu_reduction
    return np.array(
        [
            config.c,
            reduction is not None,
            reduction or 0.0,
            config.solver,
            config.gumbel,
            config.candidates,
            config.c_visit,
            config.c_scale,
            config.dirichlet,
            config.play_forced,
            config.exact_empties if config.solver else 0,
        ],
        np.float64,
    )


@kernel(float64(TREES, int64), inline=True)
def uniform(trees: Any, t: int) -> float:
    """Returns a random number above 0 and below 1 from a tree's stream."""
    state = rng.step(trees[t].random)
    trees[t].random = state
    number: float = (float64(state >> _U11) + 0.5) * _TO_UNIT
    return number


@kernel(float64(NODES, int64, int64, float64[::1]), inline=True)
def mean(nodes: Any, t: int, child: int, settings: Settings) -> float:
    """Returns Q of a child that was visited or proven, for the side to move at its parent."""
    if settings[SOLVER] != 0.0 and nodes[t, child].proven != GOES_ON:
        exact: float = -float64(nodes[t, child].proven)
        return exact
    q: float = -nodes[t, child].total / nodes[t, child].visits
    return q


@kernel(boolean(NODES, int64, int64, float64[::1]), inline=True)
def is_known(nodes: Any, t: int, child: int, settings: Settings) -> bool:
    """Returns whether a child has a Q: it was visited, or it is proven."""
    if nodes[t, child].visits > 0:
        return True
    proven: bool = settings[SOLVER] != 0.0 and nodes[t, child].proven != GOES_ON
    return proven


@kernel(boolean(NODES, int64, int64, float64[::1]), inline=True)
def is_lost(nodes: Any, t: int, child: int, settings: Settings) -> bool:
    """Returns whether the move to a child is proven to lose."""
    lost: bool = settings[SOLVER] != 0.0 and nodes[t, child].proven == 1
    return lost


@kernel(int64(NODES, int64, int64, float64[::1]), inline=True)
def select_child(nodes: Any, t: int, node: int, settings: Settings) -> Int:
    """Returns the child of the highest Q + U, the first of equals; never one proven to lose."""
    first = int64(nodes[t, node].first)
    visits = float64(nodes[t, node].visits)
    root = sqrt(visits)
    unvisited = 0.0
    if settings[FPU] != 0.0:
        unvisited = nodes[t, node].total / visits - settings[REDUCTION]
    best: int = -1
    best_score = 0.0
    for child in range(first, first + int64(nodes[t, node].children)):
        if is_lost(nodes, t, child, settings):
            continue
        q = mean(nodes, t, child, settings) if is_known(nodes, t, child, settings) else unvisited
        prior = float64(nodes[t, child].prior)
        score = q + settings[C] * prior * root / (1.0 + float64(nodes[t, child].visits))
        if best < 0 or score > best_score:
            best, best_score = child, score
    return best


@kernel(float64(TREES, int64), inline=True)
def gumbel(trees: Any, t: int) -> float:
    """Returns a number drawn from the standard Gumbel distribution."""
    return -log(-log(uniform(trees, t)))
