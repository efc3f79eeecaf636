"""The judges of lesson 07, met with the answers of students."""

import copy
import math

import numpy as np

from coursekit.exercises import lesson07
from tests.exercises.judging import judged


# The expected line
def by_recursion(node):
    visited = [child for child in node.children if child.visits > 0]
    if not visited:
        return []
    best = max(visited, key=lambda child: child.visits)
    return [best.action, *by_recursion(best)]


def last_of_equals(node):
    line = []
    while node.children:
        node = sorted(node.children, key=lambda child: child.visits)[-1]
        if node.visits == 0:
            break
        line.append(node.action)
    return tuple(line)


def line_by(key, visited=True, entry=lambda node: node.action):
    def answer(node):
        line = []
        while any(child.visits for child in node.children) if visited else node.children:
            node = max(node.children, key=key)
            line.append(entry(node))
        return line

    return answer


def most_visits(node):
    return node.visits


test_variation = judged(
    lesson07.variation,
    right=[by_recursion, last_of_equals],
    wrong=[
        (line_by(most_visits, visited=False), "no action was tried there yet"),
        (line_by(lambda node: -node.visits), "another child there has"),
        (line_by(lambda node: -node.total / max(node.visits, 1)), "another child there has"),
        (line_by(most_visits, entry=lambda node: node), "Their actions are asked for"),
        (line_by(most_visits, entry=lambda node: node.visits), "no child of the node reached"),
        (lambda node: by_recursion(node)[:1], "After the 1 actions of your line"),
        (lambda node: [node.action, *by_recursion(node)], "Action 1 of your line is None"),
        (lambda node: [], "After the 0 actions of your line"),
        (lambda node: by_recursion(node) or [node.action], "is None, but no action was tried"),
        (lambda node: max(node.children, key=most_visits), "yours is namespace(action=BLACK"),
    ],
    drawn=True,
)


def test_a_line_may_take_its_tree_apart():
    def greedy(node):
        line = by_recursion(node)
        node.children.clear()
        return line

    assert lesson07.variation.check(greedy).outcome == "correct"


# Spot two bugs
def by_cases(path, winner):
    for node in path:
        node.visits += 1
        if winner != 0:
            node.total += 1 if winner == node.player else -1


def backwards(path, winner):
    result = np.float64(winner * path[-1].player)
    for node in reversed(path):
        node.visits, node.total = node.visits + 1, node.total + result
        result = -result


def backup(gain, visits=1):
    def answer(path, winner):
        for ply, node in enumerate(path):
            node.visits += visits
            node.total += gain(ply, node, winner)

    return answer


def total_lost(path, winner):
    by_cases(path, winner)
    path[-1].total = None


test_bugs = judged(
    lesson07.bugs,
    right=[by_cases, backwards],
    wrong=[
        (backup(lambda ply, node, winner: 1 if winner == node.player else -1), "A draw"),
        (backup(lambda ply, node, winner: winner * (-1) ** ply), "where the second player"),
        (backup(lambda ply, node, winner: winner), "The first player won. Node 1"),
        (backup(lambda ply, node, winner: -winner * node.player), "Node 0"),
        (backup(lambda ply, node, winner: winner == node.player), "should have 0 and 4"),
        (backup(lambda ply, node, winner: winner * node.player, visits=0), "and 3"),
        (lambda path, winner: by_cases(path[:1], winner), "Node 1"),
        (total_lost, "A number is asked for; yours is None"),
        (lambda path, winner: None if path else 0, "Node 0"),
    ],
)


# Keep the tree
def with_a_dictionary(root, actions):
    for action in actions:
        root = {child.action: child for child in root.children}.get(action)
        if root is None:
            break
    return root


def last_found(root, actions):
    for action in actions:
        for child in root.children:
            if child.action == action:
                root = child
    return root


def goes_on_from_nothing(root, actions):
    for action in actions:
        root = next((child for child in root.children if child.action == action), None)
    return root


test_keep = judged(
    lesson07.keep,
    right=[with_a_dictionary],
    wrong=[
        (
            lambda root, actions: with_a_dictionary(root, actions[:1]),
            "the node 2 plies below the root",
        ),
        (last_found, "None: the tree does not hold it; yours is namespace("),
        (
            lambda root, actions: copy.deepcopy(with_a_dictionary(root, actions)),
            "yours is namespace(",
        ),
        (
            lambda root, actions: max(root.children, key=most_visits) if actions else root,
            "the node 2 plies below the root",
        ),
        (lambda r, a: with_a_dictionary(r, a) if a else None, "the root itself; yours is None"),
        (goes_on_from_nothing, "AttributeError in line 3 of goes_on_from_nothing", False),
        (lambda root, actions: actions, "yours is []"),
    ],
    drawn=True,
)


# Widen slowly
def with_numpy(visits, children):
    return np.clip(np.floor(2 * np.sqrt(visits)), 1, children)


test_widening = judged(
    lesson07.widening,
    right=[lambda visits, children: max(1, min(children, math.isqrt(4 * visits))), with_numpy],
    wrong=[
        (lambda visits, children: int(2 * visits**0.5), "After 0 visits"),
        (lambda visits, children: max(1, int(2 * visits**0.5)), "with 1 legal actions may try 1"),
        (lambda visits, children: min(children, int(2 * visits**0.5)), "After 0 visits"),
        (lambda v, n: min(n, max(1, round(2 * v**0.5))), "After 2 visits"),
        (lambda v, n: min(n, max(1, 2 * v**0.5)), "your function says 2.82842"),
        (lambda v, n: min(n, max(1, int((2 * v) ** 0.5))), "After 1 visits"),
        (lambda v, n: min(n, max(1, 2 * int(v**0.5))), "After 1000 visits"),
    ],
)
