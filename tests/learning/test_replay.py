"""The replay buffer: a ring, seeded samples, and a state that goes on exactly."""

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
    assert sorted(buffer.state_dict()["place"].tolist()) == newest
    if newest:
        drawn = buffer.sample(500, np.random.default_rng(0))
        assert set(drawn["place"].tolist()) == set(newest)
        assert (drawn["board"][:, 1, 0] == drawn["place"]).all()


@pytest.mark.parametrize("filled", [0, 3, 5, 12])
def test_a_restored_buffer_goes_on_exactly(filled: int) -> None:
    buffer, twin = ReplayBuffer(5, FIELDS), ReplayBuffer(5, FIELDS)
    buffer.add(**batch(list(range(filled))))
    state = buffer.state_dict()
    kept = state["place"].tolist()
    twin.load_state_dict(state)
    for one in (buffer, twin):
        one.add(**batch([100, 101]))
    drawn = [one.sample(30, np.random.default_rng(0))["place"].tolist() for one in (buffer, twin)]
    assert drawn[0] == drawn[1]
    assert state["place"].tolist() == kept  # it does not change with its buffer


def test_what_does_not_fit_is_refused() -> None:
    buffer = ReplayBuffer(2, FIELDS)
    with pytest.raises(ValueError, match="at least one entry, not 0"):
        ReplayBuffer(0, FIELDS)
    with pytest.raises(ValueError, match="nothing to sample"):
        buffer.sample(1, np.random.default_rng(0))
    with pytest.raises(ValueError, match=r"has the fields \['place', 'board'\], not \['place'\]"):
        buffer.add(place=np.array([1]))
    with pytest.raises(ValueError, match="as many entries"):
        buffer.add(place=np.array([1]), board=np.zeros((2, 2, 2)))
