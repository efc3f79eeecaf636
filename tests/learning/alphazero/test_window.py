"""The window: what it keeps, what it forgets, and what comes out of it."""

import numpy as np
import pytest
import torch

from coursekit.games.symmetry import SYMMETRIES
from coursekit.learning import AlphaZeroConfig
from coursekit.learning.alphazero.self_play import Samples, SelfPlay
from coursekit.learning.alphazero.window import Window
from coursekit.learning.input_planes import legal_mask, planes
from coursekit.learning.symmetry import transform_actions, transform_planes
from tests.support.othello8 import env_at


def samples(numbers: range) -> Samples:
    """Stand-ins that can be told apart by their pieces."""
    own = np.array(numbers, dtype=np.uint64)
    count = len(own)
    kinds = (np.int8, np.float16, np.uint64, np.uint64, np.uint8)
    policy = np.full((count, 17), 1 / 17, np.float16)
    return Samples(own, np.zeros(count, np.uint64), policy, *(np.zeros(count, k) for k in kinds))


def owned(window: Window, count: int = 400) -> set[int]:
    """The numbers that a window gives out."""
    window_buffer = window._buffer.sample(count, np.random.default_rng(0), newest=len(window))
    return set(window_buffer["own"].tolist())


def played() -> Samples:
    def uniform(own: np.ndarray, opp: np.ndarray, legal: np.ndarray) -> tuple:
        return np.zeros((len(own), 17), np.float32), np.zeros(len(own), np.float32)

    config = AlphaZeroConfig(game="othello4", games=8, simulations=4, random_plies=2, seed=1)
    return SelfPlay(config).play(uniform, 200)


def test_it_holds_the_newest_share_and_shards_as_long_as_they_are_needed() -> None:
    window = Window("othello4", capacity=1000, share=0.5)
    window.add(samples(range(10)))
    assert owned(window) == set(range(5, 10))
    window.add(samples(range(10, 18)))
    assert owned(window) == set(range(9, 18))
    assert list(window.shards) == ["0000000000", "0000000010"]
    window.add(samples(range(18, 58)))
    assert owned(window) == set(range(29, 58))
    assert list(window.shards) == ["0000000018"]


def test_it_holds_no_more_than_its_capacity() -> None:
    window = Window("othello4", capacity=8, share=0.9)
    with pytest.raises(ValueError, match="empty"):
        window.sample(1, np.random.default_rng(0))
    for first in range(0, 60, 6):
        window.add(samples(range(first, first + 6)))
    assert len(window) == 8
    assert owned(window) == set(range(52, 60))


def test_batches_are_what_the_plain_functions_make() -> None:
    """Planes, legal actions, result and owners, rebuilt through Env and turned back."""
    found = played()
    window = Window("othello4", capacity=1000, share=1.0)
    window.add(found)
    batch = window.newest(len(found.own))
    assert (batch.policy[~batch.legal] == 0).all()
    for row in range(0, len(found.own), 7):
        env = env_at(int(found.own[row]), int(found.opp[row]), 4)
        assert torch.equal(batch.planes[row], planes(env, channels=3)[0])
        assert torch.equal(batch.legal[row], legal_mask(env)[0])
        assert float(batch.value[row]) == found.result[row]
        assert float(batch.ownership[row].sum().sign()) == found.result[row]


def test_samples_come_under_all_eight_symmetries() -> None:
    window = Window("othello4", capacity=10, share=1.0)
    one = samples(range(0x0102, 0x0103))
    one.policy[:] = np.arange(17) / 17
    one.final_own[:] = 0x0102
    window.add(one)
    plain = window.newest(1)
    owners = plain.ownership.reshape(1, 1, 4, 4)
    seen = set()
    batch = window.sample(200, np.random.default_rng(0))
    for board, policy, owned in zip(batch.planes, batch.policy, batch.ownership, strict=True):
        (symmetry,) = (s for s in SYMMETRIES if torch.equal(turned(plain.policy, s), policy))
        assert torch.equal(transform_planes(plain.planes, symmetry)[0], board)
        assert torch.equal(transform_planes(owners, symmetry).flatten(), owned)
        seen.add(symmetry)
    assert seen == set(SYMMETRIES)


def turned(policy, symmetry):
    return transform_actions(policy, symmetry)[0]
