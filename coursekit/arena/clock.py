"""The time that a player takes for its moves."""

from __future__ import annotations

import time
from statistics import median

from coursekit.games.actions import Player
from coursekit.games.env import Env
from coursekit.players import AnyPlayer, Move, NamedPlayer


class Clocked(NamedPlayer):
    """A player with a clock that runs while it thinks.

    Args:
        player: The player.
        name: What it is called here.

    Attributes:
        moves: Moves made.
        seconds: Time taken for them.
    """

    def __init__(self, player: AnyPlayer, name: str) -> None:
        self.player = player
        self.name = name
        self.moves = 0
        self.seconds = 0.0

    def __call__(self, env: Env) -> Move:
        """Returns the player's move."""
        began = time.perf_counter()
        move = self.player(env)
        self.seconds += time.perf_counter() - began
        self.moves += 1
        return move

    @property
    def milliseconds(self) -> float:
        """Mean time of a move; 0 before the first."""
        return 1000 * self.seconds / max(self.moves, 1)


def milliseconds_alone(player: AnyPlayer, game: Env, side: Player, samples: int = 5) -> float:
    """Returns what a player takes for a move when it is asked for one at a time.

    Args:
        player: The player.
        game: A finished game; some of its positions are asked about.
        side: Whose positions.
        samples: How many, from all over the game; the result is the middle one of their times.
    """
    plies = [ply for ply, action in enumerate(game.history) if action.player == side]
    asked = set(plies[:: max(1, len(plies) // samples)])
    env, times = game.copy(), []
    while env.history:
        env.undo()
        if len(env.history) in asked:
            given = env.copy()
            began = time.perf_counter()
            player(given)
            times.append(time.perf_counter() - began)
    return 1000 * median(times) if times else 0.0
