"""The training loop: resuming exactly, stopping safely, the log, and what is shown."""

import json
import platform
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from coursekit.learning import LivePlot, QConfig, QLearning, checkpoint, reports, train
from coursekit.learning.reports import print_line
from coursekit.learning.training import Training
from tests.support import trainings
from tests.support.trainings import CPU, assert_same, q, timeless

MAKERS: dict[str, Callable[..., Training]] = {
    "Q": q,
    "Q of Othello": partial(q, game="othello4", updates=6),
    "policy": trainings.policy,
    "value with dropout": trainings.value,
    "reinforce": trainings.reinforce,
    "AlphaZero": trainings.alphazero,
    "AlphaZero of tic-tac-toe": partial(trainings.alphazero, game="tictactoe", groups=1),
}


def resumed(folder: Path) -> QLearning:
    return trainings.resumed(q(), folder)


def log_of(folder: Path) -> list[dict[str, float]]:
    return [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())
def test_a_training_that_is_stopped_and_resumed_ends_with_the_same_bits(
    tmp_path: Path, make: Callable[..., Training]
) -> None:
    whole, parts = make(), make()
    stops = sorted({1, whole.steps // 2, whole.steps - 1})
    lines = train(whole, tmp_path / "whole", until=stops[-1], log_every=2, report=None)
    for stop in stops:
        train(parts, tmp_path / "parts", until=stop, log_every=2, report=None)
        parts = trainings.resumed(parts, tmp_path / "parts")
        assert parts.step == stop
    assert_same(whole, parts)
    np.testing.assert_equal(timeless(log_of(tmp_path / "parts")), timeless(lines))
    for each in (whole, parts):
        train(each, log_every=2, report=None)
    assert_same(whole, parts)
    with pytest.raises(ValueError, match=f"finished after {whole.steps} {whole.unit}s"):
        whole.advance()


@pytest.mark.parametrize("make", [q, trainings.policy, trainings.alphazero])
def test_the_seed_decides_everything(make: Callable[..., Training]) -> None:
    torch.manual_seed(5)
    expected = torch.rand(1)
    torch.manual_seed(5)
    runs = [make(seed=seed) for seed in (0, 0, 1)]
    assert torch.equal(torch.rand(1), expected)  # torch's own chance is left alone
    for run in runs:
        train(run, until=2, report=None)
    assert_same(runs[0], runs[1])
    pairs = zip(runs[0].network.parameters(), runs[2].network.parameters(), strict=True)
    assert not all(torch.equal(one, other) for one, other in pairs)


def test_no_other_settings_when_resumed_but_a_longer_training(tmp_path: Path) -> None:
    for making, change, message in (
        (q(), {"width": 9}, "width was 8 and cannot become 9 .* none can change"),
        (trainings.alphazero(), {"channels": 8}, "channels was 4 and cannot become 8 .* only gen"),
        (trainings.alphazero(), {"generations": 2}, "generations is 2, but 2 are done already"),
    ):
        folder = tmp_path / making.kind
        train(making, folder, until=2, report=None)
        with pytest.raises(ValueError, match=message):
            trainings.resumed(making, folder, **change)
    assert trainings.resumed(making, folder, generations=9, decay=5).steps == 9


def test_a_finished_training_keeps_its_weights_and_log_alone(tmp_path: Path) -> None:
    seen: list[Any] = []
    lines = train(q(), tmp_path, log_every=8, save_every=7, report=seen.append)
    assert [line["step"] for line in lines] == [8, 16, 20]
    assert lines == seen == log_of(tmp_path)
    assert {"loss", "seconds", "games", "optimal", "losing_lines_second"} <= lines[0].keys()
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["checkpoint.json", "log.jsonl", "weights-20.safetensors"]  # the newest
    with pytest.raises(ValueError, match="finished after 20 updates"):
        resumed(tmp_path)


def test_what_a_lost_run_logged_is_cut_off(tmp_path: Path) -> None:
    """A crash after update 6 loses what came after the checkpoint of update 4: the log, too."""
    learning = q()
    train(learning, tmp_path, until=4, log_every=2, report=None)
    with (tmp_path / "log.jsonl").open("a") as file:
        file.write('{"step": 6, "seconds": 1.0, "loss": 9.0}\n{"step": 8, "sec')
    lines = train(resumed(tmp_path), tmp_path, until=8, log_every=2, report=None)
    assert [line["step"] for line in lines] == [2, 4, 6, 8]
    assert log_of(tmp_path) == lines
    assert lines[2]["loss"] != 9.0


@pytest.mark.parametrize(
    ("damaged", "said"),
    [
        (b'{"step": 2, "sec', "Unterminated string"),
        (b'{"step": 2}', "it has no number 'seconds'"),
        (b"[2, 1.0]", "it has no number 'step'"),
        (b"\xff", "can't decode byte 0xff"),
        (b"[" * 100_000, "recursion"),
        (b"", "Expecting value"),
    ],
)
def test_bug_a_damaged_line_of_the_log_is_named_and_nothing_is_cut_off(
    tmp_path: Path, damaged: bytes, said: str
) -> None:
    """Resuming removed the line and all after it, without a word."""
    train(q(), tmp_path, until=4, log_every=1, report=None)
    path = tmp_path / "log.jsonl"
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(before := b"\n".join([lines[0], damaged, *lines[2:]]))
    with pytest.raises(ValueError, match=rf"log\.jsonl is damaged in line 2: .*{said}"):
        train(resumed(tmp_path), tmp_path, report=None)
    assert path.read_bytes() == before


def test_bug_a_kill_while_the_log_is_cut_loses_none_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was written in place."""
    train(q(), tmp_path, until=4, log_every=1, report=None)
    path = tmp_path / "log.jsonl"
    path.write_bytes(before := path.read_bytes() + b'{"step": 5, "sec')

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", killed)
    with pytest.raises(KeyboardInterrupt):
        train(resumed(tmp_path), tmp_path, report=None)
    assert path.read_bytes() == before


class Pressed(QLearning):
    """A training during whose third update Ctrl-C is pressed."""

    def advance(self) -> None:
        super().advance()
        if self.step == 3:
            signal.raise_signal(signal.SIGINT)
            self.survived = True  # the update that is under way ends


def test_ctrl_c_leaves_a_good_checkpoint(tmp_path: Path) -> None:
    config = QConfig(updates=20, games=12, width=8)
    learning = Pressed(config, CPU)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt, match="stopped after update 3 of 20"):
        train(learning, tmp_path, report=None)
    assert learning.survived
    assert signal.getsignal(signal.SIGINT) is before
    going_on, whole = resumed(tmp_path), QLearning(config, CPU)
    train(going_on, tmp_path, report=None)
    train(whole, report=None)
    assert_same(going_on, whole)


def test_a_thread_can_train(tmp_path: Path) -> None:
    learning = q(updates=3)
    thread = threading.Thread(target=train, args=(learning, tmp_path), kwargs={"report": None})
    thread.start()
    thread.join()
    assert checkpoint.load(tmp_path, QLearning.kind).finished


def test_training_puts_back_what_it_changes_in_torch() -> None:
    threads, strict = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    seen: list[Any] = []
    torch.set_num_threads(2)
    train(q(updates=1), report=lambda line: seen.append(torch.get_num_threads()))
    assert (seen, torch.get_num_threads()) == ([1], 2)
    assert torch.are_deterministic_algorithms_enabled() == strict
    torch.set_num_threads(threads)


def test_outside_a_notebook_there_are_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    train(q(), log_every=10)
    train(q(), log_every=10, report=LivePlot())
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[:2] == lines[2:]
    assert lines[0].startswith("update 10, ")
    assert "losing lines" in lines[0]
    assert err == ""
    assert not reports.in_notebook()


def test_in_a_notebook_the_plot_grows_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, bytes]] = []

    class Handle:
        def update(self, picture: Any) -> None:
            shown.append(("updated", picture.data))

    def display(picture: Any, display_id: bool) -> Handle:
        shown.append(("displayed", picture.data))
        return Handle()

    monkeypatch.setattr(reports, "in_notebook", lambda: True)
    monkeypatch.setattr("IPython.display.display", display)
    plot = LivePlot()
    for line in train(q(), log_every=5, report=plot):
        print_line(line)
    assert [how for how, _ in shown] == ["displayed", "updated", "updated", "updated"]
    assert all(picture.startswith(b"\x89PNG") for _, picture in shown)
    assert len(set(shown)) == 4
    axes = plot.figure().axes
    assert [one.get_title() for one in axes] == ["loss", "value error", "against random"]
    assert list(axes[0].lines[0].get_xdata()) == [5, 10, 15, 20]


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the settings are glibc's")
def test_the_heap_grows_by_large_pieces_and_keeps_what_is_freed() -> None:
    code = """
import ctypes
from coursekit.learning.training import keep_freed_memory
assert keep_freed_memory()
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.sbrk.restype = ctypes.c_void_p
before = libc.sbrk(0)
piece = libc.malloc(25 << 20)
grown = libc.sbrk(0)
assert grown - before > 80 << 20, "no single piece, or no reserve beyond it"
libc.free(ctypes.c_void_p(piece))
assert libc.sbrk(0) == grown, "given back"
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_bug_a_folder_that_is_removed_meanwhile_is_noticed(tmp_path: Path) -> None:
    """It was made again, with what came after, and the beginning of the log was gone."""
    place = tmp_path / "new"

    def remove(metrics: Any) -> None:
        if metrics["step"] == 200:
            shutil.rmtree(place)

    with pytest.raises(FileNotFoundError, match=r"new.*log\.jsonl"):
        train(q(updates=1000), place, report=remove)
    assert not place.exists()
