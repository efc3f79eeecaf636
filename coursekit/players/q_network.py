"""The Q network's player: it evaluates the position once and plays the best action."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.players.base import NamedPlayer

if TYPE_CHECKING:
    from coursekit.learning import QNetwork


class QNetworkPlayer(NamedPlayer):
    """Plays the action of the highest Q-value; see :func:`q_network`.

    Attributes:
        network: The network.
        game: The game that it was trained on.
    """

    def __init__(self, network: QNetwork, game: str) -> None:
        self.network = network
        self.game = game
        self.name = f"Q network for {game}"

    def check_game(self, env: Env) -> None:
        """Checks that a game is the one that the network was trained on."""
        if env.name != self.game:
            raise TypeError(f"the network was trained on {self.game}, so it cannot play {env.name}")

    def __call__(self, env: Env) -> Action:
        """Returns the chosen action, of equally good ones the first; ``env.rng`` is not used."""
        values = self.values(env)
        return max(values, key=values.__getitem__)

    def values(self, env: Env) -> dict[Action, float]:
        """Returns the Q-value of each legal action for the side to move, in index order.

        Raises:
            TypeError: If the env is of another game than the network was trained on.
        """
        self.check_game(env)
        import torch

        from coursekit.learning import planes

        with torch.no_grad():
            q = self.network(planes(env))[0].tolist()
        return {action: q[action.index] for action in env.legal_actions()}


def q_network(checkpoint: Path | str | None = None) -> QNetworkPlayer:
    """Returns a player that takes the action of the highest Q-value of a trained network.

    Args:
        checkpoint: The folder of a training (see :mod:`coursekit.learning.training`). Without
            one, the network for tic-tac-toe that ships with the package, which cannot be beaten:
            ``python -m coursekit train tictactoe-q --out FOLDER`` trained it.

    Raises:
        CheckpointError: If the checkpoint is damaged or of another kind; a ``ValueError``.

    >>> from coursekit import tictactoe
    >>> q_network()(tictactoe.from_moves("b2a1b1"))
    O b3
    """
    from coursekit.learning.loading import load_q_network

    network, found = load_q_network(checkpoint)
    return QNetworkPlayer(network, found.game)
