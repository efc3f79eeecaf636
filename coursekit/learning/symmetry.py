"""The symmetries on tensors: of planes, of vectors over actions, and of single actions.

Their numbers are those of :mod:`coursekit.games.symmetry`, from whose ``transform`` everything
here is made. A square board has all eight, another rectangle four; the pass stays the pass.
"""

from __future__ import annotations

from functools import cache
from math import isqrt
from typing import TypeAlias

import numpy as np
import torch

from coursekit.games.symmetry import SYMMETRIES, symmetries, transform

Shape: TypeAlias = tuple[int, int]
"""Rows of a board, and squares in a row."""


def inverse(symmetry: int) -> int:
    """Returns the symmetry that undoes this one: a rotation the other way, or the same reflection.

    >>> inverse(1), inverse(4)
    (3, 4)
    """
    return symmetry if symmetry & 4 else -symmetry % 4


def transform_planes(planes: torch.Tensor, symmetries: int | torch.Tensor) -> torch.Tensor:
    """Returns planes rotated and reflected.

    Args:
        planes: (N, C, rows, cols).
        symmetries: One for all, or an (N,) integer tensor with one for each.

    Returns:
        (N, C, rows, cols), as :func:`coursekit.games.symmetry.transform` makes of each plane.
    """
    _, _, rows, cols = planes.shape
    source = _source((rows, cols), rows * cols).to(planes.device)[symmetries]
    flat = planes.flatten(2)
    index = source.reshape(-1, 1, rows * cols).expand_as(flat)
    return flat.gather(2, index).reshape(planes.shape)


def transform_actions(
    vectors: torch.Tensor, symmetries: int | torch.Tensor, shape: Shape | None = None
) -> torch.Tensor:
    """Returns vectors over actions (policies, masks, Q-values) rotated and reflected.

    Args:
        vectors: (N, actions); one entry more than the board has squares is the pass.
        symmetries: One for all, or an (N,) integer tensor with one for each.
        shape: Shape of the board; square if not given.

    Returns:
        (N, actions): the numbers have moved with their squares.
    """
    actions = vectors.shape[1]
    source = _source(shape or _square(actions), actions).to(vectors.device)[symmetries]
    return vectors.gather(1, source.reshape(-1, actions).expand_as(vectors))


def transform_indices(
    indices: torch.Tensor,
    symmetries: int | torch.Tensor,
    actions: int,
    shape: Shape | None = None,
) -> torch.Tensor:
    """Returns where actions go.

    Args:
        indices: (N,) indices of actions.
        symmetries: One for all, or an (N,) integer tensor with one for each.
        actions: Number of actions of the game, the pass included.
        shape: Shape of the board; square if not given.

    >>> transform_indices(torch.tensor([0, 16]), 1, actions=17).tolist()  # a1, and the pass
    [12, 16]
    """
    source = _source(shape or _square(actions), actions)
    target = torch.argsort(source, dim=1).to(indices.device)
    return target[symmetries, indices]


def _square(actions: int) -> Shape:
    size = isqrt(actions)  # the pass, one more than a square number, does not change it
    return size, size


@cache
def _source(shape: Shape, actions: int) -> torch.Tensor:
    """Returns (8, actions) indices: entry j of an image is entry ``source[symmetry, j]``.

    Symmetries that change the shape of the board have indices that torch refuses.
    """
    squares = np.arange(shape[0] * shape[1])
    source = np.tile(np.arange(actions), (len(SYMMETRIES), 1))
    source[:, : squares.size] = -1
    for symmetry in symmetries(shape):
        source[symmetry, : squares.size] = transform(squares.reshape(shape), symmetry).ravel()
    return torch.from_numpy(source)
