"""Networks from checkpoints: those that come with the package, and your own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from torch import nn

from coursekit.learning.alphago.policy import PolicyLearning, policy_network
from coursekit.learning.alphago.reinforce import Reinforce
from coursekit.learning.alphago.supervised import GAME, layers_of
from coursekit.learning.alphago.value import ValueLearning, value_network
from coursekit.learning.alphazero.config import AlphaZeroConfig
from coursekit.learning.alphazero.training import AlphaZero
from coursekit.learning.alphazero.update import new_network
from coursekit.learning.checkpoint import FILE, Checkpoint, CheckpointError, load
from coursekit.learning.networks import DualNetwork, PolicyNetwork, QNetwork, ValueNetwork
from coursekit.learning.q.config import QConfig
from coursekit.learning.q.training import QLearning
from coursekit.learning.tables import game_table

_Network = TypeVar("_Network", bound=nn.Module)

SHIPPED = Path(__file__).with_name("checkpoints")
"""The folder of the checkpoints that come with the package."""


def load_q_network(folder: Path | str | None = None) -> tuple[QNetwork, Checkpoint]:
    """Returns a trained Q network, on the processor, and the checkpoint that it comes from.

    Args:
        folder: A checkpoint folder; the shipped one for tic-tac-toe if not given.

    Raises:
        CheckpointError: If there is no checkpoint of Q-learning there, or it is damaged.

    >>> network, checkpoint = load_q_network()
    >>> checkpoint.game, checkpoint.finished
    ('tictactoe', True)
    """
    place = SHIPPED / "tictactoe_q" if folder is None else Path(folder)

    def made(settings: Mapping[str, Any]) -> QNetwork:
        config = QConfig.from_dict({name: settings[name] for name in ("game", "width")})
        table = game_table(config.game)
        return QNetwork(table.shape, table.actions, config.width)

    return _loaded(place, QLearning.kind, None, made)


def load_dual_network(
    game: str, folder: Path | str | None = None
) -> tuple[DualNetwork, Checkpoint]:
    """Returns a trained AlphaZero network, on the processor, and its checkpoint.

    Args:
        game: The game that it is wanted for, for example ``"othello8"``.
        folder: A checkpoint folder; the shipped one for the game if not given.

    Raises:
        CheckpointError: If there is no checkpoint of AlphaZero there, it is of another game, or it
            is damaged.
    """
    place = SHIPPED / game if folder is None else Path(folder)
    return _loaded(
        place, AlphaZero.kind, game, lambda found: new_network(AlphaZeroConfig.from_dict(found))
    )


def load_policy(folder: Path | str | None = None) -> tuple[PolicyNetwork, Checkpoint]:
    """Returns a trained policy network for 8×8 Othello, and the checkpoint that it comes from.

    Args:
        folder: A checkpoint folder, of supervised learning or of REINFORCE; the shipped one of
            supervised learning, ``SHIPPED / "othello8_policy"``, if not given. Its improved version
            is ``SHIPPED / "othello8_improved"``.

    Raises:
        CheckpointError: If there is no checkpoint of a policy there, or it is damaged.
    """
    place = SHIPPED / "othello8_policy" if folder is None else Path(folder)
    kinds = PolicyLearning.kind, Reinforce.kind
    return _loaded(place, kinds, GAME, lambda found: policy_network(layers_of(found)))


def load_value(folder: Path | str | None = None) -> tuple[ValueNetwork, Checkpoint]:
    """Returns a trained value network for 8×8 Othello, and the checkpoint that it comes from.

    Args:
        folder: A checkpoint folder; the shipped one, ``SHIPPED / "othello8_value"``, if not given.

    Raises:
        CheckpointError: If there is no checkpoint of a value network there, or it is damaged.
    """
    place = SHIPPED / "othello8_value" if folder is None else Path(folder)
    return _loaded(place, ValueLearning.kind, GAME, lambda found: value_network(layers_of(found)))


def _loaded(
    place: Path,
    kind: str | tuple[str, ...],
    game: str | None,
    made: Callable[[Mapping[str, Any]], _Network],
) -> tuple[_Network, Checkpoint]:
    """Returns the network that the settings of a checkpoint describe, with its weights."""
    checkpoint = load(place, kind, game)
    try:
        if checkpoint.config.get("game", checkpoint.game) != checkpoint.game:
            raise ValueError(f"they are for {checkpoint.config['game']}, not {checkpoint.game}")
        network = made(checkpoint.config)
    except (KeyError, ValueError) as error:
        raise CheckpointError(f"the settings in {place} cannot be used: {error}") from None
    try:
        network.load_state_dict(dict(checkpoint.weights))
    except RuntimeError as error:
        raise CheckpointError(f"the weights in {place} do not fit: {error}") from None
    return network.eval(), checkpoint


def weights_digest(folder: Path) -> str | None:
    """Returns the SHA-256 of the weights in a checkpoint folder; ``None`` where there are none."""
    try:
        digest: str = json.loads((folder / FILE).read_bytes())["files"]["weights"]["sha256"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return digest
