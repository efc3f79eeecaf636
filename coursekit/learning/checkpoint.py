"""Checkpoints: a folder with tensors as safetensors and everything else as JSON.

``checkpoint.json`` names its tensor files with their length and SHA-256, and is replaced last, in
one step: whatever interrupts the saving, the folder holds the old checkpoint or the new one.
Reading one never executes code that came with it.
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import torch
from safetensors import SafetensorError
from safetensors import torch as safetensors

from coursekit import __version__
from coursekit.files import digest, named, read_manifest, read_proved, replace

FORMAT = 1
FILE = "checkpoint.json"

_SHARD = "shard-"
_OWN = re.compile(r"(weights|state|shard)-\d+\.safetensors(\.tmp)?")  # .tmp: a kill cut it off
_ABOUT = ("kind", "game", "step", "finished", "config", "random", "versions")

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
        step: Number of steps done.
        finished: Whether the training is.
        config: Its settings.
        weights: The network's weights: all that playing needs.
        random: State of its random numbers, as JSON keeps it.
        state: What else a continuation needs: optimiser, games under way, counters.
        shards: More of the same, by names: what never changes under its name, and so is written
            once, however often the training is saved.
        versions: The versions of what made it.
    """

    kind: str
    game: str
    step: int
    finished: bool
    config: dict[str, Any]
    weights: Tensors
    random: dict[str, Any] = field(default_factory=dict)
    state: Tensors = field(default_factory=dict)
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
    parts = {"weights": checkpoint.weights, "state": checkpoint.state}
    files = {
        part: _write(folder / f"{part}-{checkpoint.step}.safetensors", tensors)
        for part, tensors in parts.items()
        if tensors
    }
    before = _manifest(folder)
    written = before.get("files", {})
    for shard, tensors in checkpoint.shards.items():
        part = _SHARD + shard
        path = folder / f"{part}.safetensors"
        known = part in written and path.exists()
        files[part] = written[part] if known else _write(path, tensors)
    about = {name: getattr(checkpoint, name) for name in _ABOUT}
    old = {file["name"] for file in written.values()} | _replaced(before)
    old &= {path.name for path in folder.iterdir()}
    old -= {file["name"] for file in files.values()}
    about = {"format": FORMAT, **about, "files": files, "replaced": sorted(old)}
    replace(folder / FILE, (json.dumps(about, indent=2) + "\n").encode())
    tidy(folder)


def tidy(folder: Path) -> None:
    """Removes what a checkpoint has replaced, also where a crash has kept it from doing so.

    All else in the folder may be somebody's own.
    """
    replaced = _replaced(_manifest(folder))
    for path in folder.iterdir():
        if _OWN.fullmatch(path.name) and (path.name in replaced or path.suffix == ".tmp"):
            path.unlink()


def load(folder: Path, kind: str | tuple[str, ...], game: str | None = None) -> Checkpoint:
    """Returns the checkpoint of a folder.

    Args:
        folder: Where it is.
        kind: What must have been trained; one of several, if all will do.
        game: The game that it must be of, if only one will do.

    Raises:
        CheckpointError: If there is none, or it is damaged, foreign, or of another game.
    """
    path = folder / FILE
    about = read_manifest(path, "checkpoint", FORMAT, CheckpointError)
    with named(path, CheckpointError):
        _demand(folder, "of", about["kind"], (kind,) if isinstance(kind, str) else kind)
        if game is not None:
            _demand(folder, "for", about["game"], (game,))
        parts = {part: _tensors(path, entry) for part, entry in about["files"].items()}
        if not all(weight.isfinite().all() for weight in parts["weights"].values()):
            raise CheckpointError(f"the weights in {folder} are not all finite")
        return Checkpoint(
            **{name: about[name] for name in _ABOUT},
            weights=parts["weights"],
            state=parts.get("state", {}),
            shards=part_of(parts, _SHARD),
        )


def optimiser_state(optimiser: torch.optim.Optimizer) -> dict[str, torch.Tensor]:
    """Returns an optimiser's state as named tensors, by number of the weight: ``"3.exp_avg"``."""
    state = optimiser.state_dict()["state"]
    return {
        f"{number}.{name}": value
        for number, values in state.items()
        for name, value in values.items()
    }


def load_optimiser(optimiser: torch.optim.Optimizer, state: Mapping[str, torch.Tensor]) -> None:
    """Gives an optimiser the state that :func:`optimiser_state` returned of one like it."""
    memory: dict[int, dict[str, torch.Tensor]] = {}
    for key, value in state.items():
        number, _, name = key.partition(".")
        memory.setdefault(int(number), {})[name] = value
    groups = optimiser.state_dict()["param_groups"]
    optimiser.load_state_dict({"state": memory, "param_groups": groups})
    # A fused optimiser walks through memory: what it keeps must lie there as the weights do.
    for weight, values in optimiser.state.items():
        for name, value in values.items():
            if value.shape == weight.shape:
                values[name] = torch.empty_like(weight).copy_(value)


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


def _manifest(folder: Path) -> dict[str, Any]:
    """Returns what a folder's checkpoint says of itself; nothing if it cannot be read."""
    try:
        return dict(json.loads((folder / FILE).read_bytes()))
    except (OSError, ValueError, TypeError, RecursionError):
        return {}


def _replaced(manifest: Mapping[str, Any]) -> set[str]:
    """Returns the names of what a checkpoint has replaced; nobody has proved its manifest yet."""
    names = manifest.get("replaced")
    return {str(name) for name in names} if isinstance(names, list) else set()


def _demand(folder: Path, word: str, found: object, wanted: tuple[str, ...]) -> None:
    if found not in wanted:
        raise CheckpointError(
            f"{folder} holds a checkpoint {word} {found}, not {word} {' or '.join(wanted)}"
        )


def _tensors(manifest: Path, entry: Mapping[str, Any]) -> Tensors:
    try:
        return safetensors.load(read_proved(manifest, entry, CheckpointError))
    except SafetensorError as error:
        name = manifest.with_name(entry["name"])
        raise CheckpointError(f"{name} is no safetensors file: {error}") from None
