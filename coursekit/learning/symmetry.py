"""The eight symmetries on tensors: of planes, of vectors over actions, and of single actions.

Their numbers are those of :mod:`coursekit.games.symmetry`, from whose ``transform`` everything
here is made. All three games have all eight; the pass stays the pass.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import torch

from coursekit.games.symmetry import SYMMETRIES, transform

_LABELS = np.arange(9).reshape(3, 3)
_IMAGES = {transform(_LABELS, symmetry).tobytes(): symmetry for symmetry in SYMMETRIES}


def compose(first: int, then: int) -> int:
    """Returns the symmetry that does what ``first`` and after it ``then`` do.

    >>> compose(1, 1), compose(4, 4)  # two quarter turns; two mirrors
    (2, 0)
    """
    return _IMAGES[transform(transform(_LABELS, first), then).tobytes()]


def inverse(symmetry: int) -> int:
    """Returns the symmetry that undoes this one.

    >>> inverse(1), inverse(4)
    (3, 4)
    """
    return next(other for other in SYMMETRIES if compose(symmetry, other) == 0)


def transform_planes(planes: torch.Tensor, symmetries: int | torch.Tensor) -> torch.Tensor:
    """Returns planes turned and mirrored.

    Args:
        planes: (N, C, n, n).
        symmetries: One for all, or an (N,) integer tensor with one for each.

    Returns:
        (N, C, n, n), as :func:`coursekit.games.symmetry.transform` makes of each plane.
    """
    count, channels, size, _ = planes.shape
    source = _source(size, size * size).to(planes.device)[symmetries]
    flat = planes.reshape(count, channels, size * size)
    index = source.reshape(-1, 1, size * size).expand_as(flat)
    return flat.gather(2, index).reshape(planes.shape)


def transform_actions(vectors: torch.Tensor, symmetries: int | torch.Tensor) -> torch.Tensor:
    """Returns vectors over actions (policies, masks, Q-values) turned and mirrored.

    Args:
        vectors: (N, actions); one entry more than the board has squares is the pass.
        symmetries: One for all, or an (N,) integer tensor with one for each.

    Returns:
        (N, actions): the numbers have moved with their squares.
    """
    actions = vectors.shape[1]
    source = _source(_width(actions), actions).to(vectors.device)[symmetries]
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
    source = _source(_width(actions), actions)
    target = torch.argsort(source, dim=1).to(indices.device)
    return target[symmetries, indices]


def _width(actions: int) -> int:
    return int(actions**0.5)  # the pass, one more than a square number, does not change it


@cache
def _source(size: int, actions: int) -> torch.Tensor:
    """Returns (8, actions) indices: entry j of an image is entry ``source[symmetry, j]``."""
    squares = np.arange(size * size).reshape(size, size)
    images = [transform(squares, symmetry).ravel() for symmetry in SYMMETRIES]
    rest = np.arange(size * size, actions)
    return torch.from_numpy(np.stack([np.concatenate([image, rest]) for image in images]))
