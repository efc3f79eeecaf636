"""How exact values are found: compiled for Othello, by plain minimax for every other game."""

from __future__ import annotations

from coursekit.checks import checked_whole
from coursekit.games.env import Env
from coursekit.games.othello import Othello
from coursekit.progress import Progress
from coursekit.strangers import shown
from coursekit.truth.minimax import Minimax

EMPTIES = ("winner", "nobody")
MOST_EMPTIES = 22
"""Empty squares up to which Othello is solved by default: about twenty seconds."""
MOST_POSITIONS = 200_000
"""Positions that minimax remembers before it gives up, after a second or two."""


class Referee:
    """Finds exact values of positions of one game.

    Args:
        env: A position of the game, the largest to be solved.
        empties: ``"winner"`` or ``"nobody"``: for whom empty squares count at the end of Othello.
        max_empties: Empty squares beyond which Othello is refused.
        progress: Where a long solve reports.

    Raises:
        ValueError: If an argument is unknown, or the position has too many empty squares.
    """

    def __init__(self, env: Env, empties: str, max_empties: int, progress: Progress) -> None:
        if empties not in EMPTIES:
            raise ValueError(
                f"empty squares count for the 'winner' or for 'nobody', not {shown(empties)}"
            )
        if not isinstance(env, Othello):
            self._minimax = Minimax(env, memory=MOST_POSITIONS)
            return
        count = empty_squares(env)
        max_empties = checked_whole(max_empties, "max_empties", least=0)
        if count > max_empties and not env.is_done():
            raise ValueError(
                f"{count} squares are empty: an exact solve would take about {duration(count)} "
                "(each square more takes about three times as long), and max_empties is "
                f"{max_empties}; pass max_empties={count} to solve it"
            )
        from coursekit.engine.endgame.solver import Solver

        board = env.bitboards[2]
        self._solver = Solver(board, count, empties == "winner", report=progress.show)

    def value(self, env: Env, alpha: int = -64, beta: int = 64) -> int:
        """Returns the value for the side to move: a disc difference in Othello, else a result.

        Args:
            env: The position.
            alpha: In Othello, the value at or below which an upper bound will do.
            beta: In Othello, the value at or above which a lower bound will do.

        Raises:
            ValueError: If the tree of a game other than Othello is too large.
        """
        if not isinstance(env, Othello):
            return self._minimax.search(env.state, env.space, alpha=-1, beta=1)[0]
        own, opp, _ = env.bitboards
        return self._solver.value(own, opp, alpha, beta)


def empty_squares(env: Env) -> int:
    """Returns the number of empty squares."""
    return int((env.board == 0).sum())


def duration(empties: int) -> str:
    """Returns in words how long solving Othello takes, on one core.

    >>> duration(22), duration(30), duration(60)
    ('21 seconds', '2.7 days', '1e+13 years')
    """
    amount, unit = 0.2 * 3.2 ** (empties - 18), "seconds"
    for size, larger in ((60, "minutes"), (60, "hours"), (24, "days"), (365.25, "years")):
        if amount >= 2 * size:
            amount, unit = amount / size, larger
    return f"{amount:.2g} {unit}"
