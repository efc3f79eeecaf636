"""Exercises of lesson 05: iterative deepening, and the exact truth."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any

import numpy as np

from coursekit import players, truth
from coursekit.exercises.answers import described, legal_action, number
from coursekit.exercises.counted import CountedOthello, Endless
from coursekit.exercises.exercise import Exercise, Wrong, call
from coursekit.exercises.lesson03 import evaluate
from coursekit.exercises.source import notebook_source
from coursekit.games import bank, othello
from coursekit.games.env import Env

_PATIENCE = 100_000  # actions after which a search that should have stopped is stopped


class OutOfNodes(Exception):
    """Raised inside a search when its nodes are spent."""


def choose(env: Env, limit: int) -> Any:
    """Returns the best action that deepening finds before it has played ``limit`` actions."""
    left, horizon = limit, True

    def search(depth: int, alpha: float, beta: float) -> float:
        nonlocal horizon
        if env.is_done():
            return evaluate(env)
        if depth == 0:
            horizon = True
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
    depth = 0
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


def _judge_deepening(answer: Any) -> str:
    for env in bank.unfinished(8):
        for limit in (1, 50, 1000):
            counted = CountedOthello.like(env)
            counted.end_after(_PATIENCE)
            try:
                given = call(answer, counted, limit)
            except Endless:
                raise Wrong(
                    f"{limit:,} actions were allowed here, and your search did not stop within "
                    f"{_PATIENCE:,}: is every action counted, and does the search end when none "
                    "is left?",
                    env,
                ) from None
            if counted.played[0] > limit:
                raise Wrong(
                    f"{limit:,} actions were allowed here, and your search played "
                    f"{counted.played[0]:,}: read the counter at every action, inside the "
                    "recursion.",
                    env,
                )
            action = legal_action(given, env)
            empty = int((env.board == 0).sum())
            if empty == 1 and counted.played[0] >= limit > 1:
                raise Wrong(
                    f"One square is empty here, and your search played all of its {limit:,} "
                    "actions: it should stop when there is nothing left to search.",
                    env,
                )
            depth = _depth_within(env, limit // 4)
            if depth and not any(_is_best(action, env, d) for d in range(depth, depth + 4)):
                raise Wrong(
                    f"{limit:,} actions are enough to search {depth} plies deep here, and there "
                    f"{action} is not among the best actions, nor is it a little deeper.",
                    env,
                )
    return "It stays within its nodes to the last one, and always has a move ready."


def _is_best(action: Any, env: Env, depth: int) -> bool:
    """Returns whether no action is worth more than this one at a depth."""
    after = env.copy()
    after.update(action)
    if depth == 1 or after.is_done():
        worth = -evaluate(after)
    else:
        worth = -players.alpha_beta(depth - 1).analyse(after).value
    return bool(worth == players.alpha_beta(depth).analyse(env).value)


def _depth_within(env: Env, nodes: int) -> int:
    """Returns the deepest plain alpha-beta that needs at most so many nodes, or 0."""
    depth = 0
    while depth < 10 and players.alpha_beta(depth + 1).analyse(env).nodes <= nodes:
        depth += 1
    return depth


clock = Exercise(
    title="a clock inside the recursion",
    judge=_judge_deepening,
    answer=choose,
    hints=(
        "Count every `env.update`, and raise an exception of your own when none is left.",
        "`try: … finally: env.undo()` takes the moves back while the exception passes through.",
        "Catch the exception around the search of one depth; the best action of the depth before "
        "is the answer. Before the first depth is done, any legal action will do.",
        "Stop when a whole depth was searched without meeting its horizon: deeper finds nothing "
        "new, and the loop would never end.",
    ),
    before=notebook_source(OutOfNodes),
)


def new_key(key: int, flipped: Any, placed: int, numbers: Any, turn: int) -> int:
    """Returns the key after a move of +1 from the key before it."""
    key ^= int(numbers[0, placed])
    for square in flipped:
        key ^= int(numbers[1, square]) ^ int(numbers[0, square])
    return key ^ turn


def _judge_zobrist(answer: Any) -> str:
    if not callable(answer):
        raise Wrong("A function is asked for.")
    rng = np.random.default_rng(5)
    numbers = rng.integers(0, 1 << 63, size=(2, 64))
    turn = int(rng.integers(0, 1 << 63))
    for moves in ("", "f5d6", "f5d6c3d3", "f5d6c3d3c4f4f6f3"):
        env = othello.from_moves(moves)
        for action in env.legal_actions():
            before = env.board.ravel()
            key = _whole_key(before, numbers) ^ (turn if env.player < 0 else 0)
            env.update(action)
            after = env.board.ravel()
            flipped = np.flatnonzero((before == -1) & (after == 1)).tolist()
            right = _whole_key(after, numbers) ^ turn
            env.undo()
            given = answer(key, flipped, action.index, numbers, turn)
            if isinstance(given, bool) or not isinstance(given, Integral):
                raise Wrong(f"A whole number is asked for; {described(given)}.", env)
            if given != right:
                slip = int(given) ^ right
                known = {
                    turn: "As if the side to move had not changed.",
                    int(numbers[0, action.index]): "As if no disc had been placed.",
                    key ^ right: "The key has not changed at all.",
                }
                raise Wrong(
                    f"{action} flips the squares {flipped}, and the key should become {right}; "
                    f"your function returned {given}. {known.get(slip, '')}".strip(),
                    env,
                )
    return "A handful of XORs instead of 64 squares: that is why keys cost nothing."


def _whole_key(cells: Any, numbers: Any) -> int:
    key = 0
    for square, cell in enumerate(cells):
        if cell:
            key ^= int(numbers[0 if cell > 0 else 1, square])
    return key


zobrist = Exercise(
    title="a key that follows the moves",
    judge=_judge_zobrist,
    answer=new_key,
    hints=(
        "XOR takes a number away as it brings it in: `key ^ a ^ a == key`.",
        "The new disc brings its number in. A flipped disc takes the number of its white side "
        "away and brings that of its black side in.",
        "And the side to move changes: one more XOR, with `turn`.",
    ),
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


def _judge_exact(answer: Any) -> str:
    tried = [game.env for game in truth.endgames() if (game.env.board == 0).sum() <= 6]
    tried += [bank.position("last move"), bank.position("forced pass 6x6")]
    tried += [othello.from_moves(moves) for moves in _EMPTY_AT_THE_END]
    for env in tried:
        right = {action.name for action in truth.best_moves(env)}
        given = call(answer, env)
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise Wrong(f"A list of actions is asked for; {described(given)}.", env)
        names = {str(getattr(action, "name", action)) for action in given}
        if names != right:
            raise Wrong(
                f"The best moves here are {', '.join(sorted(right))}; your function found "
                f"{', '.join(sorted(names)) or 'none'}. Empty squares count for the winner.",
                env,
            )
    return f"Exact on {len(tried)} endgames: nothing is left to opinion."


exact = Exercise(
    title="your own referee",
    judge=_judge_exact,
    answer=exact_moves,
    hints=(
        "It is minimax to the end of the game, with the final difference in discs as the value.",
        "At the end, empty squares go to the winner; a draw gives them to nobody.",
        "Return *every* action whose value is the largest, not only the first.",
    ),
)


def _judge_share(answer: Any) -> str:
    if isinstance(answer, truth.Judgement):
        raise Wrong("That is all that the judge found. The share is its `.share`.")
    given = number(answer)
    if not 0 <= given <= 1:
        raise Wrong("A share lies between 0 and 1.")
    positions = [game.env for game in truth.endgames()]
    found = truth.judge(players.alpha_beta(5), positions)
    if abs(given - found.share) > 1e-6:
        raise Wrong(
            "That is not the share of positions in which players.alpha_beta(5) finds a best move. "
            "Give truth.judge the player and the envs of truth.endgames()."
        )
    return f"{found}."


share = Exercise(
    title="how often is a best move found?",
    judge=_judge_share,
    answer=None,
    hints=(
        "`truth.endgames()` is a list; each entry has an `.env`.",
        "`truth.judge(player, positions).share` is the number.",
    ),
    code=(
        "positions = [game.env for game in truth.endgames()]\n"
        "answer = truth.judge(players.alpha_beta(5), positions).share"
    ),
)
