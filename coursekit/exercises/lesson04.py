"""Exercises of lesson 04: alpha-beta."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coursekit import players
from coursekit.exercises.answers import described, legal_action, number, shown
from coursekit.exercises.counted import CountedOthello
from coursekit.exercises.exercise import Exercise, Wrong, call
from coursekit.exercises.lesson03 import evaluate, negamax, positions
from coursekit.games import bank, othello
from coursekit.games.env import Env

_DEPTHS = (1, 2, 3)
infinity = float("inf")


def alpha_beta(env: Env, depth: int, alpha: float, beta: float) -> float:
    """Returns the value for the side to move, exact if it lies between alpha and beta."""
    if env.is_done() or depth == 0:
        return evaluate(env)
    best = -infinity
    for action in env.legal_actions():
        env.update(action)
        best = max(best, -alpha_beta(env, depth - 1, -beta, -max(alpha, best)))
        env.undo()
        if best >= beta:
            break
    return best


def cut_offs(env: Env, depth: int, alpha: float = -infinity, beta: float = infinity) -> int:
    """Returns how often alpha-beta leaves actions of a position untried."""
    count = 0

    def search(depth: int, alpha: float, beta: float) -> float:
        nonlocal count
        if env.is_done() or depth == 0:
            return evaluate(env)
        best = -float("inf")
        actions = env.legal_actions()
        for tried, action in enumerate(actions, start=1):
            env.update(action)
            best = max(best, -search(depth - 1, -beta, -max(alpha, best)))
            env.undo()
            if best >= beta:
                count += tried < len(actions)
                break
        return best

    search(depth, alpha, beta)
    return count


def _judge_cut_offs(answer: Any) -> str:
    for depth in _DEPTHS:
        for env in positions():
            right, given = cut_offs(env.copy(), depth), number(call(answer, env, depth), env)
            if given != right:
                raise Wrong(
                    f"At depth {depth} there are {right} cut-offs below this position; your "
                    f"function says {shown(given)}. (A break after the last action saves nothing, "
                    "and a break counts once, however many actions it saves.)",
                    env,
                )
    return "Every cut-off is counted, and only those that leave something out."


counting = Exercise(
    title="count the cut-offs",
    judge=_judge_cut_offs,
    answer=cut_offs,
    hints=(
        "Begin with the alpha-beta of the lesson. Which line is the cut-off?",
        "Count there, but only if actions are left: is this the last of `legal_actions()`?",
        "A function inside the function, with `nonlocal count`, keeps the counter in one place.",
    ),
)


def sorted_alpha_beta(
    env: Env, depth: int, alpha: float = -infinity, beta: float = infinity
) -> float:
    """Returns what alpha-beta returns, trying the squares with the best cell scores first."""
    if env.is_done() or depth == 0:
        return evaluate(env)
    actions = env.legal_actions()
    if not actions[0].is_pass:
        table = players.default_table(len(env.board))
        actions.sort(key=lambda action: -table[action.row, action.col])
    best = -float("inf")
    for action in actions:
        env.update(action)
        best = max(best, -sorted_alpha_beta(env, depth - 1, -beta, -max(alpha, best)))
        env.undo()
        if best >= beta:
            break
    return best


def _played(search: Callable[..., Any], depth: int) -> int:
    """Returns how many actions a search plays in four positions of an opening."""
    perfect = bank.position("draw").to_moves()
    envs = [CountedOthello.like(othello.from_moves(perfect[: 2 * ply])) for ply in (3, 6, 9, 12)]
    for env in envs:
        call(search, env, depth, -infinity, infinity)
    return sum(env.played[0] for env in envs)


def _judge_sorted(answer: Any) -> str:
    for depth in _DEPTHS:
        for env in positions():
            right = negamax(env.copy(), depth)
            given = number(call(answer, env, depth, -infinity, infinity), env)
            if given != right:
                raise Wrong(
                    f"At depth {depth} this position is worth {shown(right)}; your function says "
                    f"{shown(given)}. Another order must not change the value.",
                    env,
                )
    plain, given, reference = (_played(f, 4) for f in (alpha_beta, answer, sorted_alpha_beta))
    if given > (plain + reference) / 2:
        raise Wrong(
            f"The values are right, but in four openings your search plays {given:,} actions at "
            f"depth 4, and plain alpha-beta {plain:,}. Squares with high scores come first."
        )
    return f"The same values, with {given:,} actions instead of {plain:,} in four openings."


ordering = Exercise(
    title="good squares first",
    judge=_judge_sorted,
    answer=sorted_alpha_beta,
    hints=(
        "Only the line `for action in env.legal_actions():` has to change.",
        "`sorted(actions, key=...)` sorts by a number, smallest first: use minus the score of "
        "`table[action.row, action.col]`.",
        "A pass has no row and no column, and nothing to sort.",
    ),
)


def bound(env: Env, depth: int, alpha: float, beta: float) -> tuple[str, float]:
    """Returns what alpha-beta with a window tells about the value: a bound, and which kind."""
    value = alpha_beta(env, depth, alpha, beta)
    if value <= alpha:
        return "at most", value
    if value >= beta:
        return "at least", value
    return "exact", value


def _judge_bound(answer: Any) -> str:
    kinds = set()
    for env in bank.unfinished(8):
        for depth in _DEPTHS:
            true = negamax(env.copy(), depth)
            for below, above in ((9, 9), (-3, 9), (9, -3), (0, 9), (9, 0)):
                alpha, beta = true - below, true + above
                right = bound(env.copy(), depth, alpha, beta)
                given = _claim(call(answer, env, depth, alpha, beta), env)
                kinds.add(right[0])
                if given == right:
                    continue
                told = (
                    f"At depth {depth}, with alpha = {shown(alpha)} and beta = {shown(beta)}, "
                    f"alpha_beta returns {shown(right[1])}; your function says "
                    f"({given[0]!r}, {shown(given[1])})."
                )
                if given[1] != right[1]:
                    raise Wrong(f"{told} Give the number that the search returns.", env)
                raise Wrong(
                    f"{told} Where does this number lie: strictly between alpha and beta, or at or "
                    "beyond one of them? And what did the search leave out?",
                    env,
                )
    return f"You know what a search has proved: {', '.join(sorted(kinds))}."


def _claim(given: Any, env: Env) -> tuple[str, float]:
    """Returns the pair of words and a number that a student's function returned."""
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise Wrong(f'A pair like ("exact", 3) is asked for; {described(given)}.', env)
    words, value = given
    if not isinstance(words, str) or words not in ("exact", "at least", "at most"):
        message = f'The pair begins with "exact", "at least" or "at most"; {described(words)}.'
        raise Wrong(message, env)
    return words, number(value, env)


window = Exercise(
    title="what does the number prove?",
    judge=_judge_bound,
    answer=bound,
    hints=(
        "If alpha-beta returns something strictly between alpha and beta, it is the true value.",
        "A value of beta or more came from a cut-off: other actions might be better still.",
        "A value of alpha or less: for each action an answer was found that keeps it at or below "
        "alpha, so the true value cannot be more than what is returned.",
    ),
)


def choose(env: Env, depth: int, search: Callable[..., float]) -> Any:
    """Returns the best action, the first of equals; the root passes its bound down."""
    alpha, choice = -float("inf"), None
    for action in env.legal_actions():
        env.update(action)
        value = -search(env, depth - 1, -float("inf"), -alpha)
        env.undo()
        if value > alpha:
            alpha, choice = value, action
    return choice


def _judge_choose(answer: Any) -> str:
    ours = theirs = 0
    for env in bank.unfinished(8):
        for depth in (2, 3, 4):
            right = CountedOthello.like(env)
            expected = choose(right, depth, alpha_beta)
            given_env = CountedOthello.like(env)
            given = legal_action(call(answer, given_env, depth, alpha_beta), env)
            if given != expected:
                raise Wrong(
                    f"At depth {depth} the best action, first of equals, is {expected}; your "
                    f"function returns {given}.",
                    env,
                )
            ours, theirs = ours + right.played[0], theirs + given_env.played[0]
    if theirs > ours:
        raise Wrong(
            f"The actions are right, but finding them takes {theirs:,} actions on the position "
            f"bank where {ours:,} would do: what is known after the first action is not used for "
            "the others."
        )
    return f"{theirs:,} actions on the bank, and not one too many."


root = Exercise(
    title="spot the bug",
    judge=_judge_choose,
    answer=choose,
    hints=(
        "Compare the numbers in the verdict: what does the root know after its first action?",
        "The best value so far is the root's alpha. Which of the two bounds of the *opponent* is "
        "it, after the sign is turned?",
        "The call for the next action is `search(env, depth - 1, -inf, -alpha)`.",
    ),
)
