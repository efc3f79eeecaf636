"""The same numbers by ``legal_actions``, ``update`` and ``undo``: the path that students use."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit import Env, othello
from coursekit.truth import perft
from tests.support.perfts import assert_env_perft, env_perft
from tests.support.playing import games, othello_boards
from tests.truth.test_perft_othello import EIGHT, FOUR_A, FOUR_C, SIX_A


@pytest.mark.parametrize("counting", "ABC")
@pytest.mark.parametrize("depth", range(1, 7))
def test_perft_8x8_through_the_env(depth: int, counting: str) -> None:
    assert_env_perft(othello.make(8), depth, EIGHT[counting][depth - 1], counting)


@pytest.mark.parametrize("depth", range(1, 7))
def test_perft_6x6_through_the_env(depth: int) -> None:
    assert_env_perft(othello.make(6), depth, SIX_A[depth - 1])


@pytest.mark.parametrize("depth", [5, 8, 11, 14, 17, 18])
def test_perft_4x4_through_the_env(depth: int) -> None:
    assert_env_perft(othello.make(4), depth, FOUR_A[depth - 1])


@pytest.mark.parametrize("depth", [5, 8, 11])
def test_perft_4x4_without_passes_as_plies_through_the_env(depth: int) -> None:
    assert_env_perft(othello.make(4), depth, FOUR_C[depth - 1], "C")


@pytest.mark.slow
@pytest.mark.parametrize("counting", "ABC")
@pytest.mark.parametrize("depth", [7, 8, 9])
def test_perft_8x8_through_the_env_deep(depth: int, counting: str) -> None:
    assert_env_perft(othello.make(8), depth, EIGHT[counting][depth - 1], counting)


@settings(max_examples=150, deadline=None)
@given(games("othello4", "othello6", "othello8"), st.integers(0, 3), st.sampled_from("ABC"))
def test_compiled_and_plain_perft_agree_in_mid_game(env: Env, depth: int, counting: str) -> None:
    assert perft(env, depth, counting) == env_perft(env, depth, counting)


@settings(max_examples=300, deadline=None)
@given(othello_boards(), st.integers(0, 3), st.sampled_from("ABC"))
def test_compiled_and_plain_perft_agree_on_any_board(text: str, depth: int, counting: str) -> None:
    env = othello.from_string(text)
    assert perft(env, depth, counting) == env_perft(env, depth, counting)


@settings(max_examples=100, deadline=None)
@given(games("othello4", whole=True), st.integers(1, 5), st.sampled_from("ABC"))
def test_compiled_and_plain_perft_agree_near_the_end(env: Env, back: int, counting: str) -> None:
    """Passes, double passes and early ends, at the root and below it."""
    for _ in range(min(back, len(env.history))):
        env.undo()
    for depth in range(8):
        assert perft(env, depth, counting) == env_perft(env, depth, counting)
