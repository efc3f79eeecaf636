"""What perft and divide promise besides the numbers."""

from __future__ import annotations

from typing import Any

import pytest

from coursekit import othello, tictactoe, ultimate
from coursekit.truth import divide, perft
from tests.support.perfts import assert_perft
from tests.support.playing import FORCED_PASS, GAMES, MAKERS, WIPE_OUT, play_on


def test_depth_0_is_the_position_itself() -> None:
    for counting in "ABC":
        assert perft(othello.make(), 0, counting) == 1
        assert perft(othello.from_moves(WIPE_OUT), 0, counting) == 1
        assert perft(tictactoe.make(), 0, counting) == 1


@pytest.mark.parametrize(("counting", "leaves"), [("A", 0), ("B", 1), ("C", 1)])
def test_a_finished_game(counting: str, leaves: int) -> None:
    for env in (othello.from_moves(WIPE_OUT), tictactoe.from_moves("a1b1a2b2a3")):
        assert env.is_done()
        assert perft(env, 3, counting) == leaves


def test_a_pass_is_a_ply_in_a_and_b_and_none_in_c() -> None:
    env = othello.from_moves(FORCED_PASS)
    after = othello.from_moves(FORCED_PASS)
    after.turn_change()
    for counting in "AB":
        assert perft(env, 1, counting) == 1
        assert perft(env, 4, counting) == perft(after, 3, counting)
    assert perft(env, 1, "C") == len(after.legal_actions())
    assert perft(env, 3, "C") == perft(after, 3, "C")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("counting", "ABC")
def test_divide_sums_to_perft(name: str, counting: str) -> None:
    env = play_on(MAKERS[name](), 4, 4)
    parts = divide(env, 3, counting)
    assert list(parts) == [action.name for action in env.legal_actions()]
    assert sum(parts.values()) == perft(env, 3, counting) > 0


def test_divide_at_a_pass() -> None:
    env = othello.from_moves(FORCED_PASS)
    for counting in "ABC":
        assert divide(env, 3, counting) == {"pass": perft(env, 3, counting)}


@pytest.mark.parametrize("name", GAMES)
def test_counting_leaves_the_env_unchanged(name: str) -> None:
    env, twin = (play_on(MAKERS[name](), 5, 4) for _ in range(2))
    perft(env, 3)
    divide(env, 3)
    assert env == twin


@pytest.mark.parametrize("counting", ["a", "D", "", "AB", None, 1])
def test_an_unknown_counting_is_refused(counting: Any) -> None:
    with pytest.raises(ValueError, match="counting is one of A, B and C"):
        perft(othello.make(), 3, counting)


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="from 0 up, not -1"):
        perft(othello.make(), -1)
    with pytest.raises(ValueError, match="from 1 up, not 0"):
        divide(ultimate.make(), 0)


def test_a_failing_perft_prints_the_divide() -> None:
    with pytest.raises(AssertionError, match=r"(?s)244 != 245.*divide:.*d3: 61.*e6: 61"):
        assert_perft(othello.make(), 4, 245)
