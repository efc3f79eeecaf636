"""Exercises of lesson 05: iterative deepening, and the exact truth."""

from __future__ import annotations

from collections.abc import Iterator
from numbers import Integral
from typing import Any

import numpy as np

from coursekit import players, truth
from coursekit.exercises.answers import Wrong, described, legal_action, listed, proportion
from coursekit.exercises.counted import CountedOthello
from coursekit.exercises.exercise import Compared, Exercise, Tried
from coursekit.exercises.lesson03 import evaluate
from coursekit.exercises.source import notebook_source
from coursekit.games import bank, othello
from coursekit.games.env import Env

_PATIENCE = 100_000  # actions after which a search that should have stopped is stopped


class OutOfNodes(Exception):
    """Raised inside a search when its nodes are spent."""


def choose(env: Env, limit: int) -> Any:
    """Returns the best action that deepening finds before it has played ``limit`` actions."""
    left, depth, horizon = limit, 0, True

    def search(depth: int, alpha: float, beta: float) -> float:
        nonlocal horizon
        if env.is_done() or depth == 0:
            horizon |= not env.is_done()
            return evaluate(env)
        best = -float("inf")
        for action in env.legal_actions():
            best = max(best, -tried(action, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    def tried(action: Any, depth: int, alpha: float, beta: float) -> float:
        nonlocal left
        if left == 0:
            raise OutOfNodes
        left -= 1
        env.update(action)
        try:
            return search(depth, alpha, beta)
        finally:
            env.undo()

    actions = env.legal_actions()
    while horizon:
        depth, horizon = depth + 1, False
        alpha, choice = -float("inf"), actions[0]
        try:
            for action in actions:
                value = -tried(action, depth - 1, -float("inf"), -alpha)
                if value > alpha:
                    alpha, choice = value, action
        except OutOfNodes:
            break
        actions.remove(choice)
        actions.insert(0, choice)
    return actions[0]


def _demand_deepening(given: Any, env: CountedOthello, limit: int) -> None:
    """Demands that a search stays within its actions, and finds the best with a quarter of them."""
    allowed, played = f"{limit:,} actions were allowed here, and your search", env.played[0]
    if played > limit:
        inside = "read the counter at every action, inside the recursion"
        raise Wrong(f"{allowed} played {played:,}: {inside}.")
    action = legal_action(given, env)
    if (env.board == 0).sum() == 1 and played >= limit > 1:
        stop = "it should stop when there is nothing left to search"
        raise Wrong(f"{allowed} played them all, though one square is empty: {stop}.")
    depth = _depth_within(env, limit // 4)
    if depth and not any(_is_best(action, env, d) for d in range(depth, depth + 4)):
        raise Wrong(
            f"{limit:,} actions are enough to search {depth} plies deep here, and there {action} "
            "is not among the best actions, nor is it a little deeper."
        )


def _is_best(action: Any, env: Env, depth: int) -> bool:
    """Returns whether no action is worth more than this one at a depth."""
    after = env.copy()
    after.update(action)
    at_once = depth == 1 or after.is_done()
    reply = evaluate(after) if at_once else players.alpha_beta(depth - 1).analyse(after).value
    return bool(-reply == players.alpha_beta(depth).analyse(env).value)


def _depth_within(env: Env, nodes: int) -> int:
    """Returns the deepest plain alpha-beta that needs at most this many nodes, or 0."""
    depth = 0
    while depth < 10 and players.alpha_beta(depth + 1).analyse(env).nodes <= nodes:
        depth += 1
    return depth


def _clocks() -> Iterator[tuple[CountedOthello, int]]:
    for env in bank.unfinished(8):
        yield from ((CountedOthello(env, most=_PATIENCE), limit) for limit in (1, 50, 1000))


clock = Tried(
    "a clock inside the recursion",
    choose,
    _clocks,
    _demand_deepening,
    "Count every `env.update`, and raise an exception of your own when none is left.",
    "`try: … finally: env.undo()` takes the moves back while the exception passes through.",
    "Catch it around each depth: the answer is of the depth before, and at first any action.",
    "Stop after a depth that never met its horizon: deeper finds nothing new, for ever.",
    praise="It stays within its nodes to the last one, and always has a move ready.",
    before=notebook_source(OutOfNodes),
)


def new_key(key: int, flipped: Any, placed: int, numbers: Any, turn: int) -> int:
    """Returns the key after a move of +1 from the key before it."""
    key ^= int(numbers[0, placed])
    for square in flipped:
        key ^= int(numbers[1, square]) ^ int(numbers[0, square])
    return key ^ turn


_NUMBERS = np.random.default_rng(5).integers(0, 1 << 63, size=(2, 64))
_TURN, _KEY = 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179  # any two numbers do
_FLIPS = (([27], 19), ([36], 44), ([43], 50), ([19, 28], 20), ([28, 29], 30), ([35, 43], 51))


def _key(given: Any) -> int:
    if isinstance(given, bool) or not isinstance(given, Integral):
        raise Wrong(f"A whole number is asked for; {described(given)}.")
    return int(given)


def _wrong_key(given: int, right: int, key: int, flipped: list[int], placed: int, *_: Any) -> str:
    slips = {
        _TURN: " As if the side to move had not changed.",
        int(_NUMBERS[0, placed]): " As if no disc had been placed.",
        key ^ right: " The key has not changed at all.",
    }
    told = f"A disc on {placed} flips the squares {flipped}; from {key} the key should become"
    return f"{told} {right}; your function returned {given}.{slips.get(given ^ right, '')}"


zobrist = Compared(
    "a key that follows the moves",
    new_key,
    [(_KEY, flipped, placed, _NUMBERS, _TURN) for flipped, placed in _FLIPS],
    _wrong_key,
    "XOR takes a number away as it brings it in: `key ^ a ^ a == key`.",
    "XOR in the number of the new disc; of a flipped disc, the white number and the black one.",
    "And the side to move changes: one more XOR, with `turn`.",
    praise="A handful of XORs instead of 64 squares: that is why keys cost nothing.",
    read=_key,
)


def exact_moves(env: Env) -> list[Any]:
    """Returns all actions with the best final disc difference for the side to move."""

    def value() -> int:
        if env.is_done():
            own, opp = env.count(env.player), env.count(-env.player)
            empty = env.board.size - own - opp
            return own - opp + (empty if own > opp else -empty if own < opp else 0)
        return max(after(action) for action in env.legal_actions())

    def after(action: Any) -> int:
        env.update(action)
        found = -value()
        env.undo()
        return found

    values = {action: after(action) for action in env.legal_actions()}
    return [action for action, found in values.items() if found == max(values.values())]


# Squares stay empty at the end of these games, and it matters for whom they count.
_EMPTY_AT_THE_END = (
    "e6d6c6f6f4d7g7b7c7g6c4c8b8e3f2h8a7d3e7g4f3d2f5e8c3f1d8e2h3a8d1g5g3b2c2b6f8b4h7g2g1b1e1c1h6a6"
    "b5h4b3a4c5h5a5a3",
    "c4c5c6c3e6f4f3f2g4c7d3h5b6f5h4b5b4a5g6e3c2f7g8g3h3e2h6b2g5b1h7d6b8d7e7f6c1e8a3d8a6a1b3d1g1f1"
    "a2f8c8h2h1d2a4b7",
)


def _endgames() -> Iterator[Env]:
    yield from (game.env for game in truth.endgames() if (game.env.board == 0).sum() <= 6)
    yield from (bank.position("last move"), bank.position("forced pass 6x6"))
    yield from map(othello.from_moves, _EMPTY_AT_THE_END)


def _names(actions: Any) -> list[str]:
    return sorted({str(getattr(action, "name", action)) for action in listed(actions, "actions")})


exact = Compared(
    "your own referee",
    exact_moves,
    _endgames,
    lambda given, right, env: (
        f"The best moves here are {', '.join(right)}; your function found "
        f"{', '.join(given) or 'none'}. Empty squares count for the winner."
    ),
    "It is minimax to the end of the game, with the final difference in discs as the value.",
    "At the end, empty squares go to the winner; a draw gives them to nobody.",
    "Return *every* action whose value is the largest, not only the first.",
    praise="Exact on all these endgames: nothing is left to opinion.",
    read=_names,
    right=lambda env: _names(truth.best_moves(env)),
)


def _judge_share(answer: Any) -> str:
    given = proportion(answer, "share")
    found = truth.judge(players.alpha_beta(5), [game.env for game in truth.endgames()])
    if abs(given - found.share) > 1e-6:
        told = "That is not the share in which players.alpha_beta(5) finds a best move"
        raise Wrong(f"{told}: give truth.judge the player and the envs of truth.endgames().")
    return f"{found}."


share = Exercise(
    "how often is a best move found?",
    None,
    _judge_share,
    "`truth.endgames()` is a list; each entry has an `.env`.",
    "`truth.judge(player, positions).share` is the number.",
    code="positions = [game.env for game in truth.endgames()]\n"
    "answer = truth.judge(players.alpha_beta(5), positions).share",
)
