"""The commands that write: how each is begun and continued, and what it must leave."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coursekit.learning.alphago.data.shards import MANIFEST, read_manifest


@dataclass(frozen=True)
class Command:
    """A command that writes into a folder.

    Attributes:
        words: The command; ``FOLDER`` stands for where it writes.
        jobs: The option that says how many processes work, where it has one; a cluster replaces it.
        made: A command that makes the folder's contents first, where it needs them.
    """

    name: str
    words: str
    jobs: str = ""
    made: str = ""

    def first(self, folder: Path, cluster: str = "") -> list[str]:
        """Returns the words of the command line."""
        work = ["--dask", cluster] if cluster else self.jobs.split()
        return [*self.words.replace("FOLDER", str(folder)).split(), *work]

    def again(self, folder: Path, cluster: str = "") -> list[str]:
        """Returns the words that continue what was stopped."""
        words = self.first(folder, cluster)
        if words[0] == "train" and (folder / "checkpoint.json").exists():
            given = [*words[:2], "--out", str(folder), "--resume"]  # the settings are its own
            return given + words[words.index("--dask") :] if cluster else given
        return words


COMMANDS = [
    Command("train-q", "train tictactoe-q --out FOLDER --set=updates=60 --set=games=64"),
    Command(
        "train",
        "train tictactoe --preset smoke --out FOLDER --set=generations=4 --set=positions=60",
        jobs="--workers 2",
    ),
    Command(
        "data",
        "data policy --out FOLDER --set=games=120 --set=shard=2 --set=depth=4 --set=exact=2",
        jobs="--jobs 2",
    ),
    Command(
        "league",
        "league random most_flips mobility cell_scores --games 100 --out FOLDER",
        jobs="--jobs 2",
    ),
    Command(
        "strength",
        "strength FOLDER --games 2 --simulations 2",
        jobs="--jobs 2",
        made="train tictactoe --preset smoke --out FOLDER --set=generations=2 --set=positions=60",
    ),
    Command("render", "render f5d6c3 --out FOLDER/board.png"),
]


def left(folder: Path) -> dict[str, Any]:
    """Returns all that a command has left, file by file, without the time that it took."""
    return {
        str(path.relative_to(folder)): _content(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _content(path: Path) -> Any:
    if path.suffix == ".jsonl":
        values = [json.loads(line) for line in path.read_text().splitlines()]
        if isinstance(values[-1], list):  # games, in the order in which they ended
            return [values[0], *sorted(value[:-2] for value in values[1:])]
        return [_timeless(value) for value in values]
    if path.suffix == ".json":
        return _timeless(json.loads(path.read_text()))
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _is_past(name: str) -> bool:
    """Returns whether it tells how long something took, or what was there before."""
    return "seconds" in name or name == "replaced"


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _timeless(v) for name, v in value.items() if not _is_past(name)}
    return [_timeless(v) for v in value] if isinstance(value, list) else value


def finished(folder: Path) -> set[str]:
    """Returns what a stopped command has finished: it must be there, untouched, in the end."""
    return set(_finished(folder)) if folder.exists() else set()


def _finished(folder: Path) -> Iterator[str]:
    if (folder / MANIFEST).exists():
        for shard in read_manifest(folder).shards.values():
            yield f"{shard.name} of {(folder / shard.name).stat().st_mtime_ns}"
    if (folder / "checkpoint.json").exists():
        step = json.loads((folder / "checkpoint.json").read_text())["step"]
        for line in _lines(folder / "log.jsonl"):
            if json.loads(line)["step"] <= step:
                yield line
    if (folder / "strength.json").exists():
        for meeting in json.loads((folder / "strength.json").read_text())["meetings"]:
            yield json.dumps(meeting)
    for path in folder.glob("*-v-*.jsonl"):
        yield from (f"{path.name}: {line}" for line in _lines(path))


def _lines(path: Path) -> list[str]:
    return path.read_text().split("\n")[:-1] if path.exists() else []


def prepared(command: Command, folder: Path, made: Path | None) -> None:
    """Puts what a command works on into its folder."""
    if made is None:
        folder.mkdir(parents=True)
    else:
        shutil.copytree(made, folder)
