"""The replay buffer: a ring, seeded samples, and a state that goes on exactly."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.learning import ReplayBuffer

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


def test_samples_follow_from_the_generator() -> None:
    buffer = ReplayBuffer(100, FIELDS)
    buffer.add(**batch(list(range(100))))
    one, same = (buffer.sample(20, np.random.default_rng(1))["place"] for _ in range(2))
    assert one.tolist() == same.tolist()
    assert one.tolist() != buffer.sample(20, np.random.default_rng(2))["place"].tolist()


@pytest.mark.parametrize("filled", [0, 3, 5, 12])
def test_a_restored_buffer_goes_on_exactly(filled: int) -> None:
    buffer, twin = ReplayBuffer(5, FIELDS), ReplayBuffer(5, FIELDS)
    buffer.add(**batch(list(range(filled))))
    twin.load_state_dict(buffer.state_dict())
    for one in (buffer, twin):
        one.add(**batch([100, 101]))
    drawn = [one.sample(30, np.random.default_rng(0))["place"].tolist() for one in (buffer, twin)]
    assert drawn[0] == drawn[1]


def test_a_state_does_not_change_with_its_buffer() -> None:
    buffer = ReplayBuffer(2, FIELDS)
    buffer.add(**batch([1, 2]))
    state = buffer.state_dict()
    buffer.add(**batch([3]))
    assert state["place"].tolist() == [1, 2]


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
    with pytest.raises(ValueError, match="cannot load"):
        buffer.load_state_dict({"place": np.array([1])})
    larger = ReplayBuffer(4, FIELDS)
    larger.add(**batch([1, 2, 3]))
    with pytest.raises(ValueError, match="more than 2 entries"):
        buffer.load_state_dict(larger.state_dict())
    other = ReplayBuffer(2, {**FIELDS, "board": ((3, 3), np.float32)})
    with pytest.raises(ValueError, match="'board' is float32"):
        buffer.load_state_dict(other.state_dict())
