"""Helpers for the tests of tree search: searching an env, and looking into the tree."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from coursekit import Budget, Env
from coursekit.engine.mcts.uct import NEVER, Search, UctResult
from coursekit.games.registry import spec

FLAT = NEVER


def begun(env: Env, c: float = 1.0, **options: Any) -> Search:
    """Returns a search that stands at the env's position."""
    game, words = spec(env.name).kernel, env.words()
    search = Search(game, c=c, **options)
    search.begin(words)
    return search


def run(env: Env, count: int, seed: int = 0, **options: Any) -> UctResult:
    """Returns what a search of ``count`` simulations finds."""
    return begun(env, **options).run(Budget(count=count), seed)


def fields(tree: Search, node: int) -> dict[str, int]:
    """Returns a node's fields as plain numbers."""
    return {name: int(tree.nodes[node][name]) for name in tree.nodes.dtype.names}


def every_node(tree: Search) -> Iterator[tuple[dict[str, int], list[dict[str, int]]]]:
    """Yields each node of a tree with its children."""
    for node in range(tree.used):
        yield fields(tree, node), [fields(tree, child) for child in tree.children(node)]


def scores_follow_from_counts(tree: Search) -> bool:
    """Returns whether what selection reads of each visited node is what its counts say."""
    nodes, scores = tree.nodes[: tree.used], tree._tree.scores[: tree.used]
    seen = nodes["visits"] > 0
    seen[0] = False  # the root is never chosen
    visits = nodes["visits"][seen]
    means = (nodes["losses"][seen].astype(float) - nodes["wins"][seen]) / visits
    return bool(
        np.allclose(scores["mean"][seen], means, atol=1e-6)
        and np.allclose(scores["spread"][seen], visits**-0.5)
        and (scores["mean"][1:][~seen[1:]] > 1e6).all()
    )
