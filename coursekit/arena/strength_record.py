"""Strength against training time: what was measured of the networks of an AlphaZero training.

The measuring itself is in :mod:`coursekit.arena.strength_matches`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from coursekit.arena.ratings import Ratings, bradley_terry
from coursekit.arena.result import Tally

if TYPE_CHECKING:
    from pandas import DataFrame

FILE = "strength.json"
FORMAT = 1


class Snapshot(NamedTuple):
    """A network of a training, and what it had cost.

    Attributes:
        training: Number of the training, from 1: a larger network may go on where one stopped.
        generation: Generations of that training so far.
        positions: Positions of self-play so far.
        cpu_hours: Processor time so far, of self-play and of learning.
    """

    training: int
    generation: int
    positions: int
    cpu_hours: float

    @property
    def name(self) -> str:
        """What it is called as a player."""
        generation = f"generation {self.generation}"
        return generation if self.training == 1 else f"network {self.training}, {generation}"


class Meeting(NamedTuple):
    """A match of the measurement, from the side of ``a``."""

    a: str
    b: str
    tally: Tally


@dataclass
class StrengthRecord:
    """What was measured of a training.

    Attributes:
        game: The game.
        simulations: Simulations of the networks for each move.
        games: Games of each match.
        seed: Seed of all matches.
        snapshots: The networks, in order.
        ladder: Names of the other players.
        meetings: The matches so far.
    """

    game: str
    simulations: int
    games: int
    seed: int
    snapshots: list[Snapshot]
    ladder: list[str]
    meetings: list[Meeting] = field(default_factory=list)

    def ratings(self) -> Ratings:
        """Returns the ratings of all players, from all matches together.

        Raises:
            ValueError: If there is no match yet.
        """
        met = {name for meeting in self.meetings for name in (meeting.a, meeting.b)}
        names = [name for name in self._names() if name in met]
        if not names:
            raise ValueError("no match has been played yet, so there are no ratings")
        places = {name: place for place, name in enumerate(names)}
        points = np.zeros((len(names), len(names)))
        for a, b, tally in self.meetings:
            won = tally.wins + tally.draws / 2
            points[places[a], places[b]] += won
            points[places[b], places[a]] += tally.games - won
        return bradley_terry(points, names)

    def curve(self) -> DataFrame:
        """Returns a row for each snapshot: its cost, and its rating with its 95 % interval."""
        from pandas import DataFrame

        table = self.ratings().table()
        rows = [
            {"player": snapshot.name, **snapshot._asdict(), **table.loc[snapshot.name].to_dict()}
            for snapshot in self.snapshots
            if snapshot.name in table.index
        ]
        columns = ["player", *Snapshot._fields, "elo", "low", "high"]
        return DataFrame(rows, columns=columns).set_index("player")

    def scores(self, opponent: str) -> DataFrame:
        """Returns a row for each snapshot that met a player: its tally, score and interval."""
        from pandas import DataFrame

        found = {meeting.a: meeting.tally for meeting in self.meetings if meeting.b == opponent}
        rows = [
            {
                "player": snapshot.name,
                **snapshot._asdict(),
                **found[snapshot.name]._asdict(),
                "score": found[snapshot.name].score,
                "low": found[snapshot.name].interval.low,
                "high": found[snapshot.name].interval.high,
            }
            for snapshot in self.snapshots
            if snapshot.name in found
        ]
        columns = ["player", *Snapshot._fields, *Tally._fields, "score", "low", "high"]
        return DataFrame(rows, columns=columns).set_index("player")

    def to_json(self) -> str:
        """Returns the record as text."""
        about = {
            "format": FORMAT,
            "game": self.game,
            "simulations": self.simulations,
            "games": self.games,
            "seed": self.seed,
            "snapshots": [list(snapshot) for snapshot in self.snapshots],
            "ladder": self.ladder,
        }
        lines = [json.dumps([a, b, *tally]) for a, b, tally in self.meetings]
        head = json.dumps(about, indent=1, ensure_ascii=False)[:-2]
        return head + ',\n "meetings": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"

    @classmethod
    def from_json(cls, text: str) -> StrengthRecord:
        """Returns the record of a text.

        Raises:
            ValueError: If it is none.
        """
        try:
            about: dict[str, Any] = json.loads(text)
            if about.pop("format") != FORMAT:
                raise ValueError("it is of another format")
            snapshots = [Snapshot(*values) for values in about.pop("snapshots")]
            meetings = [Meeting(a, b, Tally(*tally)) for a, b, *tally in about.pop("meetings")]
            return cls(**about, snapshots=snapshots, meetings=meetings)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"this is no record of strength: {error}") from error

    def _names(self) -> list[str]:
        return self.ladder + [snapshot.name for snapshot in self.snapshots]


def strength(game: str) -> StrengthRecord:
    """Returns what was measured of the training of a shipped network.

    Args:
        game: For example ``"othello8"``.

    Raises:
        ValueError: If nothing was measured of the game's network.
    """
    from coursekit.learning.loading import SHIPPED

    path = SHIPPED / game / FILE
    if not path.exists():
        known = sorted(found.parent.name for found in SHIPPED.glob(f"*/{FILE}"))
        raise ValueError(f"no strength was measured for {game!r}, only for {known}")
    return StrengthRecord.from_json(path.read_text(encoding="utf-8"))
