"""The learning half of AlphaZero: updates of the dual network from positions of self-play."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import NamedTuple

import torch
from torch.nn import functional

from coursekit.learning.alphazero.config import AlphaZeroConfig
from coursekit.learning.alphazero.window import Batch
from coursekit.learning.checkpoint import part_of, prefixed
from coursekit.learning.inference import has_bfloat16
from coursekit.learning.networks import DualNetwork
from coursekit.learning.training import descend

_LAST_RATE = 0.05


class Losses(NamedTuple):
    """How far a network is from what a batch says, each a mean over its positions.

    Attributes:
        policy: Cross-entropy from the search's policy to the network's.
        value: Squared error of the value.
        ownership: Squared error of the squares' final owners.
    """

    policy: torch.Tensor
    value: torch.Tensor
    ownership: torch.Tensor


class DualUpdate:
    """A dual network with its optimiser, and the running mean of its weights.

    At a high learning rate the weights never come to rest; their mean over the last updates plays
    better than they do (Polyak and Juditsky, 1992; KataGo and Leela play with one, too).

    Args:
        config: The training's settings.
        device: Where the network is computed.

    Attributes:
        network: The network that learns.
        mean: The network that plays: the exponential moving mean of the weights.
        updates: Number of updates so far.
    """

    def __init__(self, config: AlphaZeroConfig, device: torch.device) -> None:
        self.config, self.device = config, device
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(config.seed)
            network = new_network(config)
        self.network: DualNetwork = network.to(device)
        self.network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.mean = copy.deepcopy(self.network).eval()
        self.updates = 0
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(),
            lr=config.learning_rate,
            weight_decay=config.weight_decay,
            fused=True,
        )
        self._coarse = has_bfloat16(device)

    def learning_rate(self, generation: float) -> float:
        """Returns the learning rate after some generations: warm-up, flat, linear fall."""
        config = self.config
        rise = min(1.0, (self.updates + 1) / max(1, config.warm_up))
        left = (config.generations - generation) / max(1, config.decay)
        return config.learning_rate * rise * max(_LAST_RATE, min(1.0, left))

    def learn(self, batch: Batch, generation: float) -> Losses:
        """Makes one update.

        Args:
            batch: What to learn.
            generation: Generations so far, for the learning rate.

        Returns:
            The losses, without a graph.
        """
        self.network.train()
        losses = self.losses(batch)
        total = losses.policy + losses.value + self.config.ownership * losses.ownership
        descend(self.optimiser, total, self.learning_rate(generation))
        self.updates += 1
        self._follow()
        return Losses(*(loss.detach() for loss in losses))

    def _follow(self) -> None:
        """Moves the mean of the weights, batch norm's statistics included, towards the newest."""
        # A young mean forgets fast, or the first, random weights would stay in it for long.
        keep = min(self.config.averaging, (1 + self.updates) / (10 + self.updates))
        newest = self.network.state_dict()
        with torch.no_grad():
            for name, value in self.mean.state_dict().items():
                if value.is_floating_point():
                    value.lerp_(newest[name], 1 - keep)
                else:
                    value.copy_(newest[name])

    def losses(self, batch: Batch, network: DualNetwork | None = None) -> Losses:
        """Returns how far the network that learns, or another one, is from a batch."""
        planes = batch.planes.to(self.device).contiguous(memory_format=torch.channels_last)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self._coarse):
            logits, values, owners = (network or self.network).all_heads(planes)
        masked = logits.float().masked_fill(~batch.legal.to(self.device), -torch.inf)
        # An illegal action has no probability in the policy, and 0 · log 0 counts as 0.
        logs = functional.log_softmax(masked, dim=1).clamp_min(-1e4)
        return Losses(
            -(batch.policy.to(self.device) * logs).sum(1).mean(),
            functional.mse_loss(values, batch.value.to(self.device)),
            functional.mse_loss(owners.float(), batch.ownership.to(self.device)),
        )

    def state_dict(self) -> dict[str, torch.Tensor]:
        """Returns what it takes to continue, the mean of the weights and the optimiser apart."""
        learner = prefixed("learner.", self.network.state_dict())
        return learner | {"updates": torch.tensor(self.updates)}

    def load_state_dict(self, state: Mapping[str, torch.Tensor]) -> None:
        """Takes over what :meth:`state_dict` returned."""
        self.network.load_state_dict(part_of(state, "learner."))
        self.updates = int(state["updates"])


def new_network(config: AlphaZeroConfig) -> DualNetwork:
    """Returns a network of the shape that the settings say."""
    spec = config.spec
    return DualNetwork(spec.cols, spec.actions, config.channels, config.blocks)
