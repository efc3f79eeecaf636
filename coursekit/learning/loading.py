"""Networks from checkpoints: those that come with the package, and one's own."""

from __future__ import annotations

from pathlib import Path

from coursekit.learning.checkpoint import Checkpoint, CheckpointError, load, load_weights
from coursekit.learning.config import QConfig
from coursekit.learning.networks import QNetwork
from coursekit.learning.qlearning import KIND
from coursekit.learning.tables import game_table

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
