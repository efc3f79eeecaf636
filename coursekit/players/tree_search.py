"""Players without an evaluation: flat Monte Carlo and UCT, on all three games.

Both value a position by random games. Flat Monte Carlo shares them out among the moves at hand;
UCT also grows a tree, so that it sees the replies. Chance comes from one number of ``env.rng`` for
each move.
"""

from __future__ import annotations

from math import inf
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from coursekit.budget import Budget
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.players.base import NamedPlayer
from coursekit.players.tree_info import MoveStatistics, TreeInfo, best_value, preference
from coursekit.players.tree_positions import action_of, move_of, position_words

if TYPE_CHECKING:
    from coursekit.engine.mcts import Search

Allocation: TypeAlias = Literal["ucb", "uniform"]
_ALLOCATIONS = ("ucb", "uniform")
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

    def __init__(
        self,
        name: str,
        budget: Budget,
        c: float,
        expand_after: int,
        trees: int,
        megabytes: float,
        reuse: bool,
        by_value: bool = False,
    ) -> None:
        self.name = name
        self.budget = budget
        self.c = c
        self.expand_after = expand_after
        self.trees = trees
        self.megabytes = megabytes
        self.reuse = reuse
        self.by_value = by_value
        self.info: TreeInfo | None = None
        self._searches: dict[int, Search] = {}
        self._known: tuple[Any, ...] | None = None

    def __call__(self, env: Env) -> Action:
        """Returns the most visited action; the search is kept in :attr:`info`.

        Where there is no choice, one simulation is made, and the rest of the budget saved.
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

    def prepare(self) -> None:
        """Loads the kernels, which a new machine must compile, before any clock runs."""
        from coursekit.engine import mcts  # noqa: F401

    def _search(self, env: Env, budget: Budget) -> TreeInfo:
        if env.is_done():
            raise ValueError(f"the game is over: {self.name} has no move to search for\n{env}")
        game, position = position_words(env, self.name)
        search = self._search_of(game)
        played = self._played_since(env)
        self._known = None  # until the search is whole
        if played is None:
            search.begin(position)
        else:
            search.follow([move_of(action) for action in played], position)
        reused = sum(int(tree.nodes[0]["visits"]) for tree in search.trees)
        found = search.run(budget, int(env.rng.integers(2**64, dtype=np.uint64)))
        if self.reuse:
            self._known = env.name, env._origin, env.history
        moves = tuple(MoveStatistics(action_of(env, move.move), *move[1:]) for move in found.moves)
        best = max(moves, key=best_value if self.by_value else preference)
        line = tuple(action_of(env, move, ply) for ply, move in enumerate(found.line))
        return TreeInfo(
            action=best.action,
            value=best.value,
            variation=(best.action,) if self.by_value else line,
            simulations=found.simulations,
            reused=reused,
            nodes=found.nodes,
            full=found.full,
            seconds=found.seconds,
            moves=moves,
        )

    def _search_of(self, game: int) -> Search:
        if game not in self._searches:
            from coursekit.engine.mcts import Search

            self._searches[game] = Search(
                game,
                c=self.c,
                expand_after=self.expand_after,
                trees=self.trees,
                megabytes=self.megabytes,
                simulations=self.budget.count,
                reuse=self.reuse,
            )
        return self._searches[game]

    def _played_since(self, env: Env) -> tuple[Action, ...] | None:
        """Returns the moves since the tree's root, or ``None`` if the tree does not lead here."""
        if self._known is None:
            return None
        name, origin, history = self._known
        if (name, origin, history) != (env.name, env._origin, env.history[: len(history)]):
            return None
        return env.history[len(history) :]

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_searches": {}, "_known": None}


def monte_carlo(budget: Budget, allocation: Allocation = "ucb", c: float = DEFAULT_C) -> TreePlayer:
    """Returns a player that tries its moves in random games and plays the one tried most often.

    Only the moves at hand are told apart: the replies are as random as the rest.

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
    if allocation not in _ALLOCATIONS:
        raise ValueError(f"there is no allocation {allocation!r}: choose 'ucb' or 'uniform'")
    c = _checked_c(c)
    name = "Monte Carlo" if allocation == "ucb" else "uniform Monte Carlo"
    name = f"{name}, {_said(budget, 'playout')}" + ("" if c == DEFAULT_C else f", c={c:g}")
    from coursekit.engine.mcts import NEVER

    uniform = allocation == "uniform"
    return TreePlayer(name, budget, _EVENLY if uniform else c, NEVER, 1, 1.0, False, uniform)


def uct(
    budget: Budget,
    c: float = DEFAULT_C,
    expand_after: int = 1,
    reuse: bool = False,
    trees: int = 1,
    megabytes: float = 256.0,
) -> TreePlayer:
    """Returns a player that grows a tree by UCT and plays the most visited move.

    Args:
        budget: Simulations (``Budget(count=…)``) or seconds for each move.
        c: Exploration constant of UCB1, from 0, for results from −1 to +1.
        expand_after: Visits after which a leaf is given its children, from 1.
        reuse: Whether to keep, from move to move, what the tree holds about the moves played. The
            budget comes on top, and a game then follows from its whole course, not from each
            position alone.
        trees: Trees that are grown independently, on as many cores as there are, and counted
            together; the budget's simulations are shared out among them.
        megabytes: Memory that the trees may take together. When it is used up, the search goes on
            and the trees stay as they are.

    Raises:
        TypeError: If the budget is no :class:`coursekit.Budget`.
        ValueError: If a number is out of range, or the machine has not that much memory.

    >>> from coursekit import tictactoe
    >>> player = uct(Budget(count=2000))
    >>> player
    UCT, 2,000 simulations
    >>> env = tictactoe.from_moves("a1b2b1")
    >>> player(env)
    O c1
    """
    c = _checked_c(c)
    for number, what in ((expand_after, "expand_after"), (trees, "trees")):
        if not _is_a(Integral, number) or number < 1:
            raise ValueError(f"{what} is a whole number from 1 up, not {number!r}")
    name = f"UCT, {_said(budget, 'simulation')}"
    name += "" if c == DEFAULT_C else f", c={c:g}"
    name += "" if expand_after == 1 else f", expanding after {expand_after} visits"
    name += ", tree kept" if reuse else ""
    name += "" if trees == 1 else f", {trees} trees"
    from coursekit.engine.mcts import tree_capacity

    tree_capacity(int(trees), megabytes, reuse)
    return TreePlayer(name, budget, c, int(expand_after), int(trees), megabytes, reuse)


def _said(budget: Budget, unit: str) -> str:
    if not isinstance(budget, Budget):
        raise TypeError(f"this takes a Budget(seconds=…) or a Budget(count=…), not {budget!r}")
    return f"{budget}" + {None: "", 1: f" {unit}"}.get(budget.count, f" {unit}s")


def _checked_c(c: float) -> float:
    if not _is_a(Real, c) or not 0 <= c < inf:
        raise ValueError(f"an exploration constant is a number from 0 up, not {c!r}")
    return float(c)


def _is_a(kind: type, value: object) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)
