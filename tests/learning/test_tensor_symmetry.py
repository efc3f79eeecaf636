"""The eight symmetries on tensors: there and back, composed, and board and policy together."""

import numpy as np
import pytest
import torch

from coursekit.games.symmetry import SYMMETRIES, transform
from coursekit.learning.symmetry import (
    inverse,
    transform_actions,
    transform_indices,
    transform_planes,
)

SIZES = {"tictactoe": (3, 9), "othello4": (4, 17), "othello8": (8, 65), "ultimate": (9, 81)}


def numbered_planes(size: int) -> torch.Tensor:
    return torch.arange(2 * 3 * size * size, dtype=torch.float32).reshape(2, 3, size, size)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize(("size", "actions"), SIZES.values())
def test_planes_turn_as_boards_do(size: int, actions: int, symmetry: int) -> None:
    before = numbered_planes(size)
    after = transform_planes(before, symmetry)
    for board, turned in zip(before.flatten(0, 1), after.flatten(0, 1), strict=True):
        assert np.array_equal(transform(board.numpy(), symmetry), turned.numpy())


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize(("size", "actions"), SIZES.values())
def test_an_index_goes_where_its_entry_and_its_square_go_and_the_inverse_brings_all_back(
    size: int, actions: int, symmetry: int
) -> None:
    back = inverse(symmetry)
    boards, policies, index = numbered_planes(size), torch.eye(actions), torch.arange(actions)
    moved = transform_actions(policies, symmetry)
    there = transform_indices(index, symmetry, actions)
    assert torch.equal(moved.argmax(1), there)
    squares = torch.eye(size * size).reshape(-1, 1, size, size)
    assert torch.equal(transform_planes(squares, symmetry).flatten(1).argmax(1), there[: size**2])
    assert torch.equal(there[size * size :], index[size * size :])  # a pass stays a pass
    assert torch.equal(transform_planes(transform_planes(boards, symmetry), back), boards)
    assert torch.equal(transform_actions(moved, back), policies)
    assert torch.equal(transform_indices(there, back, actions), index)


def test_a_batch_may_turn_each_entry_its_own_way() -> None:
    boards = numbered_planes(3).repeat(4, 1, 1, 1)
    policy = torch.arange(8 * 9).reshape(8, 9).float()
    index, each = torch.arange(8), torch.arange(8)
    rows = [slice(row, row + 1) for row in range(8)]
    turned = [transform_planes(boards[row], row.start) for row in rows]
    assert torch.equal(transform_planes(boards, each), torch.cat(turned))
    moved = [transform_actions(policy[row], row.start) for row in rows]
    assert torch.equal(transform_actions(policy, each), torch.cat(moved))
    there = [transform_indices(index[row], row.start, 9) for row in rows]
    assert torch.equal(transform_indices(index, each, 9), torch.cat(there))
