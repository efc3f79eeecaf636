"""What ends a command from outside: nothing finished is lost, and no process is left."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coursekit.learning import checkpoint

ROOT = Path(__file__).resolve().parents[2]
TRAIN = "train tictactoe --preset smoke --set=positions=100 --workers 2 --set=generations=500"
DATA = "data policy --set=games=4000 --set=shard=2 --set=depth=5 --jobs 2"
SLOW: Any = {"marks": pytest.mark.slow, "id": "train"}

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="looks for processes in Linux's /proc"
)


def begun(line: str, folder: Path, files: str) -> subprocess.Popen[str]:
    """Returns a command under way, in a process group of its own, that has written some files."""
    process = subprocess.Popen(
        [sys.executable, "-m", "coursekit", *line.split(), "--out", str(folder)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_for(lambda: len(list(folder.glob(files))) > 1 or process.poll() is not None)
    return process


def wait_for(fact: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not fact():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def members(group: int) -> list[tuple[int, bool]]:
    """Returns the processes of a group that live, and whether each is a worker of joblib's."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            if int(fields[2]) == group and fields[0] not in "ZX":
                found.append((int(place.name), b"LokyProcess" in (place / "cmdline").read_bytes()))
        except (OSError, IndexError):  # it has ended meanwhile
            continue
    return found


@pytest.mark.parametrize(
    ("line", "files", "said"),
    [
        pytest.param(TRAIN, "snapshots/*", "of 500; continue with --resume", **SLOW),
        pytest.param(DATA, "*.npz", "coursekit data: stopped", id="data"),
    ],
)
def test_bug_sigterm_stops_as_ctrl_c_does(tmp_path: Path, line: str, files: str, said: str) -> None:
    """It made no checkpoint, said nothing, and left the workers."""
    process = begun(line, tmp_path, files)
    process.terminate()
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.rstrip().endswith(said)
    wait_for(lambda: not members(process.pid))
    if line == TRAIN:
        assert not checkpoint.load(tmp_path, "alphazero").finished


@pytest.mark.parametrize(
    ("line", "files"),
    [pytest.param(TRAIN, "snapshots/*", **SLOW), pytest.param(DATA, "*.npz", id="data")],
)
def test_bug_workers_do_not_outlive_a_killed_command(tmp_path: Path, line: str, files: str) -> None:
    """They waited for work for five minutes."""
    process = begun(line, tmp_path, files)
    assert sum(worker for _, worker in members(process.pid)) == 2
    process.kill()
    process.wait(timeout=60)
    wait_for(lambda: not members(process.pid))
    process.communicate()


def test_workers_that_have_had_no_work_yet_do_not_either(tmp_path: Path) -> None:
    process = begun(DATA, tmp_path, "*")  # the manifest
    wait_for(lambda: any(worker for _, worker in members(process.pid)))
    process.kill()
    process.wait(timeout=60)
    wait_for(lambda: not members(process.pid))
    process.communicate()


@pytest.mark.parametrize(
    ("line", "files", "said"),
    [
        pytest.param(TRAIN, "snapshots/*", "of them; continue with --resume", **SLOW),
        pytest.param(DATA, "*.npz", "try fewer of them", id="data"),
    ],
)
def test_bug_the_death_of_a_worker_is_one_line(
    tmp_path: Path, line: str, files: str, said: str
) -> None:
    """It was a traceback of fifty."""
    process = begun(line, tmp_path, files)
    victim = next(number for number, worker in members(process.pid) if worker)
    os.kill(victim, signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    (told,) = [line for line in errors.splitlines() if line.startswith("coursekit")]
    assert "a worker process was killed" in told
    assert told.endswith(said)
    assert "Traceback" not in errors
    wait_for(lambda: not members(process.pid))
