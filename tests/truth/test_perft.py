"""Perft against the known numbers, compiled and through the ``Env``, and what else it promises."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit import Env, othello, tictactoe, ultimate
from coursekit.truth import divide, perft
from tests.support.playing import (
    FORCED_PASS,
    GAMES,
    MAKERS,
    WIPE_OUT,
    games,
    othello_boards,
    play_on,
)


def env_perft(env: Env, depth: int, counting: str = "A") -> int:
    """Counts the leaves through ``legal_actions``, ``update`` and ``undo`` alone."""
    if depth == 0:
        return 1
    actions = env.legal_actions()
    leaves = 0 if actions or counting == "A" else 1
    for action in actions:
        env.update(action)
        plies = 0 if action.is_pass and counting == "C" else 1
        leaves += env_perft(env, depth - plies, counting)
        env.undo()
    return leaves


def assert_perft(env: Env, depth: int, expected: int, counting: str = "A", count=perft) -> None:
    found = count(env, depth, counting)
    assert found == expected, f"{found} != {expected}; divide: {divide(env, depth, counting)}"


EIGHT = [4, 12, 56, 244, 1396, 8200, 55092, 390216]
FOUR = [4, 12, 44, 128, 424, 1256, 3624, 9112, 20032]
KNOWN = {
    ("othello8", "A"): [*EIGHT, 3005288, 24571056],
    ("othello8", "B"): [*EIGHT, 3005288, 24571284],
    ("othello8", "C"): [*EIGHT, 3005320, 24571420],
    ("othello6", "A"): [4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976684],
    ("othello4", "A"): [*FOUR, 36412, 50268, 55112, 31396, 12920, 3416, 612, 48, 0],
    ("othello4", "C"): [4, 12, 44, 128, 436, 1296, 3788, 9768, 22184, 41636, 60060],
    ("tictactoe", "A"): [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    # Depth 6 is the first that tells the variants of the rules apart.
    ("ultimate", "A"): [81, 720, 6336, 55080, 473256, 4020960],
}
PLAIN_DEPTHS = {
    **{("othello8", counting): range(1, 7) for counting in "ABC"},
    ("othello6", "A"): range(1, 7),
    ("othello4", "A"): (5, 8, 11, 14, 17, 18),
    ("othello4", "C"): (5, 8, 11),
}


@pytest.mark.parametrize(("game", "counting"), KNOWN)
def test_perft(game: str, counting: str) -> None:
    for depth, leaves in enumerate(KNOWN[game, counting], start=1):
        assert_perft(MAKERS[game](), depth, leaves, counting)


@pytest.mark.parametrize(("game", "counting"), PLAIN_DEPTHS)
def test_perft_through_the_env(game: str, counting: str) -> None:
    """By ``legal_actions``, ``update`` and ``undo``: the path that students use."""
    for depth in PLAIN_DEPTHS[game, counting]:
        leaves = KNOWN[game, counting][depth - 1]
        assert_perft(MAKERS[game](), depth, leaves, counting, env_perft)


def test_every_small_game_is_counted_once_in_the_end() -> None:
    """The 60,060 games of 4×4 Othello and 255,168 of tic-tac-toe: none is lost or counted twice."""
    assert_perft(othello.make(4), 30, 60060, "B")
    assert_perft(othello.make(4), 30, 60060, "C")
    assert_perft(tictactoe.make(), 9, 255168, "B")
    assert_perft(tictactoe.make(), 9, 255168, "C", env_perft)


def test_the_228_shortest_8x8_games() -> None:
    """They end at ply 9, so only a count of depth 10 can see them."""
    assert perft(othello.make(), 10, "B") - perft(othello.make(), 10, "A") == 228


@pytest.mark.slow
def test_perft_deep() -> None:
    """Numbers of Aart Bik, "Perft for Reversi" (2009), who counts as B does."""
    assert_perft(othello.make(), 11, 212258800, "B")
    assert_perft(othello.make(), 12, 1939886636, "B")
    assert_perft(ultimate.make(), 7, 33782544)


@pytest.mark.slow
@pytest.mark.parametrize("counting", "ABC")
def test_perft_through_the_env_deep(counting: str) -> None:
    for depth in (7, 8, 9):
        leaves = KNOWN["othello8", counting][depth - 1]
        assert_perft(othello.make(8), depth, leaves, counting, env_perft)


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


@pytest.mark.parametrize(("counting", "leaves"), [("A", 0), ("B", 1), ("C", 1)])
def test_a_finished_game(counting: str, leaves: int) -> None:
    for env in (othello.from_moves(WIPE_OUT), tictactoe.from_moves("a1b1a2b2a3")):
        assert perft(env, 3, counting) == leaves
        assert perft(env, 0, counting) == 1  # depth 0 is the position itself


def test_a_pass_is_a_ply_in_a_and_b_and_none_in_c() -> None:
    env = othello.from_moves(FORCED_PASS)
    after = othello.from_moves(FORCED_PASS)
    after.turn_change()
    for counting in "AB":
        assert perft(env, 1, counting) == 1
        assert perft(env, 4, counting) == perft(after, 3, counting)
    assert perft(env, 1, "C") == len(after.legal_actions())
    assert perft(env, 3, "C") == perft(after, 3, "C")
    for counting in "ABC":
        assert divide(env, 3, counting) == {"pass": perft(env, 3, counting)}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("counting", "ABC")
def test_divide_sums_to_perft_and_leaves_the_env_unchanged(name: str, counting: str) -> None:
    env, twin = (play_on(MAKERS[name](), 4, 4) for _ in range(2))
    parts = divide(env, 3, counting)
    assert list(parts) == [action.name for action in env.legal_actions()]
    assert sum(parts.values()) == perft(env, 3, counting) > 0
    assert env == twin


@pytest.mark.parametrize("counting", ["a", "D", "", "AB", None, 1])
def test_an_unknown_counting_is_refused(counting: Any) -> None:
    with pytest.raises(ValueError, match="counting is one of A, B and C"):
        perft(othello.make(), 3, counting)


def test_a_depth_is_a_whole_number_of_plies() -> None:
    with pytest.raises(ValueError, match="from 0 to 1,000, not -1"):
        perft(othello.make(), -1)
    with pytest.raises(ValueError, match="from 1 to 1,000, not 0"):
        divide(ultimate.make(), 0)


def test_bug_an_error_in_divide_leaves_the_env_as_it_was() -> None:
    env = othello.make()
    for depth, counting in ((2, "D"), (10**30, "A")):
        with pytest.raises(ValueError, match="is "):
            divide(env, depth, counting)
        assert env == othello.make()


def test_a_failing_perft_prints_the_divide() -> None:
    with pytest.raises(AssertionError, match=r"(?s)244 != 245.*divide:.*'d3': 61.*'e6': 61"):
        assert_perft(othello.make(), 4, 245)
