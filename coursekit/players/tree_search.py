"""Players without an evaluation: flat Monte Carlo and UCT, in every game with kernels.

Both value a position by random games. Flat Monte Carlo shares them out among the moves at hand;
UCT also grows a tree, so that it sees the replies. Chance comes from one number of ``env.rng`` for
each move.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np

from coursekit.budget import Budget, checked_budget
from coursekit.checks import checked_whole, is_number
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.players.base import NamedPlayer, actions_of, kernel_of
from coursekit.players.tree_info import (
    MoveStatistics,
    TreeInfo,
    best_value,
    preference,
)
from coursekit.strangers import shown

if TYPE_CHECKING:
    from coursekit.engine.mcts.uct import Search

Allocation: TypeAlias = Literal["ucb", "uniform"]
_ONE = Budget(count=1)
_EVENLY = 1e20  # an exploration constant beside which no value counts

DEFAULT_C = 1.0
"""The exploration constant unless another is given, for results from −1 to +1."""


class TreePlayer(NamedPlayer):
    """Searches by random games; made by :func:`monte_carlo` and :func:`uct`.

    Attributes:
        name: For example ``"UCT, 1,000 simulations"``.
        info: What the last search found, or ``None`` before the first.
    """

    info: TreeInfo | None = None

    def __init__(
        self,
        name: str,
        budget: Budget,
        c: float,
        expand_after: int,
        by_value: bool = False,
    ) -> None:
        self.name = name
        self.budget = budget
        self.c = c
        self.expand_after = expand_after
        self.by_value = by_value
        self._searches: dict[str, Search] = {}

    def __call__(self, env: Env) -> Action:
        """Returns the most visited action; the search is kept in :attr:`info`.

        With one legal action only, it makes one simulation and saves the rest of the budget.
        """
        no_choice = len(env.legal_actions()) == 1
        self.info = self._search(env, _ONE if no_choice else self.budget)
        return self.info.action

    def analyse(self, env: Env) -> TreeInfo:
        """Returns what a search of a position finds, with the whole budget.

        Raises:
            ValueError: If the game is over.
            TypeError: If the player cannot play the env's game.
        """
        self.info = self._search(env, self.budget)
        return self.info

    def check_game(self, env: Env) -> None:
        """Checks that a game has kernels."""
        kernel_of(env.name)

    def prepare(self) -> None:
        """Loads the kernels, which a new machine must compile, before any clock starts."""
        from coursekit.engine.mcts import uct as mcts  # noqa: F401

    def _search(self, env: Env, budget: Budget) -> TreeInfo:
        if env.is_done():
            raise ValueError(f"the game is over: {self.name} has no move to search for\n{env}")
        position = env.words()
        search = self._search_of(env.name)
        search.begin(position)
        found = search.run(budget, int(env.rng.integers(2**64, dtype=np.uint64)))
        named = env.space.numbered
        moves = tuple(MoveStatistics(named(move.move), *move[1:]) for move in found.moves)
        best = max(moves, key=best_value if self.by_value else preference)
        return TreeInfo(
            action=best.action,
            value=best.value,
            variation=(best.action,) if self.by_value else actions_of(env.space, found.line),
            simulations=found.simulations,
            nodes=found.nodes,
            seconds=found.seconds,
            moves=moves,
            full=found.full,
        )

    def _search_of(self, game: str) -> Search:
        if game not in self._searches:
            from coursekit.engine.mcts.uct import Search

            self._searches[game] = Search(
                kernel_of(game),
                c=self.c,
                expand_after=self.expand_after,
                simulations=self.budget.count,
            )
        return self._searches[game]

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_searches": {}}


def monte_carlo(budget: Budget, allocation: Allocation = "ucb", c: float = DEFAULT_C) -> TreePlayer:
    """Returns a player that tries its moves in random games and plays the one tried most often.

    It compares the moves at hand only: the replies are as random as the rest.

    Args:
        budget: Playouts (``Budget(count=…)``) or seconds for each move.
        allocation: ``"ucb"``: the next playout goes to the move of the highest upper confidence
            bound (UCB1), so promising moves are tried more often. ``"uniform"``: each move in
            turn, and the move of the highest value is played.
        c: Exploration constant of UCB1.

    Raises:
        TypeError: If the budget is no :class:`coursekit.Budget`.
        ValueError: If there is no such allocation, or ``c`` is negative or not finite.

    >>> from coursekit import tictactoe
    >>> player = monte_carlo(Budget(count=1000))
    >>> player
    Monte Carlo, 1,000 playouts
    >>> env = tictactoe.make(seed=1)
    >>> player(env)
    X b2
    """
    if allocation not in get_args(Allocation):
        raise ValueError(f"there is no allocation {shown(allocation)}; use 'ucb' or 'uniform'")
    c, uniform = _checked_c(c), allocation == "uniform"
    name = "uniform " * uniform + f"Monte Carlo, {checked_budget(budget).words('playout')}"
    name += "" if c == DEFAULT_C else f", c={c:g}"
    from coursekit.engine.mcts.uct import NEVER

    return TreePlayer(name, budget, _EVENLY if uniform else c, NEVER, uniform)


def uct(budget: Budget, c: float = DEFAULT_C, expand_after: int = 1) -> TreePlayer:
    """Returns a player that grows a tree by UCT and plays the most visited move.

    Args:
        budget: Simulations (``Budget(count=…)``) or seconds for each move.
        c: Exploration constant of UCB1, from 0, for results from −1 to +1.
        expand_after: Visits after which a leaf is given its children, from 1.

    Raises:
        TypeError: If the budget is no :class:`coursekit.Budget`.
        ValueError: If a number is out of range.

    >>> from coursekit import tictactoe
    >>> player = uct(Budget(count=2000))
    >>> player
    UCT, 2,000 simulations
    >>> env = tictactoe.from_moves("a1b2b1")
    >>> player(env)
    O c1
    """
    c, expand_after = _checked_c(c), checked_whole(expand_after, "expand_after", most=10**9)
    name = f"UCT, {checked_budget(budget).words('simulation')}"
    name += "" if c == DEFAULT_C else f", c={c:g}"
    name += "" if expand_after == 1 else f", expanding after {expand_after} visits"
    return TreePlayer(name, budget, c, expand_after)


def _checked_c(c: float) -> float:
    if not is_number(c) or not 0 <= c < inf:
        raise ValueError(f"an exploration constant is a number from 0 up, not {shown(c)}")
    return float(c)
