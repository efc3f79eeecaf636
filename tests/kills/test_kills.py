"""A small part of ``python -m tests.kills``: commands that are stopped lose nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kills.commands import COMMANDS, left
from tests.kills.crashing import CRASHED
from tests.kills.killing import Failed, Trials

pytestmark = pytest.mark.skipif(os.name == "nt", reason="ends processes by POSIX signals")

BY_NAME = {command.name: command for command in COMMANDS}
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Trials:
    return Trials(tmp_path_factory.mktemp("kills"))


@pytest.mark.parametrize(
    ("name", "way"),
    [("data", "kill"), ("data", "Ctrl-C"), ("league", "kill"), ("league", "crash")],
)
def test_a_command_that_is_stopped_loses_nothing(trials: Trials, name: str, way: str) -> None:
    trials.attempt(BY_NAME[name], way, 0)


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
