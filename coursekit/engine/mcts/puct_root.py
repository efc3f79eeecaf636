"""What is special about the Gumbel root of a search: its noise, and sequential halving.

Sources: Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with Gumbel",
ICLR 2022, and its authors' library mctx for the order of the visits.
"""

from __future__ import annotations

from math import exp

import numpy as np
from numba import int64

from coursekit.engine.mcts.puct_nodes import Arrays, gumbel, is_known, is_lost, mean
from coursekit.engine.rules._jit import Int, Reals, kernel


@kernel
def begin_gumbel(forest: Arrays, t: Int) -> None:
    """Draws the root's Gumbel numbers, and plans how often its actions are to be visited.

    Entry s of the schedule is the number of visits that the child of simulation s has had until
    then: in each phase of sequential halving all actions left get equally many, and half of them
    go on to the next.
    """
    tree, schedule = forest.trees[t], forest.schedule[t]
    children = int64(forest.nodes[t, 0].children)
    for i in range(children):
        forest.gumbels[t, i] = tree.noise * gumbel(tree) if tree.noise > 0.0 else 0.0
    left, simulations = children, int64(tree.simulations)
    left = min(forest.settings[0].max_considered_actions, left)
    if left <= 1:
        for s in range(simulations):
            schedule[s] = s
        return
    phases = 0
    while (1 << phases) < left:
        phases += 1
    visits = np.zeros(left, np.int64)
    s = 0
    while s < simulations:
        for _ in range(max(1, simulations // (phases * left))):
            for i in range(left):
                if s < simulations:
                    schedule[s] = visits[i]
                    s += 1
                visits[i] += 1
        left = max(2, left // 2)


@kernel
def complete_q(forest: Arrays, t: Int, scores: Reals) -> None:
    """Writes logits + σ(completed Q) of the root's children.

    An unvisited child gets the value of the root, mixed from its own evaluation and the means of
    the visited children, weighted by their probabilities.
    """
    settings, logits = forest.settings[0], forest.logits[t]
    root = forest.nodes[t, 0]
    children = forest.nodes[t, int64(root.first) : int64(root.first) + int64(root.children)]
    most, visited, weight, weighted = 0, 0, 0.0, 0.0
    for i in range(children.size):
        visits = int64(children[i].visits)
        most = max(most, visits)
        visited += visits
        if visits > 0:
            weight += exp(logits[i])
            weighted += exp(logits[i]) * mean(children[i], settings)
    mixed = forest.trees[t].value
    if weight > 0.0:
        mixed = (mixed + visited * weighted / weight) / (1.0 + visited)
    sigma = (settings.c_visit + most) * settings.c_scale
    for i in range(children.size):
        q = mean(children[i], settings) if is_known(children[i], settings) else mixed
        scores[i] = logits[i] + sigma * q


@kernel
def select_action(forest: Arrays, t: Int) -> Int:
    """Returns the root's child that the next simulation of sequential halving goes to.

    Of those visited as often as the schedule says it is the one of the highest
    g + logit + σ(completed Q); where proven moves have left none, of all.
    """
    root, settings = forest.nodes[t, 0], forest.settings[0]
    first, count = int64(root.first), int64(root.children)
    scores = np.empty(count, np.float64)
    complete_q(forest, t, scores)
    wanted = int64(forest.schedule[t, forest.trees[t].done])
    best, best_score, best_fits = -1, 0.0, False
    for i in range(count):
        child = forest.nodes[t, first + i]
        if is_lost(child, settings):
            continue
        fits = int64(child.visits) == wanted
        score = forest.gumbels[t, i] + scores[i]
        if best < 0 or (fits and not best_fits) or (fits == best_fits and score > best_score):
            best, best_score, best_fits = first + i, score, fits
    return best
