"""Learning from examples: what policy and value networks have in common.

Every update takes the next batch of a shuffled pass through the examples, turned and mirrored at
random. Nothing but the seed and the number of the update decides about chance, so a training that
goes on after an interruption ends with the same bits on the processor.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt
import torch

from coursekit.learning.checkpoint import Checkpoint, part_of, prefixed
from coursekit.learning.config import Config
from coursekit.learning.examples import Examples, word_planes
from coursekit.learning.inference import Evaluator, Floats
from coursekit.learning.malloc import keep_freed_memory
from coursekit.learning.networks import LAYERS, PolicyNetwork, ValueNetwork, best_device
from coursekit.learning.optimisers import load_optimiser, optimiser_state
from coursekit.learning.symmetry import transform_planes

GAME = "othello8"
_TESTED = 8192  # held-out positions that are valued for a line of the log
_BATCH = 1024  # positions that are valued at once


@dataclass(frozen=True, kw_only=True)
class LayersConfig(Config):
    """The settings of a policy or value network.

    Attributes:
        layers: ``"convolutional"`` or ``"connected"``.
        channels: Filters of each convolution.
        convolutions: Number of convolutions with 3×3 filters.
        dropout: Probability with which an input of the last layer is left out in training.
        bfloat16: Whether training computes in bfloat16 instead of float32: twice as fast on
            processors that have it, several times slower on others.
    """

    layers: str = "convolutional"
    channels: int = 32
    convolutions: int = 3
    dropout: float = 0.0
    bfloat16: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.layers not in LAYERS:
            raise ValueError(f"layers is {' or '.join(map(repr, LAYERS))}, not {self.layers!r}")
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout is from 0 up and below 1, not {self.dropout}")
        self._from_1_up("channels", "convolutions")

    def _from_1_up(self, *names: str) -> None:
        for name in names:
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is from 1 up, not {getattr(self, name)}")


def layers_of(settings: Mapping[str, Any]) -> LayersConfig:
    """Returns the settings of the network among those of a training.

    Raises:
        KeyError: If one of them is missing.
    """
    return LayersConfig(**{field.name: settings[field.name] for field in fields(LayersConfig)})


@dataclass(frozen=True, kw_only=True)
class SupervisedConfig(LayersConfig):
    """The settings of learning from examples, beside those of the network.

    Attributes:
        seed: Seed of everything random: first weights, order of the examples, symmetries, dropout.
        updates: Number of updates of the network.
        batch: Examples in an update.
        learning_rate: Highest learning rate: reached after 100 updates, kept for the first half
            of the training, and lowered to a fiftieth by its end.
        weight_decay: How strongly weights are drawn towards 0.
        symmetry: Whether examples are turned and mirrored at random.
    """

    seed: int = 0
    updates: int = 2000
    batch: int = 256
    learning_rate: float = 2e-3
    weight_decay: float = 1e-4
    symmetry: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self._from_1_up("updates", "batch")


class Supervised(ABC):
    """A training in progress; :meth:`advance` makes an update.

    Args:
        config: The settings.
        learned: The examples to learn from.
        held_out: Examples to test by; nothing is learned from them.
        device: Where the network is computed; the GPU when there is one, unless told otherwise.

    Attributes:
        config: The settings.
        network: The network that learns.
        step: Number of updates so far.
    """

    kind: ClassVar[str]
    settings: ClassVar[type[SupervisedConfig]]
    network: PolicyNetwork | ValueNetwork

    def __init__(
        self,
        config: SupervisedConfig,
        learned: Examples,
        held_out: Examples,
        device: torch.device | None = None,
    ) -> None:
        if not len(learned) or not len(held_out):
            raise ValueError("there must be examples to learn from, and held-out ones")
        keep_freed_memory()
        self.config = config
        self.device = device or best_device()
        self.step = 0
        self._learned, self._held_out = learned, held_out
        self._legal = learned.legal
        self._tested = held_out[:: max(1, len(held_out) // _TESTED)]
        self._fingerprint = learned.fingerprint() ^ held_out.fingerprint()
        self._order: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self._epoch = -1
        self._losses: list[float] = []
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(config.seed)
            self.network = self._new_network()
        self.network.to(self.device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._optimiser = torch.optim.AdamW(
            self.network.parameters(), weight_decay=config.weight_decay, fused=True
        )

    @property
    def updates(self) -> int:
        """Number of updates in all."""
        return self.config.updates

    @property
    def finished(self) -> bool:
        """Whether all updates are done."""
        return self.step >= self.config.updates

    @property
    def learning_rate(self) -> float:
        """The present learning rate."""
        return scheduled(self.config.learning_rate, self.step, self.config.updates)

    @property
    def epochs(self) -> float:
        """How often each example was learned from, on average."""
        return self.step * self.config.batch / len(self._learned)

    def advance(self) -> None:
        """Makes one update.

        Raises:
            ValueError: If the training is finished.
        """
        if self.finished:
            raise ValueError(f"the training is finished after {self.config.updates} updates")
        places = self._next_batch()
        examples = self._learned[places]
        planes = word_planes(examples.own, examples.opp, self._legal[places]).to(self.device)
        symmetries = None
        if self.config.symmetry:
            drawn = np.random.default_rng([self.config.seed, self.step]).integers(
                8, size=len(planes)
            )
            symmetries = torch.from_numpy(drawn).to(self.device)
            planes = transform_planes(planes, symmetries)
        target = torch.from_numpy(examples.target).to(self.device)
        self.network.train()
        with torch.random.fork_rng(devices=[]):  # dropout draws from torch's own chance
            torch.manual_seed(self.config.seed * 1_000_003 + self.step)
            with torch.autocast(self.device.type, torch.bfloat16, enabled=self.config.bfloat16):
                output = self.network(network_input(planes))
        loss = self._loss(output.float(), planes, target, symmetries)
        for group in self._optimiser.param_groups:
            group["lr"] = self.learning_rate
        self._optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimiser.step()
        self._losses.append(loss.item())
        self.step += 1

    def _next_batch(self) -> npt.NDArray[np.int64]:
        """Returns the places of the examples of the present update."""
        size = min(self.config.batch, len(self._learned))
        epoch, number = divmod(self.step, len(self._learned) // size)
        if epoch != self._epoch:
            chance = np.random.default_rng([self.config.seed, epoch, 0])
            self._order, self._epoch = chance.permutation(len(self._learned)), epoch
        return self._order[number * size : (number + 1) * size]

    @abstractmethod
    def _new_network(self) -> PolicyNetwork | ValueNetwork:
        """Returns a network with new weights."""

    @abstractmethod
    def _loss(
        self,
        output: torch.Tensor,
        planes: torch.Tensor,
        target: torch.Tensor,
        symmetries: torch.Tensor | None,
    ) -> torch.Tensor:
        """Returns what is to become small, for a batch whose planes are turned already."""

    @abstractmethod
    def _measured(self, tested: Examples) -> dict[str, float]:
        """Returns what the network makes of held-out examples, for a line of the log."""

    def record(self) -> dict[str, float]:
        """Returns the numbers for a line of the log, and begins a new mean loss."""
        numbers = {
            "epochs": round(self.epochs, 3),
            "loss": float(np.mean(self._losses)) if self._losses else float("nan"),
            "learning_rate": self.learning_rate,
        }
        self._losses.clear()
        return numbers | self._measured(self._tested)

    def checkpoint(self) -> Checkpoint:
        """Returns all that is needed to use the network, or to go on exactly with the examples."""
        return Checkpoint(
            kind=self.kind,
            game=GAME,
            step=self.step,
            finished=self.finished,
            config=self.config.to_dict(),
            random={},
            weights=dict(self.network.state_dict()),
            memory=prefixed("optimiser.", optimiser_state(self._optimiser))
            | {
                "losses": torch.tensor(self._losses, dtype=torch.float64),
                "examples": torch.tensor(self._fingerprint),
            },
        )

    @classmethod
    def resumed(
        cls,
        checkpoint: Checkpoint,
        learned: Examples,
        held_out: Examples,
        device: torch.device | None = None,
    ) -> Self:
        """Returns a training that goes on exactly where the checkpoint was made.

        Raises:
            ValueError: If the training is finished, or was begun with other examples.
        """
        learning = cls(cls.settings.from_dict(checkpoint.config), learned, held_out, device)
        learning._go_on(checkpoint)
        return learning

    def _go_on(self, checkpoint: Checkpoint) -> None:
        """Takes over what :meth:`checkpoint` of a training like this one returned."""
        if checkpoint.finished:
            raise ValueError(f"the training is finished after {checkpoint.step} updates")
        memory = checkpoint.memory
        try:
            if int(memory["examples"]) != self._fingerprint:
                raise ValueError("the training was begun with other examples: give the same data")
            self.network.load_state_dict(dict(checkpoint.weights))
            load_optimiser(self._optimiser, part_of(memory, "optimiser."))
            self._losses = memory["losses"].tolist()
        except (KeyError, RuntimeError, TypeError) as error:
            raise ValueError(f"the checkpoint does not fit its own settings: {error}") from error
        self.step = checkpoint.step


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
