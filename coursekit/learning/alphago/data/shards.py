"""Shards: a folder with compressed arrays of many games, and a manifest that proves them whole.

``manifest.json`` names what was made, by which settings, seed, networks and versions, and each
finished shard with its length and SHA-256. A shard is written before the manifest names it, and
each of both in one step: whatever interrupts the making, no finished shard is lost.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from coursekit import files

FORMAT = 1
MANIFEST = "manifest.json"

Arrays: TypeAlias = dict[str, npt.NDArray[Any]]


class DataError(ValueError):
    """Data cannot be used or made; the message names the file and says why."""


@dataclass(frozen=True)
class Shard:
    """A finished shard.

    Attributes:
        number: Its number, from 0.
        games: Number of games in it.
        positions: Number of positions in it.
        bytes: Length of its file.
        sha256: Checksum of its file.
    """

    number: int
    games: int
    positions: int
    bytes: int
    sha256: str

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"shard-{self.number:05}.npz"


@dataclass
class Manifest:
    """What a folder holds.

    Attributes:
        kind: What was made, for example ``"policy"``.
        settings: By which settings, the seed included.
        networks: SHA-256 of the weights of each network that played.
        versions: The versions of what made it.
        count: Number of shards when all are finished.
        shards: The finished ones, by number.
    """

    kind: str
    settings: dict[str, Any]
    networks: dict[str, str]
    versions: dict[str, str]
    count: int
    shards: dict[int, Shard] = field(default_factory=dict)

    @property
    def missing(self) -> list[int]:
        """The numbers of the shards that are not finished."""
        return [number for number in range(self.count) if number not in self.shards]

    def __str__(self) -> str:
        games = sum(shard.games for shard in self.shards.values())
        positions = sum(shard.positions for shard in self.shards.values())
        return (
            f"{self.kind} data, {games:,} games, {positions:,} positions in "
            f"{len(self.shards):,} of {self.count:,} shards"
        )

    def write(self, folder: Path) -> None:
        """Writes the manifest, in one step.

        Raises:
            DataError: If it cannot be written.
        """
        entries = [{"name": shard.name, **vars(shard)} for _, shard in sorted(self.shards.items())]
        about = {"format": FORMAT, **vars(self), "shards": entries}
        self._replace(folder / MANIFEST, (json.dumps(about, indent=1) + "\n").encode())

    def add(self, folder: Path, number: int, games: int, positions: int, data: bytes) -> None:
        """Writes a finished shard, and the manifest with it.

        Raises:
            DataError: If one of them cannot be written.
        """
        shard = Shard(number, games, positions, len(data), files.digest(data))
        self._replace(folder / shard.name, data)
        self.shards[number] = shard
        self.write(folder)

    def _replace(self, path: Path, data: bytes) -> None:
        try:
            files.replace(path, data)
        except OSError as error:
            raise DataError(
                f"{path} cannot be written: {error.strerror}; of {self.count} shards "
                f"{len(self.shards)} are finished and stay, and the same command resumes from there"
            ) from error


def read_manifest(folder: Path) -> Manifest:
    """Returns the manifest of a folder.

    Raises:
        DataError: If there is none, or it is damaged or of another format.
    """
    path = folder / MANIFEST
    about = files.read_manifest(path, "data", FORMAT, DataError)
    with files.named(path, DataError):
        names = [one.name for one in fields(Shard)]
        made = [Shard(**{name: entry[name] for name in names}) for entry in about.pop("shards")]
        del about["format"]
        return Manifest(**about, shards={shard.number: shard for shard in made})


def pack(arrays: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """Returns arrays as the bytes of a compressed .npz file; equal arrays give equal bytes."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **dict(arrays))  # type: ignore[arg-type]  # of no array
    return buffer.getvalue()


def shards(folder: Path | str) -> Iterator[Arrays]:
    """Yields the arrays of one shard after the other, each checked before it is used.

    Args:
        folder: Where the data is.

    Raises:
        DataError: If a shard is missing, damaged or not finished; the message names it.
    """
    place = Path(folder)
    manifest = read_manifest(place)
    if manifest.missing:
        raise DataError(
            f"{place} is unfinished: {len(manifest.missing)} of {manifest.count} shards are to be "
            f"made yet, the first is number {manifest.missing[0]}; the command that began it goes "
            "on with it"
        )
    for number in range(manifest.count):
        yield _read(place, manifest.shards[number])


def load(folder: Path | str) -> Arrays:
    """Returns all data of a folder: each array by its name, the shards one after the other.

    Args:
        folder: Where the data is.

    Raises:
        DataError: As in :func:`shards`.
    """
    parts = list(shards(folder))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def problems(folder: Path | str) -> list[str]:
    """Returns what is wrong with the data of a folder, a line for each shard; nothing, if whole.

    Raises:
        DataError: If its manifest cannot be used.
    """
    place = Path(folder)
    manifest = read_manifest(place)
    found = [f"{place}: shard {number} is not made yet" for number in manifest.missing]
    for shard in manifest.shards.values():
        try:
            _read(place, shard)
        except DataError as error:
            found.append(str(error))
    return found


def _read(folder: Path, shard: Shard) -> Arrays:
    data = files.read_proved(folder / MANIFEST, {"name": shard.name, **vars(shard)}, DataError)
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (ValueError, KeyError, zipfile.BadZipFile) as error:
        raise DataError(f"{folder / shard.name} is no file of arrays: {error}") from None
