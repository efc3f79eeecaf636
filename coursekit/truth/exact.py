"""Exact values: what a position is worth when both sides play perfectly, and how they play.

In Othello a value is the final disc difference for the side to move: +8 means that it wins by
eight discs. Squares that stay empty count for the winner, as in tournaments and in most published
scores, or for nobody: the plain difference. The two may differ by more than the number of empty
squares, since each side plays for what counts: 4×4 Othello is worth −10 to black in the first
counting (white wins 11–3 with two squares empty) and −8 in the second. In every other game a value
is the result for the side to move, +1, 0 or −1.

No function here changes its env. Long solves show a progress bar, and Ctrl-C stops them at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from coursekit.games.actions import Action
from coursekit.games.chance import Chance
from coursekit.games.env import Env, checked_env
from coursekit.progress import Progress
from coursekit.truth.solving import MOST_EMPTIES, Referee


def exact_value(env: Env, empties: str = "winner", max_empties: int = MOST_EMPTIES) -> int:
    """Returns the value of the env's position for the side to move.

    Args:
        env: The position; of Othello, or of a game as small as tic-tac-toe.
        empties: In Othello, whether squares that stay empty count for the ``"winner"`` or for
            ``"nobody"``.
        max_empties: Empty squares beyond which Othello is refused, since each more takes about
            three times as long: 18 take a fraction of a second, 22 about twenty seconds.

    Returns:
        The final disc difference in Othello, from −64 to +64; the result, +1, 0 or −1, elsewhere.

    Raises:
        ValueError: If the position is too large to solve, or an argument is invalid.

    >>> from coursekit import othello, tictactoe
    >>> exact_value(othello.make(size=4)), exact_value(othello.make(size=4), empties="nobody")
    (-10, -8)
    >>> exact_value(tictactoe.make())
    0
    """
    with _solving(env, empties, max_empties) as (referee, position, _):
        return referee.value(position)


def exact_result(env: Env, max_empties: int = MOST_EMPTIES) -> int:
    """Returns who wins: +1, 0 or −1 for the side to move.

    In Othello this is faster than :func:`exact_value`, which also says by how much.

    Args:
        env: The position.
        max_empties: As in :func:`exact_value`.

    >>> from coursekit import othello
    >>> exact_result(othello.make(size=4))
    -1
    """
    with _solving(env, "winner", max_empties) as (referee, position, _):
        value = referee.value(position, -1, 1)
    return (value > 0) - (value < 0)


def move_values(
    env: Env, empties: str = "winner", max_empties: int = MOST_EMPTIES
) -> dict[Action, int]:
    """Returns the value of each legal action for the side to move, in index order.

    Arguments and errors are those of :func:`exact_value`. A finished game has no actions.

    >>> from coursekit import othello
    >>> move_values(othello.make(size=4))
    {BLACK b1: -10, BLACK a2: -10, BLACK d3: -10, BLACK c4: -10}
    """
    values: dict[Action, int] = {}
    with _solving(env, empties, max_empties) as (referee, position, progress):
        actions = position.legal_actions()
        for action in actions:
            progress.stage = len(values), len(actions)
            values[action] = _value_after(referee, position, action)
    return values


def best_moves(env: Env, empties: str = "winner", max_empties: int = MOST_EMPTIES) -> list[Action]:
    """Returns all legal actions of the highest exact value, in index order.

    Arguments and errors are those of :func:`exact_value`. A finished game has no actions.

    >>> from coursekit import othello, tictactoe
    >>> best_moves(othello.from_string("-OX-OO---------- X"))
    [BLACK a1]
    >>> best_moves(tictactoe.from_moves("b2a1b1"))
    [O b3]
    """
    with _solving(env, empties, max_empties) as (referee, position, _):
        return list(_best(referee, position))


def first_best_move(env: Env, empties: str = "winner", max_empties: int = MOST_EMPTIES) -> Action:
    """Returns the first of :func:`best_moves`, without looking for the others.

    Raises:
        ValueError: As in :func:`exact_value`, and if the game is over.
    """
    with _solving(env, empties, max_empties) as (referee, position, _):
        for action in _best(referee, position):
            return action
    raise ValueError("the game is over: there is no move to choose")


def principal_variation(
    env: Env, empties: str = "winner", max_empties: int = MOST_EMPTIES
) -> list[Action]:
    """Returns a line of best play to the end of the game, passes included.

    Of equally good actions it takes the first, so the line does not depend on the solver.
    Arguments and errors are those of :func:`exact_value`.

    >>> from coursekit import tictactoe
    >>> principal_variation(tictactoe.from_moves("a1b1a2b2"))
    [X a3]
    """
    with _solving(env, empties, max_empties) as (referee, position, _):
        value = referee.value(position)
        while not position.is_done():
            position.update(next(_best(referee, position, value)))
            value = -value
        return list(position.history[len(env.history) :])


def _best(referee: Referee, position: Env, value: int | None = None) -> Iterator[Action]:
    """Yields the actions of a position that reach its value, in index order."""
    actions = position.legal_actions()
    if len(actions) == 1:
        yield actions[0]
        return
    if value is None:
        value = referee.value(position)
    for action in actions:
        # Is the move worth the value, or less? That takes a window of one step.
        if _value_after(referee, position, action, value - 1, value) >= value:
            yield action


def _value_after(
    referee: Referee, position: Env, action: Action, alpha: int = -64, beta: int = 64
) -> int:
    """Returns what an action is worth to the side that plays it."""
    position.update(action)
    value = -referee.value(position, -beta, -alpha)
    position.undo()
    return value


@contextmanager
def _solving(env: Env, empties: str, max_empties: int) -> Iterator[tuple[Referee, Env, Progress]]:
    """Yields a referee, a copy of the env to play on, and the report on a long solve."""
    with Progress(f"solving {checked_env(env).name}") as progress:
        referee = Referee(env, empties, max_empties, progress)
        yield referee, env.clone(Chance()), progress
