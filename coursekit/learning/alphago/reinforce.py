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

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import torch

from coursekit.engine.bulk import lockstep
from coursekit.learning.alphago.examples import Examples, word_planes
from coursekit.learning.alphago.policy import legal_only, policy_network
from coursekit.learning.alphago.policy_games import play_games, policy_match, random_positions
from coursekit.learning.alphago.supervised import GAME, LayersConfig, network_input
from coursekit.learning.checkpoint import (
    Checkpoint,
    Tensors,
    part_of,
    prefixed,
)
from coursekit.learning.config import setting
from coursekit.learning.inference import Evaluator
from coursekit.learning.networks import PolicyNetwork
from coursekit.learning.training import Training

_PART = 2048  # positions whose gradient is computed at once
_MATCH_GAMES = 400


@dataclass(frozen=True, kw_only=True)
class ReinforceConfig(LayersConfig):
    """The settings of :class:`Reinforce`, beside those of the network."""

    #: Seed of everything random: openings, opponents, moves.
    seed: int = setting(0, least=0)
    #: Updates of the network.
    updates: int = setting(200, least=1)
    #: Games in an update, a multiple of ``group``.
    games: int = setting(512, least=1)
    #: Games from the same opening: each is compared with the others.
    group: int = setting(8, least=2)
    #: Random plies before the networks take over: from none to this many.
    opening: int = setting(8, least=0, most=8)
    #: Learning rate at the beginning; it falls linearly to a tenth.
    learning_rate: float = setting(2e-4, least=0)
    #: Updates after which the network as it then is joins the opponents.
    pool_every: int = setting(20, least=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.games % self.group:
            raise ValueError(f"games is a multiple of group, not {self.games} and {self.group}")


class Reinforce(Training):
    """A training in progress; :meth:`advance` plays games and makes one update.

    Batch norm keeps what it measured in supervised learning, so that the policy whose gradient is
    taken is the one that played.

    Args:
        config: The settings.
        start: The policy to improve; it is left as it is.
        device: Where the network is computed; the GPU when there is one, unless told otherwise.

    Raises:
        ValueError: If ``start`` has other layers than the settings say.
    """

    kind = "reinforce"
    settings = ReinforceConfig
    config: ReinforceConfig
    network: PolicyNetwork

    def __init__(
        self, config: ReinforceConfig, start: PolicyNetwork, device: torch.device | None = None
    ) -> None:
        super().__init__(config, GAME, config.updates, device)
        self.network = self._copy(start.state_dict())
        self._pool = [self._copy(start.state_dict())]
        self.optimiser = torch.optim.Adam(
            self.network.parameters(), lr=config.learning_rate, fused=True
        )

    @property
    def learning_rate(self) -> float:
        """The present learning rate."""
        return self.config.learning_rate * (1 - 0.9 * self.step / self.config.updates)

    def _advance(self) -> None:
        """Plays ``games`` games against an earlier version, and makes one update."""
        moves, results = self._play()
        advantages = leave_one_out(results.reshape(-1, self.config.group)).ravel()
        self._learn(moves, advantages[moves.game])
        self._recent.append(float(results.mean()))
        if (self.step + 1) % self.config.pool_every == 0:
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
        for group in self.optimiser.param_groups:
            group["lr"] = self.learning_rate
        self.optimiser.zero_grad()
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
        self.optimiser.step()

    def metrics(self) -> dict[str, float]:
        """Returns the numbers for a line of the log.

        ``against_start`` is the score of a match against the policy that it began with, both with
        drawn moves.
        """
        start, seed = self._pool[0], self.config.seed
        return {
            "games": self.step * self.config.games,
            "result": self._recent_mean(),
            "opponents": len(self._pool),
            "against_start": policy_match(self.network, start, games=_MATCH_GAMES, seed=seed),
        }

    def state_dict(self) -> dict[str, torch.Tensor]:
        """Returns what a continuation needs besides weights and settings."""
        state = super().state_dict()
        for number, network in enumerate(self._pool):
            state |= prefixed(f"pool.{number}.", network.state_dict())
        return state

    def load_state_dict(self, state: Tensors) -> None:
        """Takes over what :meth:`state_dict` returned."""
        super().load_state_dict(state)
        numbers = sorted({int(name.split(".")[1]) for name in state if name.startswith("pool.")})
        self._pool = [self._copy(part_of(state, f"pool.{number}.")) for number in numbers]

    @classmethod
    def resumed(cls, checkpoint: Checkpoint, *args: Any, **kwargs: Any) -> Self:
        """Returns a training that continues exactly; the policy to improve is in the checkpoint."""
        start = policy_network(ReinforceConfig.from_dict(checkpoint.config))
        return super().resumed(checkpoint, start, *args, **kwargs)

    def _copy(self, weights: Tensors) -> PolicyNetwork:
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
    return results - others


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
