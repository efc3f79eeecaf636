"""Boards as tensors: always from the mover's side, for every game."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings

from coursekit import Env, othello, tictactoe
from coursekit.learning import action_count, legal_mask, planes, stack_planes
from tests.support.playing import FORCED_PASS, games


@settings(max_examples=60, deadline=None)
@given(games())
def test_the_mover_is_plus_one_whoever_moves(env: Env) -> None:
    size = len(env.board)
    single = planes(env)
    assert single.shape == (1, 1, size, size)
    assert single.dtype == torch.float32
    for row in range(size):
        for col in range(size):
            owner = int(env.board[row, col])
            expected = 0 if owner == 0 else 1 if owner == env.player else -1
            assert single[0, 0, row, col] == expected


@settings(max_examples=60, deadline=None)
@given(games())
def test_two_and_three_channels_and_the_mask_tell_the_same(env: Env) -> None:
    own, opponent, legal = planes(env, channels=3)[0]
    assert torch.equal(own - opponent, planes(env)[0, 0])
    assert torch.equal(planes(env, channels=2)[0], torch.stack([own, opponent]))
    squares = {action.index for action in env.legal_actions() if not action.is_pass}
    assert set(legal.flatten().nonzero()[:, 0].tolist()) == squares
    mask = legal_mask(env)
    assert mask.shape == (1, action_count(env))
    assert mask[0].nonzero()[:, 0].tolist() == [action.index for action in env.legal_actions()]


def test_a_pass_is_the_last_entry_of_the_mask_and_no_square() -> None:
    env = othello.from_moves(FORCED_PASS)
    assert legal_mask(env)[0].nonzero().tolist() == [[64]]
    assert planes(env, channels=3)[0, 2].sum() == 0


def test_a_batch_is_its_envs_one_by_one() -> None:
    envs = [tictactoe.from_moves(moves) for moves in ("", "b2", "b2a1", "a1a2b1b2c1")]
    for channels in (1, 2, 3):
        singles = torch.cat([planes(env, channels) for env in envs])
        assert torch.equal(planes(envs, channels), singles)
    assert torch.equal(legal_mask(envs), torch.cat([legal_mask(env) for env in envs]))


def test_what_cannot_be_one_batch_is_refused() -> None:
    with pytest.raises(ValueError, match="one game, not othello8 and tictactoe"):
        planes([othello.make(), tictactoe.make()])
    with pytest.raises(ValueError, match="one game, not no env at all"):
        legal_mask([])
    with pytest.raises(ValueError, match="1, 2 and 3 channels, not of 4"):
        planes(tictactoe.make(), channels=4)
    with pytest.raises(ValueError, match="three channels need the legal actions"):
        stack_planes(np.zeros((1, 3, 3), dtype=np.int8), channels=3)
