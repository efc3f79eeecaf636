"""Learning from examples: what policy and value networks have in common.

Every update takes the next batch of a shuffled epoch, rotated and reflected at random. All chance
follows from the seed and the number of the update, so a training that is resumed ends with the same
bits on the processor.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from coursekit.learning.alphago.examples import Examples, word_planes
from coursekit.learning.checkpoint import (
    Tensors,
)
from coursekit.learning.config import Config, setting
from coursekit.learning.inference import Evaluator, Floats
from coursekit.learning.networks import LAYERS, PolicyNetwork, ValueNetwork
from coursekit.learning.symmetry import transform_planes
from coursekit.learning.training import Training, descend

GAME = "othello8"
_TESTED = 8192  # validation positions that are valued for a line of the log
_BATCH = 1024  # positions that are valued at once


@dataclass(frozen=True, kw_only=True)
class LayersConfig(Config):
    """The settings of a policy or value network."""

    #: "convolutional", or "connected": seven times as fast.
    layers: str = setting("convolutional", choices=LAYERS)
    #: Filters of each convolution.
    channels: int = setting(32, least=1)
    #: Convolutions with 3×3 filters.
    convolutions: int = setting(3, least=1, most=1000)
    #: Probability with which an input of the last layer is left out in training.
    dropout: float = setting(0.0, least=0, most=0.99)
    #: Train in bfloat16 instead of float32: twice as fast on processors that have it, several times
    #: slower on others.
    bfloat16: bool = setting(False)


def layers_of(settings: Mapping[str, Any]) -> LayersConfig:
    """Returns the settings of the network among those of a training.

    Raises:
        KeyError: If one of them is missing.
    """
    return LayersConfig(**{field.name: settings[field.name] for field in fields(LayersConfig)})


@dataclass(frozen=True, kw_only=True)
class SupervisedConfig(LayersConfig):
    """The settings of learning from examples, beside those of the network."""

    #: Seed of everything random: first weights, order of the examples, symmetries, dropout.
    seed: int = setting(0, least=0)
    #: Updates of the network.
    updates: int = setting(2000, least=1)
    #: Examples in an update.
    batch: int = setting(256, least=1)
    #: Highest learning rate: reached after 100 updates, kept for the first half of the training,
    #: and lowered to a fiftieth by its end.
    learning_rate: float = setting(2e-3, least=0)
    #: How strongly weights are drawn towards 0.
    weight_decay: float = setting(1e-4, least=0)
    #: Rotate and reflect examples at random.
    symmetry: bool = setting(True)


class Supervised(Training):
    """A training in progress; :meth:`advance` makes an update.

    Args:
        config: The settings.
        learned: The examples to learn from.
        validation: Examples of other games, to test by.
        device: Where the network is computed; the GPU when there is one, unless told otherwise.
    """

    config: SupervisedConfig
    network: PolicyNetwork | ValueNetwork

    def __init__(
        self,
        config: SupervisedConfig,
        learned: Examples,
        validation: Examples,
        device: torch.device | None = None,
    ) -> None:
        if not len(learned) or not len(validation):
            raise ValueError("there must be examples to learn from, and others to validate by")
        super().__init__(config, GAME, config.updates, device)
        self._learned, self._legal = learned, learned.legal
        self._validation = validation[:: max(1, len(validation) // _TESTED)]
        self._fingerprint = learned.fingerprint() ^ validation.fingerprint()
        self._order: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self._epoch = -1
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(config.seed)
            self.network = self.new_network(config)
        self.network.to(self.device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), weight_decay=config.weight_decay, fused=True
        )

    @property
    def learning_rate(self) -> float:
        """The present learning rate."""
        return scheduled(self.config.learning_rate, self.step, self.config.updates)

    def _advance(self) -> None:
        """Makes one update."""
        config = self.config
        places = self._next_batch()
        examples = self._learned[places]
        planes = word_planes(examples.own, examples.opp, self._legal[places]).to(self.device)
        symmetries = None
        if config.symmetry:
            drawn = np.random.default_rng([config.seed, self.step]).integers(8, size=len(planes))
            symmetries = torch.from_numpy(drawn).to(self.device)
            planes = transform_planes(planes, symmetries)
        target = torch.from_numpy(examples.target).to(self.device)
        self.network.train()
        with torch.random.fork_rng(devices=[]):  # dropout draws from torch's own chance
            torch.manual_seed(config.seed * 1_000_003 + self.step)
            with torch.autocast(self.device.type, torch.bfloat16, enabled=config.bfloat16):
                output = self.network(network_input(planes))
        loss = self._loss(output.float(), planes, target, symmetries)
        descend(self.optimiser, loss, self.learning_rate)
        self._recent.append(loss.item())

    def _next_batch(self) -> npt.NDArray[np.int64]:
        """Returns the places of the examples of the present update."""
        size = min(self.config.batch, len(self._learned))
        epoch, number = divmod(self.step, len(self._learned) // size)
        if epoch != self._epoch:
            rng = np.random.default_rng([self.config.seed, epoch, 0])
            self._order, self._epoch = rng.permutation(len(self._learned)), epoch
        return self._order[number * size : (number + 1) * size]

    @staticmethod
    @abstractmethod
    def new_network(config: LayersConfig) -> PolicyNetwork | ValueNetwork:
        """Returns a network with new weights."""

    @abstractmethod
    def _loss(
        self,
        output: torch.Tensor,
        planes: torch.Tensor,
        target: torch.Tensor,
        symmetries: torch.Tensor | None,
    ) -> torch.Tensor:
        """Returns the loss of a batch whose planes are already under their symmetries."""

    @abstractmethod
    def _measured(self, tested: Examples) -> dict[str, float]:
        """Returns what the network makes of the validation set, for a line of the log."""

    def metrics(self) -> dict[str, float]:
        """Returns the numbers for a line of the log."""
        return {
            "epochs": round(self.step * self.config.batch / len(self._learned), 3),
            "loss": self._recent_mean(),
            "learning_rate": self.learning_rate,
            **self._measured(self._validation),
        }

    def state_dict(self) -> dict[str, torch.Tensor]:
        """Returns what a continuation needs besides weights, settings and the same examples."""
        return super().state_dict() | {"examples": torch.tensor(self._fingerprint)}

    def load_state_dict(self, state: Tensors) -> None:
        """Takes over what :meth:`state_dict` returned.

        Raises:
            ValueError: If the training was begun with other examples.
        """
        if int(state["examples"]) != self._fingerprint:
            raise ValueError("the training was begun with other examples: give the same data")
        super().load_state_dict(state)


def network_input(planes: torch.Tensor) -> torch.Tensor:
    """Returns planes (N, C, n, n) of 0 and 1 as the networks read them, and compute fastest."""
    return planes.float().contiguous(memory_format=torch.channels_last)


def scheduled(highest: float, step: int, updates: int) -> float:
    """Returns the learning rate of an update: 100 to warm up, half of them at the top, then down.

    >>> [round(scheduled(1.0, step, 1000), 2) for step in (0, 99, 500, 750, 999)]
    [0.01, 1.0, 1.0, 0.51, 0.02]
    """
    warm_up = min(1.0, (step + 1) / 100)
    falling = 2 * (1 - step / updates)
    return highest * min(warm_up, max(0.02, min(1.0, falling * 0.98 + 0.02)))


def outputs(network: PolicyNetwork | ValueNetwork, examples: Examples) -> Floats:
    """Returns what a network says of each of N positions: (N, 65) logits, or (N,) values."""
    evaluator = Evaluator(network)
    words = [np.ascontiguousarray(part) for part in (examples.own, examples.opp, examples.legal)]
    starts = range(0, len(examples), _BATCH)
    return np.concatenate(
        [evaluator.single(*(part[start : start + _BATCH] for part in words)) for start in starts]
    )
