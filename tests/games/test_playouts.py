"""``playout`` and ``playouts``: results follow from the seed, and leave the env as it was."""

from __future__ import annotations

import numpy as np
import pytest

from coursekit import othello
from tests.support.playing import FORCED_PASS, GAMES, MAKERS, WIPE_OUT, play_on


@pytest.mark.parametrize("name", GAMES)
def test_playouts_are_as_many_single_playouts(name: str) -> None:
    many, one = MAKERS[name](seed=5), MAKERS[name](seed=5)
    assert many.playouts(30).tolist() == [one.playout() for _ in range(30)]
    assert many.playouts(10).tolist() == [one.playout() for _ in range(10)]
    assert many.playout() == one.playout()


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_plays_the_same_games(name: str) -> None:
    first, second = (MAKERS[name](seed=9).playouts(200).tolist() for _ in range(2))
    assert first == second


@pytest.mark.parametrize("name", GAMES)
def test_other_seeds_play_other_games(name: str) -> None:
    runs = {tuple(MAKERS[name](seed=seed).playouts(100)) for seed in range(20)}
    assert len(runs) == 20


@pytest.mark.parametrize("name", GAMES)
def test_without_a_seed_games_differ_from_env_to_env(name: str) -> None:
    assert MAKERS[name]().playouts(200).tolist() != MAKERS[name]().playouts(200).tolist()


@pytest.mark.parametrize("name", GAMES)
def test_each_call_plays_another_game(name: str) -> None:
    env = MAKERS[name](seed=5)
    assert len({env.playout() for _ in range(200)}) == 3
    assert env.playouts(200).tolist() != env.playouts(200).tolist()


@pytest.mark.parametrize("name", GAMES)
def test_the_results_are_values(name: str) -> None:
    results = MAKERS[name](seed=1).playouts(500)
    assert results.dtype == np.int8
    assert results.shape == (500,)
    assert set(results.tolist()) == {-1, 0, 1}
    assert isinstance(MAKERS[name](seed=1).playout(), int)


@pytest.mark.parametrize("name", GAMES)
def test_the_env_is_unchanged(name: str) -> None:
    env, twin = (play_on(MAKERS[name](seed=1), 3, 5) for _ in range(2))
    env.playout()
    env.playouts(50)
    assert env == twin
    assert env.to_string() == twin.to_string()


@pytest.mark.parametrize("name", GAMES)
def test_playouts_do_not_draw_from_the_rng(name: str) -> None:
    """A player that mixes both has games that do not depend on how it mixes them."""
    env, twin = MAKERS[name](seed=1), MAKERS[name](seed=1)
    env.playouts(50)
    assert env.rng.random() == twin.rng.random()


@pytest.mark.parametrize("name", GAMES)
def test_none_at_all(name: str) -> None:
    env, twin = MAKERS[name](seed=1), MAKERS[name](seed=1)
    assert env.playouts(0).shape == (0,)
    assert env.playout() == twin.playout()


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_has_no_playout(name: str) -> None:
    env = play_on(MAKERS[name](), 2)
    with pytest.raises(ValueError, match="the game is over"):
        env.playout()
    with pytest.raises(ValueError, match="the game is over"):
        env.playouts(3)


def test_a_playout_from_a_forced_pass() -> None:
    env = othello.from_moves(FORCED_PASS)
    assert set(env.playouts(300).tolist()) == {-1, 0, 1}
    assert env.legal_actions()[0].is_pass


@pytest.mark.parametrize("name", GAMES)
def test_one_move_before_the_end_every_playout_is_that_result(name: str) -> None:
    for seed in range(40):
        env = play_on(MAKERS[name](seed=1), seed)
        after = env.result()
        env.undo()
        if len(env.legal_actions()) == 1:
            assert set(env.playouts(20).tolist()) == {-after}, env


@pytest.mark.parametrize("name", GAMES)
def test_copies_have_chance_of_their_own(name: str) -> None:
    env = MAKERS[name](seed=4)
    copies = [env.copy() for _ in range(20)]
    runs = {tuple(copy.playouts(100)) for copy in [*copies, copies[0].copy(), env]}
    assert len(runs) == 22
    assert len({copy.rng.random() for copy in [*copies, env]}) == 21


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [0, 1, 4, 2**63])
def test_no_two_copies_play_the_same_games_at_different_times(name: str, seed: int) -> None:
    """Streams that overlap with a shift would make many copies play few games."""
    env = MAKERS[name](seed=seed)
    family = [env.copy() for _ in range(4)]
    family += [family[0].copy(), family[0].copy(), env]
    runs = [tuple(member.playouts(100)) for member in family]
    windows = {run[start : start + 60] for run in runs for start in range(41)}
    assert len(windows) == len(runs) * 41


@pytest.mark.parametrize("name", GAMES)
def test_the_chance_of_copies_follows_from_the_seed(name: str) -> None:
    first, second = (MAKERS[name](seed=4) for _ in range(2))
    for _ in range(3):
        one, two = first.copy(), second.copy()
        assert one.playouts(100).tolist() == two.playouts(100).tolist()
        assert one.rng.random() == two.rng.random()


def test_a_wiped_out_side_has_no_playout() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        othello.from_moves(WIPE_OUT).playout()
