"""Random numbers and games inside the kernels: even, and the same on any number of threads."""

import numpy as np
import pytest

from coursekit import Env, othello
from coursekit.engine.rules import othello as kernels
from coursekit.engine.rules import rng
from tests.support.playing import play_on

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


def test_later_numbers_of_one_game_are_uniform_too() -> None:
    state, counts = rng.stream(1, 1), np.zeros(16)
    for _ in range(32_000):
        state = rng.step(state)
        counts[rng.below(state, 16)] += 1
    assert chi_square(counts, 2000) < bound(16)


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


def test_a_state_never_becomes_zero() -> None:
    """Zero is the one state that xorshift never leaves."""
    state = rng.stream(0, 0)
    for _ in range(10_000):
        state = rng.step(state)
        assert state != 0


def margins(env: Env, known: dict[object, dict[int, float]]) -> dict[int, float]:
    """Returns the exact probability of each final margin, black minus white."""
    if env.is_done():
        return {env.count(1) - env.count(-1): 1.0}
    if env.position not in known:
        total: dict[int, float] = {}
        actions = env.legal_actions()
        for action in actions:
            env.update(action)
            for margin, chance in margins(env, known).items():
                total[margin] = total.get(margin, 0.0) + chance / len(actions)
            env.undo()
        known[env.position] = total
    return known[env.position]


@pytest.mark.parametrize("transcript", ["b1", "b1a1", "b1c1d1"])
def test_margins_of_playouts_have_their_exact_chances(transcript: str) -> None:
    """Every way that a 4×4 game can end, as often as it should: a biased move would show."""
    env = othello.from_moves(transcript, size=4)
    exact = margins(env, {})
    games = 60_000
    own, opp, _ = env.bitboards
    found = kernels.random_games(own, opp, env.bitboards[2], 5, 1, games) * int(env.player)
    often = [margin for margin, chance in exact.items() if chance * games >= 20]
    assert set(found.tolist()) <= set(exact)
    counts = np.array([(found == margin).sum() for margin in often])
    assert len(often) > 10
    assert chi_square(counts, np.array([exact[m] * games for m in often])) < bound(len(often))


@pytest.mark.parametrize("count", [0, 1, 7, 499, 1500, 3001])
@pytest.mark.parametrize("threads", [1, 2, 3, 16])
def test_threads_do_not_change_the_results(count: int, threads: int) -> None:
    expected = [kernels.playout(*START, 11, number) for number in range(5, 5 + count)]
    found = kernels.random_games(*START, 11, 5, count, threads=threads)
    assert found.dtype == np.int64
    assert found.tolist() == expected


def test_several_threads_really_share_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    inner = kernels.playouts

    def spy(*arguments: object) -> None:
        sizes.append(len(arguments[-1]))  # type: ignore[arg-type]
        inner(*arguments)

    monkeypatch.setattr(kernels, "playouts", spy)
    kernels.random_games(*START, 11, 1, 3000, threads=3)
    assert sorted(sizes) == [1000, 1000, 1000]


@pytest.mark.parametrize("size", [4, 6, 8])
def test_one_move_before_the_end_the_margin_is_exact(size: int) -> None:
    for seed in range(60):
        env = play_on(othello.make(size), seed)
        player = env.player
        margin = env.count(-player) - env.count(player)
        env.undo()
        if len(env.legal_actions()) == 1:
            own, opp, _ = env.bitboards
            found = kernels.random_games(own, opp, env.bitboards[2], 1, 1, 5)
            assert found.tolist() == [margin] * 5, env
