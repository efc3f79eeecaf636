"""A value network learns who wins: step three of AlphaGo, a regression on results of games.

After Silver et al., "Mastering the game of Go with deep neural networks and tree search" (2016).
The target is the result of the game for the side to move, +1, 0 or −1, and training minimises the
mean squared error; so the best that a network can say is the mean result of all games through a
position.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from coursekit.learning.alphago.examples import Examples
from coursekit.learning.alphago.supervised import (
    LayersConfig,
    Supervised,
    SupervisedConfig,
    outputs,
)
from coursekit.learning.config import setting
from coursekit.learning.networks import ValueNetwork

SIZE = 8


@dataclass(frozen=True, kw_only=True)
class ValueConfig(SupervisedConfig):
    """The settings of :class:`ValueLearning`: those of policy networks, with dropout."""

    #: As in the policy's settings, but on: results are few, so a value network overfits sooner.
    dropout: float = setting(0.2, least=0, most=0.99)


def value_network(config: LayersConfig) -> ValueNetwork:
    """Returns a new value network for 8×8 Othello."""
    return ValueNetwork(SIZE, config.layers, config.dropout, config.channels, config.convolutions)


class ValueLearning(Supervised):
    """Learning the results of games from positions.

    Args:
        config: The settings.
        learned: The positions to learn from, with the results for their movers as targets.
        validation: Positions of other games.
        device: Where the network is computed; the GPU when there is one, unless told otherwise.
    """

    kind = "value"
    settings = ValueConfig
    new_network = staticmethod(value_network)
    network: ValueNetwork

    def _loss(
        self,
        output: torch.Tensor,
        planes: torch.Tensor,
        target: torch.Tensor,
        symmetries: torch.Tensor | None,
    ) -> torch.Tensor:
        return torch.nn.functional.mse_loss(output, target)

    def _measured(self, tested: Examples) -> dict[str, float]:
        values = outputs(self.network, tested)
        return {
            "validation": squared_error(values, tested.target),
            "sign": sign_agreement(values, tested.target),
        }


def squared_error(values: npt.NDArray[np.floating], results: npt.NDArray[np.floating]) -> float:
    """Returns the mean squared distance of values from results."""
    return float(np.mean((values.astype(np.float64) - results) ** 2))


def sign_agreement(values: npt.NDArray[np.floating], results: npt.NDArray[np.floating]) -> float:
    """Returns the share of the games not drawn whose winner the value's sign names."""
    decided = results != 0
    return float(np.mean(np.sign(values[decided]) == np.sign(results[decided])))
