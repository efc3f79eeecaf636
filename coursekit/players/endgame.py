"""Exact play in the endgame: any player, until few enough squares are empty to solve the rest."""

from __future__ import annotations

from typing import Any

from coursekit.checks import is_whole
from coursekit.games.env import Env
from coursekit.players.base import AnyPlayer, Move, NamedPlayer, player_name
from coursekit.strangers import shown
from coursekit.truth.exact import first_best_move
from coursekit.truth.solving import MOST_EMPTIES, duration, empty_squares


class ExactEndgamePlayer(NamedPlayer):
    """Plays like another player, and perfectly in the endgame; see :func:`exact_endgame`.

    Attributes:
        player: The player until then.
        empties: Number of empty squares at and below which play is exact.
    """

    def __init__(self, player: AnyPlayer, empties: int = 10) -> None:
        if not callable(player):
            raise TypeError(f"a player is a callable that is given an env, not {shown(player)}")
        if not is_whole(empties) or not 0 <= empties <= MOST_EMPTIES:
            raise ValueError(
                f"play can be exact from 0 to {MOST_EMPTIES} empty squares, not from "
                f"{shown(empties)}: a move takes about {duration(MOST_EMPTIES)} at {MOST_EMPTIES}, "
                "and three times as long for each further square"
            )
        self.player = player
        self.empties = empties
        self.name = f"{player_name(player)}, exact from {empties} empty squares"

    def check_game(self, env: Env) -> None:
        """Asks the other player whether it can play a game."""
        player: Any = self.player
        if isinstance(player, NamedPlayer):
            player.check_game(env)

    def __call__(self, env: Env) -> Move:
        """Returns the other player's action, or in the endgame the first of the best ones."""
        if empty_squares(env) > self.empties:
            return self.player(env)
        return first_best_move(env)


def exact_endgame(player: AnyPlayer, empties: int = 10) -> ExactEndgamePlayer:
    """Returns a player that plays like ``player``, and exactly once ``empties`` squares are empty.

    From there on it takes the action of the highest final disc difference (see
    :func:`coursekit.truth.exact_value`; the best result in games other than Othello); ties go to
    the first by index, and nothing is drawn from ``env.rng``. With ten empty squares a move takes
    less than a millisecond, with fourteen a few, with eighteen some tenths of a second.

    Args:
        player: Any player.
        empties: Number of empty squares at and below which play is exact, from 0 to 22.

    Raises:
        TypeError: If ``player`` cannot be called.
        ValueError: If ``empties`` is out of range.

    >>> from coursekit import othello, players
    >>> finisher = players.exact_endgame(players.random(), empties=12)
    >>> finisher
    random, exact from 12 empty squares
    >>> finisher(othello.from_string("-OX-OO---------- X"))
    BLACK a1
    """
    return ExactEndgamePlayer(player, empties)
