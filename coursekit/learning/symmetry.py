"""The symmetries on tensors: of planes, of vectors over actions, and of single actions.

Their numbers are those of :mod:`coursekit.games.symmetry`, from whose ``transform`` everything
here is made; the pass stays the pass.
"""

from __future__ import annotations

from functools import cache
from math import isqrt

import numpy as np
import torch

from coursekit.games.symmetry import SYMMETRIES, transform


def inverse(symmetry: int) -> int:
    """Returns the symmetry that undoes this one: a rotation the other way, or the same reflection.

    >>> inverse(1), inverse(4)
    (3, 4)
    """
    return symmetry if symmetry & 4 else -symmetry % 4


def transform_planes(planes: torch.Tensor, symmetries: int | torch.Tensor) -> torch.Tensor:
    """Returns planes rotated and reflected.

    Args:
        planes: (N, C, n, n).
        symmetries: One for all, or an (N,) integer tensor with one for each.

    Returns:
        (N, C, n, n), as :func:`coursekit.games.symmetry.transform` makes of each plane.
    """
    flat = planes.flatten(2)
    source = _source(flat.shape[2]).to(planes.device)[symmetries]
    index = source.reshape(-1, 1, flat.shape[2]).expand_as(flat)
    return flat.gather(2, index).reshape(planes.shape)


def transform_actions(vectors: torch.Tensor, symmetries: int | torch.Tensor) -> torch.Tensor:
    """Returns vectors over actions (policies, masks, Q-values) rotated and reflected.

    Args:
        vectors: (N, actions); one entry more than the board has squares is the pass.
        symmetries: One for all, or an (N,) integer tensor with one for each.

    Returns:
        (N, actions): the numbers have moved with their squares.
    """
    actions = vectors.shape[1]
    source = _source(actions).to(vectors.device)[symmetries]
    return vectors.gather(1, source.reshape(-1, actions).expand_as(vectors))


def transform_indices(
    indices: torch.Tensor, symmetries: int | torch.Tensor, actions: int
) -> torch.Tensor:
    """Returns where actions go.

    Args:
        indices: (N,) indices of actions.
        symmetries: One for all, or an (N,) integer tensor with one for each.
        actions: Number of actions of the game, the pass included.

    >>> transform_indices(torch.tensor([0, 16]), 1, actions=17).tolist()  # a1, and the pass
    [12, 16]
    """
    target = torch.argsort(_source(actions), dim=1).to(indices.device)
    return target[symmetries, indices]


@cache
def _source(actions: int) -> torch.Tensor:
    """Returns (8, actions) indices: entry j of an image is entry ``source[symmetry, j]``."""
    size = isqrt(actions)  # the pass, one more than a square number, does not change it
    squares = np.arange(size**2)
    source = np.tile(np.arange(actions), (len(SYMMETRIES), 1))
    for symmetry in SYMMETRIES:
        image = transform(squares.reshape(size, size), symmetry)
        source[symmetry, : squares.size] = image.ravel()
    return torch.from_numpy(source)
