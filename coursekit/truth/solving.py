"""Who finds the exact values: compiled for Othello, plain minimax for every other game.

Positions are the immutable tuples of :class:`coursekit.games.env.Env`, so nothing here plays on
anybody's env.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple, TypeAlias

from coursekit.games.actions import Action, ActionSpace
from coursekit.games.env import Env
from coursekit.games.othello import Othello
from coursekit.truth.progress import Progress

EMPTIES = ("winner", "nobody")
MOST_EMPTIES = 22
"""Empty squares up to which Othello is solved without being told twice: some twenty seconds."""
MOST_POSITIONS = 200_000
"""Positions that plain minimax keeps before it gives up, after a second or two."""

_State: TypeAlias = tuple[Any, ...]


class Node(NamedTuple):
    """A position: the actions of the side to move, and the env's tuple."""

    space: ActionSpace
    state: _State

    def actions(self) -> list[Action]:
        """Returns the legal actions in index order."""
        return self.space.listed(self.state[-1])


class Referee(ABC):
    """Finds exact values of positions of one game; it does not change its env."""

    def __init__(self, env: Env) -> None:
        self._env = env

    def after(self, node: Node, action: Action) -> Node:
        """Returns the position after an action."""
        return Node(node.space.opponent, self._env._next(node.state, action))

    @property
    @abstractmethod
    def nodes(self) -> int:
        """Nodes visited so far."""

    @abstractmethod
    def value(self, node: Node, alpha: int = -64, beta: int = 64) -> int:
        """Returns the value for the side to move; outside the window it may be a bound."""


class OthelloReferee(Referee):
    """Solves positions of Othello with the compiled solver."""

    def __init__(
        self, env: Othello, empties: str, megabytes: float | None, progress: Progress
    ) -> None:
        from coursekit.engine.solver import Solver

        super().__init__(env)
        self._solver = Solver(
            env._board_mask, empty_squares(env), empties == "winner", megabytes, progress.show
        )

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._solver.nodes

    def value(self, node: Node, alpha: int = -64, beta: int = 64) -> int:
        """Returns the final disc difference for the side to move."""
        return self._solver.value(node.state[0], node.state[1], alpha, beta)


class MinimaxReferee(Referee):
    """Solves positions of any small game by minimax that remembers what it has seen."""

    def __init__(self, env: Env) -> None:
        super().__init__(env)
        self._values: dict[_State, int] = {}

    @property
    def nodes(self) -> int:
        """Positions solved so far."""
        return len(self._values)

    def value(self, node: Node, alpha: int = -64, beta: int = 64) -> int:
        """Returns the result, +1, 0 or −1; the window is of no use here.

        Raises:
            ValueError: If the game tree is too large.
        """
        value = self._values.get(node.state)
        if value is not None:
            return value
        actions = node.actions()
        if not actions:
            return self._env._outcome(node.state)
        value = -1
        for action in actions:
            value = max(value, -self.value(self.after(node, action)))
            if value == 1:
                break
        if len(self._values) >= MOST_POSITIONS:
            raise ValueError(
                f"{self._env.name} has more than {MOST_POSITIONS:,} positions below this one, so "
                "it cannot be solved here: only Othello's endgames and small games can"
            )
        self._values[node.state] = value
        return value


def empty_squares(env: Env) -> int:
    """Returns the number of empty squares."""
    return int((env._cells() == 0).sum())


def referee(
    env: Env,
    empties: str,
    max_empties: int,
    megabytes: float | None,
    progress: Progress,
) -> tuple[Referee, Node]:
    """Returns who can solve the env's position, and that position.

    Args:
        env: The env; it is not changed.
        empties: ``"winner"`` or ``"nobody"``: for whom empty squares count at the end of Othello.
        max_empties: Empty squares from which on Othello is refused.
        megabytes: Size of the transposition table; a size that suits the position if not given.
        progress: Where a long solve reports.

    Raises:
        ValueError: If an argument is unknown, or the position has too many empty squares.
    """
    if empties not in EMPTIES:
        raise ValueError(f"empty squares count for the 'winner' or for 'nobody', not {empties!r}")
    node = Node(env._space, env._state)
    if not isinstance(env, Othello):
        return MinimaxReferee(env), node
    count = empty_squares(env)
    if count > max_empties and not env.is_done():
        raise ValueError(
            f"{count} squares are empty: an exact solve would take about {duration(count)} (each "
            f"square more takes about three times as long), and max_empties is {max_empties}; "
            f"pass max_empties={count} to go on"
        )
    return OthelloReferee(env, empties, megabytes, progress), node


def duration(empties: int) -> str:
    """Returns in words how long Othello takes from so many empty squares, on one core.

    >>> duration(22), duration(30), duration(60)
    ('21 seconds', '2.7 days', '1e+13 years')
    """
    amount, unit = 0.2 * 3.2 ** (empties - 18), "seconds"
    for size, larger in ((60, "minutes"), (60, "hours"), (24, "days"), (365.25, "years")):
        if amount >= 2 * size:
            amount, unit = amount / size, larger
    return f"{amount:.2g} {unit}"
