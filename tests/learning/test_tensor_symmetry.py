"""The eight symmetries on tensors: there and back, composed, and board and policy together."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit import Env, othello, ultimate
from coursekit.games.symmetry import SYMMETRIES, transform
from coursekit.learning import action_count, legal_mask, planes
from coursekit.learning.symmetry import (
    compose,
    inverse,
    transform_actions,
    transform_indices,
    transform_planes,
)
from tests.support.playing import MAKERS, games, othello_text

SIZES = {"tictactoe": (3, 9), "othello4": (4, 17), "othello8": (8, 65), "ultimate": (9, 81)}


def numbered_planes(size: int) -> torch.Tensor:
    return torch.arange(2 * 3 * size * size, dtype=torch.float32).reshape(2, 3, size, size)


def image(env: Env, symmetry: int) -> Env:
    """Returns the env's position turned and mirrored, with the same side to move."""
    if env.name.startswith("othello"):
        cells = transform(env.board, symmetry).tolist()
        return othello.from_string(othello_text(cells, int(env.player)))
    twin = MAKERS[env.name]()
    size = len(env.board)
    places = transform(np.arange(size * size).reshape(size, size), symmetry).ravel().tolist()
    for action in env.history:
        twin.update(divmod(places.index(action.index), size))
    return twin


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize(("size", "actions"), SIZES.values())
def test_planes_turn_as_boards_do(size: int, actions: int, symmetry: int) -> None:
    before = numbered_planes(size)
    after = transform_planes(before, symmetry)
    for board, turned in zip(before.flatten(0, 1), after.flatten(0, 1), strict=True):
        assert np.array_equal(transform(board.numpy(), symmetry), turned.numpy())


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize(("size", "actions"), SIZES.values())
def test_the_inverse_brings_everything_back(size: int, actions: int, symmetry: int) -> None:
    back = inverse(symmetry)
    boards, policy = numbered_planes(size), torch.arange(actions)[None].float()
    index = torch.arange(actions)
    assert torch.equal(transform_planes(transform_planes(boards, symmetry), back), boards)
    assert torch.equal(transform_actions(transform_actions(policy, symmetry), back), policy)
    there = transform_indices(index, symmetry, actions)
    assert torch.equal(transform_indices(there, back, actions), index)


@pytest.mark.parametrize(("first", "then"), list(itertools.product(SYMMETRIES, SYMMETRIES)))
def test_composition_is_one_after_the_other(first: int, then: int) -> None:
    boards, policy = numbered_planes(4), torch.arange(17)[None].float()
    both = compose(first, then)
    chained = transform_planes(transform_planes(boards, first), then)
    assert torch.equal(transform_planes(boards, both), chained)
    chained = transform_actions(transform_actions(policy, first), then)
    assert torch.equal(transform_actions(policy, both), chained)


def test_the_composition_table_is_that_of_a_group_that_does_not_commute() -> None:
    table = [[compose(first, then) for then in SYMMETRIES] for first in SYMMETRIES]
    assert table[0] == list(SYMMETRIES)
    assert [row[0] for row in table] == list(SYMMETRIES)
    assert all(sorted(row) == list(SYMMETRIES) for row in table)
    assert table[1][4] != table[4][1]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@settings(max_examples=40, deadline=None)
@given(env=games())
def test_board_and_policy_agree_in_every_game(symmetry: int, env: Env) -> None:
    """The legal actions of a turned position are the turned legal actions of the position."""
    twin = image(env, symmetry)
    assert torch.equal(transform_planes(planes(env, 3), symmetry), planes(twin, 3))
    assert torch.equal(transform_actions(legal_mask(env), symmetry), legal_mask(twin))


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_forced_pass_stays_a_pass(symmetry: int) -> None:
    policy = torch.zeros(1, 65)
    policy[0, 64] = 1
    assert torch.equal(transform_actions(policy, symmetry), policy)
    assert transform_indices(torch.tensor([64]), symmetry, 65).item() == 64


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(SIZES)), st.integers(0, 7), st.data())
def test_an_index_goes_where_its_entry_goes(game: str, symmetry: int, data: st.DataObject) -> None:
    actions = SIZES[game][1]
    index = data.draw(st.integers(0, actions - 1))
    policy = torch.zeros(1, actions)
    policy[0, index] = 1
    moved = transform_indices(torch.tensor([index]), symmetry, actions)
    assert transform_actions(policy, symmetry).argmax() == moved.item()


def test_a_batch_may_turn_each_entry_its_own_way() -> None:
    boards = numbered_planes(3).repeat(4, 1, 1, 1)
    policy = torch.arange(8 * 9).reshape(8, 9).float()
    index = torch.tensor([0, 1, 2, 3, 4, 5, 6, 7])
    each = torch.arange(8)
    for row in range(8):
        one = slice(row, row + 1)
        turned = transform_planes(boards, each)[one]
        assert torch.equal(turned, transform_planes(boards[one], row))
        assert torch.equal(
            transform_actions(policy, each)[one], transform_actions(policy[one], row)
        )
        moved = transform_indices(index, each, 9)[one]
        assert torch.equal(moved, transform_indices(index[one], row, 9))


def test_ultimate_turns_its_local_boards_with_the_global_one() -> None:
    env = ultimate.from_moves("e5d4")
    assert env.forced == (0, 0)
    twin = image(env, 1)
    assert isinstance(twin, ultimate.Ultimate)
    assert twin.forced == (2, 0)
    assert action_count(env) == 81
    assert torch.equal(transform_actions(legal_mask(env), 1), legal_mask(twin))
