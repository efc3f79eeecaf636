"""Exercises of lesson 04: alpha-beta."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, product
from typing import Any

import numpy as np

from coursekit import BLACK, WHITE, players
from coursekit.exercises.answers import Wrong, call, described, listed, number, shown
from coursekit.exercises.counted import CountedOthello
from coursekit.exercises.exercise import Compared, Exercise
from coursekit.exercises.lesson03 import evaluate, negamax, positions, searches
from coursekit.exercises.source import own_calls
from coursekit.games import bank, othello
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


_TREE = [[3, 9, 8], [2, 4, 6], [7, 5, 2]]


def _opened(tree: list[list[float]]) -> list[int]:
    """Returns how many leaves of each move alpha-beta opens from left to right."""
    opened, alpha = [], -infinity
    for replies in tree:
        beta, count = infinity, 0
        while count < len(replies) and beta > alpha:
            beta, count = min(beta, replies[count]), count + 1
        opened.append(count)
        alpha = max(alpha, beta)
    return opened


def _judge_boxes(answer: Any) -> str:
    moves = [listed(replies, "three numbers") for replies in listed(answer, "three lists")]
    tree = [[number(value) for value in replies] for replies in moves]
    if sorted(map(sorted, tree)) != sorted(map(sorted, _TREE)):
        raise Wrong(
            "That is another game. Keep the three numbers of each move together, "
            f"{_TREE}, and change only their order and that of the moves."
        )
    opened = _opened(tree)
    for replies, count in zip(tree, opened, strict=True):
        if count < 3:
            move = ", ".join(map(shown, replies))
            stop = f"in [{move}] it stops after {shown(replies[count - 1])}"
            raise Wrong(f"Alpha-beta opens {sum(opened)} of the nine boxes: {stop}.")
    return "All nine boxes are opened, and the best move is still worth 3."


boxes = Exercise(
    "the same game, the slowest way",
    [[5, 7, 2], [4, 6, 2], [8, 9, 3]],
    _judge_boxes,
    "A cut needs a good move that came before, and a reply that settles the move at once.",
    "In each move the smallest number comes last: every other reply is above 3; alpha never is.",
    code="slowest = [[5, 7, 2], [4, 6, 2], [8, 9, 3]]",
)


def sorted_alpha_beta(
    env: Env, depth: int, alpha: float = -infinity, beta: float = infinity
) -> float:
    """Plays plain alpha-beta's moves, and each opening from both sides: it scores exactly 50 %."""
    if env.is_done() or depth == 0:
        return evaluate(env)
    actions = env.legal_actions()
    if not actions[0].is_pass:
        actions.sort(key=lambda action: -players.CELL_SCORES[action.row, action.col])
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
    for depth, position in product((2, 1), positions()):
        env = CountedOthello(position)
        call(answer, env, depth, -infinity, infinity)
        for one, then in pairwise(env.tried):
            low, high = (players.CELL_SCORES[action.row, action.col] for action in (one, then))
            if low < high:
                as_listed = ", as they are listed" * (list(env.tried) == env.legal_actions())
                raise Wrong(
                    "The values are right, the order is not: squares with high scores come first. "
                    f"At depth {depth} yours tries {one.name} ({low:g}) before {then.name} "
                    f"({high:g}){as_listed}.",
                    env,
                )
    searches = (alpha_beta, answer, sorted_alpha_beta)
    plain, given, reference = (_played(f, 4, -infinity, infinity) for f in searches)
    told = f"{given:,} actions in four openings where plain alpha-beta plays {plain:,}"
    if given > plain and given == _played(lambda env, depth, *_: negamax(env, depth), 4, 0, 0):
        raise Wrong(
            f"The values are right, with {told}: yours never cuts, so no order helps. Does alpha "
            "rise to the best value so far, and does the search stop where it reaches beta?"
        )
    # Below a bound that no value reaches, one reply to each move is enough, in any order.
    narrow, few = (_played(f, 4, 1000, 1001) for f in (answer, sorted_alpha_beta))
    if narrow > 2 * few:
        slip = "alpha from above reach every move, `-max(alpha, best)`? Without it no cut is deep."
        if given > plain:
            slip = "it stop where its *best* reaches beta, or only where the alpha from above does?"
        raise Wrong(f"The values are right, with {told}. But does {slip}")
    # Orders among equal squares that we tried cost up to 19 % more; to wait for more than beta, 68.
    if given > 1.3 * reference:
        slip = "The order counts below the root, too: does yours call itself or plain `alpha_beta`?"
        if own_calls(answer):
            slip = "Does it stop where the best *equals* beta? Are the moves sorted at every depth?"
        raise Wrong(f"The values are right, with {told}; {reference:,} would do. {slip}")
    return (
        f"The same values, with {told}. In 35 of the lesson's forty positions ours plays fewer; "
        "the median factor of all is 2.6. An order is a guess, and now and then it goes wrong. "
        "The solution says what the twenty games must score, and why."
    )


ordering = Compared(
    "good squares first",
    sorted_alpha_beta,
    lambda: searches(-infinity, infinity, least=1),
    "The order must not change the value. At depth {depth} this position is worth {right:,.10g}",
    "Change the `for` line, and the name in the recursive call. The rest stays as it is.",
    "`sorted(actions, key=...)` puts the smallest first: sort by "
    "`-players.CELL_SCORES[action.row, action.col]`.",
    "A pass has no row and no column, and nothing to sort.",
    praise=_judge_order,
)


def two_sided(
    env: Env, depth: int, me: Any, alpha: float = -infinity, beta: float = infinity
) -> float:
    """Returns the value for ``me``: the search of the exercise, mended."""
    if env.is_done() or depth == 0:
        return evaluate(env) if env.player == me else -evaluate(env)
    best = -infinity if env.player == me else infinity
    for action in env.legal_actions():
        env.update(action)
        value = two_sided(env, depth - 1, me, alpha, beta)
        env.undo()
        if env.player == me:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def _judge_sides(answer: Any) -> str:
    full, least, given = (
        _played(f, *arguments)
        for f, arguments in ((negamax, (4,)), (two_sided, (4, BLACK)), (answer, (4, BLACK)))
    )
    told = f"{given:,} actions in four openings"
    if given == full:
        raise Wrong(
            f"The values are right, but it plays {told}, all that there are; {least:,} would do. "
            "Nothing is cut. `lesson04.sides.hint()` asks the first question."
        )
    if given > least:
        raise Wrong(
            f"The values are right, but it plays {told} where {least:,} would do. Does the search "
            "stop where alpha *equals* beta, do both close in, alpha upwards and beta downwards, "
            "and are both handed on?"
        )
    borrowed = " (But yours hands the work to another search; mend this one in its form.)"
    return f"{told}, and not one too many.{'' if own_calls(answer) else borrowed}"


sides = Compared(
    "spot the bug",
    two_sided,
    lambda: ((env, depth, me) for env, depth in searches() for me in (BLACK, WHITE)),
    "At depth {depth} this position is worth {right:,.10g} to {me}",
    "Print alpha and beta while it searches. Which of them never changes?",
    "My opponent wants the value small, and what my opponent can hold me to is called beta.",
    "One view: is the window handed on as it is? And does the search stop where its ends meet?",
    praise=_judge_sides,
)


def at_least(env: Env, depth: int, goal: int) -> bool:
    """Returns whether a position is worth at least ``goal`` to the side to move."""
    return alpha_beta(env, depth, goal - 1, goal) >= goal


def _goals() -> Iterator[tuple[Env, int, int]]:
    for env, depth in searches():
        value = int(negamax(env, depth))
        yield from ((env, depth, value + more) for more in (0, 1, -1, 20, -20))


def _judge_question(answer: Any) -> str:
    """Counts on both sides of the values, so that neither answer comes cheap by chance."""
    right, given = (
        sum(_played(search, 4, goal) for goal in range(-30, 31, 10))
        for search in (at_least, answer)
    )
    told = f"{given:,} actions for 28 questions"
    if given > 1.1 * right:
        raise Wrong(
            f"The answers are right, but take {told} where {right:,} would do. Which numbers do "
            "you want to tell apart? A window needs no room for others."
        )
    return f"{told}; ours needs {right:,}.{' A narrower window would do.' * (given > right)}"


def _truth_value(given: Any) -> bool:
    if not isinstance(given, bool | np.bool_):
        raise Wrong(f"True or False is asked for; {described(given)}.")
    return bool(given)


question = Compared(
    "a question with two answers",
    at_least,
    _goals,
    lambda given, right, env, depth, goal: (
        f"At depth {depth} this position is worth {'at least' if right else 'less than'} "
        f"{shown(goal)} to {env.player}; yours is {given}."
    ),
    "What does `alpha_beta` prove when it returns a number of beta or more? And of alpha or less?",
    "You want to tell `goal` or more from `goal - 1` or less. The closer alpha and beta are, the "
    "more is cut.",
    "Search with the window from `goal - 1` to `goal`.",
    praise=_judge_question,
    read=_truth_value,
)
