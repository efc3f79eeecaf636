"""Exercises of lesson 07: UCT."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from coursekit.exercises.answers import Wrong, described, listed, number
from coursekit.exercises.exercise import Compared, Exercise, Tried
from coursekit.games import othello
from coursekit.games.env import Env


def _leaf(action: Any, player: int, visits: int = 0, total: float = 0.0) -> SimpleNamespace:
    """Returns a node with the attributes of the lesson's nodes, and the side to move in it."""
    return SimpleNamespace(action=action, player=player, visits=visits, total=total, children=[])


def _grown(env: Env, simulations: int, seed: int) -> SimpleNamespace:
    """Returns a tree grown at random: the shape of a search, without its skill."""
    rng = np.random.default_rng(seed)
    root = _leaf(None, int(env.player))
    root.env = env
    for _ in range(simulations):
        path, result = [root], int(rng.integers(-1, 2))
        while path[-1].children:
            path.append(path[-1].children[int(rng.integers(len(path[-1].children)))])
            env.update(path[-1].action)
        if not env.is_done():
            actions, player = env.legal_actions(), -int(env.player)
            path[-1].children = [_leaf(action, player) for action in actions]
        for node in path:
            node.visits += 1
            node.total += result * node.player
        for _ in path[1:]:
            env.undo()
    return root


def principal_variation(node: Any) -> list[Any]:
    """Returns the actions of the most visited children, from this node down."""
    line = []
    while any(child.visits for child in node.children):
        node = max(node.children, key=lambda child: child.visits)
        line.append(node.action)
    return line


def _demand_most_visited(given: Any, root: Any) -> None:
    """Demands that a line goes from child to child with the most visits, and to the end."""
    line, node = listed(given, "actions"), root
    for place, action in enumerate(line):
        if hasattr(action, "visits"):
            raise Wrong("Your list holds nodes. Their actions are asked for.")
        where = f"Action {place + 1} of your line is {action}"
        most = max((child.visits for child in node.children), default=0)
        if not most:
            raise Wrong(f"{where}, but no action was tried there yet: the line has ended.")
        node = reuse(node, [action])
        if node is None:
            raise Wrong(f"{where}, and no child of the node reached has it.")
        if node.visits < most:
            raise Wrong(f"{where}, with {node.visits} visits; another child there has {most}.")
    if any(child.visits for child in node.children):
        raise Wrong(f"After the {len(line)} actions of your line there are visited children.")


def _roots() -> Iterator[Any]:
    for simulations, moves in ((400, ""), (399, "f5d6c3"), (398, "d3c3b3b2f5a3a1c1"), (0, "")):
        yield _grown(othello.from_moves(moves), simulations, seed=simulations)


variation = Tried(
    "the expected line",
    principal_variation,
    _roots,
    _demand_most_visited,
    "Go down from node to node, always to the child with the most visits.",
    "Stop where there are no children, or none of them was visited yet.",
    praise="The line that both sides are expected to play.",
    at=lambda root: root.env,
)


def backup(path: list[Any], winner: int) -> None:
    """Adds a finished game to every node of a path, each from the side to move in it."""
    for node in path:
        node.visits += 1
        node.total += winner * node.player


def _judge_backup(answer: Any) -> str:
    told = {1: "The first player won", -1: "The second player won", 0: "A draw"}
    for players in ((1, -1, 1), (-1, 1, -1, 1), (-1,), (1, -1)):
        for winner in (1, -1, 0):
            path = [_leaf(None, player, visits=3, total=1.0) for player in players]
            answer(path, winner)
            for place, node in enumerate(path):
                right = 1.0 + winner * node.player
                total, visits = number(node.total), number(node.visits)
                if (total, visits) != (right, 4):
                    side = "first" if node.player > 0 else "second"
                    where = f"Node {place} of the path, where the {side} player is to move"
                    raise Wrong(
                        f"{told[winner]}. {where}, had a total of 1 and 3 visits. It should have "
                        f"{right:g} and 4 now; it has {total:g} and {visits:g}."
                    )
    return "Every node sees the result from its own side, and a draw is nobody's loss."


bugs = Exercise(
    "spot two bugs",
    backup,
    _judge_backup,
    "What does the function add when the game was drawn? What should it be?",
    "It takes for granted that the first player is to move at the root. Who says so?",
    "`node.player` and `winner` are both +1 or −1: their product is what the node has won.",
)


def reuse(root: Any, actions: list[Any]) -> Any:
    """Returns the node after the given actions, or ``None`` if the tree does not hold it."""
    node = root
    for action in actions:
        node = next((child for child in node.children if child.action == action), None)
        if node is None:
            return None
    return node


def _judge_reuse(answer: Any) -> str:
    env = othello.from_moves("f5d6")
    root = _grown(env, 600, 7)
    first, second, *_ = principal_variation(root)
    elsewhere = othello.from_moves("f5f6").legal_actions()[0]
    for actions in ([], [first], [first, second], [elsewhere], [first, elsewhere, elsewhere]):
        given, right = answer(root, list(actions)), reuse(root, actions)
        if given is not right:
            node = f"the node {len(actions)} plies below the root" if actions else "the root itself"
            words = node if right else "None: the tree does not hold it"
            raise Wrong(f"After {actions} the answer is {words}; {described(given)}.", env)
    return "What was learned about the moves that were played is not thrown away."


keep = Exercise(
    "keep the tree",
    reuse,
    _judge_reuse,
    "Follow the actions one by one: which child of the node has this action?",
    "`next((child for child in node.children if child.action == action), None)` finds it, or None.",
)


def widened(visits: int, children: int) -> int:
    """Returns how many children a node may try: the whole part of 2·√visits, at least one."""
    return min(children, max(1, int(2 * visits**0.5)))


widening = Compared(
    "widen slowly",
    widened,
    [(visits, children) for visits in (0, 1, 2, 9, 10, 100, 1000) for children in (1, 3, 20, 81)],
    "After {visits} visits a node with {children} legal actions may try {right}",
    "`int(2 * visits**0.5)` is the whole part of twice the square root.",
    "It is at least 1, and never more than there are legal actions.",
    praise="Few at first, more as the node earns it: that is progressive widening.",
)
