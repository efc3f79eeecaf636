"""Exact values: what a position is worth when both sides play perfectly, and how they play.

In Othello a value is the final disc difference for the side to move, so +8 means that it wins by
eight discs. Squares that stay empty count for the winner, as in tournaments and in most published
scores, or for nobody: the plain difference. The two may differ in more than the number of empty
squares, since a side plays for what counts: 4×4 Othello is worth −10 to black in the first
counting (white wins 11–3 with two squares empty) and −8 in the second. In every other game a value
is the result for the side to move, +1, 0 or −1.

No function here changes its env. Long solves show a progress bar, and Ctrl-C stops them at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.truth.progress import Progress
from coursekit.truth.solving import MOST_EMPTIES, Node, Referee, referee


def exact_value(
    env: Env,
    empties: str = "winner",
    max_empties: int = MOST_EMPTIES,
    megabytes: float | None = None,
) -> int:
    """Returns the value of the env's position for the side to move.

    Args:
        env: The position; of Othello, or of a game as small as tic-tac-toe.
        empties: In Othello, whether squares that stay empty count for the ``"winner"`` or for
            ``"nobody"``.
        max_empties: Empty squares beyond which Othello is refused, since each more takes about
            three times as long: 18 take a fraction of a second, 22 about twenty seconds.
        megabytes: Memory for the solver's table; what suits the position if not given.

    Returns:
        The final disc difference in Othello, from −64 to +64; the result, +1, 0 or −1, elsewhere.

    Raises:
        ValueError: If the position is too large to solve, or an argument cannot be meant.

    >>> from coursekit import othello, tictactoe
    >>> exact_value(othello.make(size=4)), exact_value(othello.make(size=4), empties="nobody")
    (-10, -8)
    >>> exact_value(tictactoe.make())
    0
    """
    with _progress(env) as progress:
        solver, node = referee(env, empties, max_empties, megabytes, progress)
        return solver.value(node)


def exact_result(env: Env, max_empties: int = MOST_EMPTIES, megabytes: float | None = None) -> int:
    """Returns who wins: +1, 0 or −1 for the side to move.

    In Othello this is faster than :func:`exact_value`, which also says by how much.

    Args:
        env: The position.
        max_empties: As in :func:`exact_value`.
        megabytes: As in :func:`exact_value`.

    >>> from coursekit import othello
    >>> exact_result(othello.make(size=4))
    -1
    """
    with _progress(env) as progress:
        solver, node = referee(env, "winner", max_empties, megabytes, progress)
        value = solver.value(node, -1, 1)
    return (value > 0) - (value < 0)


def move_values(
    env: Env,
    empties: str = "winner",
    max_empties: int = MOST_EMPTIES,
    megabytes: float | None = None,
) -> dict[Action, int]:
    """Returns the value of each legal action for the side to move, in index order.

    Arguments and errors are those of :func:`exact_value`. A finished game has no actions.

    >>> from coursekit import othello
    >>> move_values(othello.make(size=4))
    {BLACK b1: -10, BLACK a2: -10, BLACK d3: -10, BLACK c4: -10}
    """
    values: dict[Action, int] = {}
    with _progress(env) as progress:
        solver, node = referee(env, empties, max_empties, megabytes, progress)
        actions = node.actions()
        for action in actions:
            progress.stage = len(values), len(actions)
            values[action] = -solver.value(solver.after(node, action))
    return values


def best_moves(
    env: Env,
    empties: str = "winner",
    max_empties: int = MOST_EMPTIES,
    megabytes: float | None = None,
) -> list[Action]:
    """Returns all legal actions of the highest exact value, in index order.

    Arguments and errors are those of :func:`exact_value`. A finished game has no actions.

    >>> from coursekit import othello, tictactoe
    >>> best_moves(othello.from_string("-OX-OO---------- X"))
    [BLACK a1]
    >>> best_moves(tictactoe.from_moves("b2a1b1"))
    [O b3]
    """
    with _progress(env) as progress:
        solver, node = referee(env, empties, max_empties, megabytes, progress)
        return list(_best(solver, node))


def first_best_move(
    env: Env,
    empties: str = "winner",
    max_empties: int = MOST_EMPTIES,
    megabytes: float | None = None,
) -> Action:
    """Returns the first of :func:`best_moves`, without looking for the others.

    Raises:
        ValueError: As in :func:`exact_value`, and if the game is over.
    """
    with _progress(env) as progress:
        solver, node = referee(env, empties, max_empties, megabytes, progress)
        for action in _best(solver, node):
            return action
    raise ValueError("the game is over: there is no move to choose")


def principal_variation(
    env: Env,
    empties: str = "winner",
    max_empties: int = MOST_EMPTIES,
    megabytes: float | None = None,
) -> list[Action]:
    """Returns a line of best play to the end of the game, passes included.

    Of equally good actions it takes the first, so the line does not depend on the solver.
    Arguments and errors are those of :func:`exact_value`.

    >>> from coursekit import tictactoe
    >>> principal_variation(tictactoe.from_moves("a1b1a2b2"))
    [X a3]
    """
    line: list[Action] = []
    with _progress(env) as progress:
        solver, node = referee(env, empties, max_empties, megabytes, progress)
        value = solver.value(node)
        while node.state[-1]:
            action = next(_best(solver, node, value))
            line.append(action)
            node, value = solver.after(node, action), -value
    return line


def _best(solver: Referee, node: Node, value: int | None = None) -> Iterator[Action]:
    """Yields the actions of a position that reach its value, in index order."""
    actions = node.actions()
    if len(actions) == 1:
        yield actions[0]
        return
    if value is None:
        value = solver.value(node)
    for action in actions:
        # Does the other side get no more than −value? That takes a window of one step.
        if solver.value(solver.after(node, action), -value, -value + 1) <= -value:
            yield action


def _progress(env: Env) -> Progress:
    return Progress(f"solving {env.name}")
