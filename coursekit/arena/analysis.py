"""A game looked back at: which moves lost how much, by the exact truth and by a player."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from coursekit.engine.evaluation import WIN
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.games.othello import Othello
from coursekit.players import SearchPlayer, player_name
from coursekit.progress import progress
from coursekit.truth import exact_value, move_values
from coursekit.truth.solving import empty_squares

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

EXACT_EMPTIES = 14
"""Empty squares of Othello from which on moves are judged by the exact truth: about a second."""


class Review(NamedTuple):
    """What one move was worth.

    Attributes:
        ply: Its place in the game, from 0.
        action: The move.
        value: Its value for the side that played it: the final disc difference in Othello or the
            result elsewhere where it is exact, else in the unit of the player that judged it.
        best: The best moves; where it is not exact, the one that the judge preferred.
        best_value: Their value.
        exact: Whether the values are the truth.
    """

    ply: int
    action: Action
    value: float
    best: tuple[Action, ...]
    best_value: float
    exact: bool

    @property
    def lost(self) -> float:
        """What the move gave away, from 0 up."""
        return self.best_value - self.value


@dataclass(frozen=True, repr=False)
class Analysis:
    """What the moves of a game were worth; see :func:`analyse`.

    Attributes:
        game: Name of the game.
        history: Its actions.
        reviews: One for each move that could be judged, passes and other forced moves left out.
        judge: Name of the player that judged where the truth is out of reach, or an empty text.
        unit: What exact values are counted in: ``"discs"`` in Othello, else ``"points"``.
        result: How the game ended, for the first player, in that unit; ``None`` if it goes on.
    """

    game: str
    history: tuple[Action, ...]
    reviews: tuple[Review, ...]
    judge: str
    unit: str
    result: int | None

    def worst(self, count: int = 5, exact: bool = True) -> list[Review]:
        """Returns the moves that lost most, the worst first; moves that lost nothing are left out.

        Args:
            count: How many at most.
            exact: Whether to look at the moves judged exactly, or else at the others: their units
                differ.
        """
        found = [r for r in self.reviews if r.exact == exact and r.lost > 0]
        return sorted(found, key=lambda review: (-review.lost, review.ply))[:count]

    @property
    def table(self) -> DataFrame:
        """One row for each move: who played it, its value, the best moves, and what was lost."""
        import pandas as pd

        rows: list[dict[str, Any]] = [
            {
                "player": str(review.action.player),
                "move": review.action.name,
                "value": review.value,
                "best moves": " ".join(action.name for action in review.best),
                "best value": review.best_value,
                "lost": review.lost,
                "judge": "exact" if review.exact else self.judge,
            }
            for review in self.reviews
        ]
        numbers = [review.ply + 1 for review in self.reviews]
        return pd.DataFrame(rows, index=pd.Index(numbers, name="ply"))

    @property
    def sources(self) -> str:
        """Where the values come from, in words."""
        exact = [review.ply + 1 for review in self.reviews if review.exact]
        judged = f"judged by {self.judge}" if self.judge else "not judged"
        if not exact:
            return judged
        if len(exact) == len(self.reviews) and exact[0] <= 2:
            return "exact"
        return f"{judged} before ply {exact[0]}, exact from there on"

    def plot(self) -> Figure:
        """Draws the values along the game for the first player, and marks the moves that lost."""
        from coursekit.arena.analysis_chart import draw

        return draw(self)

    def __repr__(self) -> str:
        lines = [f"{self.game}, {len(self.history)} plies, {self.sources}"]
        exact = [review for review in self.reviews if review.exact]
        for player in sorted({review.action.player for review in exact}, reverse=True):
            moves = [review for review in exact if review.action.player == player]
            faults = [review for review in moves if review.lost > 0]
            lost = sum(review.lost for review in faults)
            count = f"{len(faults)} of {len(moves)} exactly judged moves"
            lines.append(f"{player}: {count} lost {lost:g} {self.unit}")
        return "\n".join(lines)


def analyse(env: Env, player: Any = None, empties: int = EXACT_EMPTIES, seed: int = 0) -> Analysis:
    """Returns what the moves of a game were worth, from the first to the last.

    In small games, and near the end of Othello, each move is compared with the best ones by the
    exact truth. Before, a player judges: it chooses a move itself, and where that is another one,
    it values the positions after both, one as deeply as the other. What it calls a loss is its
    opinion; where it prefers the move played after all, nothing is lost.

    Args:
        env: The env with its history; it is not changed. It need not be finished.
        player: A player that can ``analyse``, such as ``players.uct(...)`` or
            ``players.alpha_beta(...)``; without one, only what is exact is judged.
        empties: Empty squares from which on moves of Othello are judged exactly.
        seed: Seed of the player's chance.

    Raises:
        TypeError: If the player has no ``analyse`` that tells an action and a value.
        ValueError: If there is no move to judge, or ``empties`` is too large to solve.

    >>> from coursekit import tictactoe
    >>> analyse(tictactoe.from_moves("b2b1a1c3"))
    tictactoe, 4 plies, exact
    X: 0 of 2 exactly judged moves lost 0 points
    O: 1 of 2 exactly judged moves lost 1 points
    """
    judge = None if player is None else _judge(player)
    positions = _positions(env, seed)
    if not positions:
        raise ValueError("there is no move to judge: the env has no history")
    reviews = []
    with progress(len(positions), f"analysing {env.name}", "move", 2.0) as advance:
        for ply, (position, action) in enumerate(positions):
            if len(position.legal_actions()) > 1:
                if _is_solvable(position, empties):
                    reviews.append(_exact_review(ply, position, action))
                elif judge is not None:
                    reviews.append(_judged_review(ply, position, action, judge))
            advance(1)
    is_othello = isinstance(env, Othello)
    return Analysis(
        env.name,
        env.history,
        tuple(reviews),
        "" if player is None else player_name(player),
        "discs" if is_othello else "points",
        int(env.player) * exact_value(env) if env.is_done() else None,
    )


def _positions(env: Env, seed: int) -> list[tuple[Env, Action]]:
    """Returns the position before each move of the game, with the move, from the first on."""
    # A pickled twin, since env.copy() would move on the chance of the env's later copies.
    walked: Env = pickle.loads(pickle.dumps(env))
    walked.seed(seed)
    found = []
    for action in reversed(env.history):
        walked.undo()
        found.append((walked.copy(), action))
    return found[::-1]


def _is_solvable(env: Env, empties: int) -> bool:
    return empty_squares(env) <= (empties if isinstance(env, Othello) else 9)


def _exact_review(ply: int, env: Env, action: Action) -> Review:
    values = move_values(env, max_empties=empty_squares(env))
    top = max(values.values())
    best = tuple(move for move, value in values.items() if value == top)
    return Review(ply, action, values[action], best, top, exact=True)


class _Judge(NamedTuple):
    """A player's opinion of positions, each for the side to move."""

    analyse: Callable[[Env], Any]
    win: float

    def value(self, env: Env) -> float:
        """Returns what the position is worth, a finished one by its result."""
        return self.win * env.result() if env.is_done() else float(self.analyse(env).value)


def _judge(player: Any) -> _Judge:
    analyse_ = getattr(player, "analyse", None)
    if not callable(analyse_):
        raise TypeError(
            f"{player_name(player)} cannot analyse positions: take a player that searches, such "
            "as players.uct(...) or players.alpha_beta(...)"
        )
    return _Judge(analyse_, WIN if isinstance(player, SearchPlayer) else 1.0)


def _judged_review(ply: int, env: Env, action: Action, judge: _Judge) -> Review:
    choice: Action = judge.analyse(env).action
    values = {}
    for move in dict.fromkeys((choice, action)):
        env.update(move)
        values[move] = -judge.value(env)
        env.undo()
    if values[action] >= values[choice]:
        choice = action
    return Review(ply, action, values[action], (choice,), values[choice], exact=False)
