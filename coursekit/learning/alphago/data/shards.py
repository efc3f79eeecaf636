"""Shards: a folder with compressed arrays of many games, and a manifest that proves them whole.

``manifest.json`` names what was made, by which settings, seed, networks and versions, and each
finished shard with its length and SHA-256. A shard is written before the manifest names it, and
each of both in one step: whatever interrupts the making, no finished shard is lost.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from coursekit import files
from coursekit.checks import checked_whole

FORMAT = 1
MANIFEST = "manifest.json"

# The arrays of each kind of data; its maker says what they mean.
_BOTH = {"own": "uint64", "opp": "uint64", "move": "uint8", "result": "int8", "game": "int64"}
_AFTER = {"after_own": "uint64", "after_opp": "uint64", "difference": "int8", "discs": "uint8"}
_ARRAYS = {"policy": _BOTH | {"best": "uint64", "ply": "uint8"}, "value": _BOTH | _AFTER}

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
    def missing(self) -> Iterator[int]:
        """The numbers of the shards that are not finished."""
        return (number for number in range(self.count) if number not in self.shards)

    @property
    def unfinished(self) -> str:
        """What there is to say of missing shards; nothing if there are none."""
        left = self.count - len(self.shards)
        if not left:
            return ""
        return (
            f"{left} of {self.count} shards are to be made yet, the first is number "
            f"{next(self.missing)}; the command that began it goes on with it"
        )

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
        manifest = Manifest(**about, shards={shard.number: shard for shard in made})
        for part in (manifest.settings, manifest.networks, manifest.versions):
            dict(**part)
        games, size = (checked_whole(manifest.settings[name], name) for name in ("games", "shard"))
        if manifest.kind not in _ARRAYS or manifest.count != -(-games // size):
            raise ValueError(f"{games} games of {manifest.kind} are not {manifest.count} shards")
        for shard in made:
            checked_whole(shard.number, "a shard's number", 0, manifest.count - 1)
            checked_whole(shard.positions, "a shard's positions", 0)
            if shard.games != min(size, games - shard.number * size):
                raise ValueError(f"shard {shard.number} has {shard.games} games")
        if len(manifest.shards) < len(made):
            raise ValueError("a shard is there twice")
        return manifest


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
    if manifest.unfinished:
        raise DataError(f"{place} is unfinished: {manifest.unfinished}")
    for number in range(manifest.count):
        yield _read(place, manifest, number)


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
    unfinished = [f"{place} is unfinished: {manifest.unfinished}"] if manifest.unfinished else []
    return unfinished + list(damaged(place, manifest).values())


def damaged(folder: Path, manifest: Manifest) -> dict[int, str]:
    """Returns what is wrong with finished shards, by their numbers."""
    found = {}
    for number in manifest.shards:
        try:
            _read(folder, manifest, number)
        except DataError as error:
            found[number] = str(error)
    return found


def _read(folder: Path, manifest: Manifest, number: int) -> Arrays:
    shard = manifest.shards[number]
    data = files.read_proved(folder / MANIFEST, {"name": shard.name, **vars(shard)}, DataError)
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        _check(arrays, _ARRAYS[manifest.kind], shard.positions)
    except Exception as error:  # a wrong archive has many ways to go wrong
        reason = str(error).partition("\n")[0]
        raise DataError(f"{folder / shard.name} holds no {manifest.kind} data: {reason}") from None
    return arrays


def _check(arrays: Arrays, wanted: Mapping[str, str], positions: int) -> None:
    """Demands the arrays of a kind of data, and positions in which the move is legal."""
    from coursekit.engine.bulk import lockstep  # compiles on a new machine

    found = {name: array.dtype.name for name, array in arrays.items()}
    if found != wanted:
        raise ValueError(f"its arrays are {found}, not {wanted}")
    if {array.shape for array in arrays.values()} != {(positions,)}:
        raise ValueError(f"its arrays are not of {positions} positions")
    own, opp, move = arrays["own"], arrays["opp"], arrays["move"]
    legal = lockstep.legal_moves(own, opp) >> move & 1
    if (own & opp).any() or (move > 63).any() or not legal.all():
        raise ValueError("a position or its move is impossible")
    if (arrays.get("after_own", own) & arrays.get("after_opp", opp)).any():
        raise ValueError("a position after a move is impossible")
    if (abs(arrays["result"]) > 1).any():
        raise ValueError("a result is none of -1, 0 and 1")
