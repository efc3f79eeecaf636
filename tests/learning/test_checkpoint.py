"""Checkpoints: whole or not there, refused with name and reason, and never executed."""

import json
import os
import pickle
import shutil
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch

import coursekit
from coursekit import players
from coursekit.files import digest
from coursekit.learning import QConfig, QLearning, checkpoint, train
from coursekit.learning.checkpoint import CheckpointError
from coursekit.learning.loading import (
    SHIPPED,
    load_dual_network,
    load_policy,
    load_q_network,
)
from tests.support.trainings import q, resumed

KIND = QLearning.kind


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a checkpoint of a training that is under way."""
    train(q(), tmp_path / "mine", until=4, report=None)
    return tmp_path / "mine"


def edited(folder: Path, **changes: Any) -> None:
    path = folder / "checkpoint.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def flip_a_bit(data: bytes) -> bytes:
    return data[:-5] + bytes([data[-5] ^ 1]) + data[-4:]


def refusal(folder: Path, game: str | None = None) -> str:
    with pytest.raises(CheckpointError) as caught:
        checkpoint.load(folder, KIND, game)
    assert str(folder) in str(caught.value)
    return str(caught.value)


def test_what_is_saved_is_loaded(folder: Path) -> None:
    found = checkpoint.load(folder, KIND, "tictactoe")
    assert (found.step, found.finished, found.game) == (4, False, "tictactoe")
    assert found.versions["torch"] == torch.__version__
    assert found.versions["coursekit"] == coursekit.__version__
    assert QConfig.from_dict(found.config) == QConfig(updates=20, games=12, width=8)


@pytest.mark.parametrize(
    ("name", "damage", "message"),
    [
        ("weights-4.safetensors", lambda data: b"", "weights-4.safetensors is damaged: it has "),
        ("state-4.safetensors", lambda data: data[:-1], "state-4.safetensors is damaged: it has "),
        ("weights-4.safetensors", flip_a_bit, "weights-4.safetensors is damaged: its SHA-256"),
        ("checkpoint.json", lambda data: b"", "checkpoint.json is damaged: "),
        ("checkpoint.json", lambda data: data[:300], "checkpoint.json is damaged: "),
        ("checkpoint.json", lambda data: b"[" * 100_000, "checkpoint.json is damaged: maximum rec"),
        ("checkpoint.json", lambda data: b"[]", "is no checkpoint of format 1"),
        ("checkpoint.json", lambda data: b'{"format": 99}', "is no checkpoint of format 1"),
        ("checkpoint.json", lambda data: data.replace(b'"kind"', b'"kin"'), "KeyError: 'kind'"),
        ("checkpoint.json", lambda data: data.replace(b'"files"', b'"file"'), "KeyError: 'files'"),
    ],
)
def test_a_damaged_file_is_named(
    folder: Path, name: str, damage: Callable[[bytes], bytes], message: str
) -> None:
    (folder / name).write_bytes(damage((folder / name).read_bytes()))
    assert message in refusal(folder)


def test_a_missing_file_another_place_game_and_kind_are_named(folder: Path, tmp_path: Path) -> None:
    assert "holds no checkpoint: there is no checkpoint.json in it" in refusal(tmp_path)
    assert "holds a checkpoint for tictactoe, not for othello4" in refusal(folder, "othello4")
    (folder / "state-4.safetensors").unlink()
    assert "state-4.safetensors cannot be read: No such file" in refusal(folder)
    about = json.loads((folder / "checkpoint.json").read_text())
    about["files"]["weights"]["name"] = "../weights-4.safetensors"
    edited(folder, files=about["files"])
    assert "names a file outside of its folder" in refusal(folder)
    edited(folder, kind="alphazero")
    assert "holds a checkpoint of alphazero, not of q-learning" in refusal(folder)


def test_code_in_a_checkpoint_never_runs(folder: Path, tmp_path: Path) -> None:
    trap = tmp_path / "executed"

    class Trap:
        def __reduce__(self) -> tuple[Any, tuple[str]]:
            return os.mkdir, (str(trap),)

    path = folder / "weights-4.safetensors"
    for data in (pickle.dumps(Trap()), b""):
        path.write_bytes(data)
        entry = {"name": path.name, "bytes": len(data), "sha256": digest(data)}
        about = json.loads((folder / "checkpoint.json").read_text())
        edited(folder, files={**about["files"], "weights": entry})
        assert "is no safetensors file" in refusal(folder)
    assert not trap.exists()


def test_bug_weights_that_are_no_numbers_are_refused(folder: Path) -> None:
    """They played."""
    found = checkpoint.load(folder, KIND)
    weights = {name: torch.full_like(weight, torch.nan) for name, weight in found.weights.items()}
    checkpoint.save(folder, replace(found, weights=weights))
    assert refusal(folder).endswith("are not all finite")


def test_weights_of_another_network_and_settings_that_do_not_exist_are_refused(
    folder: Path,
) -> None:
    found = json.loads((folder / "checkpoint.json").read_text())
    edited(folder, config={**found["config"], "width": 9})
    with pytest.raises(CheckpointError, match="do not fit"):
        players.q_network(folder)
    with pytest.raises(ValueError, match="does not fit its own settings"):
        QLearning.resumed(checkpoint.load(folder, KIND))
    edited(folder, config={"gama": 0.9})
    with pytest.raises(CheckpointError, match="cannot be used: 'game'"):
        load_q_network(folder)
    edited(folder, config={"game": "othello4"})
    with pytest.raises(CheckpointError, match="they are for othello4, not tictactoe"):
        load_q_network(folder)


@pytest.mark.parametrize(
    ("name", "layers", "load"),
    [
        ("othello4", "blocks", partial(load_dual_network, "othello4")),
        ("othello8_policy", "convolutions", load_policy),
    ],
)
def test_bug_a_network_of_a_billion_layers_is_refused(
    tmp_path: Path, name: str, layers: str, load: Callable[[Path], Any]
) -> None:
    """Building them never ended."""
    folder = shutil.copytree(SHIPPED / name, tmp_path / name)
    config = json.loads((folder / "checkpoint.json").read_text())["config"]
    edited(folder, config={**config, layers: 10**9})
    with pytest.raises(CheckpointError, match=f"cannot be used: {layers} is from 1 to 1000"):
        load(folder)


@pytest.mark.parametrize("survivors", range(4))
def test_a_crash_while_saving_leaves_the_old_checkpoint_or_the_new_one(
    folder: Path, survivors: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Saving replaces three files; whichever replacement is the last, the folder can be read."""
    learning = resumed(q(), folder)
    learning.advance()
    real, done = os.replace, 0

    def replace(source: Any, target: Any) -> None:
        nonlocal done
        if done == survivors:
            raise OSError("the power is gone")
        done += 1
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    lost = pytest.raises(OSError, match="the power is gone") if survivors < 3 else nullcontext()
    with lost:
        checkpoint.save(folder, learning.checkpoint())
    assert checkpoint.load(folder, KIND).step == (5 if survivors == 3 else 4)


def test_a_file_is_on_the_disk_before_it_takes_its_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a power cut can leave the new name on an empty file."""
    calls: list[str] = []
    sync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda file: [calls.append("fsync"), sync(file)])
    monkeypatch.setattr(os, "replace", lambda a, b: [calls.append(Path(b).name), replace(a, b)])
    checkpoint.save(folder, checkpoint.load(folder, KIND))
    written = ["weights-4.safetensors", "state-4.safetensors", "checkpoint.json"]
    assert calls == [call for name in written for call in ("fsync", name)]


def test_bug_saving_removes_only_what_a_checkpoint_has_left(folder: Path, tmp_path: Path) -> None:
    """It removed every ``*-*.safetensors`` that it had not just written, whoever had made it."""
    own = ["best-weights.safetensors", "weights-best.safetensors", "weights-4.safetensors.bak"]
    for name in [*own, "state-3.safetensors.tmp"]:  # a kill in mid-save left the last
        (folder / name).write_bytes(b"")
    (tmp_path / "elsewhere.safetensors").write_bytes(b"")
    learning = resumed(q(), folder)
    learning.advance()
    files = json.loads((folder / "checkpoint.json").read_text())["files"]
    edited(folder, files={**files, "more": {"name": "../elsewhere.safetensors"}})
    checkpoint.save(folder, learning.checkpoint())
    written = ["checkpoint.json", "state-5.safetensors", "weights-5.safetensors"]
    assert {path.name for path in folder.iterdir()} == {*own, *written}
    assert (tmp_path / "elsewhere.safetensors").exists()


def test_bug_what_a_crash_kept_from_being_removed_is_removed_later(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files of the checkpoint before stayed for ever."""
    before = {path.name for path in folder.glob("*.safetensors")}
    learning = resumed(q(), folder)
    learning.advance()
    with monkeypatch.context() as patch:
        patch.setattr("coursekit.learning.checkpoint.tidy", lambda _: None)  # a crash before it
        checkpoint.save(folder, learning.checkpoint())
    assert before <= {path.name for path in folder.iterdir()}
    checkpoint.tidy(folder)
    assert not before & {path.name for path in folder.iterdir()}
    assert checkpoint.load(folder, KIND).step == learning.step


def test_bug_what_has_been_removed_is_not_listed_for_ever(folder: Path) -> None:
    """After a thousand generations the manifest held three thousand names."""
    learning = resumed(q(), folder)
    for _ in range(3):
        learning.advance()
        checkpoint.save(folder, learning.checkpoint())
    manifest = json.loads((folder / "checkpoint.json").read_text())
    before = learning.step - 1
    assert manifest["replaced"] == [f"state-{before}.safetensors", f"weights-{before}.safetensors"]


@pytest.mark.parametrize("replaced", ["my notes.txt", 4, None, [4, "my notes.txt", ["log.jsonl"]]])
def test_bug_a_damaged_manifest_removes_nothing(folder: Path, replaced: object) -> None:
    """A name within a text was removed; a number was a traceback."""
    (folder / "notes.txt").touch()
    (folder / "my notes.txt").touch()
    edited(folder, replaced=replaced)
    before = {*folder.iterdir()}
    checkpoint.tidy(folder)
    assert {*folder.iterdir()} == before
