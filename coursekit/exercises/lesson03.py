"""Exercises of lesson 03: minimax."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from coursekit import players
from coursekit.exercises.answers import Wrong, listed, number, shown
from coursekit.exercises.counted import CountedOthello
from coursekit.exercises.exercise import Compared, Tried
from coursekit.exercises.source import notebook_source, own_calls
from coursekit.games import bank
from coursekit.games.env import Env
from coursekit.games.othello import Othello, from_string

evaluate = players.LinearEvaluation()


def positions() -> list[Othello]:
    """Returns the positions that searches are judged on, the quick ones first."""
    return [*bank.unfinished(8), bank.position("draw"), bank.position("wipe-out")]


def searches(*arguments: Any, least: int = 0) -> Iterator[tuple[Any, ...]]:
    """Yields each position with depths up to 3, and with further arguments.

    A search of 200,000 actions, a hundred times what the largest needs, is stopped as endless.
    """
    for depth in range(least, 4):
        yield from ((CountedOthello(env, 200_000), depth, *arguments) for env in positions())


def _value(given: Any) -> float:
    """Returns the value that a search returned; an infinity is one, though a wrong one."""
    return given if isinstance(given, float) and abs(given) == float("inf") else number(given)


def mobility(env: Env) -> float:
    """Returns how many moves the side to move has; a finished game counts as before."""
    if env.is_done():
        return 1_000_000 * env.result() + env.count(env.player) - env.count(-env.player)
    return sum(not action.is_pass for action in env.legal_actions())


def _wrong_mobility(given: float, right: float, env: Env) -> str:
    why = f"{env.player} has {shown(right)} moves here."
    if env.is_done():
        why = f"The game is over: keep what `evaluate` says, {shown(right)}."
    elif env.legal_actions()[0].is_pass:
        why = f"{env.player} must pass here, and a pass is no move."
    return f"{why} Your function says {shown(given)}."


moves = Compared(
    "freedom to move",
    mobility,
    positions,
    _wrong_mobility,
    "`len(env.legal_actions())` is nearly it. What does it give where a side must pass?",
    "A finished game has no moves, but a value: keep that part of `evaluate`.",
    praise="It counts what a side may do. Does that beat the table? First bet, then try it.",
)


def negamax(env: Env, depth: int) -> float:
    """Returns the value for the side to move, if both sides look ``depth`` plies ahead."""
    if env.is_done() or depth == 0:
        return evaluate(env)
    best = -float("inf")
    for action in env.legal_actions():
        env.update(action)
        best = max(best, -negamax(env, depth - 1))
        env.undo()
    return best


def _wrong_value(given: float, right: float, env: Env, depth: int) -> str:
    note = " It has the wrong sign." if given == -right else ""
    return (
        f"At depth {depth} this position is worth {shown(right)} to {env.player}; your function "
        f"says {shown(given)}.{note}"
    )


def _praise_of_negamax(answer: Any) -> str:
    plain = inspect.unwrap(answer)
    code = getattr(plain, "__code__", None)
    needed = getattr(code, "co_argcount", 0) - len(getattr(plain, "__defaults__", None) or ())
    two_signs = {"min", "max"} <= {*getattr(code, "co_names", ())}
    if needed == 2 and own_calls(answer) == 1 and not two_signs:
        return "One function for both sides: what is good for me is bad for you."
    return (
        "The values are right. The shortest way needs only `env` and `depth`, and calls itself in "
        "one place: one sign takes the place of `me`, and of `min`."
    )


one_for_both = Compared(
    "one function for both sides",
    negamax,
    searches,
    _wrong_value,
    "`evaluate` already sees a position from the side to move, so depth 0 is done.",
    "After my action, the recursive call returns what the position is worth to the *opponent*.",
    "My value of an action is therefore *minus* the recursive call, and I take the largest.",
    praise=_praise_of_negamax,
    read=_value,
)


def minimax(env: Env, depth: int, me: int) -> float:
    """Returns the value for ``me``, if both sides look ``depth`` plies ahead."""
    if env.is_done() or depth == 0:
        return evaluate(env) * (1 if env.player == me else -1)
    best = -float("inf") if env.player == me else float("inf")
    for action in env.legal_actions():
        env.update(action)
        value = minimax(env, depth - 1, me)
        env.undo()
        best = max(best, value) if env.player == me else min(best, value)
    return best


def _wrong_minimax(given: float, right: float, env: Env, depth: int, me: int) -> str:
    note = ""
    if env.must_pass() and given == minimax(env, 0, me):
        note = " That is what `evaluate` says here: does your search go on behind a pass?"
    elif env.must_pass() and given == minimax(env, depth + 1, me):
        note = " Does a pass cost a ply in yours? Here it does."
    elif env.must_pass() and abs(given) != float("inf"):
        note = " What comes after the pass? It is searched like any other move."
    return (
        f"At depth {depth} this position is worth {shown(right)} to "
        f"{'BLACK' if me > 0 else 'WHITE'}; the function says {shown(given)}.{note}"
    )


bug = Compared(
    "spot the bug",
    minimax,
    lambda: [
        (from_string("X---XXXX-X--XXOXX-X-X-OX-XXXXXOX--XXXXOX-XXOXOOXXXOOOOOOOOOOOOOO O"), 2, -1),
        *(search for pair in zip(searches(1), searches(-1), strict=True) for search in pair),
    ],
    _wrong_minimax,
    "Play the moves of that position one by one. After which does `broken` go wrong at depth 1?",
    "Which line decides what happens when the only legal action is a pass?",
    "`best` keeps its first value, an infinity, when every action is skipped.",
    praise="Where a side must pass, the pass is its one move, and it is searched like any other.",
    read=_value,
)


def best_line(env: Env, depth: int) -> list[Any]:
    """Returns the actions that follow when both sides search ``depth`` plies, first best first."""
    if env.is_done() or depth == 0:
        return []
    best, line = -float("inf"), []
    for action in env.legal_actions():
        env.update(action)
        value = -negamax(env, depth - 1)
        if value > best:
            best, line = value, [action, *best_line(env, depth - 1)]
        env.undo()
    return line


def _demand_best_line(given: Any, env: Env, depth: int) -> None:
    """Demands that each action of a line is the best, or among the best, where it is played."""
    actions, after = listed(given, "actions"), env.copy()
    names = " ".join(str(getattr(action, "name", action)) for action in actions) or "no action"
    told = f"At depth {depth} your line is: {names}."
    for ply, action in enumerate(actions):
        left = depth - ply
        if left == 0 or after.is_done():
            why = "the game ends there" if left else f"a search of depth {depth} sees no further"
            raise Wrong(f"{told} It should hold {ply} of them: {why}.")
        values = {}
        for legal in after.legal_actions():
            after.update(legal)
            values[legal] = -negamax(after, left - 1)
            after.undo()
        chosen = next((legal for legal in values if action in (legal, legal.name)), None)
        if chosen is None:
            hint = ". Return actions, or their names" if isinstance(action, str) else ""
            wrong = f"{action!r} is not legal for {after.player}{hint}"
            raise Wrong(f"{told} After {ply} of them {wrong}.")
        if values[chosen] != max(values.values()):
            worth = f"{chosen} is worth {shown(values[chosen])} to {after.player}"
            left_over = f"Searched to depth {left}, {worth}, who has something better."
            raise Wrong(f"{told} {left_over}", after)
        after.update(chosen)
    if len(actions) < depth and not after.is_done():
        sees = "1 ply" if depth == 1 else f"{depth} plies"
        raise Wrong(f"{told} It should go on: the search sees {sees}.")


line = Tried(
    "the line of best play",
    best_line,
    lambda: ((env, depth) for depth in (1, 2, 3) for env in bank.unfinished(8)),
    _demand_best_line,
    "The line from here is the best action, followed by the line from the position after it.",
    "Two functions make it easy: `negamax` for the values, and `best_line` calling itself.",
    "Only a *larger* value replaces the best so far, so that the first of equals stays.",
    praise="These are the lines of best play, as far as each search sees.",
    before=notebook_source(negamax),
)
