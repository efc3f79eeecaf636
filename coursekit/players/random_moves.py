"""The random player: the zero point of every scale."""

from __future__ import annotations

from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.players.base import NamedPlayer


class RandomPlayer(NamedPlayer):
    """Plays each legal action with the same probability."""

    name = "random"

    def __call__(self, env: Env) -> Action:
        """Returns one of ``env.legal_actions()``, drawn with one number from ``env.rng``."""
        actions = env.legal_actions()
        return actions[int(env.rng.random() * len(actions))]


def random() -> RandomPlayer:
    """Returns a player that plays each legal action with the same probability, in any game.

    >>> from coursekit import othello
    >>> random()(othello.make(seed=3))
    BLACK d3
    """
    return RandomPlayer()
