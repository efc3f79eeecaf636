"""AlphaZero's player: a tree search that knows nothing but what its own network says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from coursekit.players.evaluators import DualEvaluators
from coursekit.players.network_search import NetworkSearchPlayer, checked_simulations

if TYPE_CHECKING:
    from coursekit.engine.puct import PuctConfig
    from coursekit.learning.networks import DualNetwork


def alphazero(
    checkpoint: Path | str | DualNetwork | None = None,
    simulations: int = 100,
    config: PuctConfig | None = None,
) -> NetworkSearchPlayer:
    """Returns a player that searches with the network that an AlphaZero training made.

    The search is :class:`coursekit.engine.puct.Forest`, without noise. A game follows from its
    positions alone.

    Args:
        checkpoint: The folder of a training, or a network. Without one, the network that comes
            with the package for the game that is played (tic-tac-toe, and Othello on 4×4, 6×6 and
            8×8 boards): ``python -m coursekit train othello8 --out FOLDER`` trained it.
        simulations: Simulations for each move, from 1.
        config: How to search in other respects; its own number of simulations does not count.

    Raises:
        ValueError: If ``simulations`` is no number from 1 up.
    """
    from coursekit.engine.puct import PuctConfig

    number = checked_simulations(simulations)
    settings = PuctConfig() if config is None else config
    return NetworkSearchPlayer(
        "AlphaZero", settings.with_simulations(number), DualEvaluators(checkpoint)
    )
