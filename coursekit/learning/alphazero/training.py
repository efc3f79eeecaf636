"""AlphaZero: a network that learns from nothing but games of its own search against itself.

A generation is some positions of self-play (``self_play``) and the updates
that learn from the newest of all positions (``window``). While one
generation is learned from, the workers already play the next with the weights as they were before:
so no processor waits, and the result does not depend on who is faster.

Silver et al., "A general reinforcement learning algorithm that masters chess, shogi, and Go through
self-play", Science 362 (2018); the searches are those of Danihelka et al., "Policy improvement by
planning with Gumbel", ICLR 2022. There is no gating: the newest network plays.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import torch

from coursekit.learning.alphazero.config import AlphaZeroConfig
from coursekit.learning.alphazero.examination import examine_network
from coursekit.learning.alphazero.self_play import Samples
from coursekit.learning.alphazero.update import DualUpdate
from coursekit.learning.alphazero.window import Window
from coursekit.learning.alphazero.workers import Arrays, Played, Playing, packed, unpacked
from coursekit.learning.checkpoint import Checkpoint, Tensors, part_of, prefixed
from coursekit.learning.config import Config
from coursekit.learning.networks import DualNetwork
from coursekit.learning.tables import game_table, small_games
from coursekit.learning.training import Metrics, Training

_FRESH = 2048  # positions of a generation on which the network is judged before it learns them


class AlphaZero(Training):
    """A training in progress; :meth:`advance` plays and learns one generation.

    Args:
        config: The settings.
        device: Where the network learns; the GPU when there is one, unless told otherwise.
        n_jobs: Number of processes that play, as in joblib.

    Attributes:
        window: The positions to learn from.
        rng: Where the samples of the updates come from.

    >>> config = AlphaZeroConfig(
    ...     game="tictactoe", generations=2, positions=64, games=8, groups=1, channels=4, blocks=1
    ... )
    >>> learning = AlphaZero(config, torch.device("cpu"))
    >>> learning.advance()
    >>> learning.step, learning.finished
    (1, False)
    """

    kind = "alphazero"
    unit = "generation"
    settings: ClassVar[type[Config]] = AlphaZeroConfig
    changeable = ("generations", "decay", "positions", "replay_ratio", "learning_rate")
    config: AlphaZeroConfig
    network: DualNetwork
    rng: np.random.Generator

    def __init__(
        self, config: AlphaZeroConfig, device: torch.device | None = None, n_jobs: int | None = None
    ) -> None:
        super().__init__(config, config.game, config.generations, device)
        self.n_jobs = n_jobs
        self.rng = np.random.default_rng(config.seed)
        self.window = Window(config.game, config.window, config.window_share)
        self._update = DualUpdate(config, self.device)
        self.network = self._update.mean  # it plays: the running mean of the one that learns
        self.optimiser = self._update.optimiser
        self._groups: list[Arrays | None] = [None] * config.groups
        self._playing: Playing | None = None
        self._metrics: Metrics = {}
        self._cpu_seconds = 0.0
        self._freeze_player()

    # A generation, in running order

    def _advance(self) -> None:
        """Plays and learns one generation."""
        if self.step < self.config.pretraining:
            self._metrics = self._learn(self.config.positions)
            self._freeze_player()
            return
        played = self._finish(self._playing or self._start_games())
        self._freeze_player()
        # The workers play the next generation while this process learns from the last.
        self._playing = None if self.step + 1 == self.steps else self._start_games()
        self._metrics = self._learn_from(played)

    def _start_games(self) -> Playing:
        """Lets the workers play on, with the weights of the frozen player."""
        return Playing(self.config, self._groups, self._player, self.n_jobs)

    def _finish(self, playing: Playing) -> list[Played]:
        """Waits for the games; returns what each group played."""
        played = playing.result()
        self._groups = [group.state for group in played]
        return played

    def _freeze_player(self) -> None:
        """Takes the network as it is now for the next games, whatever it learns meanwhile."""
        weights = self.network.state_dict()
        self._player = {name: tensor.clone() for name, tensor in weights.items()}

    def _learn_from(self, played: list[Played]) -> Metrics:
        """Adds what was played to the window, and learns; returns numbers for the log."""
        begun = time.process_time()
        samples = Samples.joined([group.samples for group in played])
        count = len(samples.own)
        self.window.add(samples)
        # The network has not learned these positions yet, so this is how well it generalises.
        fresh = self._validate(min(count, _FRESH))
        policy = samples.policy.astype(np.float32)
        entropy = -(policy * np.log(np.maximum(policy, 1e-9))).sum(1).mean()
        play_seconds = sum(group.cpu_seconds for group in played)
        self._cpu_seconds += time.process_time() - begun + play_seconds
        return {
            **self._learn(count),
            **fresh,
            "games": sum(group.games for group in played),
            "evaluations": sum(group.evaluations for group in played),
            "entropy": float(entropy),
            "play_cpu_seconds": round(play_seconds, 3),
        }

    def _learn(self, count: int) -> Metrics:
        """Makes the updates that belong to some new positions; returns numbers for the log."""
        begun = time.process_time()
        updates = max(1, round(self.config.replay_ratio * count / self.config.batch))
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

    def _validate(self, count: int) -> Metrics:
        """Returns how the network does on the newest positions."""
        with torch.inference_mode():
            losses = self._update.losses(self.window.newest(count), self.network)
        return {"fresh_policy_loss": float(losses.policy), "fresh_value_loss": float(losses.value)}

    def metrics(self) -> Metrics:
        """Returns the numbers of the last generation for a line of the log.

        Of a game small enough to be known as a whole they say what the network alone is worth.
        """
        if self.config.game not in small_games():
            return dict(self._metrics)
        return self._metrics | examine_network(game_table(self.config.game), self.network)

    # Checkpoints

    def warm_start(self, earlier: Checkpoint) -> None:
        """Takes over the window of an earlier training, for a network of another shape.

        A small network plays faster and gains most in the first minutes; a larger one that takes
        over begins with learning what the small one played (``pretraining`` in the settings).

        Args:
            earlier: An unfinished training of the same game.

        Raises:
            ValueError: If it has no window, or this training does not begin with learning.
        """
        if not earlier.shards:
            raise ValueError("the earlier training is finished: it has no window any more")
        if not self.config.pretraining:
            raise ValueError("a window is learned from at the beginning only: set pretraining")
        self.load_shards(earlier.shards)
        self._cpu_seconds = float(earlier.state["cpu_seconds"])

    def state_dict(self) -> dict[str, torch.Tensor]:
        """Returns what a continuation needs besides weights, settings, ``rng`` and the window."""
        state = super().state_dict() | self._update.state_dict()
        state |= prefixed("player.", self._player)
        state["cpu_seconds"] = torch.tensor(self._cpu_seconds, dtype=torch.float64)
        for number, group in enumerate(self._groups):
            if group is not None:
                state |= prefixed(f"group{number}.", packed(group))
        return state

    def load_state_dict(self, state: Tensors) -> None:
        """Takes over what :meth:`state_dict` returned."""
        super().load_state_dict(state)
        self._update.load_state_dict(state)
        self._player = part_of(state, "player.")
        self._cpu_seconds = float(state["cpu_seconds"])
        self._groups = [
            unpacked(part_of(state, f"group{number}.")) or None
            for number in range(self.config.groups)
        ]

    def shards(self) -> Mapping[str, Tensors]:
        """Returns the window."""
        return {
            name: {field: torch.from_numpy(array) for field, array in shard.items()}
            for name, shard in self.window.shards.items()
        }

    def load_shards(self, shards: Mapping[str, Tensors]) -> None:
        """Takes over what :meth:`shards` returned."""
        arrays: dict[str, Any] = {
            name: {field: tensor.numpy() for field, tensor in shard.items()}
            for name, shard in shards.items()
        }
        self.window.load(arrays)
