"""Players that search with networks: AlphaGo and AlphaZero, by one tree search."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from coursekit.budget import Budget, checked_budget
from coursekit.checks import checked_whole, is_number
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.players.base import NamedPlayer, actions_of, kernel_of
from coursekit.players.evaluators import DualEvaluators, LeafEvaluate, MixedEvaluators
from coursekit.players.tree_info import SearchedMove, TreeInfo

if TYPE_CHECKING:
    from coursekit.engine.mcts.forest import Forest, ForestResult, PuctConfig
    from coursekit.learning.networks import DualNetwork, PolicyNetwork, ValueNetwork


MOST_SIMULATIONS = 100_000
"""Of a move: the memory for a tree is reserved before it grows."""


class NetworkSearchPlayer(NamedPlayer):
    """Searches with PUCT and an evaluator; made by :func:`alphazero` and :func:`alphago`.

    It searches one position, or many side by side, which share each batch of leaves and get the
    same moves as they would one by one.

    Attributes:
        name: For example ``"AlphaZero, 100 simulations"``.
        config: How it searches.
        evaluator: Returns the evaluation of a game's positions, given its name.
        info: What the last search found, or ``None`` before the first.

    Args:
        name: What to call the player, without the number of simulations.
        config: How to search.
        evaluator: Returns the evaluation of a game's positions, given its name.
        seconds: Time for each move, if it is not the config's number of simulations.
    """

    info: TreeInfo | None = None

    def __init__(
        self,
        name: str,
        config: PuctConfig,
        evaluator: Callable[[str], LeafEvaluate],
        seconds: float | None = None,
    ) -> None:
        count = None if seconds is not None else config.simulations
        self.name = f"{name}, {Budget(seconds, count).words('simulation')}"
        self.config = config
        self.evaluator = evaluator
        self._seconds = seconds

    def check_game(self, env: Env) -> None:
        """Loads the networks for a game, which may be missing, damaged, or for another game."""
        self.evaluator(env.name)

    def __call__(self, env: Env) -> Action:
        """Returns the chosen action; the search is kept in :attr:`info`.

        With one legal action only, a player with a time makes one simulation and saves the rest.
        """
        no_choice = self._seconds is not None and len(env.legal_actions()) == 1
        return self._analyse(env, 0.0 if no_choice else self._seconds).action

    def analyse(self, env: Env) -> TreeInfo:
        """Returns what a search of a position finds.

        Raises:
            ValueError: If the game is over.
            TypeError: If the player cannot play the env's game.
        """
        return self._analyse(env, self._seconds)

    def _analyse(self, env: Env, seconds: float | None) -> TreeInfo:
        started = time.perf_counter()
        forest, found = self._search([env], seconds)
        self.info = _info(env, forest, found, time.perf_counter() - started)
        return self.info

    def choose_all(self, envs: Sequence[Env]) -> list[Action]:
        """Returns an action for each of several envs of one game, searched side by side.

        With a time for each move they are searched one after the other.

        Raises:
            ValueError: If a game is over, or they are of several games.
            TypeError: If the player cannot play the game.
        """
        if not envs:
            return []
        if self._seconds is not None:
            return [self(env) for env in envs]
        _, found = self._search(envs)
        moves = found.moves.tolist()
        return [env.space.numbered(move) for env, move in zip(envs, moves, strict=True)]

    def _search(
        self, envs: Sequence[Env], seconds: float | None = None
    ) -> tuple[Forest, ForestResult]:
        from coursekit.engine.mcts.forest import Forest

        started = time.perf_counter()
        names = sorted({env.name for env in envs})
        if len(names) > 1:
            raise ValueError(f"envs of one game can be searched at once, not {' and '.join(names)}")
        for env in envs:
            if env.is_done():
                raise ValueError(f"the game is over: {self.name} has no move to search for\n{env}")
        evaluate = self.evaluator(names[0])
        positions = np.stack([env.words() for env in envs])
        forest = Forest(kernel_of(names[0]), envs[0].shape[0], len(envs), self.config)
        seeds = np.array([env.rng.integers(2**64, dtype=np.uint64) for env in envs], np.uint64)
        forest.begin(positions, seeds)
        while count := forest.select():
            leaves, legal, chances = forest.leaves, forest.legal, forest.seeds
            forest.back_up(*evaluate(leaves[:count], legal[:count], chances[:count]))
            is_late = seconds is not None and time.perf_counter() - started >= seconds
            if is_late and forest.simulations(0) > 0:
                break
        return forest, forest.read()


def _info(env: Env, forest: Forest, found: ForestResult, seconds: float) -> TreeInfo:
    from coursekit.engine.rules.constants import GOES_ON

    columns = (found.visits[0].tolist(), found.priors[0].tolist(), found.q[0].tolist())
    moves = tuple(
        SearchedMove(action, *(column[action.index] for column in columns))
        for action in env.legal_actions()
    )
    line = actions_of(env.space, forest.line(0))
    return TreeInfo(
        action=line[0],
        value=float(found.value[0]),
        variation=line,
        simulations=forest.simulations(0),
        nodes=forest.nodes(0),
        seconds=seconds,
        moves=moves,
        proven=int(found.proven[0]) != GOES_ON,
    )


def alphazero(
    checkpoint: Path | str | DualNetwork | None = None,
    simulations: int = 100,
    config: PuctConfig | None = None,
    budget: Budget | None = None,
) -> NetworkSearchPlayer:
    """Returns a player that searches with the network of an AlphaZero training.

    The search is ``engine.mcts.forest.Forest``, without noise. Its moves follow from the position
    alone.

    Args:
        checkpoint: The folder of a training, or a network. Without one, the network that ships
            with the package for the game that is played (tic-tac-toe, and Othello on 4×4, 6×6 and
            8×8 boards): ``python -m coursekit train othello8 --out FOLDER`` trained it.
        simulations: Simulations for each move, from 1.
        config: Other settings of the search; its number of simulations is ignored.
        budget: Simulations or seconds for each move, in place of ``simulations``: seconds end a
            search after 100,000 simulations at the latest, and its moves are the machine's.

    Raises:
        TypeError: If ``checkpoint`` is neither a folder nor a network.
        ValueError: If the number of simulations is no whole number from 1 to 100,000.
    """
    _check_source(checkpoint, "checkpoint")
    settings, seconds = _settings(config, simulations, budget)
    return NetworkSearchPlayer("AlphaZero", settings, DualEvaluators(checkpoint), seconds)


def alphago(
    policy: Path | str | PolicyNetwork | None = None,
    value: Path | str | ValueNetwork | None = None,
    simulations: int = 100,
    lam: float = 0.5,
    config: PuctConfig | None = None,
    budget: Budget | None = None,
) -> NetworkSearchPlayer:
    """Returns a player of 8×8 Othello that searches as AlphaGo did.

    The policy network gives the priors of the moves. A leaf is worth (1 − λ) · v + λ · z: v from
    the value network, z the result of one compiled random game from there, whose chance follows
    from ``env.rng``. After Silver et al., "Mastering the game of Go with deep neural networks and
    tree search" (2016); the search itself is ``engine.mcts.forest.Forest``.

    Args:
        policy: The folder of a training, or a network; the shipped policy network if not given.
        value: The same for the value network, which λ = 1 does not need.
        simulations: Simulations for each move, from 1.
        lam: λ, from 0 (no playouts) to 1 (no value network).
        config: Other settings of the search; its number of simulations is ignored.
        budget: As in :func:`alphazero`.

    Raises:
        TypeError: If ``policy`` or ``value`` is neither a folder nor a network.
        ValueError: If a number is out of range.
    """
    _check_source(policy, "policy")
    _check_source(value, "value")
    settings, seconds = _settings(config, simulations, budget)
    if not 0 <= lam <= 1:
        raise ValueError(f"lam is a number from 0 to 1, not {lam!r}")
    name = "AlphaGo" if lam == 0.5 else f"AlphaGo, λ={lam:g}"
    return NetworkSearchPlayer(name, settings, MixedEvaluators(policy, value, float(lam)), seconds)


def _settings(
    config: PuctConfig | None, simulations: int, budget: Budget | None
) -> tuple[PuctConfig, float | None]:
    """Returns how to search, and the seconds that end a search."""
    from coursekit.engine.mcts.forest import PuctConfig

    seconds = None
    if budget is not None:
        seconds = checked_budget(budget).seconds
        simulations = MOST_SIMULATIONS if budget.count is None else budget.count
    number = checked_whole(simulations, "simulations", most=MOST_SIMULATIONS)
    config = replace(config or PuctConfig(), simulations=number)
    if seconds is not None and config.gumbel:
        raise ValueError("a Gumbel root shares out a number of simulations, so it takes no seconds")
    return config, seconds


def _check_source(source: object, name: str) -> None:
    """Raises a ``TypeError`` unless something is a folder, a network or ``None``."""
    if not (source is None or isinstance(source, Path | str) or hasattr(source, "state_dict")):
        also = "; for a number of simulations write simulations=…" if is_number(source) else ""
        raise TypeError(f"{name} is the folder of a training, or a network, not {source!r}{also}")
