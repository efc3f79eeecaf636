"""Seeds: the same seed gives the same chance, and a bad one is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.support.playing import GAMES, MAKERS, play_on


@pytest.mark.parametrize("name", GAMES)
def test_the_rng_follows_from_the_seed(name: str) -> None:
    draws = [MAKERS[name](seed=seed).rng.random() for seed in (1, 1, 2)]
    assert draws[0] == draws[1] != draws[2]
    assert isinstance(MAKERS[name]().rng, np.random.Generator)


@pytest.mark.parametrize("name", GAMES)
def test_the_rng_goes_on(name: str) -> None:
    env = MAKERS[name](seed=1)
    assert env.rng is env.rng
    assert env.rng.random() != env.rng.random()


@pytest.mark.parametrize("name", GAMES)
def test_without_a_seed_chance_differs(name: str) -> None:
    assert MAKERS[name]().rng.random() != MAKERS[name]().rng.random()


@pytest.mark.parametrize("name", GAMES)
def test_reset_with_a_seed_starts_chance_again(name: str) -> None:
    env, fresh = play_on(MAKERS[name](seed=1), 1, 4), MAKERS[name](seed=7)
    env.rng.random()
    env.playout()
    env.reset(seed=7)
    assert env.rng.random() == fresh.rng.random()
    assert env.playouts(100).tolist() == fresh.playouts(100).tolist()
    assert env.copy().rng.random() == fresh.copy().rng.random()


@pytest.mark.parametrize("name", GAMES)
def test_reset_without_a_seed_lets_chance_go_on(name: str) -> None:
    env, other = MAKERS[name](seed=1), MAKERS[name](seed=1)
    env.reset()
    assert env.rng.random() == other.rng.random()
    first = env.playouts(100).tolist()
    env.reset()
    assert env.playouts(100).tolist() != first


@pytest.mark.parametrize("seed", [-1, 1.0, "1", np.float64(2), [1]])
@pytest.mark.parametrize("name", GAMES)
def test_a_bad_seed_is_refused_and_changes_nothing(name: str, seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number from 0 up"):
        MAKERS[name](seed=seed)
    env, twin = (play_on(MAKERS[name](seed=1), 1, 4) for _ in range(2))
    with pytest.raises(ValueError, match="a seed is a whole number from 0 up"):
        env.reset(seed=seed)
    assert env == twin
    assert env.playouts(50).tolist() == twin.playouts(50).tolist()


@pytest.mark.parametrize("seed", [0, np.int64(5), 2**31, 2**63, 2**64 - 1, 2**100])
@pytest.mark.parametrize("name", GAMES)
def test_any_whole_number_from_0_is_a_seed(name: str, seed: Any) -> None:
    one, two = MAKERS[name](seed=seed), MAKERS[name](seed=int(seed))
    assert one.playouts(50).tolist() == two.playouts(50).tolist()
    assert one.rng.random() == two.rng.random()
    assert one.copy().playout() == two.copy().playout()


@pytest.mark.parametrize("name", GAMES)
def test_a_negative_number_of_playouts_is_refused_and_changes_nothing(name: str) -> None:
    env, twin = MAKERS[name](seed=1), MAKERS[name](seed=1)
    with pytest.raises(ValueError, match="from 0 up, not -3"):
        env.playouts(-3)
    assert env.playouts(60).tolist() == twin.playouts(60).tolist()
