"""The judges of lesson 07, met with the answers of students."""

import copy
import math

import numpy as np
import pytest

from coursekit.exercises import lesson07


def not_yet(exercise, answer, *words, drawn=False):
    verdict = exercise.check(answer)
    assert verdict.outcome == "not yet"
    for word in words:
        assert word in verdict.message
    assert len(verdict.message) < 600  # never a whole tree
    assert (verdict.env is not None) == drawn


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


@pytest.mark.parametrize("answer", [by_recursion, last_of_equals])
def test_the_line_is_expected(answer):
    assert lesson07.variation.check(answer).outcome == "correct"


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


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (line_by(most_visits, visited=False), "no action was tried there yet"),
        (line_by(lambda node: -node.visits), "another child of that node has"),
        (line_by(lambda node: -node.total / max(node.visits, 1)), "another child of that node has"),
        (line_by(most_visits, entry=lambda node: node), "Their actions are asked for"),
        (line_by(most_visits, entry=lambda node: node.visits), "no child of the node reached"),
        (lambda node: by_recursion(node)[:1], "Your line ends after 1 actions"),
        (lambda node: [node.action, *by_recursion(node)], "Action 1 of your line is None"),
        (lambda node: [], "Your line ends after 0 actions"),
        (lambda node: print(end="") if node else 0, "`return`?"),
        (lambda node: max(node.children, key=most_visits), "yours is the node after BLACK"),
        (lambda node: max(node.children, key=most_visits).action, "A list of actions"),
    ],
)
def test_the_line_is_not_expected(answer, words):
    not_yet(lesson07.variation, answer, words, drawn=True)


def test_a_leaf_has_an_empty_line():
    def never_empty(node):
        return by_recursion(node) or [node.action]

    not_yet(lesson07.variation, never_empty, "A node without children has an empty line")
    not_yet(lesson07.variation, lambda node: by_recursion(node) or None, "yours is None")
    not_yet(lesson07.variation, [], "A function of a node is asked for")


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


@pytest.mark.parametrize("answer", [by_cases, backwards])
def test_both_bugs_are_mended(answer):
    assert lesson07.bugs.check(answer).outcome == "correct"


def backup(gain, visits=1):
    def answer(path, winner):
        for ply, node in enumerate(path):
            node.visits += visits
            node.total += gain(ply, node, winner)

    return answer


def first_node_only(path, winner):
    by_cases(path[:1], winner)


def total_lost(path, winner):
    by_cases(path, winner)
    path[-1].total = None


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (backup(lambda ply, node, winner: 1 if winner == node.player else -1), "A draw"),
        (backup(lambda ply, node, winner: winner * (-1) ** ply), "where the second player"),
        (backup(lambda ply, node, winner: winner), "The first player won. Node 1"),
        (backup(lambda ply, node, winner: -winner * node.player), "Node 0"),
        (backup(lambda ply, node, winner: winner == node.player), "should have 0 and 4"),
        (backup(lambda ply, node, winner: winner * node.player, visits=0), "and 3"),
        (first_node_only, "Node 1"),
        (total_lost, "A number is asked for; yours is None"),
        (lambda path, winner: None if path else 0, "Node 0"),
        (lambda path: path[0].visits, "TypeError"),
        (0, "A function of a path and a winner"),
    ],
)
def test_a_bug_is_left(answer, words):
    not_yet(lesson07.bugs, answer, words)


# Keep the tree


def with_a_dictionary(root, actions):
    for action in actions:
        root = {child.action: child for child in root.children}.get(action)
        if root is None:
            break
    return root


def by_rest(root, actions):
    if not actions:
        return root
    first, *rest = actions
    for child in root.children:
        if child.action == first:
            return by_rest(child, rest)


@pytest.mark.parametrize("answer", [with_a_dictionary, by_rest])
def test_the_tree_is_kept(answer):
    assert lesson07.keep.check(answer).outcome == "correct"


def one_step_only(root, actions):
    return with_a_dictionary(root, actions[:1])


def last_found(root, actions):
    for action in actions:
        for child in root.children:
            if child.action == action:
                root = child
    return root


def a_copy(root, actions):
    return copy.deepcopy(with_a_dictionary(root, actions))


def most_visited(root, actions):
    return max(root.children, key=most_visits) if actions else root


def no_root(root, actions):
    return with_a_dictionary(root, actions) if actions else None


def goes_on_from_nothing(root, actions):
    for action in actions:
        root = next((child for child in root.children if child.action == action), None)
    return root


@pytest.mark.parametrize(
    ("answer", "words", "drawn"),
    [
        (one_step_only, "a grandchild of the root", True),
        (last_found, "None: the tree does not hold it; yours is the node", True),
        (a_copy, "the root itself; yours is", True),
        (most_visited, "a grandchild of the root", True),
        (no_root, "the root itself; yours is None", True),
        (goes_on_from_nothing, "AttributeError in line 3 of goes_on_from_nothing", False),
        (lambda root, actions: actions, "yours is []", True),
        (lambda root, actions: with_a_dictionary(root, actions).action, "yours is None", True),
        (lambda root, actions: None if root else 0, "`return`?", True),
        (lambda root: root, "TypeError", False),
        (7, "A function of a root", False),
    ],
)
def test_the_tree_is_not_kept(answer, words, drawn):
    not_yet(lesson07.keep, answer, words, drawn=drawn)


# Widen slowly


def with_math(visits, children):
    return max(1, min(children, math.isqrt(4 * visits)))


def with_numpy(visits, children):
    return np.clip(np.floor(2 * np.sqrt(visits)), 1, children)


@pytest.mark.parametrize("answer", [with_math, with_numpy])
def test_it_widens(answer):
    assert lesson07.widening.check(answer).outcome == "correct"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda visits, children: int(2 * visits**0.5), "After 0 visits"),
        (lambda visits, children: max(1, int(2 * visits**0.5)), "with 1 legal actions may try 1"),
        (lambda visits, children: min(children, int(2 * visits**0.5)), "After 0 visits"),
        (lambda v, n: min(n, max(1, round(2 * v**0.5))), "After 2 visits"),
        (lambda v, n: min(n, max(1, 2 * v**0.5)), "your function says 2.82843"),
        (lambda v, n: min(n, max(1, int((2 * v) ** 0.5))), "After 1 visits"),
        (lambda v, n: min(n, max(1, 2 * int(v**0.5))), "After 1000 visits"),
        (lambda v, n: [0] * with_math(v, n), "a list"),
        (lambda v, n: None if n else 0, "`return`?"),
        (lambda v: 1, "TypeError"),
        (4, "A function of visits"),
    ],
)
def test_it_does_not_widen(answer, words):
    not_yet(lesson07.widening, answer, words)
