"""UCT as a lesson writes it, over ``Env`` with its compiled playout: what the engine must match."""

from __future__ import annotations

from math import inf, log, sqrt

from coursekit import Action, Env


class Node:
    """A position: results are counted for its own side to move, whoever that is."""

    __slots__ = ("action", "children", "total", "visits")

    def __init__(self, action: Action | None = None) -> None:
        self.action = action
        self.visits = 0
        self.total = 0
        self.children: list[Node] = []

    @property
    def value(self) -> float:
        return self.total / self.visits

    def select(self, c: float) -> Node:
        """Returns the child of the highest upper confidence bound, seen by this node's side."""
        weight = c * sqrt(log(self.visits))
        best, best_bound = self, -inf
        for child in self.children:
            visits = child.visits
            if not visits:
                return child
            bound = weight / sqrt(visits) - child.total / visits
            if bound > best_bound:
                best, best_bound = child, bound
        return best


def simulate(env: Env, root: Node, c: float, expand_after: int = 1) -> None:
    """Makes one simulation: selection, expansion, playout, backup; the env is as before."""
    node, path = root, [root]
    while True:
        node.visits += 1
        if not node.children and (node is root or node.visits > expand_after):
            node.children = [Node(action) for action in env.legal_actions()]
        if not node.children:
            break
        node = node.select(c)
        env.update(node.action)
        path.append(node)
    value = env.result() if env.is_done() else env.playout()
    for node in reversed(path):
        node.total += value
        value = -value
    for _ in path[1:]:
        env.undo()


def uct(env: Env, simulations: int, c: float = 1.0, expand_after: int = 1) -> Node:
    """Returns the root of a tree after ``simulations`` simulations."""
    root = Node()
    for _ in range(simulations):
        simulate(env, root, c, expand_after)
    return root


def flat(env: Env, playouts: int, c: float = 1.0) -> Node:
    """Returns the root of flat Monte Carlo with UCB1: no node but the root is expanded."""
    return uct(env, playouts, c, expand_after=playouts + 1)
