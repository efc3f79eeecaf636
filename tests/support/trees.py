"""Helpers for the tests of tree search: searching an env, and looking into the tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from coursekit import Budget, Env
from coursekit.engine.mcts import NEVER, Found, Search, Tree
from coursekit.players.tree_positions import position_words

FLAT = NEVER


def begun(env: Env, c: float = 1.0, **options: Any) -> Search:
    """Returns a search that stands at the env's position."""
    game, words = position_words(env, "the test")
    search = Search(game, c=c, **options)
    search.begin(words)
    return search


def run(env: Env, count: int, seed: int = 0, **options: Any) -> Found:
    """Returns what a search of so many simulations finds."""
    return begun(env, **options).run(Budget(count=count), seed)


def fields(tree: Tree, node: int) -> dict[str, int]:
    """Returns a node's fields as plain numbers."""
    return {name: int(tree.nodes[node][name]) for name in tree.nodes.dtype.names}


def every_node(tree: Tree) -> Iterator[tuple[dict[str, int], list[dict[str, int]]]]:
    """Yields each node of a tree with its children."""
    for node in range(tree.used):
        yield fields(tree, node), [fields(tree, child) for child in tree.children(node)]


def scores_follow_from_counts(tree: Tree) -> bool:
    """Returns whether what selection reads of each visited node is what its counts say."""
    nodes, scores = tree.nodes[: tree.used], tree._scores[: tree.used]
    seen = nodes["visits"] > 0
    seen[0] = False  # nobody chooses the root
    visits = nodes["visits"][seen]
    means = (nodes["losses"][seen].astype(float) - nodes["wins"][seen]) / visits
    return bool(
        np.allclose(scores["mean"][seen], means, atol=1e-6)
        and np.allclose(scores["spread"][seen], visits**-0.5)
        and (scores["mean"][1:][~seen[1:]] > 1e6).all()
    )


def subtree(tree: Tree, node: int) -> tuple[Any, ...]:
    """Returns everything below a node, in a form that does not depend on where it is stored."""
    own = fields(tree, node)
    numbers = tuple(own[name] for name in ("visits", "wins", "draws", "losses", "result"))
    below = [(fields(tree, child)["move"], subtree(tree, child)) for child in tree.children(node)]
    return numbers, tuple(below)
