"""The usual tutorial's loop, as a baseline: one game, one position at a time, one update a move.

The same network and the same target as :mod:`coursekit.learning.q.training`, but plain Python over
an env, batches of one, and stochastic gradient descent at a constant rate.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch

from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.learning.input_planes import action_count, planes, stack_planes
from coursekit.learning.networks import seeded_q_network
from coursekit.learning.tables import game_table


class OneByOne:
    """Q-learning of one game after the other, on the processor.

    Args:
        env: The game; it is reset and played on.
        seed: Seed of the first weights and of exploration.
        width: Width of the network.
        gamma: Discount a ply.
        epsilon: Probability of a random action.
        learning_rate: Step of the stochastic gradient descent.

    Attributes:
        network: The network that learns.
        moves: Number of moves played, each with one update.

    >>> from coursekit import tictactoe
    >>> learning = OneByOne(tictactoe.make(), width=8)
    >>> learning.play_episode()
    >>> 5 <= learning.moves <= 9
    True
    """

    def __init__(
        self,
        env: Env,
        seed: int = 0,
        width: int = 128,
        gamma: float = 0.9,
        epsilon: float = 0.5,
        learning_rate: float = 0.01,
    ) -> None:
        self.env = env
        self.gamma = gamma
        self.epsilon = epsilon
        self.network = seeded_q_network(env.shape, action_count(env), width, seed)
        self.moves = 0
        self._optimiser = torch.optim.SGD(self.network.parameters(), lr=learning_rate)
        self._rng = np.random.default_rng(seed)

    def play_episode(self) -> None:
        """Plays a game against itself, and learns from each move right after it."""
        self.env.reset()
        while not self.env.is_done():
            q = self.network(planes(self.env))[0]
            action = self._choose(q)
            self.env.update(action)
            self.learn(q, action.index)
            self.moves += 1

    def learn(self, q: torch.Tensor, action: int) -> None:
        """Makes one update for the move just played.

        Args:
            q: (A,) Q-values of the position before the move, with their gradients.
            action: Index of the move.
        """
        loss = (q[action] - self.target()) ** 2
        self._optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimiser.step()

    def target(self) -> float:
        """Returns what the Q-value of the last move should be, for the side that played it."""
        if self.env.is_done():
            return -float(self.env.result())
        with torch.no_grad():
            q = self.network(planes(self.env))[0]
        best: float = max(q[action.index].item() for action in self.env.legal_actions())
        return -self.gamma * best

    def q_values(self) -> npt.NDArray[np.float32]:
        """Returns the Q-values of all positions in the order of the game's table, (P, A)."""
        with torch.no_grad():
            q = self.network(stack_planes(game_table(self.env.name).boards))
        return q.numpy()

    def _choose(self, q: torch.Tensor) -> Action:
        actions = self.env.legal_actions()
        if self._rng.random() < self.epsilon:
            return actions[int(self._rng.integers(len(actions)))]
        return max(actions, key=lambda action: q[action.index].item())
