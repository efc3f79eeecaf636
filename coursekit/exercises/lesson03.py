"""Exercises of lesson 03: minimax."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from coursekit import players
from coursekit.exercises.answers import described, number, shown
from coursekit.exercises.exercise import Exercise, Wrong, call
from coursekit.exercises.source import notebook_source
from coursekit.games import bank
from coursekit.games.env import Env
from coursekit.games.othello import Othello

evaluate = players.LinearEvaluation()
_DEPTHS = (0, 1, 2, 3)


def positions() -> list[Othello]:
    """Returns the positions that searches are judged on, the quick ones first."""
    return [*bank.unfinished(8), bank.position("draw"), bank.position("wipe-out")]


def demand_values(answer: Any, expected: Any, depths: tuple[int, ...] = _DEPTHS) -> None:
    """Demands that a function of env and depth has the expected values on the position bank.

    Args:
        answer: The student's function.
        expected: The right one, also of env and depth.
        depths: Plies to try.

    Raises:
        Wrong: At the first position and depth where the values differ.
    """
    for depth in depths:
        for env in positions():
            right, given = expected(env.copy(), depth), _value(call(answer, env, depth), env)
            if given != right:
                hint = " It has the wrong sign." if given == -right else ""
                raise Wrong(
                    f"At depth {depth} this position is worth {shown(right)} to {env.player}; "
                    f"your function says {shown(given)}.{hint}",
                    env,
                )


def _value(given: Any, env: Env) -> float:
    """Returns the value that a search returned; an infinity is one, though a wrong one."""
    if isinstance(given, float) and given in (float("inf"), -float("inf")):
        return float(given)
    return number(given, env)


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


def _judge_negamax(answer: Any) -> str:
    demand_values(answer, negamax)
    return "One function for both sides: what is good for me is bad for you."


one_for_both = Exercise(
    title="one function for both sides",
    judge=_judge_negamax,
    answer=negamax,
    hints=(
        "`evaluate` already sees a position from the side to move, so depth 0 is done.",
        "After my action it is the opponent's turn: the recursive call returns what the position "
        "is worth to the *opponent*.",
        "My value of an action is therefore *minus* the recursive call, and I take the largest.",
    ),
)


def mobility(env: Env) -> float:
    """Returns how many moves the side to move has; a finished game counts as before."""
    if env.is_done():
        return 1_000_000 * env.result() + env.count(env.player) - env.count(-env.player)
    return sum(not action.is_pass for action in env.legal_actions())


def _judge_mobility(answer: Any) -> str:
    for env in positions():
        given = number(call(answer, env), env)
        if given == mobility(env):
            continue
        if env.is_done():
            why = f"The game is over: keep what `evaluate` says, {shown(mobility(env))}."
        elif env.legal_actions()[0].is_pass:
            why = f"{env.player} must pass here, and a pass is no move."
        else:
            why = f"{env.player} has {shown(mobility(env))} moves here."
        raise Wrong(f"{why} Your function says {shown(given)}.", env)
    return "Moves are counted, a pass is none, and a finished game is worth what it is worth."


moves = Exercise(
    title="freedom to move",
    judge=_judge_mobility,
    answer=mobility,
    hints=(
        "`len(env.legal_actions())` is nearly it. What does it give where a side must pass?",
        "A finished game has no moves, but a value: keep that part of `evaluate`.",
    ),
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


def _judge_bug(answer: Any) -> str:
    for depth in _DEPTHS:
        for env in positions():
            for me in (1, -1):
                right = minimax(env.copy(), depth, me)
                given = _value(call(answer, env, depth, me), env)
                if given != right:
                    raise Wrong(
                        f"At depth {depth} this position is worth {shown(right)} to "
                        f"{'BLACK' if me > 0 else 'WHITE'}; the function says {shown(given)}.",
                        env,
                    )
    return "Where a side must pass, the pass is its one move, and it is searched like any other."


bug = Exercise(
    title="spot the bug",
    judge=_judge_bug,
    answer=minimax,
    hints=(
        "Run the function on the position that the check shows. What does it return?",
        "Which line decides what happens when the only legal action is a pass?",
        "`best` keeps its first value, an infinity, when every action is skipped.",
    ),
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


def _judge_best_line(answer: Any) -> str:
    for depth in (1, 2, 3):
        for env in bank.unfinished(8):
            given = call(answer, env, depth)
            if isinstance(given, str) or not isinstance(given, Iterable):
                raise Wrong(f"A list of actions is asked for; {described(given)}.", env)
            _demand_best_line(list(given), env, depth)
    return "These are the lines of best play, as far as each search sees."


def _demand_best_line(given: list[Any], env: Env, depth: int) -> None:
    """Demands that each action of a line is the best, or among the best, where it is played."""
    names = " ".join(str(getattr(action, "name", action)) for action in given) or "no action"
    told = f"At depth {depth} your line is: {names}."
    after = env.copy()
    for ply, action in enumerate(given):
        left = depth - ply
        if left == 0 or after.is_done():
            why = "the game ends there" if left else f"a search of depth {depth} sees no further"
            raise Wrong(f"{told} It should hold {ply} of them: {why}.", env)
        values = {}
        for legal in after.legal_actions():
            after.update(legal)
            values[legal] = -negamax(after, left - 1)
            after.undo()
        chosen = next((legal for legal in values if action in (legal, legal.name)), None)
        if chosen is None:
            raise Wrong(
                f"{told} After {ply} of them {action!r} is not legal for {after.player}.", env
            )
        if values[chosen] != max(values.values()):
            raise Wrong(
                f"{told} With {left} still to play, {chosen} is worth "
                f"{shown(values[chosen])} to {after.player}, who has something better.",
                after,
            )
        after.update(chosen)
    if len(given) < depth and not after.is_done():
        raise Wrong(f"{told} It should go on: the search sees {depth} plies.", env)


line = Exercise(
    title="the line of best play",
    judge=_judge_best_line,
    answer=best_line,
    hints=(
        "The line from here is the best action, followed by the line from the position after it.",
        "Two functions make it easy: `negamax` for the values, and `best_line` calling itself.",
        "Take an action as the best only if its value is *larger* than the best so far: so the "
        "first of equals stays.",
    ),
    before=notebook_source(negamax),
)
