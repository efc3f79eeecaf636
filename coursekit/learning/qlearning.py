"""Q-learning by self-play with hundreds of games at once.

All games advance by one ply together, the network answers for all of them in one batch, and each
ply is followed by one update (:mod:`coursekit.learning.q_update`).
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
import numpy.typing as npt
import torch

from coursekit.learning.checkpoint import Checkpoint, part_of, prefixed
from coursekit.learning.config import QConfig
from coursekit.learning.examination import examine
from coursekit.learning.networks import QNetwork, best_device
from coursekit.learning.q_update import QUpdate
from coursekit.learning.replay import ReplayBuffer
from coursekit.learning.tables import START, GameTable, Numbers, game_table

KIND = "q-learning"


class QLearning:
    """A training in progress; :meth:`advance` plays a ply of every game and learns from it.

    Args:
        config: The settings.
        device: Where the network is computed; the GPU when there is one, unless told otherwise.

    Attributes:
        config: The settings.
        table: The game.
        step: Number of updates so far.
        games_over: Number of games played to the end so far.
        positions: (games,) numbers of the positions that the games are at.
        rng: Where all chance but that of the first weights comes from.

    >>> learning = QLearning(QConfig(updates=2, games=4, width=8), torch.device("cpu"))
    >>> learning.advance()
    >>> learning.step, learning.finished
    (1, False)
    """

    kind = KIND

    def __init__(self, config: QConfig, device: torch.device | None = None) -> None:
        self.config = config
        self.device = device or best_device()
        self.table: GameTable = game_table(config.game)
        self.rng = np.random.default_rng(config.seed)
        self.positions: Numbers = np.full(config.games, START)
        self.step = 0
        self.games_over = 0
        self._plies: Numbers = np.zeros(config.games, dtype=np.int64)
        self._update = QUpdate(config, self.table, self.device)
        fields = {"position": ((), np.int64), "action": ((), np.int64)}
        self._buffer = ReplayBuffer(config.replay, fields) if config.replay else None
        self._losses: list[float] = []

    @property
    def network(self) -> QNetwork:
        """The network that learns."""
        return self._update.network

    @property
    def updates(self) -> int:
        """Number of updates in all."""
        return self.config.updates

    @property
    def finished(self) -> bool:
        """Whether all updates are done."""
        return self.step >= self.config.updates

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

    # Playing and learning

    def advance(self) -> None:
        """Plays one ply of every game and makes one update.

        Raises:
            ValueError: If the training is finished.
        """
        if self.finished:
            raise ValueError(f"the training is finished after {self.config.updates} updates")
        q = self._update.q(self.positions)
        actions = self.choose(q.detach().cpu().numpy())
        learned = self._plies % 2 == 0 if self.config.sides == "first" else self._plies >= 0
        if self._buffer is None and not self.config.symmetry:
            loss = self._update.learn(q, self.positions, actions, learned, self.learning_rate)
            self._losses.append(loss)
        else:
            self._learn_again(self.positions[learned], actions[learned])
        self._play(actions)
        self.step += 1
        if self.config.target_every and self.step % self.config.target_every == 0:
            self._update.copy_target()

    def choose(self, q: npt.NDArray[np.floating[Any]]) -> Numbers:
        """Returns an action for every game: mostly the best, a random one with chance epsilon.

        Args:
            q: (games, A) Q-values of the positions that the games are at.
        """
        explore = self.rng.random(len(q)) < self.epsilon
        scores = np.where(explore[:, None], self.rng.random(q.shape), q)
        legal = self.table.legal[self.positions]
        actions: Numbers = np.where(legal, scores, -np.inf).argmax(axis=1)
        return actions

    def _play(self, actions: Numbers) -> None:
        reached = self.table.after[self.positions, actions]
        over = self.table.done[reached]
        self.positions = np.where(over, START, reached)
        self._plies = np.where(over, 0, self._plies + 1)
        self.games_over += int(over.sum())

    def _learn_again(self, positions: Numbers, actions: Numbers) -> None:
        """Learns from moves that the network must look at once more: from the buffer, or turned."""
        if self._buffer is not None:
            self._buffer.add(position=positions, action=actions)
            if not len(self._buffer):
                return
            batch = self._buffer.sample(self.config.games, self.rng)
            positions, actions = batch["position"], batch["action"]
        symmetries = None
        if self.config.symmetry:
            symmetries = self._update.tensor(self.rng.integers(8, size=len(positions)))
        q = self._update.q(positions, symmetries)
        all_count = np.ones(len(positions), dtype=np.bool_)
        loss = self._update.learn(q, positions, actions, all_count, self.learning_rate, symmetries)
        self._losses.append(loss)

    # What came of it, and going on later

    def q_values(self) -> npt.NDArray[np.float32]:
        """Returns the network's Q-values of all positions of the game, (P, A)."""
        return self._update.all_q()

    def record(self) -> dict[str, float]:
        """Returns the numbers for a line of the log, and begins a new mean loss.

        What the greedy player is worth is examined over the whole game, not sampled.
        """
        examined = examine(self.table, self.q_values(), self.config.gamma)
        numbers = {
            "games": self.games_over,
            "loss": float(np.mean(self._losses)) if self._losses else float("nan"),
            "epsilon": self.epsilon,
            "learning_rate": self.learning_rate,
        }
        self._losses.clear()
        return numbers | examined.record()

    def checkpoint(self) -> Checkpoint:
        """Returns all that is needed to use the network, or to go on exactly."""
        memory = self._update.memory() | {
            "positions": torch.from_numpy(self.positions),
            "plies": torch.from_numpy(self._plies),
            "games_over": torch.tensor(self.games_over),
            "losses": torch.tensor(self._losses, dtype=torch.float64),
        }
        if self._buffer is not None:
            state = self._buffer.state_dict()
            memory |= prefixed("replay.", {k: torch.from_numpy(v) for k, v in state.items()})
        return Checkpoint(
            kind=self.kind,
            game=self.config.game,
            step=self.step,
            finished=self.finished,
            config=self.config.to_dict(),
            random=dict(self.rng.bit_generator.state),
            weights=dict(self.network.state_dict()),
            memory=memory,
        )

    @classmethod
    def resumed(cls, checkpoint: Checkpoint, device: torch.device | None = None) -> Self:
        """Returns a training that goes on exactly where the checkpoint was made.

        On the processor, with the same versions, it ends with the same bits as if it had never
        been interrupted.

        Args:
            checkpoint: What :func:`coursekit.learning.checkpoint.load` returned.
            device: As for a new training.

        Raises:
            ValueError: If the training is finished, or the checkpoint does not fit together.
        """
        if checkpoint.finished:
            raise ValueError(f"the training is finished after {checkpoint.step} updates")
        learning = cls(QConfig.from_dict(checkpoint.config), device)
        memory = checkpoint.memory
        try:
            learning._update.load(checkpoint.weights, memory)
            if learning._buffer is not None:
                state = {k: v.numpy() for k, v in part_of(memory, "replay.").items()}
                learning._buffer.load_state_dict(state)
            learning.rng.bit_generator.state = checkpoint.random
            learning.positions = memory["positions"].numpy().copy()
            learning._plies = memory["plies"].numpy().copy()
            learning.games_over = int(memory["games_over"])
            learning._losses = memory["losses"].tolist()
        except (KeyError, RuntimeError, TypeError) as error:
            raise ValueError(f"the checkpoint does not fit its own settings: {error}") from error
        learning.step = checkpoint.step
        return learning
