"""What a match found: counts, score, interval and every game, with a picture for notebooks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from coursekit.arena import report, stats
from coursekit.games.actions import Player

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame


class Transcript(NamedTuple):
    """One game of a match between players a and b.

    Attributes:
        moves: The moves, as the game's ``from_moves`` reads them.
        side: The side that a played.
        opening: How many of the plies, counted from the first, were the random opening.
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

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(self)

    @property
    def score(self) -> float:
        """Share of the points: a win counts 1, a draw 1/2."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def interval(self) -> stats.Interval:
        """Wilson's 95 % interval of the score."""
        return stats.wilson(self.wins + self.draws / 2, self.games)


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
        return _tally(self.transcripts)

    @cached_property
    def as_black(self) -> Tally:
        """The games in which a played the first side: black in Othello, X in tic-tac-toe."""
        return _tally([game for game in self.transcripts if game.side > 0])

    @cached_property
    def as_white(self) -> Tally:
        """The games in which a played the second side: white in Othello, O in tic-tac-toe."""
        return _tally([game for game in self.transcripts if game.side < 0])

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
    def interval(self) -> stats.Interval:
        """Wilson's 95 % interval of :attr:`score`, as ``(low, high)``."""
        return self.total.interval

    @property
    def resolution(self) -> float:
        """The smallest difference from a score of 1/2 that so many games can tell apart."""
        return stats.resolution(self.games)

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

    def turned(self) -> MatchResult:
        """Returns the same games from the side of player b."""
        games = tuple(
            game._replace(side=-game.side, result=-game.result) for game in self.transcripts
        )
        return MatchResult(self.b, self.a, self.game, self.seed, games)

    def table(self) -> DataFrame:
        """Returns the games as a table, one row each, in the order of :attr:`transcripts`."""
        from pandas import DataFrame

        rows = [
            (str(game.side), game.result, game.opening, game.moves, game.seed)
            for game in self.transcripts
        ]
        columns = [f"side of {self.a}", "result", "opening plies", "moves", "seed"]
        return DataFrame(rows, columns=columns).rename_axis("game")

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draws wins, draws and losses, overall and by side, and the interval of each score.

        Args:
            ax: Axes to draw on; by default new ones.

        Returns:
            The axes.
        """
        return report.plot(self, ax)

    def __repr__(self) -> str:
        return report.text(self)

    def _repr_html_(self) -> str:
        return report.html(self)


def _tally(games: tuple[Transcript, ...] | list[Transcript]) -> Tally:
    results = [game.result for game in games]
    return Tally(results.count(1), results.count(0), results.count(-1))
