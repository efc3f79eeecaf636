"""Players that search with networks: one tree search for AlphaGo's way and for AlphaZero."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from numbers import Integral
from typing import TYPE_CHECKING

import numpy as np

from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.players.base import NamedPlayer
from coursekit.players.evaluators import LeafEvaluate
from coursekit.players.puct_info import PuctInfo, SearchedMove
from coursekit.players.tree_positions import action_of, position_words

if TYPE_CHECKING:
    from coursekit.engine.puct import Forest, Found, PuctConfig


class NetworkSearchPlayer(NamedPlayer):
    """Searches with PUCT on what an evaluator says; made by ``alphazero()`` and ``alphago()``.

    It searches one position, or many at once, whose leaves then share each batch: that is an order
    of magnitude faster for each of them. In a batch of 16 and more the networks compute less
    finely, so that rarely another of two near-equal moves is found.

    Attributes:
        name: For example ``"AlphaZero, 100 simulations"``.
        config: How it searches.
        evaluator: Returns, for the name of a game, what evaluates its positions.
        info: What the last search found, or ``None`` before the first.

    Args:
        name: What to call the player, but for the number of simulations.
        config: How to search.
        evaluator: Returns, for the name of a game, what evaluates its positions.
    """

    def __init__(
        self, name: str, config: PuctConfig, evaluator: Callable[[str], LeafEvaluate]
    ) -> None:
        self.name = f"{name}, {config.simulations:,} simulation" + "s" * (config.simulations > 1)
        self.config = config
        self.info: PuctInfo | None = None
        self.evaluator = evaluator

    def __call__(self, env: Env) -> Action:
        """Returns the chosen action; the search is kept in :attr:`info`."""
        return self.analyse(env).action

    def analyse(self, env: Env) -> PuctInfo:
        """Returns what a search of a position finds.

        Raises:
            ValueError: If the game is over.
            TypeError: If the player cannot play the env's game.
        """
        started = time.perf_counter()
        forest, found = self._search([env])
        self.info = _info(env, forest, found, time.perf_counter() - started)
        return self.info

    def choose_all(self, envs: Sequence[Env]) -> list[Action]:
        """Returns the action for each of some envs of one game, searched side by side.

        Raises:
            ValueError: If a game is over, or they are of several games.
            TypeError: If the player cannot play the game.
        """
        if not envs:
            return []
        _, found = self._search(envs)
        return [
            action_of(env, int(move)) for env, move in zip(envs, found.moves.tolist(), strict=True)
        ]

    def _search(self, envs: Sequence[Env]) -> tuple[Forest, Found]:
        from coursekit.engine.puct import Forest

        names = sorted({env.name for env in envs})
        if len(names) > 1:
            raise ValueError(f"envs of one game can be searched at once, not {' and '.join(names)}")
        for env in envs:
            if env.is_done():
                raise ValueError(f"the game is over: {self.name} has no move to search for\n{env}")
        evaluate = self.evaluator(envs[0].name)
        pairs = [position_words(env, self.name) for env in envs]
        forest = Forest(pairs[0][0], envs[0].board.shape[0], len(envs), self.config)
        seeds = np.array([env.rng.integers(2**64, dtype=np.uint64) for env in envs], np.uint64)
        forest.begin(np.stack([words for _, words in pairs]), seeds)
        while count := forest.select():
            leaves, legal, chances = forest.leaves, forest.legal, forest.chances
            forest.back_up(*evaluate(leaves[:count], legal[:count], chances[:count]))
        return forest, forest.read()


def _info(env: Env, forest: Forest, found: Found, seconds: float) -> PuctInfo:
    from coursekit.engine.puct_nodes import GOES_ON

    moves = tuple(
        SearchedMove(
            action,
            int(found.visits[0, action.index]),
            float(found.priors[0, action.index]),
            float(found.q[0, action.index]),
        )
        for action in env.legal_actions()
    )
    line = tuple(action_of(env, move, ply) for ply, move in enumerate(forest.line(0)))
    return PuctInfo(
        action=line[0],
        value=float(found.value[0]),
        proven=int(found.proven[0]) != GOES_ON,
        variation=line,
        simulations=forest.simulations(0),
        nodes=forest.nodes(0),
        seconds=seconds,
        moves=moves,
    )


def checked_simulations(simulations: object) -> int:
    """Returns the number of simulations as a plain number.

    Raises:
        ValueError: If it is none from 1 up.
    """
    number = simulations if isinstance(simulations, Integral) else 0
    if simulations is True or number < 1:
        raise ValueError(f"simulations is a whole number from 1 up, not {simulations!r}")
    return int(number)
