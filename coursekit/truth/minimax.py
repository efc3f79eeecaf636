"""Minimax and alpha-beta in plain Python over the protocol, for the games without a kernel."""

from __future__ import annotations

from math import inf
from typing import Any

from coursekit.games.actions import Action, ActionSpace
from coursekit.games.env import Env


class Minimax:
    """A search by the rules alone: a finished game is worth its result, any other position 0.

    Args:
        env: An env of the game; it is never changed.
        prune: Whether to cut (alpha-beta) or to search every line (minimax).
        memory: Positions to remember. A search with a memory must go to the end of the game: it
            cuts only behind a win, so that it remembers exact results and no bounds.

    Attributes:
        nodes: Positions visited; those remembered do not count.
        exhausted: Whether every line was searched to the end of the game.
        root_values: The values found for the actions of the position searched last.
    """

    def __init__(self, env: Env, prune: bool = True, memory: int = 0) -> None:
        self.env = env
        self.prune = prune
        self.memory = memory
        self.nodes = 0
        self.exhausted = True
        self.root_values: dict[Action, int] = {}
        self._known: dict[tuple[Any, ...], tuple[int, tuple[Action, ...]]] = {}

    def search(
        self,
        state: tuple[Any, ...],
        space: ActionSpace,
        depth: float = inf,
        alpha: float = -inf,
        beta: float = inf,
    ) -> tuple[int, tuple[Action, ...]]:
        """Returns the value for the side to move, +1, 0 or −1, and the best line.

        Args:
            state: The position, see :attr:`Env.state`.
            space: The actions of the side to move.
            depth: Plies, from 0.
            alpha: The highest value that the side to move is sure of already.
            beta: The value from which on the opponent avoids this position.

        Raises:
            ValueError: If the memory is full.
        """
        if state in self._known:
            return self._known[state]
        self.nodes += 1
        if not state[-1]:
            return self.env.outcome(state), ()
        if depth == 0:
            self.exhausted = False
            return 0, ()
        best, line = -2, tuple[Action, ...]()
        values: dict[Action, int] = {}
        for action in space.listed(state[-1]):
            after = self.env.successor(state, action)
            reply, rest = self.search(after, space.opponent, depth - 1, -beta, -alpha)
            values[action] = -reply
            if -reply > best:
                best, line = -reply, (action, *rest)
            if self.prune:
                if best >= beta:
                    break
                if not self.memory:
                    alpha = max(alpha, best)
        self.root_values = values
        if self.memory:
            if len(self._known) >= self.memory:
                raise ValueError(
                    f"{self.env.name} has more than {self.memory:,} positions below this one, so "
                    "it cannot be solved here: only Othello's endgames and small games can"
                )
            self._known[state] = best, line
        return best, line
