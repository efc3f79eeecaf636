"""A game looked back at: which moves lost how much, by the exact truth and by a player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

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
