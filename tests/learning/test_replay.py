"""The replay buffer: a ring, from which samples are drawn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.learning.replay import ReplayBuffer

FIELDS = {"place": ((), np.int64), "board": ((2, 2), np.float32)}


def batch(numbers: list[int]) -> dict[str, np.ndarray]:
    places = np.array(numbers, dtype=np.int64)
    return {"place": places, "board": np.ones((len(numbers), 2, 2)) * places[:, None, None]}


@given(st.integers(1, 7), st.lists(st.integers(0, 12), max_size=8))
def test_the_newest_entries_are_kept(capacity: int, sizes: list[int]) -> None:
    buffer = ReplayBuffer(capacity, FIELDS)
    added: list[int] = []
    for size in sizes:
        numbers = list(range(len(added), len(added) + size))
        buffer.add(**batch(numbers))
        added += numbers
    newest = added[-capacity:] if added else []
    assert len(buffer) == len(newest)
    if newest:
        drawn = buffer.sample(500, np.random.default_rng(0), len(newest))
        assert set(drawn["place"].tolist()) == set(newest)
        assert (drawn["board"][:, 1, 0] == drawn["place"]).all()
        assert buffer.sample(1, np.random.default_rng(0), 1)["place"] == newest[-1]
    else:
        with pytest.raises(ValueError, match="nothing to sample"):
            buffer.sample(1, np.random.default_rng(0), 1)
