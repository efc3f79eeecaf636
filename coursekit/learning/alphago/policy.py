"""A policy network learns what a strong player plays: step one of AlphaGo.

After Silver et al., "Mastering the game of Go with deep neural networks and tree search" (2016):
positions of a strong player's games go in, and training minimises the cross-entropy of the move
that it chose. Illegal moves have no part in it: their logits are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from coursekit.learning.alphago.examples import Examples, Words
from coursekit.learning.alphago.supervised import (
    LayersConfig,
    Supervised,
    SupervisedConfig,
    outputs,
)
from coursekit.learning.networks import PolicyNetwork
from coursekit.learning.symmetry import transform_indices

SIZE, ACTIONS = 8, 65


@dataclass(frozen=True, kw_only=True)
class PolicyConfig(SupervisedConfig):
    """The settings of :class:`PolicyLearning`."""


def policy_network(config: LayersConfig) -> PolicyNetwork:
    """Returns a new policy network for 8×8 Othello."""
    return PolicyNetwork(
        SIZE, ACTIONS, config.layers, config.dropout, config.channels, config.convolutions
    )


class PolicyLearning(Supervised):
    """Learning a player's moves from positions of its games.

    Args:
        config: The settings.
        learned: The positions to learn from, with indices of actions as targets.
        validation: Positions of other games.
        device: Where the network is computed; the GPU when there is one, unless told otherwise.
    """

    kind = "policy"
    settings = PolicyConfig
    new_network = staticmethod(policy_network)
    network: PolicyNetwork

    def _loss(
        self,
        output: torch.Tensor,
        planes: torch.Tensor,
        target: torch.Tensor,
        symmetries: torch.Tensor | None,
    ) -> torch.Tensor:
        if symmetries is not None:
            target = transform_indices(target, symmetries, ACTIONS)
        return nn.functional.cross_entropy(legal_only(output, planes), target)

    def _measured(self, tested: Examples) -> dict[str, float]:
        return accuracy(outputs(self.network, tested), tested)


def legal_only(logits: torch.Tensor, planes: torch.Tensor) -> torch.Tensor:
    """Returns logits with −inf for what is illegal; the pass is legal where no square is.

    Args:
        logits: (N, 65).
        planes: (N, 3, 8, 8), whose last plane shows the legal squares.
    """
    squares = planes[:, 2].flatten(1) > 0
    legal = torch.cat([squares, ~squares.any(dim=1, keepdim=True)], dim=1)
    return logits.masked_fill(~legal, -torch.inf)


def legal_actions(legal: Words) -> npt.NDArray[np.bool_]:
    """Returns words of legal squares as (N, 65) bool: the pass is legal where no square is."""
    rows = np.asarray(legal, dtype="<u8").view(np.uint8).reshape(-1, 8)
    squares = np.unpackbits(rows, axis=1, bitorder="little").astype(np.bool_)
    return np.concatenate([squares, ~squares.any(axis=1, keepdims=True)], axis=1)


def accuracy(scores: npt.NDArray[np.floating], examples: Examples) -> dict[str, float]:
    """Returns how often the move that was played is the best by scores, and among the best three.

    Where scores are equal, chance decides: a move that shares the first place with one other
    counts one half.

    Args:
        scores: (N, 65), the higher the better; those of illegal actions are not looked at.
        examples: N positions, with the moves that were played.

    Returns:
        ``"top1"`` and ``"top3"``, shares; with ``"validation"``, the mean cross-entropy, where the
        scores are taken for logits.
    """
    legal = legal_actions(examples.legal)
    masked = np.where(legal, scores, -np.inf).astype(np.float64)
    played = np.take_along_axis(masked, examples.target[:, None], axis=1)
    better = (masked > played).sum(axis=1)
    equal = ((masked == played) & legal).sum(axis=1)
    highest = masked.max(axis=1, keepdims=True)
    total = np.log(np.exp(masked - highest).sum(axis=1)) + highest[:, 0]
    return {
        "validation": float((total - played[:, 0]).mean()),
        **{f"top{best}": float(np.clip((best - better) / equal, 0, 1).mean()) for best in (1, 3)},
    }
