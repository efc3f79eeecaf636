"""Measuring the networks of an AlphaZero training by matches.

A training keeps its network of some generations as snapshots. Each of them meets players whose
strength does not change, the ladder, and the snapshots shortly before it. The results are kept in
one small file, from which ratings follow; an interrupted measurement goes on where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import combinations
from pathlib import Path

import joblib

from coursekit import players
from coursekit.arena.lockstep import lockstep_match
from coursekit.arena.matches import match
from coursekit.arena.strength_record import FILE, Meeting, Snapshot, StrengthRecord
from coursekit.budget import Budget
from coursekit.files import replace
from coursekit.games import othello, tictactoe
from coursekit.games.env import Env
from coursekit.players import AnyPlayer
from coursekit.players.alphazero import alphazero
from coursekit.players.network_search import NetworkSearchPlayer
from coursekit.progress import progress
from coursekit.workers import as_finished

CHECKPOINT = "checkpoint.json"

_BEFORE = 2  # snapshots before it that each one meets: the best beat the whole ladder
_PROGRESS_AFTER = 2.0  # seconds


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
    paths = {snapshot.name: path for snapshot, path in networks.items()}
    game = json.loads((places[-1] / CHECKPOINT).read_text("utf-8"))["game"]
    others = ladder(game)
    record = StrengthRecord(game, simulations, games, seed, sorted(networks), [*others])
    path = places[-1] / FILE
    if path.exists():
        before = StrengthRecord.from_json(path.read_text(encoding="utf-8"))
        _check_same(before, record, path)
        names = {*record.ladder, *(snapshot.name for snapshot in record.snapshots)}
        # What was the last network of a training that went on is no snapshot any more.
        record.meetings = [m for m in before.meetings if {m.a, m.b} <= names]
    known = {(meeting.a, meeting.b) for meeting in record.meetings}
    todo = [pair for pair in _pairs(record) if pair not in known]
    play = joblib.delayed(partial(_play, game=game, games=games, seed=seed))
    calls = (
        play(
            (a, _player(a, others, paths, simulations)),
            (b, _player(b, others, paths, simulations)),
        )
        for a, b in todo
    )
    with (
        progress(len(todo), "strength", "match", _PROGRESS_AFTER) as advance,
        closing(as_finished(calls, n_jobs)) as finished,
    ):
        for meeting in finished:
            record.meetings.append(meeting)
            replace(path, record.to_json().encode())
            advance(1)
    return record


def ladder(game: str) -> dict[str, AnyPlayer]:
    """Returns the players of the course that networks of a game are measured by, weakest first."""
    if game == "tictactoe":
        found: list[AnyPlayer] = [players.random(), players.uct(Budget(count=100))]
    else:
        found = [
            players.random(),
            players.cell_scores(),
            players.alpha_beta(1),
            players.alpha_beta(3),
            players.alpha_beta(5),
            *(players.uct(Budget(count=count)) for count in (100, 1_000, 10_000)),
        ]
    if game == "othello8":
        found.append(players.alphago(simulations=100))
    return {players.player_name(player): player for player in found}


def start_of(game: str) -> Env:
    """Returns an env at the start of a game, by its name."""
    return tictactoe.make() if game == "tictactoe" else othello.make(size=int(game[-1]))


def _networks(folder: Path, training: int) -> dict[Snapshot, Path]:
    """Returns the networks of a training that take part, and their folders.

    They are those of generations 1, 2, 4, 8, … and the last, since steps that double show as much;
    but none from before the network had begun to play itself.
    """
    costs = {}
    for text in _read(folder / "log.jsonl").splitlines():
        line = json.loads(text)
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


def _read(path: Path) -> str:
    if not path.exists():
        raise ValueError(f"{path.parent} holds no AlphaZero training: there is no {path.name}")
    return path.read_text(encoding="utf-8")


def _pairs(record: StrengthRecord) -> Iterator[tuple[str, str]]:
    """Yields who meets whom: the ladder each other, snapshots the ladder and those before them."""
    for b, a in combinations(record.ladder, 2):
        yield a, b
    names = [snapshot.name for snapshot in record.snapshots]
    for place, name in reversed(list(enumerate(names))):
        for opponent in record.ladder + names[max(0, place - _BEFORE) : place]:
            yield name, opponent


def _player(
    name: str, others: Mapping[str, AnyPlayer], networks: Mapping[str, Path], simulations: int
) -> AnyPlayer:
    if name in others:
        return others[name]
    return alphazero(networks[name], simulations)


def _play(
    a: tuple[str, AnyPlayer], b: tuple[str, AnyPlayer], game: str, games: int, seed: int
) -> Meeting:
    """Plays one match; runs on a worker."""
    make = partial(start_of, game)
    (a_name, a_player), (b_name, b_player) = a, b
    if isinstance(a_player, NetworkSearchPlayer):
        result = lockstep_match(a_player, b_player, games, seed, make)
    else:
        result = match(a_player, b_player, games, seed, n_jobs=1, make=make)
    return Meeting(a_name, b_name, result.total)


def _check_same(before: StrengthRecord, now: StrengthRecord, path: Path) -> None:
    for name in ("game", "simulations", "games", "seed", "ladder"):
        old, new = getattr(before, name), getattr(now, name)
        if old != new:
            raise ValueError(f"{path} was made with {name} = {old!r}, not {new!r}; move it away")
