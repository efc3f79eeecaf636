"""Random games against slow references that were written from the rules alone.

At every ply: board, side to move, legal actions, end, result and counts; then undo, step by step,
back to the start.
"""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit import Env, othello
from tests.support.crosses import Crosses, UltimateCrosses
from tests.support.mailbox import Mailbox
from tests.support.playing import MAKERS, othello_boards

STARTS: dict[str, Any] = {
    "othello4": lambda: Mailbox.start(4),
    "othello6": lambda: Mailbox.start(6),
    "othello8": lambda: Mailbox.start(8),
    "tictactoe": Crosses.start,
    "ultimate": UltimateCrosses.start,
}
SEEDS = st.integers(0, 2**32 - 1)


def squares(env: Env) -> list[tuple[int, int] | None]:
    return [
        None if action.row is None or action.col is None else (action.row, action.col)
        for action in env.legal_actions()
    ]


def assert_same(env: Env, reference: Any) -> None:
    """Compares everything that an env says about a position with the reference."""
    where = env  # its repr, the transcript and the board, is the message of a failure
    legal = reference.legal()
    assert env.board.tolist() == reference.cells, where
    assert env.player == reference.mover, where
    assert squares(env) == legal, where
    assert all(action.player is env.player for action in env.legal_actions()), where
    assert env.is_done() == (not legal), where
    for side in (1, -1):
        assert env.count(side) == reference.count(side), where
    if isinstance(reference, UltimateCrosses):
        assert env.forced == reference.forced, where  # type: ignore[attr-defined]
        assert env.local_winners.tolist() == reference.winners(), where  # type: ignore[attr-defined]
    if legal:
        assert not env.is_draw(), where
        assert not any(env.is_win(side) or env.is_lose(side) for side in (1, -1)), where
        return
    result = reference.result()
    winner = result * reference.mover
    assert env.result() == result, where
    assert env.is_draw() == (winner == 0), where
    for side in (1, -1):
        assert env.is_win(side) == (winner == side), where
        assert env.is_lose(side) == (winner == -side), where


def compare_game(name: str, seed: int) -> None:
    chance = random.Random(seed)
    env, references = MAKERS[name](), [STARTS[name]()]
    assert_same(env, references[0])
    moves = []
    while references[-1].legal():
        move = chance.choice(references[-1].legal())
        moves.append(move)
        env.update("pass" if move is None else move)
        references.append(references[-1].after(move))
        assert_same(env, references[-1])
        assert [(a.row, a.col) for a in env.history] == [m or (None, None) for m in moves]
    for reference in reversed(references[:-1]):
        env.undo()
        assert_same(env, reference)
    assert env == MAKERS[name]()


EXAMPLES = {"othello4": 1000, "othello6": 200, "othello8": 100, "tictactoe": 500, "ultimate": 40}


@pytest.mark.parametrize(("name", "examples"), EXAMPLES.items())
def test_random_games(name: str, examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(SEEDS)
    def compare(seed: int) -> None:
        compare_game(name, seed)

    compare()


@pytest.mark.slow
@pytest.mark.parametrize("name", list(STARTS))
def test_thousands_of_games(name: str) -> None:
    for seed in range(2000):
        compare_game(name, seed)


@settings(max_examples=400, deadline=None)
@given(othello_boards())
def test_every_move_on_any_othello_board(text: str) -> None:
    """Boards that no game reaches: full rows, edges and corners of every kind."""
    env = othello.from_string(text)
    cells = env.board.tolist()
    reference = Mailbox(cells, int(env.player))
    assert_same(env, reference)
    for move in reference.legal():
        env.update("pass" if move is None else move)
        assert_same(env, reference.after(move))
        env.undo()
        assert_same(env, reference)
