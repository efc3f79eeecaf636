"""The networks of the course, as small modules whose shapes are written beside them."""

from __future__ import annotations

import torch
from torch import nn


class QNetwork(nn.Module):
    """A value between −1 and +1 for every action of a position, illegal ones included.

    One convolution with 3×3 filters looks for patterns, two hidden layers combine them. On the
    3×3 board the filters have one place each, and the shapes are::

        (N, 1, 3, 3) → convolution (N, width, 1, 1) → (N, width) → (N, width) → tanh (N, 9)

    Args:
        size: Squares in a row of the board, n.
        actions: Number of actions: n·n, in Othello one more for the pass.
        width: Number of filters, and of units in each hidden layer.

    >>> network = QNetwork(size=4, actions=17, width=8)
    >>> network(torch.zeros(5, 1, 4, 4)).shape
    torch.Size([5, 17])
    """

    def __init__(self, size: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(1, width, kernel_size=3),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(width * (size - 2) ** 2, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, actions),
            nn.Tanh(),
        )

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """Returns the Q-values, (N, actions), of planes (N, 1, n, n) from the mover's side."""
        values: torch.Tensor = self.layers(planes)
        return values


def seeded_q_network(size: int, actions: int, width: int, seed: int) -> QNetwork:
    """Returns a new network whose weights follow from the seed; torch's own chance is unchanged."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return QNetwork(size, actions, width)


def best_device() -> torch.device:
    """Returns the GPU when there is one, otherwise the processor."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")
