"""Boards as tensors, always seen from the side to move: what every network of the course reads.

Whoever moves, its own pieces are +1. So one network plays both sides, and a value needs no
statement of whose it is: it belongs to the side that the planes are seen from.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch

from coursekit.games.env import Env

CHANNELS = (1, 2, 3)


def planes(envs: Env | Sequence[Env], channels: int = 1) -> torch.Tensor:
    """Returns the boards of one or more envs of a game as the networks read them.

    Args:
        envs: An env, or N of them, all of one game; the sides to move may differ.
        channels: As in :func:`stack_planes`.

    Returns:
        (N, channels, rows, cols) float32 tensor.

    Raises:
        ValueError: If there is no env, or they are of several games.

    >>> from coursekit import tictactoe
    >>> planes(tictactoe.from_moves("b2a1"))[0, 0].int().tolist()  # X is to move
    [[-1, 0, 0], [0, 1, 0], [0, 0, 0]]
    >>> planes(tictactoe.from_moves("b2"))[0, 0].int().tolist()  # O is to move
    [[0, 0, 0], [0, -1, 0], [0, 0, 0]]
    """
    group = _one_game(envs)
    boards = np.stack([env.board * np.int8(env.player) for env in group])
    return stack_planes(boards, _legal(group) if channels == 3 else None, channels)


def stack_planes(
    boards: npt.NDArray[np.int8], legal: npt.NDArray[np.bool_] | None = None, channels: int = 1
) -> torch.Tensor:
    """Returns boards that are already seen from their movers as planes.

    Args:
        boards: (N, rows, cols): +1 the mover's pieces, −1 the opponent's, 0 empty.
        legal: (N, actions), needed for three channels only. A pass has no square, so it shows as
            a plane without a legal square.
        channels: 1: the board itself. 2: the mover's pieces and the opponent's, as 0 and 1.
            3: these and the legal squares, which in ultimate tic-tac-toe also tell the local
            board to play on.

    Returns:
        (N, channels, rows, cols) float32 tensor.

    Raises:
        ValueError: If ``channels`` is another number, or ``legal`` is missing.
    """
    if channels not in CHANNELS:
        raise ValueError(f"there are planes of 1, 2 and 3 channels, not of {channels!r}")
    count, rows, cols = boards.shape
    if channels == 1:
        return torch.from_numpy(boards.astype(np.float32)[:, None])
    parts = [boards > 0, boards < 0]
    if channels == 3:
        if legal is None:
            raise ValueError("three channels need the legal actions, since the third shows them")
        parts.append(legal[:, : rows * cols].reshape(count, rows, cols))
    return torch.from_numpy(np.stack(parts, axis=1).astype(np.float32))


def legal_mask(envs: Env | Sequence[Env]) -> torch.Tensor:
    """Returns which actions are legal.

    Args:
        envs: An env, or N of them, all of one game.

    Returns:
        (N, actions) bool tensor by index of action; in Othello the last entry is the pass.

    Raises:
        ValueError: If there is no env, or they are of several games.

    >>> from coursekit import othello
    >>> legal_mask(othello.make(size=4)).shape
    torch.Size([1, 17])
    """
    return torch.from_numpy(_legal(_one_game(envs)))


def action_count(env: Env) -> int:
    """Returns the number of actions of a game: its squares, and in Othello the pass.

    >>> from coursekit import othello, tictactoe
    >>> action_count(tictactoe.make()), action_count(othello.make())
    (9, 65)
    """
    return len(env.space.actions)


def _one_game(envs: Env | Sequence[Env]) -> Sequence[Env]:
    group = [envs] if isinstance(envs, Env) else envs
    names = sorted({env.name for env in group})
    if len(names) != 1:
        found = " and ".join(names) or "no env at all"
        raise ValueError(f"a batch holds envs of one game, not {found}")
    return group


def _legal(envs: Sequence[Env]) -> npt.NDArray[np.bool_]:
    mask = np.zeros((len(envs), action_count(envs[0])), dtype=np.bool_)
    for row, env in zip(mask, envs, strict=True):
        row[[action.index for action in env.legal_actions()]] = True
    return mask
