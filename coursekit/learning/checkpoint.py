"""Checkpoints: a folder with tensors as safetensors and everything else as JSON.

``checkpoint.json`` names its tensor files with their length and SHA-256, and is replaced last, in
one step: whatever interrupts the saving, the folder holds the old checkpoint or the new one.
Reading one never executes code that came with it.
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import torch
from safetensors import SafetensorError
from safetensors import torch as safetensors

from coursekit import __version__
from coursekit.files import digest, replace

FORMAT = 1
FILE = "checkpoint.json"

_SHARD = "shard-"

Tensors = Mapping[str, torch.Tensor]
_Thing = TypeVar("_Thing")


class CheckpointError(ValueError):
    """A checkpoint cannot be used; the message names it and says why."""


@dataclass(frozen=True)
class Checkpoint:
    """A training at one moment.

    Attributes:
        kind: What was trained, for example ``"q-learning"``.
        game: Name of the game.
        step: Number of updates done.
        finished: Whether the training is.
        config: Its settings.
        random: State of its random numbers, as JSON keeps it.
        weights: The network's weights: all that playing needs.
        memory: What else going on needs; not kept of a finished training.
        shards: More of the same, by names: what never changes under its name, and so is written
            once, however often the training is saved.
        versions: The versions of what made it.
    """

    kind: str
    game: str
    step: int
    finished: bool
    config: dict[str, Any]
    random: dict[str, Any]
    weights: Tensors
    memory: Tensors = field(default_factory=dict)
    shards: Mapping[str, Tensors] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=lambda: versions())


def versions() -> dict[str, str]:
    """Returns the versions of what a training depends on."""
    names = ("numpy", "safetensors", "torch")
    found = {"coursekit": __version__, "python": platform.python_version()}
    return found | {name: importlib.metadata.version(name) for name in names}


def save(folder: Path, checkpoint: Checkpoint) -> None:
    """Writes a checkpoint into a folder, in place of the one that is there.

    Args:
        folder: Where to; made if it is not there.
        checkpoint: What to write.
    """
    folder.mkdir(parents=True, exist_ok=True)
    parts = {"weights": checkpoint.weights}
    if checkpoint.memory and not checkpoint.finished:
        parts["memory"] = checkpoint.memory
    files = {
        part: _write(folder / f"{part}-{checkpoint.step}.safetensors", tensors)
        for part, tensors in parts.items()
    }
    if checkpoint.shards and not checkpoint.finished:
        written = _written(folder)
        for shard, tensors in checkpoint.shards.items():
            part = _SHARD + shard
            path = folder / f"{part}.safetensors"
            known = part in written and path.exists()
            files[part] = written[part] if known else _write(path, tensors)
    about = {
        "format": FORMAT,
        "kind": checkpoint.kind,
        "game": checkpoint.game,
        "step": checkpoint.step,
        "finished": checkpoint.finished,
        "config": checkpoint.config,
        "random": checkpoint.random,
        "versions": checkpoint.versions,
        "files": files,
    }
    replace(folder / FILE, (json.dumps(about, indent=2) + "\n").encode())
    kept = {entry["name"] for entry in files.values()}
    for old in folder.glob("*-*.safetensors"):
        if old.name not in kept:
            old.unlink()


def load(folder: Path, kind: str | tuple[str, ...], game: str | None = None) -> Checkpoint:
    """Returns the checkpoint of a folder.

    Args:
        folder: Where it is.
        kind: What must have been trained; one of several, if all will do.
        game: The game that it must be of, if only one will do.

    Raises:
        CheckpointError: If there is none, or it is damaged, foreign, or of another game.
    """
    try:
        about = json.loads((folder / FILE).read_bytes())
    except FileNotFoundError:
        raise CheckpointError(f"{folder} holds no checkpoint: there is no {FILE} in it") from None
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise CheckpointError(f"{folder / FILE} is damaged: {error}") from None
    found = about.get("format") if isinstance(about, dict) else None
    if found != FORMAT:
        raise CheckpointError(
            f"{folder / FILE} is no checkpoint of format {FORMAT} (its format: {found!r})"
        )
    try:
        kinds = (kind,) if isinstance(kind, str) else kind
        _demand(folder, "of", about["kind"], kinds)
        if game is not None:
            _demand(folder, "for", about["game"], (game,))
        parts = {part: _tensors(folder, entry) for part, entry in about["files"].items()}
        return Checkpoint(
            kind=about["kind"],
            game=str(about["game"]),
            step=int(about["step"]),
            finished=bool(about["finished"]),
            config=dict(about["config"]),
            random=dict(about["random"]),
            weights=parts["weights"],
            memory=parts.get("memory", {}),
            shards=part_of(parts, _SHARD),
            versions=dict(about["versions"]),
        )
    except CheckpointError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise CheckpointError(f"{folder / FILE} is damaged: {reason}") from error


def load_weights(network: torch.nn.Module, checkpoint: Checkpoint, folder: Path) -> None:
    """Gives a network the weights of a checkpoint.

    Raises:
        CheckpointError: If they are those of another network.
    """
    try:
        network.load_state_dict(dict(checkpoint.weights))
    except RuntimeError as error:
        raise CheckpointError(f"the weights in {folder} do not fit: {error}") from None


def prefixed(prefix: str, tensors: Tensors) -> dict[str, torch.Tensor]:
    """Returns tensors under longer names."""
    return {prefix + name: tensor for name, tensor in tensors.items()}


def part_of(things: Mapping[str, _Thing], prefix: str) -> dict[str, _Thing]:
    """Returns the things whose names begin with ``prefix``, under the rest of their names."""
    return {k.removeprefix(prefix): v for k, v in things.items() if k.startswith(prefix)}


def _write(path: Path, tensors: Tensors) -> dict[str, Any]:
    """Writes tensors, and returns what proves later that the file is whole."""
    data = safetensors.save({k: v.detach().cpu().contiguous() for k, v in tensors.items()})
    replace(path, data)
    return {"name": path.name, "bytes": len(data), "sha256": digest(data)}


def _written(folder: Path) -> dict[str, Any]:
    """Returns the files that the checkpoint of a folder names; none if there is none."""
    try:
        files: dict[str, Any] = json.loads((folder / FILE).read_bytes())["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return files


def _demand(folder: Path, word: str, found: object, wanted: tuple[str, ...]) -> None:
    if found not in wanted:
        raise CheckpointError(
            f"{folder} holds a checkpoint {word} {found}, not {word} {' or '.join(wanted)}"
        )


def _tensors(folder: Path, entry: Mapping[str, Any]) -> Tensors:
    name = str(entry["name"])
    path = folder / name
    if Path(name).name != name:
        raise CheckpointError(f"{folder / FILE} names a file outside of its folder: {name!r}")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CheckpointError(f"{path} cannot be read: {error.strerror}") from None
    if len(data) != entry["bytes"]:
        raise CheckpointError(
            f"{path} is damaged: it has {len(data)} bytes instead of {entry['bytes']}"
        )
    if digest(data) != entry["sha256"]:
        raise CheckpointError(f"{path} is damaged: its SHA-256 is not the one in {FILE}")
    try:
        return safetensors.load(data)
    except (SafetensorError, ValueError) as error:
        raise CheckpointError(f"{path} is no safetensors file: {error}") from None
