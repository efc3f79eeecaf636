"""Makes data shard by shard, in parallel, and resumes after any interruption."""

from __future__ import annotations

import importlib.metadata
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import joblib
import numpy as np

from coursekit import __version__
from coursekit.cluster import Shared
from coursekit.learning.alphago.data.shards import (
    MANIFEST,
    Arrays,
    DataError,
    Manifest,
    damaged,
    pack,
    read_manifest,
)
from coursekit.learning.config import Config, setting
from coursekit.progress import Progress
from coursekit.workers import as_finished


@dataclass(frozen=True, kw_only=True)
class DataConfig(Config):
    """What all settings of data have."""

    #: Seed of everything random.
    seed: int = setting(0, least=0, most=2**63)
    #: Number of games.
    games: int = setting(20_000, least=1, most=10**10)
    #: Games in a shard; the last may have fewer.
    shard: int = setting(1_000, least=1, most=10**6)


class Maker(Protocol):
    """What :func:`make` can make; a copy of it goes to every worker.

    Attributes:
        kind: What is made.
        networks: SHA-256 of the weights of each network that plays, by its part.
    """

    kind: str
    networks: dict[str, str]

    @property
    def config(self) -> DataConfig:
        """By which settings."""

    def __call__(self, first: int, games: int, seed: np.random.SeedSequence) -> Arrays:
        """Returns the arrays of one shard: of some games, from number ``first`` on."""


def make(maker: Maker, folder: Path | str, n_jobs: int | None = None) -> Manifest:
    """Makes data, or resumes what a folder holds of it.

    Every shard has its own seed, which follows from the settings' seed and its number, so the data
    is the same with any number of workers, whatever stops them, and wherever they are: within
    :func:`coursekit.workers.on_cluster` they are those of a cluster. (Where networks play, machines
    with other processors may round otherwise, and then play other games.)

    Finished shards are checked first; one that is damaged or missing is made anew, and a line of
    output says so.

    Args:
        maker: What to make.
        folder: Where to; made if it is not there.
        n_jobs: Number of worker processes, as in joblib.

    Returns:
        What the folder holds.

    Raises:
        DataError: If the folder holds other data, or a file cannot be written, for example because
            the disk is full; what is finished stays.
        KeyboardInterrupt: After Ctrl-C; what is finished stays.
    """
    place = Path(folder)
    manifest = _begun(maker, place)
    config = maker.config
    for number, problem in damaged(place, manifest).items():
        print(f"{problem}; it is made anew", flush=True)
        del manifest.shards[number]
    left = config.games - sum(shard.games for shard in manifest.shards.values())
    shared = Shared(maker)
    tasks = (joblib.delayed(_make_shard)(shared, number) for number in manifest.missing)
    with (
        Progress(f"{maker.kind} data", left, "game") as bar,
        closing(as_finished(tasks, n_jobs)) as finished,
    ):
        for number, games, positions, data in finished:
            manifest.add(place, number, games, positions, data)
            bar.advance(games)
    gone = sum(not (place / shard.name).exists() for shard in manifest.shards.values())
    if gone:
        raise DataError(
            f"{place}: {gone} finished shards were removed meanwhile; the same command makes them"
        )
    return manifest


def versions() -> dict[str, str]:
    """Returns the versions of what decides how games are played."""
    names = ("numba", "numpy", "torch")
    return {"coursekit": __version__} | {name: importlib.metadata.version(name) for name in names}


def _begun(maker: Maker, folder: Path) -> Manifest:
    """Returns the folder's manifest, a new one if it has none."""
    config = maker.config
    wanted = Manifest(
        kind=maker.kind,
        settings=config.to_dict(),
        networks=dict(maker.networks),
        versions=versions(),
        count=-(-config.games // config.shard),
    )
    if not (folder / MANIFEST).exists():
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataError(f"{folder} cannot be made: {error.strerror}") from error
        wanted.write(folder)
        return wanted
    found = read_manifest(folder)
    differences = [
        f"{name} {there!r} there, {here!r} here"
        for name, there, here in _pairs(found, wanted)
        if there != here
    ]
    if differences:
        raise DataError(
            f"{folder} holds other data, which cannot be resumed: {'; '.join(differences)}. "
            "Give the same settings, or name another folder"
        )
    return found


def _pairs(found: Manifest, wanted: Manifest) -> list[tuple[str, Any, Any]]:
    """Returns name and both values of everything that must be the same."""
    pairs: list[tuple[str, Any, Any]] = [("kind", found.kind, wanted.kind)]
    for part in ("settings", "networks", "versions"):
        there, here = getattr(found, part), getattr(wanted, part)
        pairs += [(name, there.get(name), here.get(name)) for name in {**there, **here}]
    return pairs


def _make_shard(maker: Maker, number: int) -> tuple[int, int, int, bytes]:
    """Returns a shard's number, how many games and positions it has, and its file."""
    config = maker.config
    games = min(config.shard, config.games - number * config.shard)
    seed = np.random.SeedSequence(config.seed, spawn_key=(number,))
    arrays = maker(number * config.shard, games, seed)
    return number, games, len(next(iter(arrays.values()))), pack(arrays)
