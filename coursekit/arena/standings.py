"""What a league found: ratings, the cross table, and what no single number can say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coursekit.arena import league_report, stats
from coursekit.arena.ratings import Lead, Ratings, bradley_terry
from coursekit.arena.result import MatchResult, Tally

if TYPE_CHECKING:
    from pandas import DataFrame


class Triple(NamedTuple):
    """Three players of whom each beats the next, and the last the first.

    Attributes:
        names: The players: the first beats the second, who beats the third, who beats the first.
        tallies: These three results, each from the side of the one who beats.
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
        places = {name: place for place, name in enumerate(self.players)}
        points = np.zeros((len(places), len(places)))
        for match in self.matches:
            a, b = places[match.a], places[match.b]
            points[a, b] = match.wins + match.draws / 2
            points[b, a] = match.losses + match.draws / 2
        return bradley_terry(points, self.players)

    @cached_property
    def ratings(self) -> DataFrame:
        """A row for each player, the strongest first.

        The columns: rating in Elo points (their mean is 0), its 95 % interval, share of the points
        won, number of games, and milliseconds for a move.
        """
        table = self.strengths.table()
        total = {name: self._total(name) for name in table.index}
        table["score"] = [tally.score for tally in total.values()]
        table["games"] = [tally.games for tally in total.values()]
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
        for match in self.matches:
            table.loc[match.a, match.b] = match.score
            table.loc[match.b, match.a] = 1 - match.score
        return table

    def between(self, a: str, b: str) -> MatchResult:
        """Returns the games of two players, from the side of ``a``.

        Raises:
            ValueError: If there is no such player, or the two have not met.
        """
        for name in (a, b):
            if name not in self.players:
                raise ValueError(f"there is no player {name!r}, but {', '.join(self.players)}")
        for match in self.matches:
            if (match.a, match.b) == (a, b):
                return match
            if (match.b, match.a) == (a, b):
                return match.turned()
        raise ValueError(f"{a!r} and {b!r} have not met in this league")

    def lead(self, a: str, b: str) -> Lead:
        """Returns how many Elo points ``a`` is ahead of ``b``, with a 95 % interval."""
        return self.strengths.lead(a, b)

    def games_needed(self, a: str, b: str) -> int:
        """Returns how many games tell two players apart whose ratings are as found here.

        See :func:`coursekit.arena.games_needed`.

        Raises:
            ValueError: If the two have the same rating, which no number of games tells apart.
        """
        difference = abs(self.strengths.expected(a, b) - 0.5)
        if difference == 0:
            raise ValueError(f"{a!r} and {b!r} have the same rating: no number of games is enough")
        return stats.games_needed(difference)

    def non_transitive(self) -> list[Triple]:
        """Returns the triples in which a beats b, b beats c, and c beats a, the clearest first.

        A score above one half counts as beating, so chance makes some triples too, the more of
        them the more nearly equal players there are; :attr:`Triple.proven` says which go beyond.
        """
        tallies = {}
        for match in self.matches:
            tallies[match.a, match.b] = match.total
            tallies[match.b, match.a] = match.turned().total
        found = []
        for a, b, c in combinations(self.players, 3):
            for names in ((a, b, c), (a, c, b)):
                pairs = list(zip(names, (*names[1:], names[0]), strict=True))
                if all(pair in tallies and tallies[pair].score > 0.5 for pair in pairs):
                    found.append(Triple(names, tuple(tallies[pair] for pair in pairs)))  # type: ignore[arg-type]
        return sorted(found, key=lambda t: -min(tally.interval.low for tally in t.tallies))

    def _total(self, name: str) -> Tally:
        wins = draws = losses = 0
        for match in self.matches:
            if name in (match.a, match.b):
                own = match.total if name == match.a else match.turned().total
                wins, draws, losses = wins + own.wins, draws + own.draws, losses + own.losses
        return Tally(wins, draws, losses)

    def __repr__(self) -> str:
        return league_report.text(self)

    def _repr_html_(self) -> str:
        return league_report.html(self)
