"""A replay buffer: the last positions of the games, to be learned from more than once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

Arrays = dict[str, npt.NDArray[Any]]


class ReplayBuffer:
    """A ring of fixed capacity: when it is full, new entries replace the oldest.

    Args:
        capacity: Number of entries.
        fields: For each field of an entry its shape and type.

    >>> buffer = ReplayBuffer(3, {"position": ((), np.int32)})
    >>> buffer.add(position=np.array([1, 2, 3, 4]))
    >>> drawn = buffer.sample(99, np.random.default_rng(0), newest=3)
    >>> len(buffer), sorted(drawn["position"].tolist())[0]
    (3, 2)
    """

    def __init__(
        self, capacity: int, fields: Mapping[str, tuple[tuple[int, ...], npt.DTypeLike]]
    ) -> None:
        self.capacity = capacity
        self._arrays: Arrays = {
            name: np.zeros((capacity, *shape), dtype) for name, (shape, dtype) in fields.items()
        }
        self._next = 0
        self._filled = 0

    def __len__(self) -> int:
        return self._filled

    def add(self, **batch: npt.NDArray[Any]) -> None:
        """Stores entries, oldest first.

        Args:
            batch: (N, …) array for each field; of more than ``capacity`` the last are kept.
        """
        count = len(next(iter(batch.values())))
        kept = min(count, self.capacity)
        places = (self._next + np.arange(count - kept, count)) % self.capacity
        for name, values in batch.items():
            self._arrays[name][places] = values[count - kept :]
        self._next = (self._next + count) % self.capacity
        self._filled = min(self._filled + count, self.capacity)

    def sample(self, count: int, rng: np.random.Generator, newest: int) -> Arrays:
        """Returns entries drawn uniformly, with replacement.

        Args:
            count: Number of entries, N.
            rng: Where chance comes from.
            newest: How many of the newest entries to draw from.

        Returns:
            (N, …) array for each field.

        Raises:
            ValueError: If the buffer is empty.
        """
        if not self._filled:
            raise ValueError("the buffer is empty: there is nothing to sample")
        back = rng.integers(1, 1 + min(newest, self._filled), size=count)
        places = (self._next - back) % self.capacity
        return {name: values[places] for name, values in self._arrays.items()}
