"""AlphaZero: a network that learns from nothing but games of its own search against itself.

A generation is some positions of self-play (:mod:`coursekit.learning.self_play`) and the updates
that learn from the newest of all positions (:mod:`coursekit.learning.window`). While one
generation is learned from, the workers already play the next with the weights as they were before:
so no processor waits, and the result does not depend on who is faster.

Silver et al., "A general reinforcement learning algorithm that masters chess, shogi, and Go through
self-play", Science 362 (2018); the searches are those of Danihelka et al., "Policy improvement by
planning with Gumbel", ICLR 2022. There is no gating: the newest network plays.
"""

from __future__ import annotations

import time
from typing import Any, Self

import numpy as np
import torch

from coursekit.learning.alphazero_config import AlphaZeroConfig
from coursekit.learning.alphazero_play import Arrays, Played, Playing, packed, unpacked
from coursekit.learning.alphazero_truth import examine_network
from coursekit.learning.alphazero_update import DualUpdate, Losses
from coursekit.learning.checkpoint import Checkpoint, part_of, prefixed
from coursekit.learning.malloc import keep_freed_memory
from coursekit.learning.networks import DualNetwork, best_device
from coursekit.learning.self_play import Samples
from coursekit.learning.tables import GAMES, game_table
from coursekit.learning.window import Window

KIND = "alphazero"

_FRESH = 2048  # positions of a generation on which the network is judged before it learns them


class AlphaZero:
    """A training in progress; :meth:`advance` plays and learns one generation.

    Args:
        config: The settings.
        device: Where the network learns; the GPU when there is one, unless told otherwise.
        n_jobs: Number of processes that play, as in joblib.

    Attributes:
        config: The settings.
        step: Number of generations so far.
        window: What is learned from.
        rng: Where the samples of the updates come from.

    >>> config = AlphaZeroConfig(
    ...     game="tictactoe", generations=2, positions=64, games=8, groups=1, channels=4, blocks=1
    ... )
    >>> learning = AlphaZero(config, torch.device("cpu"))
    >>> learning.advance()
    >>> learning.step, learning.finished
    (1, False)
    """

    kind = KIND
    unit = "generation"

    def __init__(
        self, config: AlphaZeroConfig, device: torch.device | None = None, n_jobs: int | None = None
    ) -> None:
        keep_freed_memory()
        self.config = config
        self.device = device or best_device()
        self.n_jobs = n_jobs
        self.step = 0
        self.rng = np.random.default_rng(config.seed)
        self.window = Window(config.size, config.actions, config.window, config.window_share)
        self._update = DualUpdate(config, self.device)
        self._states: list[Arrays | None] = [None] * config.groups
        self._player = self._weights()
        self._playing: Playing | None = None
        self._record: dict[str, float] = {}
        self._cpu_seconds = 0.0

    @property
    def network(self) -> DualNetwork:
        """The network that plays: the running mean of the one that learns."""
        return self._update.mean

    @property
    def updates(self) -> int:
        """Number of generations in all: what counts as updates for :func:`training.train`."""
        return self.config.generations

    @property
    def finished(self) -> bool:
        """Whether all generations are done."""
        return self.step >= self.config.generations

    def advance(self) -> None:
        """Plays and learns one generation.

        Raises:
            ValueError: If the training is finished.
        """
        if self.finished:
            raise ValueError(
                f"the training is finished after {self.config.generations} generations"
            )
        if self.step < self.config.pretraining:
            self._record = self._learn(self.config.positions)
            self._player = self._weights()
        else:
            if self._playing is None:
                self._playing = self._play()
            played = self._playing.result()
            self._states = [group.state for group in played]
            self._player = self._weights()
            last = self.step + 1 == self.config.generations
            self._playing = None if last else self._play()
            self._record = self._take(played)
        self.step += 1

    def _play(self) -> Playing:
        return Playing(self.config, self._states, self._player, self.n_jobs)

    def _weights(self) -> dict[str, torch.Tensor]:
        return {name: tensor.clone() for name, tensor in self.network.state_dict().items()}

    def _take(self, played: list[Played]) -> dict[str, float]:
        """Adds what was played to the window, and learns; returns numbers for the log."""
        begun = time.process_time()
        samples = Samples.joined([group.samples for group in played])
        count = len(samples.own)
        self.window.add(samples)
        fresh = self._judge(min(count, _FRESH))
        policy = samples.policy.astype(np.float32)
        entropy = -(policy * np.log(np.maximum(policy, 1e-9))).sum(1).mean()
        seconds = time.process_time() - begun
        play_seconds = sum(group.cpu_seconds for group in played)
        self._cpu_seconds += seconds + play_seconds
        return {
            **self._learn(count),
            **fresh,
            "games": sum(group.games for group in played),
            "evaluations": sum(group.evaluations for group in played),
            "entropy": float(entropy),
            "play_cpu_seconds": round(play_seconds, 3),
        }

    def _learn(self, count: int) -> dict[str, float]:
        """Makes the updates that belong to some new positions; returns numbers for the log."""
        begun = time.process_time()
        updates = max(1, round(self.config.uses * count / self.config.batch))
        sums = torch.zeros(3)
        for i in range(updates):
            batch = self.window.sample(self.config.batch, self.rng)
            losses = self._update.learn(batch, self.step + i / updates)
            sums += torch.stack(losses).cpu()
        policy_loss, value_loss, ownership_loss = (sums / updates).tolist()
        seconds = time.process_time() - begun
        self._cpu_seconds += seconds
        return {
            "generation": self.step + 1,
            "positions": self.window.total,
            "loss": policy_loss + value_loss,
            "policy_loss": policy_loss,
            "value_loss": value_loss,
            "ownership_loss": ownership_loss,
            "learning_rate": self._update.learning_rate(self.step + 1),
            "train_cpu_seconds": round(seconds, 3),
            "cpu_seconds": round(self._cpu_seconds, 3),
        }

    def _judge(self, count: int) -> dict[str, float]:
        """Returns how the network does on the newest positions, which it has not learned yet."""
        batch = self.window.newest(count)
        with torch.inference_mode():
            losses: Losses = self._update.losses(batch, self.network)
        return {"fresh_policy_loss": float(losses.policy), "fresh_value_loss": float(losses.value)}

    def succeed(self, earlier: Checkpoint) -> None:
        """Takes over the window of an earlier training, for a network of another shape.

        A small network plays faster and gains most in the first minutes; a larger one that goes on
        begins with learning what the small one played (:attr:`AlphaZeroConfig.pretraining`).

        Args:
            earlier: An unfinished training of the same game.

        Raises:
            ValueError: If it has no window, or this training does not begin with learning.
        """
        if not earlier.shards:
            raise ValueError("the earlier training is finished: it has no window any more")
        if not self.config.pretraining:
            raise ValueError("a window is learned from at the beginning only: set pretraining")
        self._load_window(earlier)
        self._cpu_seconds = earlier.random["cpu_seconds"]

    def _load_window(self, checkpoint: Checkpoint) -> None:
        shards: dict[str, Any] = {
            name: {field: tensor.numpy() for field, tensor in shard.items()}
            for name, shard in checkpoint.shards.items()
        }
        self.window.load(checkpoint.random["positions"], shards)

    def record(self) -> dict[str, float]:
        """Returns the numbers of the last generation for a line of the log.

        Of a game small enough to be known as a whole they say what the network alone is worth.
        """
        if self.config.game not in GAMES:
            return dict(self._record)
        return self._record | examine_network(game_table(self.config.game), self.network)

    def snapshot(self) -> Checkpoint:
        """Returns all that is needed to use the network as it is now; nobody can go on from it."""
        return Checkpoint(
            kind=self.kind,
            game=self.config.game,
            step=self.step,
            finished=True,
            config=self.config.to_dict(),
            random={},
            weights=self._weights(),
        )

    def checkpoint(self) -> Checkpoint:
        """Returns all that is needed to use the network, or to go on exactly."""
        if self.finished:
            return self.snapshot()
        memory = self._update.memory() | prefixed("player.", self._player)
        for group, state in enumerate(self._states):
            if state is not None:
                memory |= prefixed(f"group{group}.", packed(state))
        shards = {
            name: {field: torch.from_numpy(array) for field, array in shard.items()}
            for name, shard in self.window.shards.items()
        }
        return Checkpoint(
            kind=self.kind,
            game=self.config.game,
            step=self.step,
            finished=False,
            config=self.config.to_dict(),
            random={
                "samples": self.rng.bit_generator.state,
                "positions": self.window.total,
                "cpu_seconds": self._cpu_seconds,
            },
            weights=self._weights(),
            memory=memory,
            shards=shards,
        )

    @classmethod
    def resumed(
        cls,
        checkpoint: Checkpoint,
        config: AlphaZeroConfig | None = None,
        device: torch.device | None = None,
        n_jobs: int | None = None,
    ) -> Self:
        """Returns a training that goes on exactly where the checkpoint was made.

        On the processor, with the same versions, it ends with the same bits as if it had never
        been interrupted.

        Args:
            checkpoint: What :func:`coursekit.learning.checkpoint.load` returned.
            config: Changed settings, see :data:`CHANGEABLE`; those of the checkpoint if not given.
            device: As for a new training.
            n_jobs: As for a new training; need not be what it was.

        Raises:
            ValueError: If the training is finished, a setting cannot change any more, or the
                checkpoint does not fit together.
        """
        if checkpoint.finished:
            raise ValueError(f"the training is finished after {checkpoint.step} generations")
        before = AlphaZeroConfig.from_dict(checkpoint.config)
        config = config or before
        _check_changes(before, config, checkpoint.step)
        learning = cls(config, device, n_jobs)
        memory, random = checkpoint.memory, checkpoint.random
        try:
            learning._update.load(checkpoint.weights, memory)
            learning._player = part_of(memory, "player.")
            learning._states = [
                unpacked(part_of(memory, f"group{group}.")) or None
                for group in range(config.groups)
            ]
            learning._load_window(checkpoint)
            learning.rng.bit_generator.state = random["samples"]
            learning._cpu_seconds = random["cpu_seconds"]
        except (KeyError, RuntimeError, TypeError, ValueError) as error:
            raise ValueError(f"the checkpoint does not fit its own settings: {error}") from error
        learning.step = checkpoint.step
        return learning


CHANGEABLE = ("generations", "decay", "positions", "uses", "learning_rate")
"""The settings that may change when a training goes on."""


def _check_changes(before: AlphaZeroConfig, after: AlphaZeroConfig, step: int) -> None:
    old, new = before.to_dict(), after.to_dict()
    for name in old:
        if name not in CHANGEABLE and old[name] != new[name]:
            raise ValueError(
                f"{name} was {old[name]!r} and cannot become {new[name]!r} in a training that goes "
                f"on; only {', '.join(CHANGEABLE)} can change"
            )
    if after.generations <= step:
        raise ValueError(f"generations is {after.generations}, but {step} are done already")
