"""An AlphaZero training: its targets, going on to the bit, and what it refuses."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from coursekit import files
from coursekit.__main__ import main
from coursekit.learning import AlphaZero, checkpoint, load_dual_network, train
from coursekit.learning.alphazero.config import PRESETS, preset, searchable_games
from tests.support import trainings
from tests.support.trainings import TINY, assert_same
from tests.support.trainings import alphazero as training

KIND = AlphaZero.kind


def resumed(folder: Path, **changes: Any) -> AlphaZero:
    return trainings.resumed(training(), folder, **changes)


def started(folder: Path, workers: int, **more: int) -> subprocess.Popen[str]:
    """Begins a training without an end by the command, in a session of its own."""
    command = [sys.executable, "-m", "coursekit", "train", "othello6", "--out", str(folder)]
    given = {**TINY, "generations": 10**6, **more}
    settings = [f"--set={name}={value}" for name, value in given.items()]
    return subprocess.Popen(
        [*command, f"--workers={workers}", *settings],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.skipif(os.name == "nt", reason="there is no kill -9 on Windows")
def test_nothing_but_the_generation_under_way_is_lost_after_kill_9(tmp_path: Path) -> None:
    process = started(tmp_path, workers=1)
    log = tmp_path / "log.jsonl"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not (log.exists() and log.read_text().count("\n") > 3):
        time.sleep(0.05)
    process.kill()
    process.communicate()
    logged = log.read_text().count("\n")
    found = resumed(tmp_path)
    assert logged - 1 <= found.step <= logged
    assert_is_that_of_one_worker(found)


def assert_is_that_of_one_worker(found: AlphaZero) -> None:
    """Compares a training with one that nobody has stopped, in this process."""
    whole = training(n_jobs=1, **found.config.to_dict())
    train(whole, until=found.step, report=None)
    assert_same(whole, found)


def test_a_larger_network_learns_first_what_a_smaller_one_played(tmp_path: Path) -> None:
    tiny = [f"--set={name}={value}" for name, value in TINY.items()]
    small = ["--out", str(tmp_path / "small"), "--workers=1"]
    assert main(["train", "othello6", *small, *tiny, "--until", "2"]) == 0
    earlier = resumed(tmp_path / "small")
    words = ["--set=generations=5", "--set=pretraining=2", "--set=channels=6", "--set=batch=32"]
    out = ["--out", str(tmp_path / "large"), "--workers=1", "--set=games=8", "--set=positions=96"]
    after = ["--after", str(tmp_path / "small")]
    assert main(["train", "othello6", *after, *out, *words]) == 0
    log = (tmp_path / "large" / "log.jsonl").read_text().splitlines()
    lines = [json.loads(line) for line in log]
    played = [line["positions"] for line in lines]
    assert earlier.step == 2
    assert played[0] == played[1] == earlier.window.total < played[2]
    assert ["games" in line for line in lines] == [False, False, True, True, True]
    assert load_dual_network("othello6", tmp_path / "large")[0].body[0].weight.shape[0] == 6


def test_pretraining_is_resumed_to_the_bit_and_needs_the_setting(tmp_path: Path) -> None:
    train(training(), tmp_path / "small", until=2, report=None)
    earlier = checkpoint.load(tmp_path / "small", KIND)
    whole, parts = training(channels=6, pretraining=2), training(channels=6, pretraining=2)
    for each in (whole, parts):
        each.warm_start(earlier)
    train(whole, until=3, report=None)
    train(parts, tmp_path / "large", until=1, report=None)
    parts = resumed(tmp_path / "large")
    train(parts, tmp_path / "large", until=3, report=None)
    assert_same(whole, parts)
    with pytest.raises(ValueError, match="at the beginning only: set pretraining"):
        training().warm_start(earlier)
    train(resumed(tmp_path / "small"), tmp_path / "small", report=None)
    with pytest.raises(ValueError, match="finished: it has no window any more"):
        training(pretraining=1).warm_start(checkpoint.load(tmp_path / "small", KIND))


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["--out", str(tmp_path)]
    train(training(), tmp_path, until=1, report=None)
    refused = {
        ("othello6", *out): "holds a training: add --resume",
        ("othello6", *out, "--resume", "--set", "blocks=2"): "blocks was 1 and cannot become 2",
        ("othello6", *out, "--resume", "--preset", "smoke"): "leave --preset out",
        ("othello4", *out, "--resume"): "for othello6, not for othello4",
        ("othello6", *out[:1], str(tmp_path / "new"), "--set", "chanels=4"): "'channels'",
    }
    for words, reason in refused.items():
        assert main(["train", *words]) == 2
        assert reason in capsys.readouterr().err


def test_a_full_disk_is_reported_and_leaves_the_last_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sync, calls = os.fsync, []

    def full(number: int) -> None:
        calls.append(number)
        if len(calls) > 12:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(number)

    monkeypatch.setattr(files.os, "fsync", full)
    words = ["--set=generations=99", *(f"--set={name}={value}" for name, value in TINY.items())]
    assert main(["train", "othello6", "--out", str(tmp_path), "--workers=1", *words]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert "No space left on device; continue with --resume" in last
    monkeypatch.undo()
    assert list(tmp_path.glob("*.tmp")) == []
    assert resumed(tmp_path).step >= 1


@pytest.mark.parametrize("game", searchable_games())
def test_the_smoke_recipe_of_every_game_runs(tmp_path: Path, game: str) -> None:
    words = ["--set", "games=4", "--set", "positions=32", "--set", "simulations=2"]
    command = ["train", game, "--preset", "smoke", "--out", str(tmp_path), "--workers", "1"]
    assert main([*command, *words]) == 0
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["generation"] for line in lines] == [1, 2]
    assert all(np.isfinite(list(line.values())).all() for line in lines)
    assert lines[0]["play_cpu_seconds"] < lines[0]["cpu_seconds"] < lines[1]["cpu_seconds"]
    assert ("optimal" in lines[0]) == (game in ("tictactoe", "othello4"))
    for step in range(3):
        network = tmp_path / "snapshots" / f"{step:06}"
        assert load_dual_network(game, network)[1].step == step


def test_recipes_are_valid_settings() -> None:
    assert all(preset(name, game).game == game for name in PRESETS for game in searchable_games())
    with pytest.raises(ValueError, match="preset is 'smoke' or 'laptop' or 'gpu', not 'huge'"):
        preset("huge", "othello6")


@pytest.mark.skipif(os.name == "nt", reason="Windows sends Ctrl-C to a whole console")
def test_ctrl_c_ends_the_command_with_a_checkpoint_that_depends_on_no_number_of_workers(
    tmp_path: Path,
) -> None:
    process = started(tmp_path, workers=2, groups=3)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("generation 1, ")
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers get it, too
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    assert errors.splitlines()[-1].endswith("of 1000000; continue with --resume")
    found = resumed(tmp_path)
    assert found.step >= 1
    assert_is_that_of_one_worker(found)


def test_unfinished_trainings_end_in_silence() -> None:
    """Regression: "Exception ignored in Playing.__del__" when Python ended before the workers."""
    tiny = {**TINY, "game": "othello6", "generations": 9, "groups": 2}
    code = (
        "import gc, sys, torch, warnings\n"
        "from joblib.externals.loky.backend.context import set_start_method\n"
        "if sys.platform == 'linux':\n"  # how workers begin is all the same, and a fork has torch
        "    set_start_method('fork')\n"
        "    warnings.filterwarnings('ignore', '`fork` start method')\n"
        "from coursekit.learning import AlphaZero, AlphaZeroConfig\n"
        "def begun():\n"
        f"    learning = AlphaZero(AlphaZeroConfig(**{tiny}), torch.device('cpu'), n_jobs=2)\n"
        "    learning.advance()\n"
        "    return learning\n"
        "begun()\ngc.collect()\n"  # one is thrown away, the other is there when Python ends
        "left = begun()\n"
    )
    env = os.environ | {"OMP_NUM_THREADS": "1"}  # a fork has no threads
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    assert [line for line in done.stderr.splitlines() if "compiling" not in line] == []
