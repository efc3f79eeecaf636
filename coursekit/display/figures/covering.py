"""A puzzle: a tree with covered leaves, of which the reader uncovers as few as needed."""

from __future__ import annotations

from typing import Any

from coursekit.checks import is_number
from coursekit.display.figures.growing import GrowingTree, Look
from coursekit.display.trees.nodes import Node
from coursekit.display.trees.plan import value_text


def puzzle(root: Node) -> tuple[GrowingTree, dict[str, Any]]:
    """Returns a tree with its leaves' values covered, and what the page needs to judge the reader.

    Raises:
        ValueError: If the root is not "max" or "min", has no choice, or a leaf has no number.
    """
    nodes = list(root.walk())
    if root.kind is None or len(root.children) < 2:
        raise ValueError('a puzzle\'s root has a kind, "max" or "min", and at least two children')
    if not all(node.children or is_number(node.value) for node in nodes):
        raise ValueError("each leaf of a puzzle has a number")
    grown, numbers = GrowingTree(), dict[int, int]()
    for parent in [None, *nodes]:
        for node in [root] if parent is None else parent.children:
            above = None if parent is None else numbers[id(parent)]
            numbers[id(node)] = grown.add(above, str(node.move), kind=node.kind)
    order = sorted(nodes, key=lambda node: numbers[id(node)])
    for node in order:
        text = "" if node.children else value_text(node.value)
        grown.set(numbers[id(node)], Look(text, "", "done" if node.children else "covered"))
    grown.step("", 0)
    values = [None if node.children else float(node.value) for node in order]
    return grown, {"values": values, "needed": fewest(root)}


def worth(node: Node) -> float:
    """Returns the minimax value of a tree whose leaves have numbers."""
    if not node.children:
        return float(node.value)
    return (min if node.kind == "min" else max)(worth(child) for child in node.children)


def fewest(root: Node) -> int:
    """Returns the number of leaves that must at least be known to be sure of a best move.

    >>> fewest(Node.nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    5
    """
    sign = 1 if root.kind == "max" else -1
    leaves = {float(node.value) for node in root.walk() if not node.children}
    found = []
    for move in root.children:
        others = [child for child in root.children if child is not move]
        if worth(move) == worth(root):
            found += [
                _proof(move, bound, sign) + sum(_proof(other, bound, -sign) for other in others)
                for bound in leaves
            ]
    return int(min(found))


def _proof(node: Node, bound: float, sign: int) -> float:
    """Returns the fewest leaves that prove a node's worth at least (−1: at most) a bound."""
    if not node.children:
        return 1.0 if sign * float(node.value) >= sign * bound else float("inf")
    parts = [_proof(child, bound, sign) for child in node.children]
    one_is_enough = (node.kind == "max") == (sign > 0)
    return min(parts) if one_is_enough else sum(parts)
