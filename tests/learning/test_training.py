"""The training loop: resuming exactly, stopping safely, the log, and what is shown."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import torch

from coursekit.learning import LivePlot, QConfig, QLearning, checkpoint, print_line, reports, train
from coursekit.learning.qlearning import KIND

CPU = torch.device("cpu")
WITH_ALL = {
    "replay": 50,
    "target_every": 3,
    "symmetry": True,
    "sides": "first",
    "epsilon_end": 0.1,
}


def training(**settings: Any) -> QLearning:
    return QLearning(QConfig(**{"updates": 20, "games": 12, "width": 8, **settings}), CPU)


def resumed(folder: Path) -> QLearning:
    return QLearning.resumed(checkpoint.load(folder, KIND), CPU)


def assert_same(one: Any, other: Any) -> None:
    """Compares all that two checkpoints hold, bit for bit."""
    first, second = one.checkpoint(), other.checkpoint()
    for name in ("weights", "memory"):
        tensors, others = getattr(first, name), getattr(second, name)
        assert tensors.keys() == others.keys()
        assert [key for key in tensors if not torch.equal(tensors[key], others[key])] == []
    assert first.random == second.random
    assert (first.step, first.finished) == (second.step, second.finished)


def without_seconds(lines: list[dict[str, float]]) -> list[dict[str, float]]:
    return [{k: v for k, v in line.items() if k != "seconds"} for line in lines]


def log_of(folder: Path) -> list[dict[str, float]]:
    return [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]


@pytest.mark.parametrize(
    "settings",
    [{}, WITH_ALL, {"optimiser": "sgd"}, {"game": "othello4"}],
    ids=["plain", "with all options", "sgd", "othello"],
)
@pytest.mark.parametrize("stops", [[2, 4], [1, 2, 3, 4], [7, 20]], ids=str)
def test_train_4_is_train_2_stop_resume_2(
    tmp_path: Path, settings: dict[str, Any], stops: list[int]
) -> None:
    whole = training(**settings)
    lines = train(whole, tmp_path / "whole", until=stops[-1], log_every=2, report=None)
    parts = training(**settings)
    for stop in stops:
        train(parts, tmp_path / "parts", until=stop, log_every=2, report=None)
        if stop != stops[-1]:
            parts = resumed(tmp_path / "parts")
            assert parts.step == stop
    assert_same(whole, parts)
    assert without_seconds(log_of(tmp_path / "parts")) == without_seconds(lines)
    names = sorted(path.name for path in (tmp_path / "whole").glob("*.safetensors"))
    for name in names:
        both = [(tmp_path / folder / name).read_bytes() for folder in ("whole", "parts")]
        assert both[0] == both[1]


def test_a_finished_training_keeps_its_weights_alone(tmp_path: Path) -> None:
    train(training(), tmp_path, report=None)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["checkpoint.json", "log.jsonl", "weights-20.safetensors"]
    with pytest.raises(ValueError, match="finished after 20 updates"):
        resumed(tmp_path)


def test_the_log_has_a_line_for_every_interval(tmp_path: Path) -> None:
    seen: list[Any] = []
    lines = train(training(), tmp_path, log_every=8, report=seen.append)
    assert [line["step"] for line in lines] == [8, 16, 20]
    assert lines == seen == log_of(tmp_path)
    assert {"loss", "seconds", "games", "optimal", "losing_lines_second"} <= lines[0].keys()


def test_what_a_lost_run_logged_is_cut_off(tmp_path: Path) -> None:
    """A crash after update 6 loses what came after the checkpoint of update 4: the log, too."""
    learning = training()
    train(learning, tmp_path, until=4, log_every=2, report=None)
    with (tmp_path / "log.jsonl").open("a") as file:
        file.write('{"step": 6, "seconds": 1.0, "loss": 9.0}\n{"step": 8, "sec')
    lines = train(resumed(tmp_path), tmp_path, until=8, log_every=2, report=None)
    assert [line["step"] for line in lines] == [2, 4, 6, 8]
    assert log_of(tmp_path) == lines
    assert lines[2]["loss"] != 9.0


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


def test_ctrl_c_of_the_command_is_a_line_and_status_130(tmp_path: Path) -> None:
    if os.name == "nt":
        pytest.skip("Windows sends Ctrl-C to a whole console")
    command = [sys.executable, "-m", "coursekit", "train", "tictactoe-q", "--out", str(tmp_path)]
    process = subprocess.Popen(
        [*command, "--set", "updates=100000"], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("update 100, ")
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert rest.splitlines()[-1].endswith("of 100000; go on with --resume")
    assert resumed(tmp_path).step >= 100


def test_a_thread_can_train(tmp_path: Path) -> None:
    learning = training(updates=3)
    thread = threading.Thread(target=train, args=(learning, tmp_path), kwargs={"report": None})
    thread.start()
    thread.join()
    assert checkpoint.load(tmp_path, KIND).finished


def test_training_puts_back_what_it_changes_in_torch() -> None:
    threads, strict = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    seen: list[Any] = []
    torch.set_num_threads(2)
    train(training(updates=1), report=lambda line: seen.append(torch.get_num_threads()))
    assert (seen, torch.get_num_threads()) == ([1], 2)
    assert torch.are_deterministic_algorithms_enabled() == strict
    torch.set_num_threads(threads)


def test_outside_a_notebook_there_are_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    train(training(), log_every=10)
    train(training(), log_every=10, report=LivePlot())
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[:2] == lines[2:]
    assert lines[0].startswith("update 10, ")
    assert "losing lines" in lines[0]
    assert err == ""


def test_in_a_notebook_the_plot_grows_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    pictures: list[bytes] = []

    class Handle:
        def update(self, picture: Any) -> None:
            shown.append("updated")
            pictures.append(picture.data)

    def display(picture: Any, display_id: bool) -> Handle:
        shown.append("displayed")
        pictures.append(picture.data)
        return Handle()

    monkeypatch.setattr(reports, "in_notebook", lambda: True)
    monkeypatch.setattr("IPython.display.display", display)
    plot = LivePlot()
    for line in train(training(), log_every=5, report=plot):
        print_line(line)
    assert shown == ["displayed", "updated", "updated", "updated"]
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    assert len(set(pictures)) == 4
    axes = plot.figure().axes
    assert [one.get_title() for one in axes] == ["loss", "value error", "against random"]
    assert list(axes[0].lines[0].get_xdata()) == [5, 10, 15, 20]


def test_this_is_no_notebook() -> None:
    assert not reports.in_notebook()
