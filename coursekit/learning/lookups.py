"""The arrays of a game table as tensors beside the network, so that a GPU need not wait."""

from __future__ import annotations

import numpy as np
import torch

from coursekit.learning.planes import stack_planes
from coursekit.learning.tables import GameTable

ILLEGAL = -10.0
"""What is added to the Q-value of an illegal action, so that it is never the highest."""


class Lookups:
    """The rules of a game as tensors; see :class:`coursekit.learning.tables.GameTable`.

    Attributes:
        planes: (P, 1, n, n) float32: the boards.
        penalty: (P, A) float32: 0 for legal actions, :data:`ILLEGAL` for others.
        after: (P, A) int64: the position after an action.
        result: (P,) float32: the result of finished positions for the side to move.
        done: (P,) bool: whether the game is over.
    """

    def __init__(self, table: GameTable, device: torch.device) -> None:
        penalty = np.where(table.legal, 0, ILLEGAL).astype(np.float32)
        self.planes = stack_planes(table.boards).to(device)
        self.penalty = torch.from_numpy(penalty).to(device)
        self.after = torch.from_numpy(table.after).to(device)
        self.result = torch.from_numpy(table.result).float().to(device)
        self.done = torch.from_numpy(table.done).to(device)
