"""Random numbers and games inside the kernels: even, and the same on any number of threads."""

import numpy as np
import pytest

from coursekit.engine.rules import othello as kernels
from coursekit.engine.rules import rng

START = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36, 2**64 - 1)


def chi_square(counts: np.ndarray, expected: np.ndarray | float) -> float:
    return float((((counts - expected) ** 2) / expected).sum())


def bound(cells: int) -> float:
    """Returns mean plus five standard deviations of chi-square with ``cells`` − 1 freedoms."""
    freedoms = cells - 1
    return freedoms + 5 * (2 * freedoms) ** 0.5


def states(count: int, seed: int = 3) -> list[int]:
    """Returns the first random number of each of ``count`` games of one seed."""
    return [rng.step(rng.stream(seed, number)) for number in range(count)]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 20, 33, 64])
def test_below_is_uniform(n: int) -> None:
    games = 3000 * n if n < 10 else 1000 * n
    counts = np.bincount([rng.below(state, n) for state in states(games)], minlength=n)
    assert len(counts) == n
    assert chi_square(counts, games / n) < bound(n) + 1e-9


@pytest.mark.parametrize(
    "bits", [1, 1 << 63, 0b1011, 1 << 19 | 1 << 26 | 1 << 37 | 1 << 44, 2**64 - 1]
)
def test_random_bit_picks_every_set_bit_equally_often(bits: int) -> None:
    squares = [i for i in range(64) if bits >> i & 1]
    games = 2000 * len(squares)
    found = [kernels.random_bit(bits, state) for state in states(games)]
    counts = np.array([found.count(1 << square) for square in squares])
    assert counts.sum() == games
    assert chi_square(counts, games / len(squares)) < bound(len(squares)) + 1e-9


def test_successive_numbers_are_independent() -> None:
    counts = np.zeros((8, 8))
    for number in range(30_000):
        first = rng.step(rng.stream(2, number))
        counts[rng.below(first, 8), rng.below(rng.step(first), 8)] += 1
    assert chi_square(counts.ravel(), 30_000 / 64) < bound(64)


def test_streams_of_neighbouring_seeds_and_numbers_all_differ() -> None:
    seen = {rng.stream(seed, number) for seed in range(100) for number in range(100)}
    assert len(seen) == 10_000
    assert 0 not in seen


@pytest.mark.parametrize("count", [0, 1, 7, 499, 1500, 3001])
@pytest.mark.parametrize("threads", [1, 2, 3, 16])
def test_threads_do_not_change_the_results(count: int, threads: int) -> None:
    expected = [kernels.playout(*START, 11, number) for number in range(5, 5 + count)]
    found = kernels.random_games(*START, 11, 5, count, threads=threads)
    assert found.dtype == np.int64
    assert found.tolist() == expected
