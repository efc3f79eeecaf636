"""What is special about the root of a search: its noise, and the Gumbel root.

Sources: Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with Gumbel",
ICLR 2022, and its authors' library mctx for the order of the visits; Marsaglia and Tsang, "A simple
method for generating gamma variables", ACM TOMS 26 (2000).
"""

from __future__ import annotations

from math import cos, exp, log, pi, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import float32, float64, int32, int64, types

from coursekit.engine._jit import kernel
from coursekit.engine.puct_nodes import (
    C_SCALE,
    C_VISIT,
    CANDIDATES,
    DIRICHLET,
    NODES,
    TREES,
    Settings,
    Table,
    gumbel,
    is_known,
    is_lost,
    mean,
    uniform,
)
from coursekit.engine.ultimate_lanes import Int

_NORMAL = float64(2.0 * pi)


@kernel(float64(TREES, int64, float64))
def gamma(trees: Any, t: int, shape: float) -> float:
    """Returns a number drawn from the gamma distribution of a shape."""
    raised = shape if shape >= 1.0 else shape + 1.0
    d = raised - 1.0 / 3.0
    c = 1.0 / sqrt(9.0 * d)
    while True:
        x = sqrt(-2.0 * log(uniform(trees, t))) * cos(_NORMAL * uniform(trees, t))
        v = (1.0 + c * x) ** 3
        if v > 0.0 and log(uniform(trees, t)) < 0.5 * x * x + d - d * v + d * log(v):
            break
    drawn = d * v
    if shape < 1.0:
        drawn *= uniform(trees, t) ** (1.0 / shape)
    return drawn


@kernel(types.void(TREES, NODES, int64, float64[:, ::1], float64[::1]))
def add_dirichlet(trees: Any, nodes: Any, t: int, scratch: Table, settings: Settings) -> None:
    """Mixes Dirichlet noise into the priors of the root's children."""
    share, count = trees[t].noise, int64(nodes[t, 0].children)
    first, total = int64(nodes[t, 0].first), 0.0
    for i in range(count):
        scratch[t, i] = gamma(trees, t, settings[DIRICHLET] / count)
        total += scratch[t, i]
    for i in range(count):
        prior = float64(nodes[t, first + i].prior)
        nodes[t, first + i].prior = float32((1.0 - share) * prior + share * scratch[t, i] / total)


@kernel(types.void(TREES, NODES, int64, float64[:, ::1], int32[:, ::1], float64[::1]))
def begin_gumbel(
    trees: Any,
    nodes: Any,
    t: int,
    gumbels: Table,
    schedule: npt.NDArray[np.int32],
    settings: Settings,
) -> None:
    """Draws the root's Gumbel numbers, and plans how often its candidates are to be visited.

    Entry s of the schedule is the number of visits that the child of simulation s has had until
    then: in each phase of sequential halving all candidates left get equally many, and half of
    them go on to the next.
    """
    count = int64(nodes[t, 0].children)
    for i in range(count):
        gumbels[t, i] = trees[t].noise * gumbel(trees, t) if trees[t].noise > 0.0 else 0.0
    candidates = min(int64(settings[CANDIDATES]), count)
    simulations = int64(trees[t].simulations)
    if candidates <= 1:
        for s in range(simulations):
            schedule[t, s] = s
        return
    phases = 0
    while (1 << phases) < candidates:
        phases += 1
    visits = np.zeros(candidates, np.int64)
    left, s = candidates, 0
    while s < simulations:
        for _ in range(max(1, simulations // (phases * left))):
            for i in range(left):
                if s < simulations:
                    schedule[t, s] = visits[i]
                    s += 1
                visits[i] += 1
        left = max(2, left // 2)


@kernel(types.void(TREES, NODES, int64, float64[:, ::1], float64[::1], float64[::1]))
def complete_q(
    trees: Any, nodes: Any, t: int, logits: Table, settings: Settings, scores: Settings
) -> None:
    """Writes logits + σ(completed Q) of the root's children.

    A child that nobody has visited gets the value of the root, mixed from its own evaluation and
    the means of the children that were, weighted by their probabilities.
    """
    first, count = int64(nodes[t, 0].first), int64(nodes[t, 0].children)
    most, visited, weight, weighted = 0, 0, 0.0, 0.0
    for i in range(count):
        visits = int64(nodes[t, first + i].visits)
        most = max(most, visits)
        visited += visits
        if visits > 0:
            weight += exp(logits[t, i])
            weighted += exp(logits[t, i]) * mean(nodes, t, first + i, settings)
    mixed = trees[t].value
    if weight > 0.0:
        mixed = (mixed + visited * weighted / weight) / (1.0 + visited)
    sigma = (settings[C_VISIT] + most) * settings[C_SCALE]
    for i in range(count):
        q = mixed
        if is_known(nodes, t, first + i, settings):
            q = mean(nodes, t, first + i, settings)
        scores[i] = logits[t, i] + sigma * q


@kernel(
    int64(TREES, NODES, int64, float64[:, ::1], float64[:, ::1], int32[:, ::1], float64[::1]),
)
def select_candidate(
    trees: Any,
    nodes: Any,
    t: int,
    logits: Table,
    gumbels: Table,
    schedule: npt.NDArray[np.int32],
    settings: Settings,
) -> Int:
    """Returns the root's child that the next simulation of sequential halving goes to.

    Of those visited as often as the schedule says it is the one of the highest
    g + logit + σ(completed Q); where proven moves have left none, of all.
    """
    first, count = int64(nodes[t, 0].first), int64(nodes[t, 0].children)
    scores = np.empty(count, np.float64)
    complete_q(trees, nodes, t, logits, settings, scores)
    wanted = int64(schedule[t, trees[t].done])
    best: int = -1
    best_score, best_fits = 0.0, False
    for i in range(count):
        if is_lost(nodes, t, first + i, settings):
            continue
        fits = int64(nodes[t, first + i].visits) == wanted
        score = gumbels[t, i] + scores[i]
        if best < 0 or (fits and not best_fits) or (fits == best_fits and score > best_score):
            best, best_score, best_fits = first + i, score, fits
    return best
