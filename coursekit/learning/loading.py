"""Networks from checkpoints: those that come with the package, and one's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from coursekit.learning.checkpoint import FILE, Checkpoint, CheckpointError, load, load_weights
from coursekit.learning.config import QConfig
from coursekit.learning.networks import DualNetwork, PolicyNetwork, QNetwork, ValueNetwork
from coursekit.learning.policy import KIND as POLICY
from coursekit.learning.policy import policy_network
from coursekit.learning.qlearning import KIND
from coursekit.learning.reinforce import KIND as REINFORCE
from coursekit.learning.supervised import GAME, LayersConfig, layers_of
from coursekit.learning.tables import game_table
from coursekit.learning.value import KIND as VALUE
from coursekit.learning.value import value_network

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
    checkpoint = load(place, KIND)
    try:
        config = QConfig.from_dict(checkpoint.config)
    except ValueError as error:
        raise CheckpointError(f"the settings in {place} cannot be used: {error}") from None
    if config.game != checkpoint.game:
        raise CheckpointError(f"{place} is for {checkpoint.game}, its settings for {config.game}")
    table = game_table(config.game)
    network = QNetwork(table.size, table.actions, config.width)
    load_weights(network, checkpoint, place)
    return network.eval(), checkpoint


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
    from coursekit.learning import alphazero
    from coursekit.learning.alphazero_config import AlphaZeroConfig

    place = SHIPPED / game if folder is None else Path(folder)
    checkpoint = load(place, alphazero.KIND, game)
    try:
        config = AlphaZeroConfig.from_dict(checkpoint.config)
    except ValueError as error:
        raise CheckpointError(f"the settings in {place} cannot be used: {error}") from None
    network = DualNetwork(config.size, config.actions, config.channels, config.blocks)
    load_weights(network, checkpoint, place)
    return network.eval(), checkpoint


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
    checkpoint = load(place, (POLICY, REINFORCE), GAME)
    network = policy_network(_layers(place, checkpoint))
    load_weights(network, checkpoint, place)
    return network.eval(), checkpoint


def load_value(folder: Path | str | None = None) -> tuple[ValueNetwork, Checkpoint]:
    """Returns a trained value network for 8×8 Othello, and the checkpoint that it comes from.

    Args:
        folder: A checkpoint folder; the shipped one, ``SHIPPED / "othello8_value"``, if not given.

    Raises:
        CheckpointError: If there is no checkpoint of a value network there, or it is damaged.
    """
    place = SHIPPED / "othello8_value" if folder is None else Path(folder)
    checkpoint = load(place, VALUE, GAME)
    network = value_network(_layers(place, checkpoint))
    load_weights(network, checkpoint, place)
    return network.eval(), checkpoint


def _layers(place: Path, checkpoint: Checkpoint) -> LayersConfig:
    try:
        return layers_of(checkpoint.config)
    except (KeyError, ValueError) as error:
        raise CheckpointError(f"the settings in {place} cannot be used: {error}") from None


def weights_digest(folder: Path) -> str | None:
    """Returns the SHA-256 of the weights in a checkpoint folder; ``None`` where there are none."""
    digest: str | None = _about(folder).get("files", {}).get("weights", {}).get("sha256")
    return digest


def _about(folder: Path) -> dict[str, Any]:
    try:
        about: dict[str, Any] = json.loads((folder / FILE).read_bytes())
    except (OSError, ValueError):
        return {}
    return about if isinstance(about, dict) else {}
