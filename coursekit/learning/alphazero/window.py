"""The window: the newest positions of self-play, kept as bits, learned from under symmetries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import torch

from coursekit.engine.bulk.lockstep import legal_squares
from coursekit.engine.bulk.planes import fill_planes
from coursekit.games import registry
from coursekit.learning.alphazero.self_play import Samples
from coursekit.learning.replay import ReplayBuffer
from coursekit.learning.symmetry import transform_actions, transform_planes

Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]

FIELDS = ("own", "opp", "policy", "result", "final_own", "final_opp")
"""What is kept of :class:`coursekit.learning.alphazero.self_play.Samples`."""


class Batch(NamedTuple):
    """What an update learns from.

    Attributes:
        planes: (N, 3, n, n): mover, other, legal squares.
        legal: (N, actions) bool.
        policy: (N, actions): the search's.
        value: (N,): the result for the mover.
        ownership: (N, n·n): +1 where the mover owns the square in the end, −1 the other side, 0
            where neither does.
    """

    planes: torch.Tensor
    legal: torch.Tensor
    policy: torch.Tensor
    value: torch.Tensor
    ownership: torch.Tensor


class Window:
    """The newest positions: a share of all so far, up to a number.

    Early on the share keeps what the first, random networks played from being learned for long.

    Args:
        game: The game.
        capacity: Positions at most.
        share: The same as a share of all that were ever added.
    """

    def __init__(self, game: str, capacity: int, share: float) -> None:
        env = registry.spec(game).make()
        self.size, self.actions = env.space.cols, len(env.space.actions)
        self.capacity, self.share = capacity, share
        self.total = 0
        self._stride = env.space.stride
        self._board = env.words()[2] if game.startswith("othello") else np.uint64(0)
        self._shards: dict[str, Arrays] = {}
        bits = ((), np.uint64)
        self._buffer = ReplayBuffer(
            capacity,
            dict.fromkeys(FIELDS, bits)
            | {"policy": ((self.actions,), np.float16), "result": ((), np.int8)},
        )

    def __len__(self) -> int:
        return min(len(self._buffer), max(1, int(self.total * self.share)))

    @property
    def shards(self) -> Mapping[str, Arrays]:
        """What was added and is still needed, by names in the order of adding."""
        return self._shards

    def add(self, samples: Samples) -> None:
        """Adds the newest positions, oldest first."""
        stored = {name: getattr(samples, name) for name in FIELDS}
        self._buffer.add(**stored)
        self._shards[f"{self.total:010}"] = stored
        self.total += len(stored["own"])
        kept = sum(len(shard["own"]) for shard in self._shards.values())
        for name in list(self._shards):
            kept -= len(self._shards[name]["own"])
            if kept < len(self):
                break
            del self._shards[name]

    def load(self, shards: Mapping[str, Arrays]) -> None:
        """Takes over the shards of another window like this, and continues as that one would."""
        for name in sorted(shards):
            self._buffer.add(**shards[name])
            self._shards[name] = shards[name]
            self.total = int(name) + len(shards[name]["own"])

    def sample(self, count: int, rng: np.random.Generator) -> Batch:
        """Returns positions drawn uniformly, each under a random one of the eight symmetries."""
        drawn = self._buffer.sample(count, rng, newest=len(self))
        return self._batch(drawn, torch.from_numpy(rng.integers(8, size=count)))

    def newest(self, count: int) -> Batch:
        """Returns some positions of the newest shard, as they were played."""
        shard = next(reversed(self._shards.values()))
        spread = np.linspace(0, len(shard["own"]) - 1, count).astype(np.int64)
        drawn = {name: array[spread] for name, array in shard.items()}
        return self._batch(drawn, torch.zeros(count, dtype=torch.int64))

    def _batch(self, drawn: Arrays, symmetries: torch.Tensor) -> Batch:
        """Returns stored positions as tensors, rotated and reflected."""
        count, squares = len(drawn["own"]), self.size * self.size
        allowed = np.empty(count, np.uint64)
        legal_squares(drawn["own"], drawn["opp"], self._board, allowed)
        planes = transform_planes(self._planes(drawn["own"], drawn["opp"], allowed), symmetries)
        ends = self._planes(drawn["final_own"], drawn["final_opp"], allowed)
        ends = transform_planes(ends, symmetries).flatten(2)
        policy = transform_actions(torch.from_numpy(drawn["policy"]).float(), symmetries)
        legal = torch.zeros(count, self.actions, dtype=torch.bool)
        legal[:, :squares] = planes[:, 2].flatten(1) > 0
        legal[:, squares:] = ~legal.any(1, keepdim=True)
        value = torch.from_numpy(drawn["result"]).float()
        return Batch(planes, legal, policy, value, ends[:, 0] - ends[:, 1])

    def _planes(self, *words: npt.NDArray[np.uint64]) -> torch.Tensor:
        """Returns (N, 3, n, n) planes of three words of each position."""
        flat = np.empty((len(words[0]), self.size * self.size, 3), np.float32)
        fill_planes(*words, self.size, self._stride, flat)
        return torch.from_numpy(flat).view(-1, self.size, self.size, 3).permute(0, 3, 1, 2)
