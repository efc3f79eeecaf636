"""AlphaGo's player: a tree search with a policy network, a value network and playouts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from coursekit.players.evaluators import MixedEvaluators
from coursekit.players.network_search import NetworkSearchPlayer, checked_simulations

if TYPE_CHECKING:
    from coursekit.engine.puct import PuctConfig
    from coursekit.learning.networks import PolicyNetwork, ValueNetwork


def alphago(
    policy: Path | str | PolicyNetwork | None = None,
    value: Path | str | ValueNetwork | None = None,
    simulations: int = 100,
    lam: float = 0.5,
    config: PuctConfig | None = None,
) -> NetworkSearchPlayer:
    """Returns a player of 8×8 Othello that searches as AlphaGo did.

    The policy network says which moves are worth a look. A leaf is worth (1 − λ) · v + λ · z: v
    from the value network, z the result of one compiled random game from there, whose chance
    follows from ``env.rng``. After Silver et al., "Mastering the game of Go with deep neural
    networks and tree search" (2016); the search itself is :class:`coursekit.engine.puct.Forest`.

    Args:
        policy: The folder of a training, or a network; the shipped policy network if not given.
        value: The same for the value network, which λ = 1 does not need.
        simulations: Simulations for each move, from 1.
        lam: λ, from 0 (no playouts) to 1 (no value network).
        config: How to search in other respects; its own number of simulations does not count.

    Raises:
        ValueError: If a number is out of range.
    """
    from coursekit.engine.puct import PuctConfig

    number = checked_simulations(simulations)
    if not 0 <= lam <= 1:
        raise ValueError(f"lam is a number from 0 to 1, not {lam!r}")
    settings = PuctConfig() if config is None else config
    name = "AlphaGo" if lam == 0.5 else f"AlphaGo, λ={lam:g}"
    evaluators = MixedEvaluators(policy, value, float(lam))
    return NetworkSearchPlayer(name, settings.with_simulations(number), evaluators)
