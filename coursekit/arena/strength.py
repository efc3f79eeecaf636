"""Strength against training time: the networks of an AlphaZero training, measured by matches.

A training keeps its network of some generations as snapshots. Each of them meets the ladder,
players whose strength does not change, and the snapshots shortly before it. The results are kept
in one small file, from which ratings follow; an interrupted measurement resumes where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from coursekit import players
from coursekit.arena.leagues.ratings import Meeting, Ratings, rate
from coursekit.arena.matches import checked_start, schedule
from coursekit.arena.playing import Plan, play
from coursekit.arena.result import Tally, Transcript
from coursekit.arena.stats import Interval
from coursekit.budget import Budget
from coursekit.files import json_lines, replace
from coursekit.games import registry
from coursekit.games.othello import Othello
from coursekit.players.base import AnyPlayer, player_name
from coursekit.strangers import shown

if TYPE_CHECKING:
    from pandas import DataFrame

CHECKPOINT = "checkpoint.json"
FILE = "strength.json"
FORMAT = 2

_BEFORE = 2  # snapshots before it that each one meets: the best beat the whole ladder


class Snapshot(NamedTuple):
    """A network of a training, and what it had cost.

    Attributes:
        training: Number of the training, from 1: a larger network may take over from a smaller.
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

    @property
    def names(self) -> list[str]:
        """Names of all players."""
        return self.ladder + [snapshot.name for snapshot in self.snapshots]

    def ratings(self) -> Ratings:
        """Returns the ratings of all players, from all matches together.

        Raises:
            ValueError: If there is no match yet.
        """
        met = {name for meeting in self.meetings for name in (meeting.a, meeting.b)}
        if not met:
            raise ValueError("no match has been played yet, so there are no ratings")
        return rate(self.meetings, [name for name in self.names if name in met])

    def curve(self) -> DataFrame:
        """Returns a row for each snapshot: its cost, and its rating with its 95 % interval."""
        table = self.ratings().table()
        return self._table(table.to_dict("index"), list(table.columns))

    def scores(self, opponent: str) -> DataFrame:
        """Returns a row for each snapshot that met a player: its tally, score and interval."""
        rows = {
            a: tally._asdict() | {"score": tally.score} | tally.interval._asdict()
            for a, b, tally in self.meetings
            if b == opponent
        }
        return self._table(rows, [*Tally._fields, "score", *Interval._fields])

    def _table(self, found: Mapping[Any, dict[Any, Any]], columns: list[str]) -> DataFrame:
        """Returns a row for each snapshot of which something was found: its cost, and that."""
        from pandas import DataFrame

        rows = [
            {"player": snapshot.name} | snapshot._asdict() | found[snapshot.name]
            for snapshot in self.snapshots
            if snapshot.name in found
        ]
        return DataFrame(rows, columns=["player", *Snapshot._fields, *columns]).set_index("player")

    def to_json(self) -> str:
        """Returns the record as text."""
        return json.dumps({"format": FORMAT, **vars(self)}, ensure_ascii=False) + "\n"

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
            meetings = [Meeting(a, b, Tally(*tally)) for a, b, tally in about.pop("meetings")]
            return cls(**about, snapshots=snapshots, meetings=meetings)
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            raise ValueError(f"this is no record of strength: {error}") from error


def strength(game: str) -> StrengthRecord:
    """Returns what was measured of the training of a shipped network.

    Args:
        game: For example ``"othello8"``.

    Raises:
        ValueError: If nothing was measured of the game's network.
    """
    from coursekit.learning.loading import SHIPPED

    known = {found.parent.name: found for found in sorted(SHIPPED.glob(f"*/{FILE}"))}
    if not isinstance(game, str) or game not in known:
        raise ValueError(f"no strength was measured for {shown(game)}, only for {list(known)}")
    return StrengthRecord.from_json(known[game].read_text(encoding="utf-8"))


def measure(
    folders: Sequence[Path | str],
    simulations: int = 100,
    games: int = 100,
    seed: int = 0,
    n_jobs: int | None = -1,
) -> StrengthRecord:
    """Plays what is missing of the matches of a training's snapshots, and returns all results.

    They are kept in ``strength.json`` in the last folder, after each match.

    Args:
        folders: That of an AlphaZero training, whose last network takes part, too; or several, if
            each training began with what the one before had played.
        simulations: Simulations of the networks for each move.
        games: Games of each match, even.
        seed: Seed of all matches.
        n_jobs: Number of worker processes, as in joblib.

    Raises:
        ValueError: If a folder holds no snapshots, or the last one results with other settings.
    """
    places = [Path(folder) for folder in folders]
    networks = {
        snapshot: path
        for training, place in enumerate(places, start=1)
        for snapshot, path in _networks(place, training).items()
    }
    game = json.loads((places[-1] / CHECKPOINT).read_text("utf-8"))["game"]
    entrants = ladder(game)
    record = StrengthRecord(game, simulations, games, seed, sorted(networks), [*entrants])
    path = places[-1] / FILE
    if path.exists():
        try:
            before = StrengthRecord.from_json(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from error
        _check_same(before, record, path)
        # What was the last network of a training that was continued is no snapshot any more.
        record.meetings = [m for m in before.meetings if {m.a, m.b} <= {*record.names}]
    for snapshot, place in networks.items():
        entrants[snapshot.name] = players.alphazero(place, simulations)
    known = {(meeting.a, meeting.b) for meeting in record.meetings}
    order = {pair: place for place, pair in enumerate(_pairs(record))}
    todo = [pair for pair in order if pair not in known]
    start, plies = checked_start(registry.spec(game).make, games, None)
    scheduled = schedule(start, games, seed, plies)
    plans = [Plan(entrants[a], entrants[b], start, scheduled) for a, b in todo]
    transcripts: list[list[Transcript]] = [[] for _ in plans]
    for number, played in play(plans, n_jobs, "strength", at_once=True):
        transcripts[number] += [game.transcript for game in played]
        if len(transcripts[number]) == games:
            record.meetings.append(Meeting(*todo[number], Tally.of(transcripts[number])))
            record.meetings.sort(key=lambda met: order.get((met.a, met.b), len(order)))
            replace(path, record.to_json().encode())
    return record


def ladder(game: str) -> dict[str, AnyPlayer]:
    """Returns the players of the course that networks of a game are measured by, weakest first."""
    start = registry.spec(game).make()
    found: list[AnyPlayer] = [players.random()]
    simulations = [100]
    if isinstance(start, Othello):
        found += [players.cell_scores(), *map(players.alpha_beta, (1, 3, 5))]
        simulations = [100, 1_000, 10_000]
    found += [players.uct(Budget(count=count)) for count in simulations]
    if start.name == "othello8":
        found.append(players.alphago(simulations=100))
    return {player_name(player): player for player in found}


def _networks(folder: Path, training: int) -> dict[Snapshot, Path]:
    """Returns the networks of a training that take part, and their folders.

    They are those of generations 1, 2, 4, 8, … and the last, since steps that double show as much;
    but none from before the network had begun to play itself.
    """
    costs = {}
    path, numbers = folder / "log.jsonl", ("step", "positions", "cpu_seconds")
    for line in json_lines(path, _read(path), ValueError, numbers):
        costs[line["step"]] = int(line["positions"]), round(line["cpu_seconds"] / 3600, 4)
    found = {}
    for path in [*sorted(folder.glob(f"snapshots/*/{CHECKPOINT}")), folder / CHECKPOINT]:
        about = json.loads(_read(path))
        step = int(about["step"])
        chosen = step.bit_count() == 1 or path.parent == folder
        if chosen and step > about["config"].get("pretraining", 0):
            if step not in costs:
                raise ValueError(f"the log in {folder} has no line of generation {step}")
            found[Snapshot(training, step, *costs[step])] = path.parent
    return found


def _read(path: Path) -> bytes:
    if not path.exists():
        raise ValueError(f"{path.parent} holds no AlphaZero training: there is no {path.name}")
    return path.read_bytes()


def _pairs(record: StrengthRecord) -> Iterator[tuple[str, str]]:
    """Yields who meets whom: the ladder each other, snapshots the ladder and those before them."""
    for b, a in combinations(record.ladder, 2):
        yield a, b
    names = [snapshot.name for snapshot in record.snapshots]
    for place, name in reversed(list(enumerate(names))):
        for opponent in record.ladder + names[max(0, place - _BEFORE) : place]:
            yield name, opponent


def _check_same(before: StrengthRecord, now: StrengthRecord, path: Path) -> None:
    for name in ("game", "simulations", "games", "seed", "ladder"):
        old, new = getattr(before, name), getattr(now, name)
        if old != new:
            raise ValueError(f"{path} was made with {name} = {old!r}, not {new!r}; move it away")
