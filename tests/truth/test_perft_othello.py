"""Perft of Othello against the known numbers, in the three countings, by the compiled counter."""

from __future__ import annotations

import pytest

from coursekit import othello
from coursekit.truth import perft
from tests.support.perfts import assert_perft

EIGHT_TO_8 = [4, 12, 56, 244, 1396, 8200, 55092, 390216]
EIGHT = {
    "A": [*EIGHT_TO_8, 3005288, 24571056],
    "B": [*EIGHT_TO_8, 3005288, 24571284],
    "C": [*EIGHT_TO_8, 3005320, 24571420],
}
SIX_A = [4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976684]
FOUR_A = [4, 12, 44, 128, 424, 1256, 3624, 9112, 20032]
FOUR_A += [36412, 50268, 55112, 31396, 12920, 3416, 612, 48, 0]
FOUR_C = [4, 12, 44, 128, 436, 1296, 3788, 9768, 22184, 41636, 60060]


@pytest.mark.parametrize("counting", "ABC")
@pytest.mark.parametrize("depth", range(1, 11))
def test_perft_8x8(depth: int, counting: str) -> None:
    assert_perft(othello.make(8), depth, EIGHT[counting][depth - 1], counting)


@pytest.mark.parametrize("depth", range(1, 11))
def test_perft_6x6(depth: int) -> None:
    assert_perft(othello.make(6), depth, SIX_A[depth - 1])


@pytest.mark.parametrize("depth", range(1, 19))
def test_perft_4x4_to_the_end_of_every_game(depth: int) -> None:
    assert_perft(othello.make(4), depth, FOUR_A[depth - 1])


@pytest.mark.parametrize("depth", range(1, 12))
def test_perft_4x4_without_passes_as_plies(depth: int) -> None:
    assert_perft(othello.make(4), depth, FOUR_C[depth - 1], "C")


@pytest.mark.parametrize("counting", "BC")
def test_every_4x4_game_is_counted_once_in_the_end(counting: str) -> None:
    """The 60,060 complete games: no counting can lose or double one of them."""
    assert_perft(othello.make(4), 30, 60060, counting)


def test_the_228_shortest_8x8_games() -> None:
    """They end at ply 9, so only a count of depth 10 can see them."""
    assert perft(othello.make(), 10, "B") - perft(othello.make(), 10, "A") == 228


@pytest.mark.slow
@pytest.mark.parametrize(("depth", "leaves"), [(11, 212258800), (12, 1939886636)])
def test_perft_8x8_deep(depth: int, leaves: int) -> None:
    """Numbers of Aart Bik, "Perft for Reversi" (2009), who counts as B does."""
    assert_perft(othello.make(), depth, leaves, "B")
