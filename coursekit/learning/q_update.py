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

from coursekit.learning.checkpoint import part_of, prefixed
from coursekit.learning.config import QConfig
from coursekit.learning.lookups import Lookups
from coursekit.learning.networks import QNetwork, seeded_q_network
from coursekit.learning.optimisers import load_optimiser, new_optimiser, optimiser_state
from coursekit.learning.symmetry import transform_actions, transform_indices, transform_planes
from coursekit.learning.tables import GameTable, Numbers

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
        shape = table.size, table.actions, config.width
        self.network: QNetwork = seeded_q_network(*shape, config.seed).to(device)
        self._target: QNetwork = self.network
        if config.target_every:
            self._target = QNetwork(*shape).to(device)
            self.copy_target()
        self._config = config
        self._actions = table.actions
        self._device = device
        self._rules = Lookups(table, device)
        self._optimiser = new_optimiser(config.optimiser, self.network, config.learning_rate)

    def q(self, positions: Numbers, symmetries: torch.Tensor | None = None) -> torch.Tensor:
        """Returns the Q-values, (N, A), of positions turned as told, ready for :meth:`learn`."""
        planes = self._rules.planes[self.tensor(positions)]
        if symmetries is not None:
            planes = transform_planes(planes, symmetries)
        values: torch.Tensor = self.network(planes)
        return values

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
            symmetries: (N,) how the positions are turned, if they are.
        """
        played = self.tensor(actions)
        reached = self._rules.after[self.tensor(positions), played]
        planes, penalty = self._rules.planes[reached], self._rules.penalty[reached]
        if symmetries is not None:
            planes = transform_planes(planes, symmetries)
            penalty = transform_actions(penalty, symmetries)
            played = transform_indices(played, symmetries, self._actions)
        with torch.no_grad():
            next_best = (self._target(planes) + penalty).max(dim=1).values
        results, done = self._rules.result[reached], self._rules.done[reached]
        targets = q_targets(results, done, next_best, self._config.gamma)
        errors = (q.gather(1, played[:, None])[:, 0] - targets) ** 2
        weights = torch.from_numpy(learned.astype(np.float32)).to(self._device)
        loss = (errors * weights).sum() / weights.sum().clamp(min=1)
        for group in self._optimiser.param_groups:
            group["lr"] = learning_rate
        self._optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimiser.step()
        return loss.item()

    def copy_target(self) -> None:
        """Lets the target network take over the weights."""
        self._target.load_state_dict(self.network.state_dict())

    def all_q(self) -> npt.NDArray[np.float32]:
        """Returns the Q-values of all positions of the game, (P, A)."""
        with torch.no_grad():
            parts = [self.network(part) for part in torch.split(self._rules.planes, _BATCH)]
        values: npt.NDArray[np.float32] = torch.cat(parts).cpu().numpy()
        return values

    def tensor(self, numbers: Numbers) -> torch.Tensor:
        """Returns numbers as a tensor beside the network."""
        return torch.from_numpy(numbers).to(self._device)

    def memory(self) -> dict[str, torch.Tensor]:
        """Returns what updates need besides the weights, to go on exactly."""
        memory = prefixed("optimiser.", optimiser_state(self._optimiser))
        if self._target is not self.network:
            memory |= prefixed("target.", self._target.state_dict())
        return memory

    def load(self, weights: Mapping[str, torch.Tensor], memory: Mapping[str, torch.Tensor]) -> None:
        """Takes over weights, and what :meth:`memory` returned beside them."""
        self.network.load_state_dict(dict(weights))
        load_optimiser(self._optimiser, part_of(memory, "optimiser."))
        if self._target is not self.network:
            self._target.load_state_dict(part_of(memory, "target."))
