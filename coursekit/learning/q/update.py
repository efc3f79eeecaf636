"""The learning half of Q-learning: a network, its targets, and one update after the other.

After Watkins (1989), with the target network of Mnih et al. (2015), for two players: what is good
for the side to move next is bad for this one, so the target of a move is r − γ·max Q′, with Q′
seen from the other side.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import torch

from coursekit.learning.checkpoint import (
    part_of,
    prefixed,
)
from coursekit.learning.input_planes import stack_planes
from coursekit.learning.networks import QNetwork, seeded_q_network
from coursekit.learning.q.config import QConfig
from coursekit.learning.symmetry import transform_actions, transform_indices, transform_planes
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
        form = table.shape, table.actions, config.width
        self.network: QNetwork = seeded_q_network(*form, config.seed).to(device)
        self._target: QNetwork = self.network
        if config.target_every:
            self._target = QNetwork(*form).to(device)
            self.copy_target()
        self._config = config
        self._shape, self._actions = table.shape, table.actions
        self._device = device
        self._rules = Lookups(table, device)
        weights, rate = self.network.parameters(), config.learning_rate
        self.optimiser: torch.optim.Optimizer = (
            torch.optim.SGD(weights, lr=rate)
            if config.optimiser == "sgd"
            else torch.optim.Adam(weights, lr=rate, fused=True)
        )

    def q(self, positions: Numbers, symmetries: torch.Tensor | None = None) -> torch.Tensor:
        """Returns the Q-values, (N, A), of positions under symmetries, ready for :meth:`learn`."""
        planes = self._rules.planes[self.tensor(positions)]
        if symmetries is not None:
            planes = transform_planes(planes, symmetries)
        return self.network(planes)

    def learn(
        self,
        q: torch.Tensor,
        positions: Numbers,
        actions: Numbers,
        learned: npt.NDArray[np.bool_],
        learning_rate: float,
        symmetries: torch.Tensor | None = None,
    ) -> float:
        """Makes one update towards the targets of moves, and returns the mean squared error.

        Args:
            q: (N, A) what :meth:`q` returned for the positions and symmetries.
            positions: (N,) numbers of positions.
            actions: (N,) what was played there.
            learned: (N,) whether the move counts.
            learning_rate: Learning rate of this update.
            symmetries: (N,) the symmetry of each position, if any.
        """
        played = self.tensor(actions)
        reached = self._rules.after[self.tensor(positions), played]
        planes, penalty = self._rules.planes[reached], self._rules.penalty[reached]
        if symmetries is not None:
            planes = transform_planes(planes, symmetries)
            penalty = transform_actions(penalty, symmetries, self._shape)
            played = transform_indices(played, symmetries, self._actions, self._shape)
        # The best reply, illegal ones excluded, as the target network sees it.
        with torch.no_grad():
            next_best = (self._target(planes) + penalty).max(dim=1).values
        results, done = self._rules.result[reached], self._rules.done[reached]
        targets = q_targets(results, done, next_best, self._config.gamma)
        errors = (q.gather(1, played[:, None])[:, 0] - targets) ** 2
        weights = torch.from_numpy(learned.astype(np.float32)).to(self._device)
        loss = (errors * weights).sum() / weights.sum().clamp(min=1)
        descend(self.optimiser, loss, learning_rate)
        return loss.item()

    def copy_target(self) -> None:
        """Lets the target network take over the weights."""
        self._target.load_state_dict(self.network.state_dict())

    def all_q(self) -> npt.NDArray[np.float32]:
        """Returns the Q-values of all positions of the game, (P, A)."""
        with torch.no_grad():
            parts = [self.network(part) for part in torch.split(self._rules.planes, _BATCH)]
        return torch.cat(parts).cpu().numpy()

    def tensor(self, numbers: Numbers) -> torch.Tensor:
        """Returns numbers as a tensor beside the network."""
        return torch.from_numpy(numbers).to(self._device)

    def state_dict(self) -> dict[str, torch.Tensor]:
        """Returns what updates need besides weights and optimiser, to continue exactly."""
        own_target = self._target is not self.network
        return prefixed("target.", self._target.state_dict()) if own_target else {}

    def load_state_dict(self, state: Mapping[str, torch.Tensor]) -> None:
        """Takes over what :meth:`state_dict` returned."""
        if self._target is not self.network:
            self._target.load_state_dict(part_of(state, "target."))
