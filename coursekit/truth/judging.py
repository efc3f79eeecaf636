"""Judging a player against the truth: how often it finds a best move, and what its errors cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev
from typing import Any

import numpy as np

from coursekit.checks import checked_whole
from coursekit.games.actions import Action, IllegalActionError
from coursekit.games.chance import Chance
from coursekit.games.env import Env, checked_env
from coursekit.games.othello import Othello
from coursekit.truth.endgames import Endgame
from coursekit.truth.exact import move_values
from coursekit.truth.solving import MOST_EMPTIES, empty_squares


@dataclass(frozen=True)
class Verdict:
    """What a player did in one position.

    Attributes:
        position: The position as text, for the game's ``from_string``.
        empties: Number of empty squares.
        move: The player's move.
        values: The exact value of each legal move for the player.
    """

    position: str
    empties: int
    move: Action
    values: dict[Action, int]

    @property
    def value(self) -> int:
        """The exact value of the player's move."""
        return self.values[self.move]

    @property
    def best_value(self) -> int:
        """The exact value of the best moves."""
        return max(self.values.values())

    @property
    def best_moves(self) -> tuple[Action, ...]:
        """The best moves, in index order."""
        return tuple(move for move, value in self.values.items() if value == self.best_value)

    @property
    def lost(self) -> int:
        """What the move gave away, from 0 up: discs in Othello, else points."""
        return self.best_value - self.value


@dataclass(frozen=True, repr=False)
class Judgement:
    """What a player did in a number of positions; see :func:`judge`.

    Attributes:
        verdicts: One for each position, in order.
        unit: The unit of its losses: ``"discs"`` in Othello, else ``"points"``.
    """

    verdicts: tuple[Verdict, ...]
    unit: str

    @property
    def positions(self) -> int:
        """Number of positions."""
        return len(self.verdicts)

    @property
    def best(self) -> int:
        """Number of positions in which the player found a best move."""
        return sum(verdict.lost == 0 for verdict in self.verdicts)

    @property
    def share(self) -> float:
        """Share of the positions in which the player found a best move, from 0 to 1."""
        return self.best / self.positions

    @property
    def lost(self) -> float:
        """What a move gave away on average."""
        return mean(verdict.lost for verdict in self.verdicts)

    @property
    def lost_error(self) -> float:
        """Standard error of :attr:`lost`; NaN for a single position."""
        if self.positions == 1:
            return float("nan")
        return stdev(verdict.lost for verdict in self.verdicts) / sqrt(self.positions)

    def __repr__(self) -> str:
        error = f" ± {self.lost_error:.2f}" if self.positions > 1 else ""
        return (
            f"a best move in {self.best} of {self.positions} positions ({100 * self.share:.1f} %), "
            f"{self.lost:.2f}{error} {self.unit} lost per move"
        )


def judge(
    player: Callable[[Env], Any],
    positions: Iterable[Env | Endgame],
    seed: int = 0,
    max_empties: int = MOST_EMPTIES,
) -> Judgement:
    """Returns how a player's moves compare with exact best play.

    The player is asked once in each position, on a copy whose chance follows from ``seed``. Values
    are those of :func:`coursekit.truth.exact_value`, empty squares to the winner.

    Args:
        player: Any callable that is given an env and returns an action.
        positions: Envs that are not over, or :func:`coursekit.truth.endgames`, all of one game.
        seed: Seed of the chance of players that use it.
        max_empties: As in :func:`coursekit.truth.exact_value`.

    Raises:
        ValueError: If there is no position, or one is over or too large, with its number.
        IllegalActionError: If the player's move is not legal, with the number of the position.

    >>> from coursekit.truth import endgames, judge
    >>> judge(lambda env: env.legal_actions()[0], endgames())
    a best move in 4 of 20 positions (20.0 %), 12.00 ± 2.51 discs lost per move
    """
    envs = [position.env if isinstance(position, Endgame) else position for position in positions]
    if not envs:
        raise ValueError("there is no position to judge the player by")
    seed = checked_whole(seed, "seed", least=0)
    for number, env in enumerate(map(checked_env, envs), start=1):
        if env.is_done():
            raise ValueError(f"position {number} is over, so it has no move to judge\n{env}")
    verdicts = tuple(
        _verdict(player, env, seed, number, max_empties) for number, env in enumerate(envs, start=1)
    )
    return Judgement(verdicts, "discs" if isinstance(envs[0], Othello) else "points")


def _verdict(
    player: Callable[[Env], Any], env: Env, seed: int, number: int, max_empties: int
) -> Verdict:
    try:
        values = move_values(env, max_empties=max_empties)
    except ValueError as error:
        raise ValueError(f"position {number}: {error}") from None
    chance = Chance(int(np.random.SeedSequence([seed, number]).generate_state(1, np.uint64)[0]))
    judged = env.clone(chance)  # the player may do what it likes with its own
    try:
        judged.update(player(env.clone(chance)))
    except IllegalActionError as error:
        raise IllegalActionError(f"position {number}: {error}") from None
    except Exception as error:
        error.add_note(f"The player was asked in position {number}:\n{env}")
        raise
    return Verdict(env.to_string(), empty_squares(env), judged.history[-1], values)
