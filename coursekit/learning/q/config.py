"""The settings of Q-learning."""

from __future__ import annotations

from dataclasses import dataclass

from coursekit.learning.config import Config, setting
from coursekit.learning.tables import small_games


@dataclass(frozen=True, kw_only=True)
class QConfig(Config):
    """The settings of Q-learning; see :class:`coursekit.learning.QLearning`.

    >>> QConfig(gama=0.9)
    Traceback (most recent call last):
    ValueError: QConfig has no 'gama'; did you mean 'gamma'? It has: game, seed, updates, games, \
width, gamma, epsilon, learning_rate, learning_rate_end
    """

    #: One of the games whose every position fits in a table.
    game: str = setting("tictactoe", choices=small_games)
    #: Seed of everything random: first weights, exploration, samples.
    seed: int = setting(0, least=0)
    #: Updates of the network; each follows one ply of every game.
    updates: int = setting(2000, least=1)
    #: Games that are played at once.
    games: int = setting(256, least=1)
    #: Filters, and units in each hidden layer, of the network.
    width: int = setting(128, least=1)
    #: Discount a ply: below 1, early wins are worth more than late ones.
    gamma: float = setting(0.95, least=0, most=1)
    #: Probability of a random action.
    epsilon: float = setting(0.5, least=0, most=1)
    #: Learning rate at the beginning; it changes linearly …
    learning_rate: float = setting(2e-3, least=0)
    #: … to this at the end.
    learning_rate_end: float = setting(2e-4, least=0)
