"""A small part of ``python -m tests.kills``: commands that are stopped lose nothing."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.kills.commands import COMMANDS, left
from tests.kills.crashing import CRASHED
from tests.kills.killing import Failed, Trials

pytestmark = pytest.mark.skipif(os.name == "nt", reason="ends processes by POSIX signals")

BY_NAME = {command.name: command for command in COMMANDS}
# The cheapest, which writes game after game; tests/commands/test_signals.py stops workers.
BY_NAME["alone"] = replace(
    BY_NAME["league"],
    name="alone",
    words="league random most_flips mobility cell_scores --games 200 --out FOLDER",
    jobs="--jobs 1",
)
IN_MID_RUN = 5  # a seed: about two thirds of the way, where the games are played
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Trials:
    return Trials(tmp_path_factory.mktemp("kills"))


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("alone", "kill"),
        ("alone", "Ctrl-C"),
        ("alone", "crash"),
        pytest.param("data", "kill", marks=pytest.mark.slow),
        pytest.param("data", "Ctrl-C", marks=pytest.mark.slow),
        pytest.param("league", "kill", marks=pytest.mark.slow),
        pytest.param("league", "crash", marks=pytest.mark.slow),
    ],
)
def test_a_command_that_is_stopped_loses_nothing(trials: Trials, name: str, way: str) -> None:
    trials.attempt(BY_NAME[name], way, IN_MID_RUN)


def test_a_crash_at_each_change_of_a_picture(trials: Trials) -> None:
    command = BY_NAME["render"]
    folder, changes = trials.place / "new", trials.whole(command).changes
    folder.mkdir()
    for change in range(1, changes + 1):
        words = ["-m", "tests.kills.crashing", str(folder), str(change), *command.first(folder)]
        assert subprocess.run([sys.executable, *words], cwd=ROOT).returncode == CRASHED
        assert not (folder / "board.png").exists()


def test_what_is_left_over_is_found(trials: Trials, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trial can fail: here a file seems to lie there that no whole command leaves."""
    command = BY_NAME["render"]
    assert list(trials.whole(command).files) == ["board.png"]
    monkeypatch.setattr("tests.kills.killing.left", lambda folder: {**left(folder), "more.png": 1})
    with pytest.raises(Failed, match=r"other contents: \['more.png'\]"):
        trials.attempt(command, "kill", 0)


def test_what_is_lost_is_found(trials: Trials, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trial can fail: here something seems finished after the stop that is gone at the end."""
    found = iter([{"a game"}, set()])
    monkeypatch.setattr("tests.kills.killing.finished", lambda folder: next(found))
    with pytest.raises(Failed, match=r"lost: \{'a game'\}"):
        trials.attempt(BY_NAME["render"], "kill", 1)
