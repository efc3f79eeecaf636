"""Checkpoints: whole or not there, refused with name and reason, and never executed."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path
from typing import Any

import pytest
import torch

from coursekit import players, tictactoe
from coursekit.files import digest
from coursekit.learning import CheckpointError, QConfig, QLearning, checkpoint, train
from coursekit.learning.loading import load_q_network
from coursekit.learning.qlearning import KIND


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a checkpoint of a training that is under way."""
    learning = QLearning(QConfig(updates=20, games=12, width=8), torch.device("cpu"))
    train(learning, tmp_path / "mine", until=4, report=None)
    return tmp_path / "mine"


def edited(folder: Path, **changes: Any) -> None:
    path = folder / "checkpoint.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def refusal(folder: Path, game: str | None = None) -> str:
    with pytest.raises(CheckpointError) as caught:
        checkpoint.load(folder, KIND, game)
    assert str(folder) in str(caught.value)
    return str(caught.value)


def test_what_is_saved_is_loaded(folder: Path) -> None:
    found = checkpoint.load(folder, KIND, "tictactoe")
    assert (found.step, found.finished, found.game) == (4, False, "tictactoe")
    assert found.versions["torch"] == torch.__version__
    assert found.versions["coursekit"] == "0.1.0"
    assert QConfig.from_dict(found.config) == QConfig(updates=20, games=12, width=8)


def test_no_checkpoint(tmp_path: Path) -> None:
    assert "holds no checkpoint: there is no checkpoint.json in it" in refusal(tmp_path)


@pytest.mark.parametrize("part", ["weights", "memory"])
@pytest.mark.parametrize("length", [0, 7, 100, -1])
def test_a_truncated_file_is_named(folder: Path, part: str, length: int) -> None:
    path = folder / f"{part}-4.safetensors"
    path.write_bytes(path.read_bytes()[:length])
    message = refusal(folder)
    assert f"{part}-4.safetensors is damaged: it has " in message


def test_one_wrong_bit_is_found(folder: Path) -> None:
    path = folder / "weights-4.safetensors"
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    assert "weights-4.safetensors is damaged: its SHA-256" in refusal(folder)


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "memory-4.safetensors").unlink()
    assert "memory-4.safetensors cannot be read: No such file" in refusal(folder)


@pytest.mark.parametrize("length", [0, 10, 300])
def test_a_truncated_json_is_named(folder: Path, length: int) -> None:
    path = folder / "checkpoint.json"
    path.write_text(path.read_text()[:length])
    assert "checkpoint.json is damaged: " in refusal(folder)


@pytest.mark.parametrize("text", ["[]", "3", "{}", '{"format": 99}', '{"model": "resnet"}'])
def test_a_foreign_json_is_refused(folder: Path, text: str) -> None:
    (folder / "checkpoint.json").write_text(text)
    assert "is no checkpoint of format 1" in refusal(folder)


@pytest.mark.parametrize("name", ["kind", "game", "files", "config", "step", "random"])
def test_a_json_with_something_missing_is_refused(folder: Path, name: str) -> None:
    path = folder / "checkpoint.json"
    about = json.loads(path.read_text())
    del about[name]
    path.write_text(json.dumps(about))
    assert f"checkpoint.json is damaged: KeyError: '{name}'" in refusal(folder)


def test_another_game_and_another_kind_are_refused(folder: Path) -> None:
    assert "holds a checkpoint for tictactoe, not for othello4" in refusal(folder, "othello4")
    edited(folder, kind="alphazero")
    assert "holds a checkpoint of alphazero, not of q-learning" in refusal(folder)


def test_a_checkpoint_names_no_file_elsewhere(folder: Path) -> None:
    about = json.loads((folder / "checkpoint.json").read_text())
    about["files"]["weights"]["name"] = "../weights-4.safetensors"
    edited(folder, files=about["files"])
    assert "names a file outside of its folder" in refusal(folder)


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


def test_weights_of_another_network_are_refused(folder: Path) -> None:
    found = json.loads((folder / "checkpoint.json").read_text())
    edited(folder, config={**found["config"], "width": 9})
    with pytest.raises(CheckpointError, match="do not fit"):
        players.q_network(folder)
    with pytest.raises(ValueError, match="does not fit its own settings"):
        QLearning.resumed(checkpoint.load(folder, KIND))


def test_settings_that_do_not_exist_are_refused(folder: Path) -> None:
    edited(folder, config={"gama": 0.9})
    with pytest.raises(CheckpointError, match="cannot be used: QConfig has no 'gama'"):
        load_q_network(folder)
    edited(folder, config={"game": "othello4"})
    with pytest.raises(CheckpointError, match="is for tictactoe, its settings for othello4"):
        load_q_network(folder)


@pytest.mark.parametrize("survivors", range(4))
def test_a_crash_while_saving_leaves_the_old_checkpoint_or_the_new_one(
    folder: Path, survivors: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Saving replaces three files; whichever replacement is the last, the folder can be read."""
    learning = QLearning.resumed(checkpoint.load(folder, KIND), torch.device("cpu"))
    learning.advance()
    real, done = os.replace, 0

    def replace(source: Any, target: Any) -> None:
        nonlocal done
        if done == survivors:
            raise OSError("the power is gone")
        done += 1
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    if survivors < 3:
        with pytest.raises(OSError, match="the power is gone"):
            checkpoint.save(folder, learning.checkpoint())
    else:
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
    written = ["weights-4.safetensors", "memory-4.safetensors", "checkpoint.json"]
    assert calls == [call for name in written for call in ("fsync", name)]


def test_only_the_newest_files_stay(folder: Path) -> None:
    train(QLearning.resumed(checkpoint.load(folder, KIND)), folder, until=6, report=None)
    names = {path.name for path in folder.glob("*.safetensors*")}
    assert names == {"weights-6.safetensors", "memory-6.safetensors"}


def test_a_player_can_be_made_from_a_training_under_way(folder: Path) -> None:
    env = tictactoe.make()
    assert players.q_network(folder)(env) in env.legal_actions()
