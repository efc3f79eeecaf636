"""The networks of the course, as small modules whose shapes are written beside them."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

import torch
from torch import nn

Size: TypeAlias = int | tuple[int, int]
"""Squares in a row of a square board, or rows and squares in a row of any other."""

LAYERS = ("convolutional", "connected")
"""The kinds of layers that policy and value networks can have."""


class QNetwork(nn.Module):
    """A value between −1 and +1 for every action of a position, illegal ones included.

    One convolution with 3×3 filters looks for patterns, two hidden layers combine them. On the
    3×3 board the filters have one place each, and the shapes are::

        (N, 1, 3, 3) → convolution (N, width, 1, 1) → (N, width) → (N, width) → tanh (N, 9)

    Args:
        size: Squares in a row of the board, n; or rows and squares in a row.
        actions: Number of actions: n·n, in Othello one more for the pass.
        width: Number of filters, and of units in each hidden layer.

    >>> network = QNetwork(size=4, actions=17, width=8)
    >>> network(torch.zeros(5, 1, 4, 4)).shape
    torch.Size([5, 17])
    """

    def __init__(self, size: Size, actions: int, width: int = 128) -> None:
        super().__init__()
        rows, cols = (size, size) if isinstance(size, int) else size
        high, wide = min(3, rows), min(3, cols)  # a board may be narrower than the filters
        self.layers = nn.Sequential(
            nn.Conv2d(1, width, kernel_size=(high, wide)),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(width * (rows - high + 1) * (cols - wide + 1), width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, actions),
            nn.Tanh(),
        )

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """Returns the Q-values, (N, actions), of planes (N, 1, n, n) from the mover's side."""
        return self.layers(planes)


class DualNetwork(nn.Module):
    """AlphaZero's network: one body, and two heads that say what to play and who is winning.

    The body is a convolution and residual blocks (He et al., "Deep Residual Learning for Image
    Recognition", 2016) as in Silver et al., "Mastering the game of Go without human knowledge"
    (2017); its heads are widened to four filters each, which costs nothing and learns faster::

        planes (N, 3, n, n) → body (N, channels, n, n)
        policy: 1×1 convolution (N, 4, n, n) → logits (N, actions)
        value:  1×1 convolution (N, 4, n, n) → (N, 64) → tanh (N,)

    Args:
        size: Squares in a row of the board, n; or rows and squares in a row.
        actions: Number of actions: n·n, in Othello one more for the pass.
        channels: Filters of each convolution of the body.
        blocks: Number of residual blocks, of two convolutions each.

    >>> network = DualNetwork(size=8, actions=65, channels=32, blocks=3)
    >>> logits, values = network(torch.zeros(5, 3, 8, 8))
    >>> logits.shape, values.shape
    (torch.Size([5, 65]), torch.Size([5]))
    """

    def __init__(self, size: int, actions: int, channels: int = 32, blocks: int = 3) -> None:
        super().__init__()
        self.size, squares = size, size * size
        self.body = nn.Sequential(
            *_convolution(3, channels, 3), *(ResidualBlock(channels) for _ in range(blocks))
        )
        self.policy = nn.Sequential(
            *_convolution(channels, 4, 1), nn.Flatten(), nn.Linear(4 * squares, actions)
        )
        self.value = nn.Sequential(
            *_convolution(channels, 4, 1),
            nn.Flatten(),
            nn.Linear(4 * squares, 64),
            nn.ReLU(),
            nn.Linear(64, 1),
        )
        self.ownership = nn.Sequential(
            nn.Conv2d(channels, 1, kernel_size=1), nn.Flatten(), nn.Tanh()
        )

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns logits (N, actions) and values (N,) of planes (N, 3, n, n), mover's side."""
        features = self.body(planes)
        return self.policy(features), _squashed(self.value(features))

    def all_heads(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Returns logits, values and, for learning only, who will own each square, (N, n·n)."""
        features = self.body(planes)
        owners: torch.Tensor = self.ownership(features)
        return self.policy(features), _squashed(self.value(features)), owners


class ResidualBlock(nn.Module):
    """Two convolutions whose result is added to what went in: (N, C, n, n) → (N, C, n, n)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *_convolution(channels, channels, 3), *_convolution(channels, channels, 3)[:-1]
        )

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Returns the block's features, (N, C, n, n)."""
        return torch.relu(features + self.layers(features))


class _PlainNetwork(nn.Module):
    """What policy and value networks have in common: all layers, the last one included."""

    def __init__(
        self,
        size: int,
        outputs: int,
        layers: str,
        dropout: float,
        channels: int,
        convolutions: int,
    ) -> None:
        super().__init__()
        self.size = size
        body, width = _plain_body(size, layers, channels, convolutions)
        self.layers = nn.Sequential(body, nn.Dropout(dropout), nn.Linear(width, outputs))


class PolicyNetwork(_PlainNetwork):
    """A logit for every action: what a player whose games were watched would play.

    With ``layers="convolutional"``, as in Silver et al., "Mastering the game of Go with deep neural
    networks and tree search" (2016), only smaller; with ``"connected"`` seven times as fast::

        planes (N, 3, n, n) → convolutions (N, channels, n, n) → (N, 4, n, n) → logits (N, actions)
        planes (N, 3, n, n) → (N, 256) → (N, 256) → (N, 64) → logits (N, actions)

    Args:
        size: Squares in a row of the board, n.
        actions: Number of actions: n·n, in Othello one more for the pass.
        layers: ``"convolutional"`` or ``"connected"``.
        dropout: Probability with which an input of the last layer is left out in training.
        channels: Filters of each convolution.
        convolutions: Number of convolutions with 3×3 filters, from 1 up.

    >>> PolicyNetwork(size=8, actions=65)(torch.zeros(5, 3, 8, 8)).shape
    torch.Size([5, 65])
    """

    def __init__(
        self,
        size: int,
        actions: int,
        layers: str = "convolutional",
        dropout: float = 0.0,
        channels: int = 32,
        convolutions: int = 3,
    ) -> None:
        super().__init__(size, actions, layers, dropout, channels, convolutions)

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """Returns the logits, (N, actions), of planes (N, 3, n, n) from the mover's side."""
        return self.layers(planes)


class ValueNetwork(_PlainNetwork):
    """The expected result of a position for its mover, between −1 and +1.

    Its layers are those of :class:`PolicyNetwork` up to the last, which is a single tanh: (N,).

    Args:
        size: Squares in a row of the board, n.
        layers: ``"convolutional"`` or ``"connected"``.
        dropout: Probability with which an input of the last layer is left out in training.
        channels: Filters of each convolution.
        convolutions: Number of convolutions with 3×3 filters, from 1 up.

    >>> ValueNetwork(size=8)(torch.zeros(5, 3, 8, 8)).shape
    torch.Size([5])
    """

    def __init__(
        self,
        size: int,
        layers: str = "convolutional",
        dropout: float = 0.0,
        channels: int = 32,
        convolutions: int = 3,
    ) -> None:
        super().__init__(size, 1, layers, dropout, channels, convolutions)

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """Returns the values, (N,), of planes (N, 3, n, n) from the mover's side."""
        return _squashed(self.layers(planes))


def _convolution(inputs: int, outputs: int, width: int) -> list[nn.Module]:
    """Returns a convolution that keeps the board's size, its batch norm, and a ReLU."""
    return [
        nn.Conv2d(inputs, outputs, width, padding=width // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(),
    ]


def _plain_body(size: int, layers: str, channels: int, convolutions: int) -> tuple[nn.Module, int]:
    """Returns layers from planes (N, 3, n, n) to (N, width), and that width."""
    squares = size * size
    if layers == "convolutional":
        return nn.Sequential(
            *_convolution(3, channels, 3),
            *(
                part
                for _ in range(convolutions - 1)
                for part in _convolution(channels, channels, 3)
            ),
            *_convolution(channels, 4, 1),
            nn.Flatten(),
        ), 4 * squares
    if layers == "connected":
        widths = (3 * squares, 256, 256, 64)
        hidden: list[nn.Module] = [nn.Flatten()]
        for inputs, outputs in pairwise(widths):
            hidden += [nn.Linear(inputs, outputs), nn.BatchNorm1d(outputs), nn.ReLU()]
        return nn.Sequential(*hidden), widths[-1]
    raise ValueError(f"layers is {' or '.join(map(repr, LAYERS))}, not {layers!r}")


def _squashed(column: torch.Tensor) -> torch.Tensor:
    """Returns tanh of (N, 1) as (N,); in float32, since bfloat16 is coarse where games are won."""
    return torch.tanh(column.squeeze(1).float())


def seeded_q_network(size: Size, actions: int, width: int, seed: int) -> QNetwork:
    """Returns a new network whose weights follow from the seed; torch's own chance is unchanged."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return QNetwork(size, actions, width)


def best_device() -> torch.device:
    """Returns the GPU when there is one, otherwise the processor."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")
