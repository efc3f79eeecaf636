"""The learning half of Q-learning: a network, its targets, and one update after the other.

After Watkins (1989), for two players: what is good for the side to move next is bad for this one,
so the target of a move is r − γ·max Q′, with Q′ seen from the other side.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch

from coursekit.learning.input_planes import stack_planes
from coursekit.learning.networks import QNetwork, seeded_q_network
from coursekit.learning.q.config import QConfig
from coursekit.learning.tables import GameTable, Numbers
from coursekit.learning.training import descend

ILLEGAL = -10.0
"""What is added to the Q-value of an illegal action, so that it is never the highest."""

_BATCH = 4096  # positions that are valued at once, to keep memory small


def q_targets(
    results: torch.Tensor, done: torch.Tensor, next_best: torch.Tensor, gamma: float
) -> torch.Tensor:
    """Returns what the Q-values of the moves just played should be, for those who played them.

    The position after a move is seen from the opponent, who is to move there; so both its result
    and its value change sign.

    Args:
        results: (N,) results of the positions reached, for the side to move there; looked at
            where the game is over.
        done: (N,) whether the game is over there.
        next_best: (N,) highest Q-values of legal actions there, for the side to move there.
        gamma: Discount a ply.

    >>> lost, running = torch.tensor([-1.0, 0.0]), torch.tensor([True, False])
    >>> q_targets(lost, running, torch.tensor([0.0, 0.5]), gamma=0.9)
    tensor([ 1.0000, -0.4500])
    """
    return torch.where(done, -results, -gamma * next_best)


class Lookups:
    """The rules of a game as tensors beside the network, so that a GPU need not wait.

    Attributes:
        planes: (P, 1, rows, cols) float32: the boards.
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


class QUpdate:
    """A network with what its updates need; positions and actions are numbers of a game table.

    Args:
        config: The settings.
        table: The game.
        device: Where everything is computed.

    Attributes:
        network: The network that learns.
    """

    def __init__(self, config: QConfig, table: GameTable, device: torch.device) -> None:
        network = seeded_q_network(table.shape, table.actions, config.width, config.seed)
        self.network: QNetwork = network.to(device)
        self.optimiser = torch.optim.Adam(
            self.network.parameters(), lr=config.learning_rate, fused=True
        )
        self._config, self._device = config, device
        self._rules = Lookups(table, device)

    def q(self, positions: Numbers) -> torch.Tensor:
        """Returns the Q-values, (N, A), of positions, ready for :meth:`learn`."""
        return self.network(self._rules.planes[self._tensor(positions)])

    def learn(
        self, q: torch.Tensor, positions: Numbers, actions: Numbers, learning_rate: float
    ) -> float:
        """Makes one update towards the targets of moves, and returns the mean squared error.

        Args:
            q: (N, A) what :meth:`q` returned for the positions.
            positions: (N,) numbers of positions.
            actions: (N,) what was played there.
            learning_rate: Learning rate of this update.
        """
        rules, played = self._rules, self._tensor(actions)
        reached = rules.after[self._tensor(positions), played]
        # The best reply, illegal ones excluded.
        with torch.no_grad():
            answers = self.network(rules.planes[reached]) + rules.penalty[reached]
        next_best = answers.max(dim=1).values
        results, done = rules.result[reached], rules.done[reached]
        targets = q_targets(results, done, next_best, self._config.gamma)
        loss = ((q.gather(1, played[:, None])[:, 0] - targets) ** 2).mean()
        descend(self.optimiser, loss, learning_rate)
        return loss.item()

    def all_q(self) -> npt.NDArray[np.float32]:
        """Returns the Q-values of all positions of the game, (P, A)."""
        with torch.no_grad():
            parts = [self.network(part) for part in torch.split(self._rules.planes, _BATCH)]
        return torch.cat(parts).cpu().numpy()

    def _tensor(self, numbers: Numbers) -> torch.Tensor:
        """Returns numbers as a tensor beside the network."""
        return torch.from_numpy(numbers).to(self._device)
