"""A policy network improves by playing against earlier versions of itself: step two of AlphaGo.

REINFORCE (Williams, "Simple statistical gradient-following algorithms for connectionist
reinforcement learning", 1992): after a game, every move of the winner becomes likelier and every
move of the loser less likely. The opponents are earlier versions, as in Silver et al., "Mastering
the game of Go with deep neural networks and tree search" (2016), so that the network does not
merely learn to beat its present self. The baseline is the mean result of the other games from the
same opening (Kool, van Hoof and Welling, "Buy 4 REINFORCE samples, get a baseline for free!",
2019): it knows how good the opening is, and leaves the expected step as it is, since it does not
depend on the game's own moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import torch

from coursekit.engine import othello_lockstep as lockstep
from coursekit.learning.checkpoint import Checkpoint, part_of, prefixed
from coursekit.learning.examples import Examples, word_planes
from coursekit.learning.inference import Evaluator
from coursekit.learning.malloc import keep_freed_memory
from coursekit.learning.networks import PolicyNetwork, best_device
from coursekit.learning.optimisers import load_optimiser, new_optimiser, optimiser_state
from coursekit.learning.policy import legal_only, policy_network
from coursekit.learning.policy_games import play_games, policy_match, random_positions
from coursekit.learning.supervised import GAME, LayersConfig, network_input

KIND = "reinforce"
_PART = 2048  # positions whose gradient is computed at once
_MATCH_GAMES = 400

Weights = Mapping[str, torch.Tensor]


@dataclass(frozen=True, kw_only=True)
class ReinforceConfig(LayersConfig):
    """The settings of :class:`Reinforce`, beside those of the network.

    Attributes:
        seed: Seed of everything random: openings, opponents, moves.
        updates: Number of updates of the network.
        games: Games in an update, a multiple of ``group``.
        group: Games from the same opening, from 2 up: each is compared with the others.
        opening: Random plies before the networks take over: from none to so many, at most 8.
        learning_rate: Learning rate at the beginning; it falls linearly to a tenth.
        pool_every: Updates after which the network as it then is joins the opponents.
    """

    seed: int = 0
    updates: int = 200
    games: int = 512
    group: int = 8
    opening: int = 8
    learning_rate: float = 2e-4
    pool_every: int = 20

    def __post_init__(self) -> None:
        super().__post_init__()
        self._from_1_up("updates", "games", "pool_every")
        if self.group < 2 or self.games % self.group:
            raise ValueError(
                f"games is a multiple of group, from 2 up, not {self.games} and {self.group}"
            )
        if not 0 <= self.opening <= 8:
            raise ValueError(f"opening is from 0 to 8, not {self.opening}")


class Reinforce:
    """A training in progress; :meth:`advance` plays games and makes one update.

    Batch norm keeps what it measured in supervised learning, so that the policy whose gradient is
    taken is the one that played.

    Args:
        config: The settings.
        start: The policy to improve; it is left as it is.
        device: Where the network is computed; the GPU when there is one, unless told otherwise.

    Attributes:
        config: The settings.
        network: The network that learns.
        step: Number of updates so far.

    Raises:
        ValueError: If ``start`` has other layers than the settings say.
    """

    kind = KIND

    def __init__(
        self, config: ReinforceConfig, start: PolicyNetwork, device: torch.device | None = None
    ) -> None:
        keep_freed_memory()
        self.config = config
        self.device = device or best_device()
        self.step = 0
        self.network = self._copy(start.state_dict())
        self._pool = [self._copy(start.state_dict())]
        self._optimiser = new_optimiser("adam", self.network, config.learning_rate)
        self._results: list[float] = []

    @property
    def updates(self) -> int:
        """Number of updates in all."""
        return self.config.updates

    @property
    def finished(self) -> bool:
        """Whether all updates are done."""
        return self.step >= self.config.updates

    @property
    def learning_rate(self) -> float:
        """The present learning rate."""
        return self.config.learning_rate * (1 - 0.9 * self.step / self.config.updates)

    def advance(self) -> None:
        """Plays ``games`` games against an earlier version, and makes one update.

        Raises:
            ValueError: If the training is finished.
        """
        if self.finished:
            raise ValueError(f"the training is finished after {self.config.updates} updates")
        moves, results = self._play()
        advantages = leave_one_out(results.reshape(-1, self.config.group)).ravel()
        self._learn(moves, advantages[moves.game])
        self._results.append(float(results.mean()))
        self.step += 1
        if self.step % self.config.pool_every == 0:
            self._pool.append(self._copy(self.network.state_dict()))

    def _play(self) -> tuple[Examples, npt.NDArray[np.float64]]:
        """Returns the network's moves, and its results, in games against one of the opponents."""
        config = self.config
        rng = np.random.default_rng([config.seed, self.step])
        opponent = self._pool[int(rng.integers(len(self._pool)))]
        plies = int(rng.integers(config.opening + 1))
        openings, seed = config.games // config.group, int(rng.integers(2**62))
        own, opp = random_positions(openings, plies, seed)
        second = np.arange(config.games) // config.group % 2 == 1
        played = play_games(
            (Evaluator(self.network), Evaluator(opponent)),
            np.repeat(own, config.group),
            np.repeat(opp, config.group),
            lockstep.streams(seed, openings, config.games),
            second,
        )
        return played.moves[0], played.result.astype(np.float64)

    def _learn(self, moves: Examples, advantages: npt.NDArray[np.float64]) -> None:
        for group in self._optimiser.param_groups:
            group["lr"] = self.learning_rate
        self._optimiser.zero_grad()
        legal = moves.legal
        self.network.eval()
        for first in range(0, len(moves), _PART):
            part = slice(first, first + _PART)
            planes = word_planes(moves.own[part], moves.opp[part], legal[part]).to(self.device)
            with torch.autocast(self.device.type, torch.bfloat16, enabled=self.config.bfloat16):
                logits = self.network(network_input(planes))
            played = torch.from_numpy(moves.target[part]).to(self.device)
            worth = torch.from_numpy(advantages[part]).float().to(self.device)
            loss = policy_gradient_loss(legal_only(logits.float(), planes), played, worth)
            (loss / self.config.games).backward()  # type: ignore[no-untyped-call]
        self._optimiser.step()

    def record(self) -> dict[str, float]:
        """Returns the numbers for a line of the log, and begins a new mean result.

        ``against_start`` is the score of a match against the policy that it began with, both with
        drawn moves.
        """
        match = policy_match(self.network, self._pool[0], games=_MATCH_GAMES, seed=self.config.seed)
        numbers = {
            "games": self.step * self.config.games,
            "result": float(np.mean(self._results)) if self._results else float("nan"),
            "opponents": len(self._pool),
            "against_start": match.score,
        }
        self._results.clear()
        return numbers

    def checkpoint(self) -> Checkpoint:
        """Returns all that is needed to use the network, or to go on exactly."""
        memory = prefixed("optimiser.", optimiser_state(self._optimiser))
        for number, network in enumerate(self._pool):
            memory |= prefixed(f"pool.{number}.", network.state_dict())
        memory["results"] = torch.tensor(self._results, dtype=torch.float64)
        return Checkpoint(
            kind=self.kind,
            game=GAME,
            step=self.step,
            finished=self.finished,
            config=self.config.to_dict(),
            random={},
            weights=dict(self.network.state_dict()),
            memory=memory,
        )

    @classmethod
    def resumed(cls, checkpoint: Checkpoint, device: torch.device | None = None) -> Self:
        """Returns a training that goes on exactly where the checkpoint was made.

        Raises:
            ValueError: If the training is finished, or the checkpoint does not fit together.
        """
        if checkpoint.finished:
            raise ValueError(f"the training is finished after {checkpoint.step} updates")
        config = ReinforceConfig.from_dict(checkpoint.config)
        memory = checkpoint.memory
        start = policy_network(config)
        try:
            start.load_state_dict(dict(checkpoint.weights))
            learning = cls(config, start, device)
            versions = range(checkpoint.step // config.pool_every + 1)
            learning._pool = [
                learning._copy(part_of(memory, f"pool.{number}.")) for number in versions
            ]
            load_optimiser(learning._optimiser, part_of(memory, "optimiser."))
            learning._results = memory["results"].tolist()
        except (KeyError, RuntimeError, TypeError) as error:
            raise ValueError(f"the checkpoint does not fit its own settings: {error}") from error
        learning.step = checkpoint.step
        return learning

    def _copy(self, weights: Weights) -> PolicyNetwork:
        network: Any = policy_network(self.config)
        try:
            network.load_state_dict(dict(weights))
        except RuntimeError as error:
            raise ValueError(f"the policy does not fit the settings: {error}") from None
        copied: PolicyNetwork = network.to(self.device, memory_format=torch.channels_last)
        return copied.eval()


def leave_one_out(results: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Returns how much better each game ended than the others of its group did on average.

    Args:
        results: (groups, games) results of games; those of a group began alike.

    Returns:
        (groups, games): result minus the mean result of the other games of the group.

    >>> leave_one_out(np.array([[1.0, -1.0, -1.0], [1.0, 1.0, 1.0]])).tolist()
    [[2.0, -1.0, -1.0], [0.0, 0.0, 0.0]]
    """
    games = results.shape[1]
    others = (results.sum(axis=1, keepdims=True) - results) / (games - 1)
    advantages: npt.NDArray[np.float64] = results - others
    return advantages


def policy_gradient_loss(
    logits: torch.Tensor, played: torch.Tensor, advantages: torch.Tensor
) -> torch.Tensor:
    """Returns the number whose gradient, downwards, is the step of REINFORCE.

    Args:
        logits: (N, actions), −inf where an action is illegal.
        played: (N,) indices of the actions that were played.
        advantages: (N,) results of their games for those who played them, less a baseline.

    Returns:
        −Σ advantage · log π(action).
    """
    chosen = torch.log_softmax(logits, dim=1).gather(1, played[:, None])[:, 0]
    return -(advantages * chosen).sum()
