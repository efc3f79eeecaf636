"""Q-learning by self-play with hundreds of games at once.

All games advance by one ply together, the network answers for all of them in one batch, and each
ply is followed by one update (:mod:`coursekit.learning.q.update`).
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import torch

from coursekit.games.symmetry import symmetries
from coursekit.learning.checkpoint import Tensors, part_of, prefixed
from coursekit.learning.config import Config
from coursekit.learning.examination import examine
from coursekit.learning.q.config import QConfig
from coursekit.learning.q.update import QUpdate
from coursekit.learning.replay import ReplayBuffer
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
        self._plies: Numbers = np.zeros(config.games, dtype=np.int64)
        self._update = QUpdate(config, self.table, self.device)
        self.network, self.optimiser = self._update.network, self._update.optimiser
        self._symmetries = np.array(symmetries(self.table.shape))
        fields = {"position": ((), np.int64), "action": ((), np.int64)}
        self._buffer = ReplayBuffer(config.replay, fields) if config.replay else None

    @property
    def epsilon(self) -> float:
        """The present probability of a random action."""
        return self._between(self.config.epsilon, self.config.epsilon_end)

    @property
    def learning_rate(self) -> float:
        """The present learning rate."""
        return self._between(self.config.learning_rate, self.config.learning_rate_end)

    def _between(self, first: float, last: float) -> float:
        return first + (last - first) * self.step / self.config.updates

    def _advance(self) -> None:
        """Plays one ply of every game and makes one update."""
        config, update = self.config, self._update
        # One batch answers for all games: what is played now is also what is learned from.
        q = update.q(self.positions)
        actions = self.choose(q.detach().cpu().numpy())
        learned = self._plies % 2 == 0 if config.sides == "first" else self._plies >= 0
        if self._buffer is None and not config.symmetry:
            loss = update.learn(q, self.positions, actions, learned, self.learning_rate)
            self._recent.append(loss)
        else:
            self._learn_again(self.positions[learned], actions[learned])
        self._play(actions)
        if config.target_every and (self.step + 1) % config.target_every == 0:
            update.copy_target()

    def choose(self, q: npt.NDArray[np.floating[Any]]) -> Numbers:
        """Returns an action for every game: mostly the best, a random one with chance epsilon.

        Args:
            q: (games, A) Q-values of the positions that the games are at.
        """
        explore = self.rng.random(len(q)) < self.epsilon
        scores = np.where(explore[:, None], self.rng.random(q.shape), q)
        legal = self.table.legal[self.positions]
        return np.where(legal, scores, -np.inf).argmax(axis=1)

    def _play(self, actions: Numbers) -> None:
        reached = self.table.after[self.positions, actions]
        over = self.table.done[reached]
        self.positions = np.where(over, START, reached)
        self._plies = np.where(over, 0, self._plies + 1)
        self.games_over += int(over.sum())

    def _learn_again(self, positions: Numbers, actions: Numbers) -> None:
        """Learns from moves that the network must see once more: replayed, or under a symmetry."""
        if self._buffer is not None:
            self._buffer.add(position=positions, action=actions)
            if not len(self._buffer):
                return
            batch = self._buffer.sample(self.config.games, self.rng)
            positions, actions = batch["position"], batch["action"]
        symmetries = None
        if self.config.symmetry:
            drawn = self.rng.integers(len(self._symmetries), size=len(positions))
            symmetries = self._update.tensor(self._symmetries[drawn])
        q = self._update.q(positions, symmetries)
        all_count = np.ones(len(positions), dtype=np.bool_)
        loss = self._update.learn(q, positions, actions, all_count, self.learning_rate, symmetries)
        self._recent.append(loss)

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
            "epsilon": self.epsilon,
            "learning_rate": self.learning_rate,
            **examined.metrics(),
        }

    def state_dict(self) -> dict[str, torch.Tensor]:
        """Returns what a continuation needs besides weights, settings and ``rng``."""
        state = super().state_dict() | self._update.state_dict()
        state |= {
            "positions": torch.from_numpy(self.positions),
            "plies": torch.from_numpy(self._plies),
            "games_over": torch.tensor(self.games_over),
        }
        if self._buffer is not None:
            kept = {k: torch.from_numpy(v) for k, v in self._buffer.state_dict().items()}
            state |= prefixed("replay.", kept)
        return state

    def load_state_dict(self, state: Tensors) -> None:
        """Takes over what :meth:`state_dict` returned."""
        super().load_state_dict(state)
        self._update.load_state_dict(state)
        if self._buffer is not None:
            kept = part_of(state, "replay.")
            self._buffer.load_state_dict({k: v.numpy() for k, v in kept.items()})
        self.positions = state["positions"].numpy().copy()
        self._plies = state["plies"].numpy().copy()
        self.games_over = int(state["games_over"])
