"""What a league found: ratings, the cross table, and what no single number can say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coursekit.arena.leagues.ratings import Lead, Meeting, Ratings, expected_score, rate
from coursekit.arena.result import WIN, MatchResult, Tally, html_table
from coursekit.arena.stats import games_needed

if TYPE_CHECKING:
    from pandas import DataFrame

_WIDTH = 220  # of the picture of an interval, in pixels


class Triple(NamedTuple):
    """Three players who beat each other in a circle.

    Attributes:
        names: The players: each beats the one named next, and the last beats the first.
        tallies: These three results, each from the winner's side.
    """

    names: tuple[str, str, str]
    tallies: tuple[Tally, Tally, Tally]

    @property
    def proven(self) -> bool:
        """Whether each of the three intervals leaves equality out."""
        return all(tally.interval.low > 0.5 for tally in self.tallies)

    def __str__(self) -> str:
        after = (*self.names[1:], self.names[0])
        return ";\n".join(
            f"{a} beats {b} with {100 * tally.score:.1f} % (95 %: {tally.interval})"
            for a, b, tally in zip(self.names, after, self.tallies, strict=True)
        )


@dataclass(frozen=True, repr=False)
class LeagueResult:
    """The games of a league and what they show.

    Attributes:
        players: Names of the players, in the order given.
        game: Name of the game, for example ``"othello8"``.
        seed: Seed of the league.
        matches: One for each pair that has played; which of the two is its ``a`` means nothing.
        milliseconds: For each player, what it takes for a move: of the means of its games, the
            one in the middle.
    """

    players: tuple[str, ...]
    game: str
    seed: int
    matches: tuple[MatchResult, ...] = field(hash=False)
    milliseconds: Mapping[str, float] = field(compare=False)

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(match.games for match in self.matches)

    @cached_property
    def strengths(self) -> Ratings:
        """The Bradley–Terry ratings of all players, from all games together."""
        return rate((Meeting(m.a, m.b, m.total) for m in self.matches), self.players)

    @cached_property
    def ratings(self) -> DataFrame:
        """A row for each player, the strongest first.

        The columns: rating in Elo points (their mean is 0), its 95 % interval, share of the points
        won, number of games, and milliseconds for a move.
        """
        table = self.strengths.table()
        totals = [self._total(name) for name in table.index]
        table["score"] = [tally.score for tally in totals]
        table["games"] = [tally.games for tally in totals]
        table["ms"] = [self.milliseconds[name] for name in table.index]
        return table

    @cached_property
    def table(self) -> DataFrame:
        """The cross table: the share of the points that the row's player won from the column's.

        Players are in the order of their ratings; pairs that have not met have NaN.
        """
        from pandas import DataFrame

        names = list(self.ratings.index)
        table = DataFrame(np.nan, index=names, columns=names)
        for pair, tally in self._tallies.items():
            table.loc[pair] = tally.score
        return table

    def lead(self, a: str, b: str) -> Lead:
        """Returns how many Elo points ``a`` is ahead of ``b``, with a 95 % interval."""
        return self.strengths.lead(a, b)

    def games_needed(self, a: str, b: str) -> int:
        """Returns how many games tell two players apart whose ratings are as found here.

        See :func:`coursekit.arena.games_needed`.

        Raises:
            ValueError: If the two have the same rating, which no number of games tells apart.
        """
        difference = abs(expected_score(self.lead(a, b).elo) - 0.5)
        if difference == 0:
            raise ValueError(f"{a!r} and {b!r} have the same rating: no number of games is enough")
        return games_needed(difference)

    def non_transitive(self) -> list[Triple]:
        """Returns the triples in which a beats b, b beats c, and c beats a, the clearest first.

        A score above one half counts as beating, so chance makes some triples too, the more of
        them the more nearly equal players there are; :attr:`Triple.proven` says which go beyond.
        """
        tallies, found = self._tallies, []
        for a, b, c in combinations(self.players, 3):
            for names in ((a, b, c), (a, c, b)):
                pairs = list(zip(names, (*names[1:], names[0]), strict=True))
                if all(pair in tallies and tallies[pair].score > 0.5 for pair in pairs):
                    found.append(Triple(names, tuple(tallies[pair] for pair in pairs)))  # type: ignore[arg-type]
        return sorted(found, key=lambda t: -min(tally.interval.low for tally in t.tallies))

    @cached_property
    def _tallies(self) -> dict[tuple[str, str], Tally]:
        """The result of each pair that has met, from both sides."""
        found = {(match.a, match.b): match.total for match in self.matches}
        return found | {(b, a): tally.swapped() for (a, b), tally in found.items()}

    def _total(self, name: str) -> Tally:
        own = [tally for (a, _), tally in self._tallies.items() if a == name]
        return Tally(*(sum(counts) for counts in zip(*own, strict=True)))

    def __repr__(self) -> str:
        ratings = self.ratings
        width = max(map(len, ratings.index))
        lines = [self._title()]
        for place, (name, row) in enumerate(ratings.iterrows(), start=1):
            lines.append(
                f"{place:3d}  {name!s:<{width}}  {row.elo:+5.0f} "
                f"({row.low:+.0f} to {row.high:+.0f})  "
                f"{100 * row.score:5.1f} % of {row.games:,.0f}"
            )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Returns the ratings as a table with a picture of each interval."""
        ratings = self.ratings
        low, high = float(ratings.low.min()), float(ratings.high.max())
        header = ("", "player", "Elo", "95 % interval", "", "score", "games")
        rows = [
            f"<td>{place}</td><th>{escape(str(name))}</th><td>{row.elo:+.0f}</td>"
            f"<td>{row.low:+.0f} to {row.high:+.0f}</td><td>{_mark(row, low, high)}</td>"
            f"<td>{100 * row.score:.1f} %</td><td>{row.games:,.0f}</td>"
            for place, (name, row) in enumerate(ratings.iterrows(), start=1)
        ]
        return f"<div><p>{escape(self._title())}</p>{html_table(header, rows)}</div>"

    def _title(self) -> str:
        counts = sorted({match.games for match in self.matches})
        each = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
        return (
            f"League of {len(self.players)} players, {self.game}: {self.games:,} games, {each} "
            "for each pair; Elo points about the mean, with 95 % intervals"
        )


def _mark(row: object, low: float, high: float) -> str:
    """Returns an inline picture: the rating as a dot, its interval as a line."""
    scale = (_WIDTH - 12) / max(high - low, 1.0)
    elo, left, right = (
        6 + scale * (float(getattr(row, name)) - low) for name in ("elo", "low", "high")
    )
    return (
        f'<svg width="{_WIDTH}" height="14" viewBox="0 0 {_WIDTH} 14" aria-hidden="true">'
        f'<path d="M{left:.1f} 7H{right:.1f}" stroke="currentColor" stroke-width="2"/>'
        f'<circle cx="{elo:.1f}" cy="7" r="4" fill="{WIN}"/></svg>'
    )
