"""Players that look one move ahead at most: random, cell scores, most flips, mobility.

Each of them draws one number from ``env.rng`` for each move.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from coursekit.engine.alphabeta import greedy
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.games.evaluation import checked_table, table_for
from coursekit.games.othello import Othello
from coursekit.players.base import NamedPlayer, choices_of, pick_best


class RandomPlayer(NamedPlayer):
    """Plays each legal action with the same probability."""

    name = "random"

    def __call__(self, env: Env) -> Action:
        """Returns one of ``env.legal_actions()``."""
        actions = choices_of(env, self.name)
        return actions[int(env.rng.random() * len(actions))]


class CellScoresPlayer(NamedPlayer):
    """Plays to the position of the best cell scores; see :func:`cell_scores`.

    Attributes:
        table: The table given, read-only, or ``None`` for the default one.
    """

    name = "cell scores"

    def __init__(self, table: npt.ArrayLike | None = None) -> None:
        self.table = None if table is None else checked_table(table)
        self._by_bit: dict[int, npt.NDArray[np.float64]] = {}

    def check_game(self, env: Env) -> None:
        """Checks that a game is Othello."""
        _othello(env, self.name)

    def __call__(self, env: Env) -> Action:
        """Returns the chosen action."""
        game = _othello(env, self.name)
        actions = choices_of(env, self.name)
        table = self._by_bit.get(game.size)
        if table is None:
            by_bit = np.zeros((8, 8))
            by_bit[: game.size, : game.size] = table_for(self.table, game.size)
            table = self._by_bit[game.size] = by_bit.ravel()
        rank: int = greedy.by_table(*game.bitboards, table, env.rng.random())
        return actions[rank]


class MostFlipsPlayer(NamedPlayer):
    """Flips as many discs as possible; see :func:`most_flips`."""

    name = "most flips"

    def check_game(self, env: Env) -> None:
        """Checks that a game is Othello."""
        _othello(env, self.name)

    def __call__(self, env: Env) -> Action:
        """Returns the chosen action."""
        game = _othello(env, self.name)
        actions = choices_of(env, self.name)
        rank: int = greedy.by_flips(*game.bitboards, env.rng.random())
        return actions[rank]


class MobilityPlayer(NamedPlayer):
    """Leaves the opponent as few moves as possible; see :func:`mobility`."""

    name = "mobility"

    def __call__(self, env: Env) -> Action:
        """Returns the chosen action."""
        actions = choices_of(env, self.name)
        if isinstance(env, Othello):
            rank: int = greedy.by_replies(*env.bitboards, env.rng.random())
            return actions[rank]
        replies = []
        for action in actions:
            env.update(action)
            replies.append(sum(not reply.is_pass for reply in env.legal_actions()))
            env.undo()
        return pick_best(env, actions, [-count for count in replies])


def random() -> RandomPlayer:
    """Returns a player that plays each legal action with the same probability, in any game.

    >>> from coursekit import othello
    >>> random()(othello.make(seed=3))
    BLACK d3
    """
    return RandomPlayer()


def cell_scores(table: npt.ArrayLike | None = None) -> CellScoresPlayer:
    """Returns a player of Othello that looks one move ahead and counts the squares' values.

    It plays each legal action and scores the position after it, flipped discs included: the sum
    of the table over the mover's discs minus the sum over the opponent's. The highest score wins;
    ties are broken at random.

    With the default table it beats random play in 73 % of games, draws 4 % and loses 23 %; the
    course's sources report 71–25–4 for 100 games.

    Args:
        table: One number for each square, as an array or nested lists of shape (n, n), n = 4, 6
            or 8; by default :data:`~coursekit.players.CELL_SCORES`, cut to the size of the board.
            Integers are summed exactly; with other numbers, rounding may separate moves that are
            equally good.

    Raises:
        ValueError: If the table has another shape, or holds anything but finite numbers.

    >>> from coursekit import othello
    >>> cell_scores()(othello.from_string("-OX-OO---------- X"))
    BLACK a1
    """
    return CellScoresPlayer(table)


def most_flips() -> MostFlipsPlayer:
    """Returns a player of Othello that takes the move that flips the most discs.

    Ties are broken at random. It beats random play in 59 % of games: many discs early are worth
    little, since they can all be flipped back.
    """
    return MostFlipsPlayer()


def mobility() -> MobilityPlayer:
    """Returns a player, in any game, after whose move the opponent has the fewest moves.

    A pass is no move, so a position in which the opponent must pass, or in which the game is over,
    counts 0. Ties are broken at random. In Othello it beats random play in 66 % of games.
    """
    return MobilityPlayer()


def _othello(env: Env, name: str) -> Othello:
    """Returns the env if it is of Othello; ``name`` is the player that asks.

    Raises:
        TypeError: If the env is of another game.
    """
    if not isinstance(env, Othello):
        raise TypeError(f"{name} counts Othello's discs, so it cannot play {env.name}")
    return env
