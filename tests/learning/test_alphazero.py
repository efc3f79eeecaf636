"""An AlphaZero training: its targets, going on to the bit, and what it refuses."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pytest
import torch

from coursekit import files
from coursekit.__main__ import main
from coursekit.learning import checkpoint, train
from coursekit.learning.alphazero import KIND, AlphaZero
from coursekit.learning.alphazero_config import PRESETS, SIZES, AlphaZeroConfig, preset
from coursekit.learning.loading import load_dual_network

CPU = torch.device("cpu")
TINY = {"channels": 4, "blocks": 1, "games": 8, "positions": 96, "batch": 32, "simulations": 4}


def training(n_jobs: int = 1, **settings: Any) -> AlphaZero:
    given = {"game": "othello4", "generations": 4, "decay": 2, "warm_up": 3, **TINY, **settings}
    return AlphaZero(AlphaZeroConfig.from_dict(given), CPU, n_jobs)


def resumed(folder: Path, **changes: Any) -> AlphaZero:
    found = checkpoint.load(folder, KIND)
    config = AlphaZeroConfig.from_dict({**found.config, **changes})
    return AlphaZero.resumed(found, config, CPU, n_jobs=1)


def assert_same(one: AlphaZero, other: AlphaZero) -> None:
    """Compares all that two trainings hold, bit for bit."""
    first, second = one.checkpoint(), other.checkpoint()
    assert (first.step, first.finished) == (second.step, second.finished)
    pairs = [(first.weights, second.weights), (first.memory, second.memory)]
    assert first.shards.keys() == second.shards.keys()
    pairs += [(first.shards[name], second.shards[name]) for name in first.shards]
    for tensors, others in pairs:
        assert tensors.keys() == others.keys()
        assert [key for key in tensors if not torch.equal(tensors[key], others[key])] == []
    timeless = [{**c.random, "cpu_seconds": 0} for c in (first, second)]
    assert timeless[0] == timeless[1]


def timeless(lines: list[dict[str, float]]) -> list[dict[str, float]]:
    return [{k: v for k, v in line.items() if "seconds" not in k} for line in lines]


@pytest.mark.parametrize("game", ["tictactoe", "othello4"])
def test_train_4_is_train_2_stop_resume_2(tmp_path: Path, game: str) -> None:
    whole, parts = training(game=game), training(game=game)
    lines = train(whole, tmp_path / "whole", until=4, log_every=1, report=None)
    train(parts, tmp_path / "parts", until=2, log_every=1, report=None)
    parts = resumed(tmp_path / "parts")
    assert parts.step == 2
    train(parts, tmp_path / "parts", until=3, log_every=1, report=None)
    parts = resumed(tmp_path / "parts")
    assert timeless(train(parts, tmp_path / "parts", log_every=1, report=None)) == timeless(lines)
    assert_same(whole, parts)


def test_an_unfinished_checkpoint_holds_everything(tmp_path: Path) -> None:
    one = training(generations=5)
    train(one, tmp_path, until=3, log_every=1, save_every=1, report=None)
    assert_same(one, resumed(tmp_path))


def test_nothing_but_the_generation_under_way_is_lost_after_kill_9(tmp_path: Path) -> None:
    if os.name == "nt":
        pytest.skip("there is no kill -9 on Windows")
    command = [sys.executable, "-m", "coursekit", "train", "othello4", "--out", str(tmp_path)]
    settings = [f"--set={name}={value}" for name, value in {**TINY, "generations": 10**6}.items()]
    process = subprocess.Popen([*command, "--workers=1", *settings], stdout=subprocess.PIPE)
    log = tmp_path / "log.jsonl"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not (log.exists() and log.read_text().count("\n") > 3):
        time.sleep(0.05)
    process.kill()
    process.communicate()
    logged = log.read_text().count("\n")
    found = resumed(tmp_path)
    assert logged - 1 <= found.step <= logged
    whole = training(
        **{k: v for k, v in found.config.to_dict().items() if k not in TINY} | {"game": "othello4"}
    )
    train(whole, until=found.step, report=None)
    assert_same(whole, found)


def test_the_number_of_workers_does_not_matter() -> None:
    one, two = training(n_jobs=1, groups=3), training(n_jobs=2, groups=3)
    for each in (one, two):
        train(each, until=3, report=None)
    assert_same(one, two)


@pytest.mark.slow
def test_workers_of_dask_play_the_same_games() -> None:
    distributed = pytest.importorskip("distributed")
    one, other = training(), training(n_jobs=-1)
    train(one, until=2, report=None)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as group,
        distributed.Client(group),
        joblib.parallel_config(backend="dask"),
    ):
        train(other, until=2, report=None)
    assert_same(one, other)


def test_seeds_differ() -> None:
    weights = []
    for seed in (0, 0, 1):
        learning = training(seed=seed)
        train(learning, until=2, report=None)
        weights.append(learning.network.state_dict()["body.0.weight"])
    assert torch.equal(weights[0], weights[1])
    assert not torch.equal(weights[0], weights[2])


def test_a_finished_training_keeps_its_weights_alone_and_can_be_loaded(tmp_path: Path) -> None:
    learning = training()
    train(learning, tmp_path, report=None)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["checkpoint.json", "log.jsonl", "weights-4.safetensors"]
    with pytest.raises(ValueError, match="finished after 4 generations"):
        resumed(tmp_path)
    network, found = load_dual_network("othello4", tmp_path)
    assert found.finished
    for name, tensor in network.state_dict().items():
        assert torch.equal(tensor, learning.network.state_dict()[name])


def test_going_on_longer_is_allowed_and_nothing_else(tmp_path: Path) -> None:
    train(training(), tmp_path, until=2, report=None)
    assert resumed(tmp_path, generations=9, decay=5).updates == 9
    with pytest.raises(ValueError, match="channels was 4 and cannot become 8 in a training that"):
        resumed(tmp_path, channels=8)
    with pytest.raises(ValueError, match="generations is 2, but 2 are done already"):
        resumed(tmp_path, generations=2)


def test_a_larger_network_learns_first_what_a_smaller_one_played(tmp_path: Path) -> None:
    tiny = [f"--set={name}={value}" for name, value in TINY.items()]
    small = ["--out", str(tmp_path / "small"), "--workers=1"]
    assert main(["train", "othello4", *small, *tiny, "--until", "2"]) == 0
    earlier = resumed(tmp_path / "small")
    words = ["--set=generations=5", "--set=pretraining=2", "--set=channels=6", "--set=batch=32"]
    out = ["--out", str(tmp_path / "large"), "--workers=1", "--set=games=8", "--set=positions=96"]
    after = ["--after", str(tmp_path / "small")]
    assert main(["train", "othello4", *after, *out, *words]) == 0
    log = (tmp_path / "large" / "log.jsonl").read_text().splitlines()
    lines = [json.loads(line) for line in log]
    played = [line["positions"] for line in lines]
    assert earlier.step == 2
    assert played[0] == played[1] == earlier.window.total < played[2]
    assert ["games" in line for line in lines] == [False, False, True, True, True]
    assert load_dual_network("othello4", tmp_path / "large")[0].body[0].weight.shape[0] == 6


def test_pretraining_goes_on_to_the_bit(tmp_path: Path) -> None:
    train(training(), tmp_path / "small", until=2, report=None)
    earlier = checkpoint.load(tmp_path / "small", KIND)
    whole, parts = training(channels=6, pretraining=2), training(channels=6, pretraining=2)
    for each in (whole, parts):
        each.succeed(earlier)
    train(whole, until=3, report=None)
    train(parts, tmp_path / "large", until=1, report=None)
    parts = resumed(tmp_path / "large")
    train(parts, tmp_path / "large", until=3, report=None)
    assert_same(whole, parts)


def test_a_training_without_pretraining_takes_no_window(tmp_path: Path) -> None:
    train(training(), tmp_path, until=1, report=None)
    with pytest.raises(ValueError, match="at the beginning only: set pretraining"):
        training().succeed(checkpoint.load(tmp_path, KIND))
    train(resumed(tmp_path), tmp_path, report=None)
    with pytest.raises(ValueError, match="finished: it has no window any more"):
        training(pretraining=1).succeed(checkpoint.load(tmp_path, KIND))


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["--out", str(tmp_path)]
    train(training(), tmp_path, until=1, report=None)
    refused = {
        ("othello4", *out): "holds a training: add --resume",
        ("othello4", *out, "--resume", "--set", "blocks=2"): "blocks was 1 and cannot become 2",
        ("othello4", *out, "--resume", "--preset", "smoke"): "leave --preset out",
        ("othello6", *out, "--resume"): "for othello4, not for othello6",
        ("othello4", *out[:1], str(tmp_path / "new"), "--set", "chanels=4"): "'channels'",
        ("othello4", *out[:1], str(tmp_path / "new"), "--set", "uses=-1"): "uses is from 0 up",
    }
    for words, reason in refused.items():
        assert main(["train", *words]) == 1
        assert reason in capsys.readouterr().out


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
    assert main(["train", "othello4", "--out", str(tmp_path), "--workers=1", *words]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert "No space left on device; go on with --resume" in last
    monkeypatch.undo()
    assert list(tmp_path.glob("*.tmp")) == []
    assert resumed(tmp_path).step >= 1


@pytest.mark.parametrize("game", sorted(SIZES))
def test_the_smoke_recipe_of_every_game_runs(tmp_path: Path, game: str) -> None:
    words = ["--set", "games=4", "--set", "positions=32", "--set", "simulations=2"]
    command = ["train", game, "--preset", "smoke", "--out", str(tmp_path), "--workers", "1"]
    assert main([*command, *words]) == 0
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["generation"] for line in lines] == [1, 2]
    assert all(np.isfinite(list(line.values())).all() for line in lines)
    assert ("optimal" in lines[0]) == (game in ("tictactoe", "othello4"))
    assert load_dual_network(game, tmp_path / "snapshots" / "000001")[1].step == 1


def test_recipes_are_valid_settings() -> None:
    for name, games in PRESETS.items():
        for game in games:
            assert preset(name, game, seed=3).seed == 3
    with pytest.raises(ValueError, match="preset is 'smoke' or 'laptop' or 'gpu', not 'huge'"):
        preset("huge", "othello4")


def test_ctrl_c_ends_the_command_with_a_checkpoint(tmp_path: Path) -> None:
    if os.name == "nt":
        pytest.skip("Windows sends Ctrl-C to a whole console")
    command = [sys.executable, "-m", "coursekit", "train", "othello4", "--out", str(tmp_path)]
    settings = [f"--set={name}={value}" for name, value in {**TINY, "generations": 10**6}.items()]
    process = subprocess.Popen(
        [*command, "--workers=2", *settings],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("generation 1, ")
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers get it, too
    rest, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    assert rest.splitlines()[-1].endswith("of 1000000; go on with --resume")
    assert resumed(tmp_path).step >= 1
