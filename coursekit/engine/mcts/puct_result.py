"""What the searches of a forest found: the policy to learn, and the move to play."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

import numpy as np
from numba import float64, int64

from coursekit.engine.mcts.puct_nodes import Arrays, is_known, is_lost, mean
from coursekit.engine.mcts.puct_root import complete_q
from coursekit.engine.rules._jit import (
    FloatRows,
    Floats,
    Int,
    Int8s,
    Int16s,
    Int32Rows,
    Ints,
    Reals,
    kernel,
)
from coursekit.engine.rules.constants import GOES_ON


class ForestResult(NamedTuple):
    """What the searches of N trees found; actions by the course's index.

    Attributes:
        visits: (N, actions) int32: simulations that began with each action.
        q: (N, actions) float32: its value for the side to move at the root, from −1 to +1;
            not a number where it is neither visited nor proven.
        priors: (N, actions) float32: the evaluator's probabilities.
        policy: (N, actions) float32, adding up to 1: the policy to learn. The share of visits; for
            a Gumbel root the softmax of logits + σ(completed Q). No weight is on moves proven
            lost while another is not; at a proven root all is on moves proven best.
        value: (N,) float32: the mean of the root for its side to move, exact when proven.
        proven: (N,) int8: the root's exact value, or ``GOES_ON`` (2) when unknown.
        chosen: (N,) int16: index of the action to play, −1 where the game is over. The most
            visited (of equals that of the higher Q, then the first); at a Gumbel root the one of
            the highest g + logit + σ(Q) among the most visited. Never one proven worse than
            another choice; at a proven root the most visited of the best, of equals that of the
            higher prior.
        moves: (N,) int16: the same as the engine's number of the move.
    """

    visits: Int32Rows
    q: FloatRows
    priors: FloatRows
    policy: FloatRows
    value: Floats
    proven: Int8s
    chosen: Int16s
    moves: Int16s


def nothing_found(count: int, actions: int) -> ForestResult:
    """Returns what is known of searches that have not begun."""
    shape = (count, actions)
    return ForestResult(
        np.zeros(shape, np.int32),
        np.full(shape, np.nan, np.float32),
        np.zeros(shape, np.float32),
        np.zeros(shape, np.float32),
        np.zeros(count, np.float32),
        np.full(count, GOES_ON, np.int8),
        np.full(count, -1, np.int16),
        np.full(count, -1, np.int16),
    )


@kernel
def choose(forest: Arrays, t: Int, scores: Reals) -> Int:
    """Returns which of the root's children is to be played, by its place among them.

    Args:
        forest: The forest.
        t: Which tree.
        scores: What decides between the most visited children of a Gumbel root.
    """
    root, settings = forest.nodes[t, 0], forest.settings[0]
    known = settings.solver and root.proven != GOES_ON
    best, best_visits, best_score = -1, 0, 0.0
    for i in range(int64(root.children)):
        child = forest.nodes[t, int64(root.first) + i]
        if known and child.proven != -root.proven:
            continue
        if not known and is_lost(child, settings):
            continue
        visits, score = int64(child.visits), scores[i]
        if known:
            score = float64(child.prior)
        elif not settings.gumbel:
            score = mean(child, settings) if visits > 0 else -2.0
        better = visits > best_visits or (visits == best_visits and score > best_score)
        if best < 0 or better:
            best, best_visits, best_score = i, visits, score
    return best


@kernel
def read(forest: Arrays, action_of: Int16s, numbers: Ints, found: ForestResult) -> None:
    """Writes what some searches found.

    Args:
        forest: The forest.
        action_of: The index of action of each move.
        numbers: (N,) which trees.
        found: Where it goes; see :func:`nothing_found`.
    """
    settings = forest.settings[0]
    for row in range(numbers.size):
        t = numbers[row]
        root = forest.nodes[t, 0]
        known = root.proven != GOES_ON
        found.proven[row] = root.proven
        if known:
            found.value[row] = root.proven
        elif root.visits > 0:
            found.value[row] = root.total / root.visits
        count, first = int64(root.children), int64(root.first)
        if count == 0:
            continue
        children = forest.nodes[t, first : first + count]
        scores, weights = np.zeros(count, np.float64), np.zeros(count, np.float64)
        if forest.trees[t].done >= 0:
            complete_q(forest, t, scores)
        highest = scores.max()
        known = known and settings.solver
        total = 0.0
        for i in range(count):
            child, action = children[i], action_of[children[i].move]
            found.visits[row, action] = child.visits
            found.priors[row, action] = child.prior
            if is_known(child, settings):
                found.q[row, action] = mean(child, settings)
            if known:
                if child.proven == -root.proven:
                    weights[i] = float64(child.prior) + 1e-6
            elif is_lost(child, settings):
                continue
            elif settings.gumbel:
                weights[i] = exp(scores[i] - highest)
            else:
                weights[i] = float64(child.visits)
            total += weights[i]
        if total == 0.0:  # nothing but the root was evaluated
            for i in range(count):
                if not is_lost(children[i], settings):
                    weights[i] = float64(children[i].prior) + 1e-6
                    total += weights[i]
        for i in range(count):
            found.policy[row, action_of[children[i].move]] = weights[i] / total
            scores[i] += forest.gumbels[t, i]
        found.moves[row] = children[choose(forest, t, scores)].move
        found.chosen[row] = action_of[found.moves[row]]
