"""Exercises of lesson 07: UCT."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from math import inf, log, sqrt
from types import SimpleNamespace
from typing import Any

import numpy as np

from coursekit.exercises.answers import ALARM, Wrong, drawn, listed, number, numbers, stopped
from coursekit.exercises.exercise import Exercise, Tried
from coursekit.exercises.source import notebook_source
from coursekit.games import othello, tictactoe, ultimate
from coursekit.games.actions import Action
from coursekit.games.env import Env


class TreeNode:
    """The lesson's node."""

    def __init__(self, action: Action | None = None) -> None:
        self.action = action
        self.visits = 0
        self.total = 0
        self.children: list[TreeNode] = []


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
        if isinstance(action, str):
            raise Wrong(f"{where}, a name; the action itself is asked for.")
        most = max((child.visits for child in node.children), default=0)
        if not most:
            raise Wrong(f"{where}, but no action was tried there yet: the line has ended.")
        node = next((child for child in node.children if child.action == action), None)
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
    praise="The line that both sides are expected to play. Trust it while the visits are many: "
    "where a move has only a few, the next simulations may prefer another.",
    at=lambda root: root.env,
)


def mended_backup(path: list[Any], winner: int) -> None:
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
    mended_backup,
    _judge_backup,
    "What does the function add when the game was drawn? What should it be?",
    "It takes for granted that the first player is to move at the root. Who says so?",
    "`node.player` and `winner` are both +1 or −1: their product is what the node has won.",
)


def decisive(env: Env, path: list[Any]) -> None:
    """Gives a visited leaf its winning moves as children, or all moves where none wins."""
    leaf = path[-1]
    if leaf.visits == 0 or env.is_done():
        return
    actions, wins = env.legal_actions(), []
    for action in actions:
        env.update(action)
        if env.is_done() and env.result() < 0:  # the opponent is to move now, and has lost
            wins.append(action)
        env.undo()
    leaf.children = [TreeNode(action) for action in wins or actions]
    path.append(leaf.children[0])
    env.update(path[-1].action)


# One move ends this game in a draw, and three do not end it.
_ENDS_WITHOUT_A_WIN = (
    "d3c7h3d7c2g6b7d1c1i2h5e4e2d6b8f5i6g9c8h4d2b5f6h9d8c6g8c5g4a1a2b6d9c9h8d5c4h2e6e8e5f4g3a8a5b4"
    "f2g2b2d4b9f8i9i8g7"
)


def _leaves() -> Iterator[tuple[Env, int]]:
    """Yields positions with the visits of the leaf that stands for them."""
    yield from ((tictactoe.from_moves(moves), 1) for moves in ("a1b1a2b2", "a1b2", "a1b1a2b2c3"))
    yield ultimate.from_moves(_ENDS_WITHOUT_A_WIN), 1
    yield tictactoe.from_moves("a1b1a2b2"), 0
    yield tictactoe.from_moves("a1b1a2b2a3"), 3
    yield othello.from_moves("d3c3b3b2f5a3a1c1"), 2  # a forced pass
    yield othello.from_moves("f5d6c3d3c4f4f6f3e6"), 5
    env, wins = ultimate.make(seed=0), 0
    while wins < 3:
        if env.is_done():
            env = ultimate.make(seed=wins + int(env.rng.integers(2**32)))
        if _winning(env):
            wins += 1
            yield env.copy(), 1
        actions = env.legal_actions()
        env.update(actions[int(env.rng.random() * len(actions))])


def _winning(env: Env) -> list[Action]:
    """Returns the moves that win at once."""
    path: list[Any] = [SimpleNamespace(visits=1, children=[])]
    after = env.copy()
    decisive(after, path)
    won = path[-1] is not path[0] and after.is_done() and after.result() < 0
    return [child.action for child in path[0].children] if won else []


def _judge_decisive(answer: Any) -> str:
    for env, visits in _leaves():
        leaf, after = TreeNode(), env.copy()
        leaf.visits, path = visits, [TreeNode(), leaf]
        try:
            answer(after, path)
        except Exception as error:
            raise Wrong(stopped(error, answer), env) from error
        _demand_expanded(env, visits, path, after)
    ours = "With 100 simulations ours scores 61.5 % (51.7–70.4 %) of 100 games"
    return f"A move that wins at once makes the others superfluous. {ours}; and yours?"


def _demand_expanded(env: Env, visits: int, path: list[Any], after: Env) -> None:
    """Demands that a leaf has the children it should have, and that one of them was entered."""
    if visits == 0 or env.is_done():
        why = "The game is over here" if env.is_done() else "This leaf had no visit yet"
        if len(path) != 2 or path[1].children or after != env:
            raise Wrong(f"{why}, so nothing should change: no children, no step.", env)
        return
    given = [child.action for child in path[1].children]
    wins, legal = _winning(env), env.legal_actions()
    names = ", ".join(str(action) for action in given) or "none"
    if wins and not (given and set(given) <= set(wins)):
        won = " and ".join(str(action) for action in wins)
        raise Wrong(f"{won} would win at once. The children of this node are: {names}.", env)
    if not wins and set(given) != set(legal):
        why = f"No move wins at once, so all {len(legal)} legal actions should be children"
        raise Wrong(f"{why}. The children are: {names}.", env)
    if len(set(given)) < len(given):
        raise Wrong(f"An action has two children: {names}.", env)
    if len(path) != 3 or not any(path[2] is child for child in path[1].children):
        raise Wrong("Append one of the new children to the path: the playout starts there.", env)
    entered = env.copy()
    entered.update(path[2].action)
    if after != entered:
        raise Wrong(
            f"The path ends with {path[2].action}, but the env is not where that leads. "
            "Is every action that you only tried taken back, and the last one played?",
            env,
        )


winning = Exercise(
    "win when you can",
    decisive,
    _judge_decisive,
    "Begin with the lesson's `expand`. Which of the legal actions become children?",
    "Play each action, look whether the game is over and who has won, and take it back.",
    "After my winning move my opponent is to move, so `env.result()` is −1. "
    "`wins or actions` is all actions where `wins` is empty.",
)


def bound(env: Env, table: dict[Any, Any], action: Action, c: float) -> float:
    """Returns the upper bound of an action for the side to move."""
    parent, _ = table[env.position]
    env.update(action)
    visits, total = table.get(env.position, (0, 0))
    env.undo()
    return inf if visits == 0 else -total / visits + c * sqrt(log(parent) / visits)


def simulate_in(env: Env, table: dict[Any, Any], c: float = 1.0) -> None:
    """Makes one simulation; the table has visits and sum of results of each position."""
    met = [env.position]
    while met[-1] in table and not env.is_done():
        env.update(max(env.legal_actions(), key=lambda action: bound(env, table, action, c)))
        met.append(env.position)
    result = env.result() if env.is_done() else env.playout()
    for position in reversed(met):
        visits, total = table.get(position, (0, 0))
        table[position] = visits + 1, total + result
        result = -result
    for _ in met[1:]:
        env.undo()


def _judge_table(answer: Any) -> str:
    for env, simulations, c in (
        (tictactoe.make(), 300, 1.0),
        (tictactoe.from_moves("a1b2c3"), 200, 0.3),
        (othello.from_moves("d3c3b3b2f5a3a1c1"), 60, 1.0),
    ):
        table: dict[Any, tuple[float, float]] = {}
        given: dict[Any, Any] = {}  # the student's own, with entries of any kind
        for count in range(simulations):
            _simulate(answer, env, given, c)
            with drawn(env):
                pairs = {position: _pair(entry) for position, entry in given.items()}
            found = {position: pair for position, pair in pairs.items() if pair != (0, 0)}
            _demand_simulated(env, table, found, c, count + 1)
            table = found
    _demand_fair_playouts(answer)
    told = f"One table for all orders of moves: {len(table)} positions in your last search."
    return f"{told} Of 100 games of Othello ours scores 53.5 % (43.8–63.0 %); and yours?"


def _simulate(answer: Any, env: Env, table: dict[Any, Any], c: float) -> None:
    """Makes one simulation of a student's, and demands that it leaves the env as it was."""
    after = env.copy()
    try:
        answer(after, table, c)
    except Exception as error:
        raise Wrong(stopped(error, answer), env) from error
    if after != env:
        raise Wrong("Your function leaves the env changed: take back every action it plays.", env)


def _pair(entry: Any) -> tuple[float, float]:
    visits, total = numbers(entry, 2)
    return float(visits), float(total)


def _demand_simulated(
    env: Env,
    before: dict[Any, tuple[float, float]],
    after: dict[Any, tuple[float, float]],
    c: float,
    count: int,
) -> None:
    """Demands that a table has changed as one simulation from a position changes it."""
    where = f"Simulation {count} (with c = {c:g})"
    for position in before.keys() - after.keys():
        raise Wrong(f"{where} has removed a position from the table: {position}.", env)
    changed = {
        position: (
            visits - before.get(position, (0, 0))[0],
            total - before.get(position, (0, 0))[1],
        )
        for position, (visits, total) in after.items()
        if before.get(position) != (visits, total)
    }
    at, met = env.copy(), [env.position]
    while met[-1] in before and not at.is_done():
        bounds = {action: bound(at, before, action, c) for action in at.legal_actions()}
        best = [action for action in bounds if bounds[action] >= max(bounds.values()) - 1e-9]
        entered = [action for action in bounds if _after(at, action) in changed]
        if not set(best) & set(entered):
            n, told = before[met[-1]][0], [f"{a}, {bounds[a]:.2f}" for a in best[:1] + entered[:1]]
            went = f"yours went to {told[1]}" if entered else "yours stopped or went elsewhere"
            raise Wrong(f"{where}, N = {n:g}: the largest bound is that of {told[0]}; {went}.", at)
        at.update(next(action for action in best if action in entered))
        met.append(at.position)
    if set(met) != changed.keys() or any(visits != 1 for visits, _ in changed.values()):
        visits = sum(visits for visits, _ in changed.values())
        raise Wrong(
            f"{where} meets {len(met)} positions, the last of which is new to the table or ends "
            f"the game. Each should have one visit more; yours added {visits:g} to {len(changed)}.",
            env,
        )
    gained = [changed[position][1] for position in met]
    if any(one != -other for one, other in pairwise(gained)):
        raise Wrong(f"{where}: from each position to the next the result changes its sign.", env)
    if gained[-1] not in (-1, 0, 1) or (at.is_done() and gained[-1] != at.result()):
        right = f"{at.result()}" if at.is_done() else "the result of a random game, −1, 0 or 1"
        raise Wrong(f"{where}: the last position got {gained[-1]:g}; it should get {right}.", at)


def _after(env: Env, action: Action) -> Any:
    env.update(action)
    position = env.position
    env.undo()
    return position


def _demand_fair_playouts(answer: Callable[..., Any], games: int = 2000) -> None:
    """Demands that the result of a first visit is on average that of random games."""
    for moves in ("b2b1", "b2b1a1"):
        env, sums = tictactoe.from_moves(moves), 0.0
        for _ in range(games):
            table: dict[Any, Any] = {}
            given = env.copy()
            answer(given, table, 1.0)
            sums += _pair(table[given.position])[1]
        right, found = _by_chance(moves), sums / games
        if abs(found - right) > ALARM / sqrt(games):
            told = f"{right:+.2f} for {env.player}; yours makes {found:+.2f} of {games:,} games"
            raise Wrong(f"Random games from here have a mean result of {told}.", env)


@cache
def _by_chance(moves: str) -> float:
    """Returns the mean result of all random games of tic-tac-toe, for the side to move."""
    env = tictactoe.from_moves(moves)
    if env.is_done():
        return float(env.result())
    return -float(np.mean([_by_chance(moves + action.name) for action in env.legal_actions()]))


table = Exercise(
    "a simulation without nodes",
    simulate_in,
    _judge_table,
    "Keep a list of the positions that you meet, the first included: `met = [env.position]`.",
    "The bound of an action needs the visits of this position and the entry of the next one: "
    "play the action, read `table.get(env.position, (0, 0))`, and take it back.",
    "Stop when the position is not in the table or the game is over. The results are added from "
    "the last position back to the first, with a new sign at each.",
    before=notebook_source(bound),
)
