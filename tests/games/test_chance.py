"""Seeds, the rng and random games: all chance of an env follows from its seed."""

from typing import Any

import numpy as np
import pytest

from coursekit import Env, othello
from coursekit.games.chance import Chance
from tests.support.playing import GAMES, MAKERS, WIPE_OUT, play_on

every_game = pytest.mark.parametrize("name", GAMES)


def drawn(env: Env) -> tuple[Any, ...]:
    """Returns what an env's chance gives next, copies included."""
    return env.rng.random(), env.playouts(100).tolist(), env.copy().rng.random(), env.playout()


@every_game
@pytest.mark.parametrize("seed", [0, np.int64(5), 2**31, 2**63, 2**64 - 1, 2**100])
def test_any_whole_number_from_0_is_a_seed(name: str, seed: Any) -> None:
    assert drawn(MAKERS[name](seed=seed)) == drawn(MAKERS[name](seed=int(seed)))


@every_game
def test_every_seed_has_other_chance_and_so_has_every_env_without_one(name: str) -> None:
    envs = [*(MAKERS[name](seed=seed) for seed in range(20)), MAKERS[name](), MAKERS[name]()]
    assert len({env.rng.random() for env in envs}) == 22
    assert len({tuple(env.playouts(200)) for env in envs}) == 22


@pytest.mark.parametrize("seed", [-1, 1.0, "1", np.float64(2), [1]])
def test_a_bad_seed_is_refused_and_changes_nothing(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number from 0 up"):
        othello.make(seed=seed)
    env, twin = (play_on(othello.make(seed=1), 1, 4) for _ in range(2))
    with pytest.raises(ValueError, match="a seed is a whole number from 0 up"):
        env.reset(seed=seed)
    assert env == twin
    assert drawn(env) == drawn(twin)


@every_game
def test_reset_lets_chance_go_on_and_starts_it_again_with_a_seed(name: str) -> None:
    env, other = MAKERS[name](seed=1), MAKERS[name](seed=1)
    for _ in range(2):
        env.reset()
        assert drawn(env) == drawn(other)
    play_on(env, 1, 4).reset(seed=7)
    assert drawn(env) == drawn(MAKERS[name](seed=7))


@every_game
def test_playouts_are_as_many_single_playouts(name: str) -> None:
    many, one = MAKERS[name](seed=5), MAKERS[name](seed=5)
    for count in (30, 0, 10):
        assert many.playouts(count).tolist() == [one.playout() for _ in range(count)]
    assert many.playout() == one.playout()


@every_game
def test_the_results_are_values_and_the_env_and_its_rng_are_unchanged(name: str) -> None:
    """So the games of a player that draws from both do not depend on how it mixes them."""
    env, twin = (play_on(MAKERS[name](seed=1), 3, 2) for _ in range(2))
    results = env.playouts(500)
    assert (results.dtype, results.shape) == (np.int32, (500,))  # 100 * (1 + 1) would overflow int8
    assert set(results.tolist()) == {env.playout() for _ in range(200)} == {-1, 0, 1}
    assert isinstance(env.playout(), int)
    assert (env, env.to_string()) == (twin, twin.to_string())
    assert env.rng.random() == twin.rng.random()


@pytest.mark.parametrize("env", [play_on(MAKERS["ultimate"](), 2), othello.from_moves(WIPE_OUT)])
def test_a_finished_game_has_no_playout(env: Env) -> None:
    for play in (env.playout, lambda: env.playouts(3)):
        with pytest.raises(ValueError, match="the game is over"):
            play()


@every_game
@pytest.mark.parametrize("count", [-3, 10**12, 10**30, 2.5, float("nan"), True, None, "3"])
def test_bug_a_wrong_number_of_playouts_changes_nothing(name: str, count: Any) -> None:
    """After playouts(nan) every later playout() raised; other numbers moved the counter."""
    env, twin = MAKERS[name](seed=1), MAKERS[name](seed=1)
    with pytest.raises(ValueError, match="count is a whole number from 0 to 100,000,000, not "):
        env.playouts(count)
    assert drawn(env) == drawn(twin)


@every_game
@pytest.mark.parametrize("used", [False, True])
def test_a_clone_has_the_same_chance_and_leaves_the_original_alone(name: str, used: bool) -> None:
    """copy() moves on the chance of later copies; three files worked around it by pickling."""
    first, second = MAKERS[name](seed=5), MAKERS[name](seed=5)
    if used:
        assert drawn(first) == drawn(second)
    twin = first.clone()
    assert twin == first
    drawn(twin)
    assert drawn(first.clone()) == drawn(second.clone()) == drawn(first) == drawn(second)


def test_a_clone_can_be_given_a_chance_that_it_shares() -> None:
    env, chance = othello.make(seed=1), Chance(7)
    unseeded = othello.make()
    assert drawn(unseeded.clone()) == drawn(unseeded)
    numbers = [env.clone(chance).rng.random() for _ in range(3)]
    rng = Chance(7).rng
    assert numbers == [rng.random() for _ in range(3)]
    assert env.rng.random() == othello.make(seed=1).rng.random()
