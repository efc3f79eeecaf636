"""A game looked back at: which moves lost how much, by the exact truth and by a player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from coursekit.checks import checked_whole
from coursekit.engine.alphabeta.evaluation import WIN
from coursekit.games.actions import Action
from coursekit.games.env import Env, checked_env
from coursekit.games.othello import Othello
from coursekit.players.base import player_name
from coursekit.players.search import SearchPlayer
from coursekit.progress import Progress
from coursekit.truth import exact_value, move_values
from coursekit.truth.solving import empty_squares

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

EXACT_EMPTIES = 14
"""Empty squares of Othello from which on moves are judged by the exact truth: about a second."""

_LINE, _FAULT = "#0072B2", "#D55E00"


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

        columns = {
            "player": [str(review.action.player) for review in self.reviews],
            "move": [review.action.name for review in self.reviews],
            "value": [review.value for review in self.reviews],
            "best moves": [" ".join(a.name for a in review.best) for review in self.reviews],
            "best value": [review.best_value for review in self.reviews],
            "lost": [review.lost for review in self.reviews],
            "judge": ["exact" if review.exact else self.judge for review in self.reviews],
        }
        plies = [review.ply + 1 for review in self.reviews]
        return pd.DataFrame(columns, index=pd.Index(plies, name="ply"))

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
        import matplotlib.pyplot as plt

        # A panel for each unit that occurs.
        panels = [
            (label, found)
            for label, exact in ((self.judge, False), (f"{self.unit}, exact", True))
            if (found := [review for review in self.reviews if review.exact == exact])
        ]
        if not panels:
            raise ValueError("there is nothing to draw: no move could be judged")
        figure, row = plt.subplots(
            ncols=len(panels),
            figsize=(7.2, 3.2),
            layout="constrained",
            squeeze=False,
            width_ratios=[max(8, len(found)) for _, found in panels],
        )
        for ax, (label, found) in zip(row[0], panels, strict=True):
            _panel(ax, label, found)
        first = str(max(review.action.player for review in self.reviews))
        row[0][0].set_ylabel(f"value for {first}")
        row[0][0].plot([], [], color=_FAULT, linewidth=2, label="lost by the move played")
        figure.legend(loc="outside upper right", frameon=False)
        plt.close(figure)  # a notebook shows what is returned; it need not show it twice
        return figure

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
    if player is not None and not callable(getattr(player, "analyse", None)):
        raise TypeError(
            f"{player_name(player)} cannot analyse positions: take a player that searches, such "
            "as players.uct(...) or players.alpha_beta(...)"
        )
    empties = checked_whole(empties, "empties", least=0)
    positions = _positions(env, seed)
    if not positions:
        raise ValueError("there is no move to judge: the env has no history")
    limit = empties if isinstance(env, Othello) else 9
    reviews = []
    with Progress(f"analysing {env.name}", len(positions)) as bar:
        for ply, (position, action) in enumerate(positions):
            if len(position.legal_actions()) > 1:
                if empty_squares(position) <= limit:
                    reviews.append(_exact_review(ply, position, action))
                elif player is not None:
                    reviews.append(_judged_review(ply, position, action, player))
            bar.advance(1)
    judge = "" if player is None else player_name(player)
    unit = "discs" if isinstance(env, Othello) else "points"
    result = int(env.player) * exact_value(env) if env.is_done() else None
    return Analysis(env.name, env.history, tuple(reviews), judge, unit, result)


def _positions(env: Env, seed: int) -> list[tuple[Env, Action]]:
    """Returns the position before each move of the game, with the move, from the first on."""
    walked = checked_env(env).clone()
    walked.seed(seed)
    found = []
    for action in reversed(env.history):
        walked.undo()
        found.append((walked.copy(), action))
    return found[::-1]


def _exact_review(ply: int, env: Env, action: Action) -> Review:
    values = move_values(env, max_empties=empty_squares(env))
    top = max(values.values())
    best = tuple(move for move, value in values.items() if value == top)
    return Review(ply, action, values[action], best, top, exact=True)


def _judged_review(ply: int, env: Env, action: Action, player: Any) -> Review:
    win = WIN if isinstance(player, SearchPlayer) else 1.0
    choice: Action = player.analyse(env).action
    values = {}
    for move in dict.fromkeys((choice, action)):
        env.update(move)
        value = win * env.result() if env.is_done() else float(player.analyse(env).value)
        values[move] = -value
        env.undo()
    if values[action] >= values[choice]:
        choice = action
    return Review(ply, action, values[action], (choice,), values[choice], exact=False)


def _panel(ax: Axes, label: str, reviews: list[Review]) -> None:
    """Draws the value of the best moves as a line, and what each move lost as a stroke from it."""
    plies = [review.ply + 1 for review in reviews]
    pairs = [(review.best_value, review.value) for review in reviews]
    sides = [[int(review.action.player)] for review in reviews]
    values = np.array(sides) * np.array(pairs)
    # A certain win is drawn at the edge.
    reach = 1.1 * np.abs(values[np.abs(values) < WIN / 2]).max(initial=1.0)
    best, after = np.clip(values, -reach, reach).T
    ax.axhline(0, color="#686C70", linewidth=0.8)
    ax.plot(plies, best, color=_LINE, marker="o", markersize=3, linewidth=1.5)
    lost = np.array([review.lost > 0 for review in reviews])
    ax.vlines(np.array(plies)[lost], after[lost], best[lost], color=_FAULT, linewidth=2)
    ax.set(xlabel="ply", ylim=(-1.05 * reach, 1.05 * reach))
    ax.set_title(label, parse_math=False)  # a player's name
