"""Perfect games from the literature, replayed: a rule that is off breaks the line."""

from __future__ import annotations

from coursekit import BLACK, WHITE, othello

FEINSTEIN_6X6 = "c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6a4c6a6a2b5a5e6e5a3a1f5f6e1f1"
"""Feinstein (1993): white wins 6×6 by 20–16."""
TAKIZAWA_8X8 = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1"
    "f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6"
)
"""Takizawa (2023), arXiv 2310.19387, CC BY 4.0: 8×8 is a draw."""


def test_feinsteins_6x6_game() -> None:
    env = othello.from_moves(FEINSTEIN_6X6, size=6)
    assert env.is_done()
    assert (env.count(BLACK), env.count(WHITE)) == (16, 20)
    assert env.is_win(WHITE)
    assert env.is_lose(BLACK)
    assert not env.is_draw()
    assert [number for number, action in enumerate(env.history) if action.is_pass] == [30]
    assert len(env.history) == 33
    assert env.to_moves() == FEINSTEIN_6X6


def test_takizawas_8x8_game() -> None:
    env = othello.from_moves(TAKIZAWA_8X8)
    assert env.is_done()
    assert (env.count(BLACK), env.count(WHITE)) == (32, 32)
    assert env.is_draw()
    assert env.result() == 0
    assert len(env.history) == 60
    assert not any(action.is_pass for action in env.history)
    assert env.to_moves() == TAKIZAWA_8X8


def test_the_solved_games_come_apart_again() -> None:
    for transcript, size in ((FEINSTEIN_6X6, 6), (TAKIZAWA_8X8, 8)):
        env = othello.from_moves(transcript, size)
        for _ in range(len(env.history)):
            env.undo()
        assert env == othello.make(size)
