"""The Othello kernels by themselves, on raw bitboards, against the slow reference."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.engine.rules import othello as kernels
from tests.support.mailbox import Mailbox

SEEDS = st.integers(0, 2**32 - 1)


def board_mask(size: int) -> int:
    return sum(1 << (8 * r + c) for r in range(size) for c in range(size))


def bits(cells: list[list[int]], side: int) -> int:
    """Returns the discs of a side; row r and column c is bit 8·r + c whatever the size."""
    found = 0
    for r, row in enumerate(cells):
        for c, cell in enumerate(row):
            found |= (cell == side) << (8 * r + c)
    return found


def scatter(size: int, seed: int) -> list[list[int]]:
    chance = random.Random(seed)
    weights = [chance.random() + 0.01 for _ in range(3)]
    return [chance.choices([-1, 0, 1], weights, k=size) for _ in range(size)]


@pytest.mark.parametrize("size", [4, 6, 8])
@settings(max_examples=200, deadline=None)
@given(seed=SEEDS)
def test_legal_moves_flips_and_advance(size: int, seed: int) -> None:
    cells = scatter(size, seed)
    own, opp, board = bits(cells, 1), bits(cells, -1), board_mask(size)
    reference = Mailbox(cells, 1)
    moves = reference.moves(1)
    assert kernels.legal_moves(own, opp, board) == sum(1 << (8 * r + c) for r, c in moves)
    for r, c in moves:
        move = 1 << (8 * r + c)
        turned = sum(1 << (8 * i + j) for i, j in reference.flipped(1, r, c))
        assert kernels.flips(own, opp, move) == turned
        after = reference.after((r, c))
        replies = sum(1 << (8 * i + j) for i, j in after.moves(-1))
        assert kernels.advance(own, opp, move, board) == (
            bits(after.cells, -1),
            bits(after.cells, 1),
            replies,
        )


@pytest.mark.parametrize("length", range(1, 7))
def test_runs_of_every_length_turn_in_every_direction(length: int) -> None:
    board = board_mask(8)
    for dr, dc in [(0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1), (-1, 1)]:
        start_r, start_c = (0 if dr >= 0 else 7), (0 if dc >= 0 else 7)
        path = [8 * (start_r + k * dr) + start_c + k * dc for k in range(length + 2)]
        run = sum(1 << square for square in path[1:-1])
        move, end = 1 << path[0], 1 << path[-1]
        assert kernels.legal_moves(end, run, board) & move
        assert kernels.flips(end, run, move) == run


def test_results_are_plain_integers_up_to_the_highest_bit() -> None:
    own, opp = 1 << 47, 1 << 55
    legal = kernels.legal_moves(own, opp, board_mask(8))
    assert legal == 1 << 63
    assert isinstance(legal, int)
    assert kernels.advance(own, opp, legal, board_mask(8)) == (0, 1 << 47 | 1 << 55 | 1 << 63, 0)
