"""AlphaZero's search as a lesson writes it, over ``Env``: what the forest must match.

And evaluators for both: one made of pseudo-random numbers, one that knows the truth.
"""

from __future__ import annotations

from math import exp, sqrt

import numpy as np

from coursekit import Action, Env
from coursekit.engine.mcts.forest import Forest, ForestResult, PuctConfig
from coursekit.games.registry import spec


class Node:
    """A position: its values are for its own side to move."""

    def __init__(self, action: Action | None = None, prior: float = 0.0) -> None:
        self.action, self.prior = action, prior
        self.visits, self.total = 0, 0.0
        self.children: list[Node] = []

    def select(self, c: float, reduction: float | None) -> Node:
        """Returns the first of the children of the highest Q + U."""
        unvisited = 0.0 if reduction is None else self.total / self.visits - reduction
        scores = []
        for child in self.children:
            q = -child.total / child.visits if child.visits else unvisited
            scores.append(q + c * child.prior * sqrt(self.visits) / (1.0 + child.visits))
        return self.children[scores.index(max(scores))]


def noise(own, opp, actions):
    """Returns logits and values that look random and follow from the position alone."""
    logits, values = [], []
    for mine, other in zip(own.tolist(), opp.tolist(), strict=True):
        rng = np.random.default_rng([mine, other])
        logits.append(rng.normal(size=actions))
        values.append(np.tanh(rng.normal()))
    return np.array(logits, np.float32).reshape(-1, actions), np.array(values, np.float32)


def search(env: Env, simulations: int, c: float, reduction: float | None, actions: int) -> Node:
    """Returns the root of a tree after ``simulations`` simulations with the noise as evaluator."""
    root = Node()
    for _ in range(simulations + 1):  # the first one evaluates the root
        node, path, here = root, [root], env.copy()
        while node.children:
            node = node.select(c, reduction)
            here.update(node.action)
            path.append(node)
        if here.is_done():
            value = float(here.result())
        else:
            words = here.words()
            logits, values = noise(words[:1], words[1:2], actions)
            value = float(values[0])
            legal = here.legal_actions()
            wanted = [float(logits[0, action.index]) for action in legal]
            weights = [exp(logit - max(wanted)) for logit in wanted]
            priors = [float(np.float32(weight / sum(weights))) for weight in weights]
            node.children = [Node(*pair) for pair in zip(legal, priors, strict=True)]
        for node in reversed(path):
            node.visits += 1
            node.total += value
            value = -value
    return root


def grown(envs, config: PuctConfig, evaluate=noise, **options) -> tuple[Forest, ForestResult]:
    """Returns a forest that has searched the positions of some envs, and what it found."""
    pairs = [(spec(env.name).kernel, env.words()) for env in envs]
    words = np.array([words for _, words in pairs])
    forest = Forest(pairs[0][0], envs[0].board.shape[0], len(envs), config)
    forest.begin(words, np.arange(1, len(envs) + 1, dtype=np.uint64), **options)
    while count := forest.select():
        own, opp = forest.leaves[:count, 0], forest.leaves[:count, 1]
        forest.back_up(*evaluate(own, opp, forest.actions))
    return forest, forest.read()
