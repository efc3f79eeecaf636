"""Exercises of lesson 07: UCT."""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any

import numpy as np

from coursekit.exercises.answers import described, number
from coursekit.exercises.exercise import Exercise, Wrong
from coursekit.games import othello
from coursekit.games.env import Env


def _leaf(action: Any, player: int, visits: int = 0, total: float = 0.0) -> SimpleNamespace:
    """Returns a node with the attributes of the lesson's nodes, and the side to move in it."""
    return SimpleNamespace(action=action, player=player, visits=visits, total=total, children=[])


def _grown(env: Env, simulations: int, seed: int) -> SimpleNamespace:
    """Returns a tree grown at random: the shape of a search, without its skill."""
    rng = np.random.default_rng(seed)
    root = _leaf(None, int(env.player))
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


def _told(given: Any) -> str:
    """Returns in words what a function returned; a node without all that is below it."""
    if hasattr(given, "children") and hasattr(given, "visits"):
        return f"yours is the node after {given.action} with {given.visits} visits"
    return described(given)


def _demand_most_visited(line: list[Any], root: Any, env: Env) -> None:
    """Demands that a line goes from child to child with the most visits, and to the end."""
    node = root
    for place, action in enumerate(line):
        if hasattr(action, "visits"):
            raise Wrong("Your list holds nodes. Their actions are asked for.", env)
        where = f"Action {place + 1} of your line is {action}"
        if not any(child.visits for child in node.children):
            raise Wrong(f"{where}, but no action was tried there yet: the line has ended.", env)
        chosen = next((child for child in node.children if child.action == action), None)
        if chosen is None:
            raise Wrong(f"{where}, and no child of the node reached has it.", env)
        most = max(child.visits for child in node.children)
        if chosen.visits < most:
            raise Wrong(
                f"{where}, with {chosen.visits} visits; another child of that node has {most}.", env
            )
        node = chosen
    if any(child.visits for child in node.children):
        raise Wrong(
            f"Your line ends after {len(line)} actions, and there are visited children below it.",
            env,
        )


def _judge_variation(answer: Any) -> str:
    if not callable(answer):
        raise Wrong("A function of a node is asked for.")
    for seed, moves in enumerate(("", "f5d6c3", "d3c3b3b2f5a3a1c1")):
        env = othello.from_moves(moves)
        root = _grown(env, 400, seed)
        given = answer(copy.deepcopy(root))
        if not isinstance(given, list | tuple):
            raise Wrong(f"A list of actions is asked for; {_told(given)}.", env)
        _demand_most_visited(list(given), root, env)
    given = answer(_leaf(None, 1))
    if not isinstance(given, list | tuple) or given:
        raise Wrong(f"A node without children has an empty line; {_told(given)}.")
    return "The line that both sides are expected to play."


variation = Exercise(
    title="the expected line",
    judge=_judge_variation,
    answer=principal_variation,
    hints=(
        "Go down from node to node, always to the child with the most visits.",
        "Stop where there are no children, or none of them was visited yet.",
    ),
)


def backup(path: list[Any], winner: int) -> None:
    """Adds a finished game to every node of a path, each from the side to move in it."""
    for node in path:
        node.visits += 1
        node.total += winner * node.player


def _judge_backup(answer: Any) -> str:
    if not callable(answer):
        raise Wrong("A function of a path and a winner is asked for.")
    for players in ((1, -1, 1), (-1, 1, -1, 1), (-1,), (1, -1)):
        for winner in (1, -1, 0):
            path = [_leaf(None, player, visits=3, total=1.0) for player in players]
            answer(path, winner)
            for place, node in enumerate(path):
                right = 1.0 + winner * node.player
                node.total, node.visits = number(node.total), number(node.visits)
                if node.visits != 4 or node.total != right:
                    told = {1: "the first player won", -1: "the second player won", 0: "a draw"}
                    raise Wrong(
                        f"{told[winner].capitalize()}. Node {place} of the path, where "
                        f"{'the first' if node.player > 0 else 'the second'} player is to move, "
                        f"had a total of 1 and 3 visits. It should have {right:g} and 4 now; it "
                        f"has {node.total:g} and {node.visits:g}."
                    )
    return "Every node sees the result from its own side, and a draw is nobody's loss."


bugs = Exercise(
    title="spot two bugs",
    judge=_judge_backup,
    answer=backup,
    hints=(
        "What does the function add when the game was drawn? What should it be?",
        "It takes for granted that the first player is to move at the root. Who says so?",
        "`node.player` is the side to move in the node, +1 or −1, and so is `winner`: their "
        "product is what the node has won.",
    ),
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
    if not callable(answer):
        raise Wrong("A function of a root and a list of actions is asked for.")
    env = othello.from_moves("f5d6")
    root = _grown(env, 600, 7)
    first = max(root.children, key=lambda child: child.visits)
    second = max(first.children, key=lambda child: child.visits)
    elsewhere = othello.from_moves("f5f6").legal_actions()[0]
    cases = [
        ([], "the root itself"),
        ([first.action], "a child of the root"),
        ([first.action, second.action], "a grandchild of the root"),
        ([elsewhere], "None: the tree does not hold it"),
        ([first.action, elsewhere, elsewhere], "None: the tree does not hold it"),
    ]
    for actions, words in cases:
        right, given = reuse(root, actions), answer(root, list(actions))
        if given is None and right is not None:
            raise Wrong(f"After {actions} the answer is {words}; {described(given)}.", env)
        if given is not right:
            raise Wrong(f"After {actions} the answer is {words}; {_told(given)}.", env)
    return "What was learned about the moves that were played is not thrown away."


keep = Exercise(
    title="keep the tree",
    judge=_judge_reuse,
    answer=reuse,
    hints=(
        "Follow the actions one by one: which child of the node has this action?",
        "`next((child for child in node.children if child.action == action), None)` finds it, or "
        "None.",
    ),
)


def widened(visits: int, children: int) -> int:
    """Returns how many children a node may try: the whole part of 2·√visits, at least one."""
    return min(children, max(1, int(2 * visits**0.5)))


def _judge_widened(answer: Any) -> str:
    if not callable(answer):
        raise Wrong("A function of visits and a number of children is asked for.")
    for visits in (0, 1, 2, 9, 10, 100, 1000):
        for children in (1, 3, 20, 81):
            right, given = widened(visits, children), number(answer(visits, children))
            if given != right:
                raise Wrong(
                    f"After {visits} visits a node with {children} legal actions may try "
                    f"{right}; your function says {given:g}."
                )
    return "Few at first, more as the node earns it: that is progressive widening."


widening = Exercise(
    title="widen slowly",
    judge=_judge_widened,
    answer=widened,
    hints=(
        "`int(2 * visits**0.5)` is the whole part of twice the square root.",
        "It is at least 1, and never more than there are legal actions.",
    ),
)
