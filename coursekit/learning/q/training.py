"""Q-learning by self-play with hundreds of games at once.

All games advance by one ply together, the network answers for all of them in one batch, and each
ply is followed by one update (:mod:`coursekit.learning.q.update`).
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import torch

from coursekit.learning.checkpoint import Tensors
from coursekit.learning.config import Config
from coursekit.learning.examination import examine
from coursekit.learning.q.config import QConfig
from coursekit.learning.q.update import QUpdate
from coursekit.learning.tables import START, Numbers, game_table
from coursekit.learning.training import Training


class QLearning(Training):
    """A training in progress; :meth:`advance` plays a ply of every game and learns from it.

    Args:
        config: The settings.
        device: Where the network is computed; the GPU when there is one, unless told otherwise.

    Attributes:
        table: The game.
        games_over: Number of games played to the end so far.
        positions: (games,) numbers of the positions that the games are at.

    >>> learning = QLearning(QConfig(updates=2, games=4, width=8), torch.device("cpu"))
    >>> learning.advance()
    >>> learning.step, learning.finished
    (1, False)
    """

    kind = "q-learning"
    settings: ClassVar[type[Config]] = QConfig
    config: QConfig
    rng: np.random.Generator

    def __init__(self, config: QConfig, device: torch.device | None = None) -> None:
        super().__init__(config, config.game, config.updates, device)
        self.table = game_table(config.game)
        self.rng = np.random.default_rng(config.seed)
        self.positions: Numbers = np.full(config.games, START)
        self.games_over = 0
        self._update = QUpdate(config, self.table, self.device)
        self.network, self.optimiser = self._update.network, self._update.optimiser

    @property
    def learning_rate(self) -> float:
        """The present learning rate."""
        first, last = self.config.learning_rate, self.config.learning_rate_end
        return first + (last - first) * self.step / self.config.updates

    def _advance(self) -> None:
        """Plays one ply of every game and makes one update."""
        # One batch answers for all games: what is played now is also what is learned from.
        q = self._update.q(self.positions)
        actions = self.choose(q.detach().cpu().numpy())
        loss = self._update.learn(q, self.positions, actions, self.learning_rate)
        self._recent.append(loss)
        reached = self.table.after[self.positions, actions]
        over = self.table.done[reached]
        self.positions = np.where(over, START, reached)
        self.games_over += int(over.sum())

    def choose(self, q: npt.NDArray[np.floating[Any]]) -> Numbers:
        """Returns an action for every game: mostly the best, a random one with chance epsilon.

        Args:
            q: (games, A) Q-values of the positions that the games are at.
        """
        explore = self.rng.random(len(q)) < self.config.epsilon
        scores = np.where(explore[:, None], self.rng.random(q.shape), q)
        legal = self.table.legal[self.positions]
        return np.where(legal, scores, -np.inf).argmax(axis=1)

    def q_values(self) -> npt.NDArray[np.float32]:
        """Returns the network's Q-values of all positions of the game, (P, A)."""
        return self._update.all_q()

    def metrics(self) -> dict[str, float]:
        """Returns the numbers for a line of the log.

        What the greedy player is worth is examined over the whole game, not sampled.
        """
        examined = examine(self.table, self.q_values(), self.config.gamma)
        return {
            "games": self.games_over,
            "loss": self._recent_mean(),
            "learning_rate": self.learning_rate,
            **examined.metrics(),
        }

    def state_dict(self) -> dict[str, torch.Tensor]:
        """Returns what a continuation needs besides weights, settings and ``rng``."""
        return super().state_dict() | {
            "positions": torch.from_numpy(self.positions),
            "games_over": torch.tensor(self.games_over),
        }

    def load_state_dict(self, state: Tensors) -> None:
        """Takes over what :meth:`state_dict` returned."""
        super().load_state_dict(state)
        self.positions = state["positions"].numpy().copy()
        self.games_over = int(state["games_over"])
