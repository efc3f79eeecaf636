"""What a match found: counts, score, interval and every game, with a picture for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import NamedTuple

from coursekit.arena.stats import Interval, wilson
from coursekit.games.actions import Player

# Readable beside each other, in grey, and on a light and a dark page.
WIN, DRAW, LOSS = "#2f7fc1", "#9a9a9a", "#d9772b"
_BAR_WIDTH = 480


class Transcript(NamedTuple):
    """One game of a match between players a and b.

    Attributes:
        moves: The moves, as the game's ``from_moves`` reads them.
        side: The side that a played.
        opening: Number of plies, counted from the first, that were the random opening.
        result: +1 if a won, 0 if the game was drawn, −1 if b won.
        seed: The game's seed.
    """

    moves: str
    side: Player
    opening: int
    result: int
    seed: int

    def __str__(self) -> str:
        return self.moves


class Tally(NamedTuple):
    """Wins, draws and losses, from the side of player a."""

    wins: int
    draws: int
    losses: int

    @classmethod
    def of(cls, games: Iterable[Transcript]) -> Tally:
        """Counts the results of some games."""
        results = [game.result for game in games]
        return cls(results.count(1), results.count(0), results.count(-1))

    def swapped(self) -> Tally:
        """Returns the same results from the side of player b."""
        return Tally(self.losses, self.draws, self.wins)

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(self)

    @property
    def points(self) -> float:
        """Points won: a win counts 1, a draw 1/2."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Share of the points, from 0 to 1."""
        return self.points / self.games

    @property
    def interval(self) -> Interval:
        """Wilson's 95 % interval of the score, as ``(low, high)``."""
        return wilson(self.points, self.games)


@dataclass(frozen=True, repr=False)
class MatchResult:
    """The games of a match and what they show, from the side of player a.

    Attributes:
        a: Name of the first player given to :func:`coursekit.arena.match`.
        b: Name of the second.
        game: Name of the game, for example ``"othello8"``.
        seed: Seed of the match.
        transcripts: The games in order; both of a pair have the same opening.
    """

    a: str
    b: str
    game: str
    seed: int
    transcripts: tuple[Transcript, ...]

    @cached_property
    def total(self) -> Tally:
        """Wins, draws and losses in all games."""
        return Tally.of(self.transcripts)

    @cached_property
    def as_black(self) -> Tally:
        """The games in which a played the first side: black in Othello, X in tic-tac-toe."""
        return Tally.of(game for game in self.transcripts if game.side > 0)

    @cached_property
    def as_white(self) -> Tally:
        """The games in which a played the second side: white in Othello, O in tic-tac-toe."""
        return Tally.of(game for game in self.transcripts if game.side < 0)

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.transcripts)

    @property
    def wins(self) -> int:
        """Games that a won."""
        return self.total.wins

    @property
    def draws(self) -> int:
        """Drawn games."""
        return self.total.draws

    @property
    def losses(self) -> int:
        """Games that b won."""
        return self.total.losses

    @property
    def score(self) -> float:
        """Share of the points that a won, from 0 to 1: a win counts 1, a draw 1/2."""
        return self.total.score

    @property
    def interval(self) -> Interval:
        """Wilson's 95 % interval of :attr:`score`, as ``(low, high)``."""
        return self.total.interval

    @property
    def verdict(self) -> str:
        """Who is stronger, if the interval leaves equality out.

        ``"<name> is stronger"`` or ``"cannot be told apart"``.
        """
        if self.interval.low > 0.5:
            return f"{self.a} is stronger"
        if self.interval.high < 0.5:
            return f"{self.b} is stronger"
        return "cannot be told apart"

    @cached_property
    def distinct(self) -> int:
        """Number of different games; a game that is played twice proves nothing new."""
        return len({game.moves for game in self.transcripts})

    @property
    def repetition(self) -> str:
        """What to know if nearly all games repeat one another, or an empty text."""
        if 2 * self.distinct >= self.games or self.distinct > max(2, self.games // 10):
            return ""
        return (
            f"only {self.distinct:,} of the {self.games:,} games are different: the players leave "
            "little to chance, so begin with random moves (openings=...)"
        )

    def __repr__(self) -> str:
        line = (
            f"{self.a} v {self.b}: {_counted(self.wins, 'win', 'wins')}, "
            f"{_counted(self.draws, 'draw', 'draws')}, "
            f"{_counted(self.losses, 'loss', 'losses')} of {self.games:,}; "
            f"score {100 * self.score:.1f} % (95 %: {self.interval})"
        )
        return f"{line}\n{self.repetition}" if self.repetition else line

    def _repr_html_(self) -> str:
        """Returns the result as a small table with a bar, for notebooks and the book."""
        sides = {int(game.side): str(game.side).lower() for game in self.transcripts}
        counted = [
            ("all games", self.total),
            (f"{self.a} as {sides[1]}", self.as_black),
            (f"{self.a} as {sides[-1]}", self.as_white),
        ]
        colours = {"wins": WIN, "draws": DRAW, "losses": LOSS}  # as in the bar
        counts = (
            f'<span style="border-bottom:3px solid {colour}">{name}</span>'
            for name, colour in colours.items()
        )
        header = ("", "score", "95 % interval", *counts)  # first what a phone has room for
        rows = [
            f"<th>{escape(name)}</th><td>{100 * tally.score:.1f} %</td><td>{tally.interval}</td>"
            f"<td>{tally.wins:,}</td><td>{tally.draws:,}</td><td>{tally.losses:,}</td>"
            for name, tally in counted
        ]
        warning = f"<p>{escape(self.repetition)}</p>" if self.repetition else ""
        return (
            f"<div><p><b>{escape(self.a)}</b> v <b>{escape(self.b)}</b>, {self.games:,} games "
            f"of {self.game}: {escape(self.verdict)}</p>{self._bar()}"
            f"{html_table(header, rows)}{warning}</div>"
        )

    def _bar(self) -> str:
        """Returns an inline picture: the counts as one bar, with the score's interval."""
        parts = []
        left = 0.0
        for count, color in zip(self.total, (WIN, DRAW, LOSS), strict=True):
            width = _BAR_WIDTH * count / self.games
            parts.append(
                f'<rect x="{left:.1f}" y="6" width="{width:.1f}" height="18" fill="{color}"/>'
            )
            left += width
        low, high = (_BAR_WIDTH * bound for bound in self.interval)
        half = _BAR_WIDTH / 2
        return (
            f'<svg width="{_BAR_WIDTH}" height="42" viewBox="0 0 {_BAR_WIDTH} 42" role="img" '
            f'aria-label="{escape(repr(self))}" style="max-width:100%">{"".join(parts)}'
            f'<path d="M{half:.1f} 2V28" stroke="currentColor" stroke-dasharray="2 2"/>'
            f'<path d="M{low:.1f} 33H{high:.1f}M{low:.1f} 29V37M{high:.1f} 29V37" '
            'stroke="currentColor" stroke-width="2" fill="none"/>'
            f'<circle cx="{_BAR_WIDTH * self.score:.1f}" cy="33" r="3.5" fill="currentColor"/>'
            "</svg>"
        )


def html_table(header: Iterable[str], rows: Sequence[str]) -> str:
    """Returns a table for notebooks and the book.

    Args:
        header: The columns' names.
        rows: The cells of each row, as HTML.
    """
    names = "".join(f"<th>{name}</th>" for name in header)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return (
        '<table style="border-collapse:separate;border-spacing:12px 2px">'
        f"<thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>"
    )


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
