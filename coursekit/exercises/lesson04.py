"""Exercises of lesson 04: alpha-beta."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from coursekit import players
from coursekit.exercises.answers import Wrong, call, described, number, shown
from coursekit.exercises.counted import CountedOthello
from coursekit.exercises.exercise import Compared
from coursekit.exercises.lesson03 import evaluate, negamax, searches
from coursekit.games import bank, othello
from coursekit.games.actions import Action
from coursekit.games.env import Env

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


counting = Compared(
    "count the cut-offs",
    cut_offs,
    lambda: searches(least=1),
    "A break after the last action saves nothing, and a break counts once, however many actions it "
    "saves. At depth {depth} there are {right} cut-offs below this position",
    "Begin with the alpha-beta of the lesson. Which line is the cut-off?",
    "Count there, but only if actions are left: is this the last of `legal_actions()`?",
    "A function inside the function, with `nonlocal count`, keeps the counter in one place.",
    praise="Every cut-off is counted, and only those that leave something out.",
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


def _played(search: Callable[..., Any], *arguments: Any) -> int:
    """Returns how many actions a search plays in four positions of an opening."""
    perfect = bank.position("draw").to_moves()
    envs = [CountedOthello(othello.from_moves(perfect[: 2 * ply])) for ply in (3, 6, 9, 12)]
    for env in envs:
        call(search, env, *arguments)
    return sum(env.played[0] for env in envs)


def _judge_order(answer: Any) -> str:
    searches = (alpha_beta, answer, sorted_alpha_beta)
    plain, given, reference = (_played(f, 4, -infinity, infinity) for f in searches)
    told = f"{given:,} actions in four openings where plain alpha-beta plays {plain:,}"
    if given > (plain + reference) / 2:
        raise Wrong(f"The values are right, with {told}. Squares with high scores come first.")
    return f"The same values, with {told}."


ordering = Compared(
    "good squares first",
    sorted_alpha_beta,
    lambda: searches(-infinity, infinity, least=1),
    "The order must not change the value. At depth {depth} this position is worth {right:,.10g}",
    "Only the line `for action in env.legal_actions():` has to change.",
    "`sorted(actions, key=...)` puts the smallest first: sort by `-table[action.row, action.col]`.",
    "A pass has no row and no column, and nothing to sort.",
    praise=_judge_order,
)


def bound(env: Env, depth: int, alpha: float, beta: float) -> tuple[str, float]:
    """Returns what alpha-beta with a window tells about the value: a bound, and which kind."""
    value = alpha_beta(env, depth, alpha, beta)
    if value <= alpha:
        return "at most", value
    if value >= beta:
        return "at least", value
    return "exact", value


def _windows() -> Iterator[tuple[Env, int, float, float]]:
    for env in bank.unfinished(8):
        for depth in (1, 2, 3):
            true = negamax(env, depth)
            for below, above in ((9, 9), (-3, 9), (9, -3), (0, 9), (9, 0)):
                yield env, depth, true - below, true + above


def _claim(given: Any) -> tuple[str, float]:
    """Returns the pair of words and a number that a student's function returned."""
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise Wrong(f'A pair like ("exact", 3) is asked for; {described(given)}.')
    words, value = given
    if not isinstance(words, str) or words not in ("exact", "at least", "at most"):
        raise Wrong(f'The pair begins with "exact", "at least" or "at most"; {described(words)}.')
    return words, number(value)


def _wrong_claim(given: Any, right: Any, env: Env, depth: int, alpha: float, beta: float) -> str:
    why = "Give the number that the search returns."
    if given[1] == right[1]:
        why = (
            "Where does this number lie: strictly between alpha and beta, or at or beyond one of "
            "them? And what did the search leave out?"
        )
    return (
        f"At depth {depth}, with alpha = {shown(alpha)} and beta = {shown(beta)}, alpha_beta "
        f"returns {shown(right[1])}; your function says ({given[0]!r}, {shown(given[1])}). {why}"
    )


window = Compared(
    "what does the number prove?",
    bound,
    _windows,
    _wrong_claim,
    "If alpha-beta returns something strictly between alpha and beta, it is the true value.",
    "A value of beta or more came from a cut-off: other actions might be better still.",
    "A value of alpha or less: every action has a reply that keeps it there, or lower.",
    praise="You know what a search has proved: at least, at most, exact.",
    read=_claim,
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


def _action(given: Any) -> Action:
    if not isinstance(given, Action):
        raise Wrong(f"An action is asked for; {described(given)}.")
    return given


def _judge_root(answer: Any) -> str:
    least, given = (_played(f, 4, alpha_beta) for f in (choose, answer))
    told = f"{given:,} actions in four openings"
    if given > least:
        raise Wrong(
            f"The choice is right, but takes {told} where {least:,} would do: what is known after "
            "the first action is not used for the others."
        )
    return f"{told}, and not one too many."


root = Compared(
    "spot the bug",
    choose,
    lambda: ((env, depth, alpha_beta) for env in bank.unfinished(8) for depth in (2, 3, 4)),
    lambda given, right, env, depth, search: (
        f"At depth {depth} the best action, first of equals, is {right}; yours is {given}."
    ),
    "Compare the numbers in the verdict: what does the root know after its first action?",
    "The best value so far is the root's alpha. Negated, which of the *opponent's* bounds is it?",
    "The call for the next action is `search(env, depth - 1, -inf, -alpha)`.",
    praise=_judge_root,
    read=_action,
)
