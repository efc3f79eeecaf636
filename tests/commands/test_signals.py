"""What ends a command from outside: nothing finished is lost, and no process is left."""

import _thread
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coursekit.__main__ import _raise_again, main
from coursekit.learning import checkpoint
from coursekit.workers import _watch
from tests.support.processes import kill, members, wait_for, workers

ROOT = Path(__file__).resolve().parents[2]
TRAIN = "train tictactoe --preset smoke --set=positions=100 --workers 2 --set=generations=500"
DATA = "data policy --set=games=4000 --set=shard=2 --set=depth=5 --jobs 2"
LEAGUE = "league random most_flips mobility cell_scores --games 10000 --jobs 2"  # without torch
TRAINS: Any = {"marks": pytest.mark.slow, "id": "train"}
MAKES: Any = {"marks": pytest.mark.slow, "id": "data"}

pytestmark = pytest.mark.skipif(os.name == "nt", reason="ends processes by POSIX signals")


def begun(line: str, folder: Path, files: str) -> subprocess.Popen[str]:
    """Returns a command under way, in a session of its own, that has written such a file."""
    process = subprocess.Popen(
        [sys.executable, "-m", "coursekit", *line.split(), "--out", str(folder)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_for(lambda: any(folder.glob(files)) or process.poll() is not None)
    return process


@pytest.mark.parametrize(
    ("line", "files", "said"),
    [
        pytest.param(TRAIN, "snapshots/000001", "of 500; continue with --resume", **TRAINS),
        pytest.param(DATA, "*.npz", "coursekit data: stopped", **MAKES),
        pytest.param(LEAGUE, "*.jsonl", "stopped; the same command resumes it", id="league"),
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
    [
        pytest.param(TRAIN, "snapshots/000001", **TRAINS),
        pytest.param(DATA, "*.npz", **MAKES),
        pytest.param(LEAGUE, "*.jsonl", id="league"),
    ],
)
def test_bug_workers_do_not_outlive_a_killed_command(tmp_path: Path, line: str, files: str) -> None:
    """They waited for work for five minutes."""
    process = begun(line, tmp_path, files)
    assert len(workers(process.pid)) == 2
    process.kill()
    process.wait(timeout=60)
    wait_for(lambda: not members(process.pid))
    process.communicate()


def test_workers_that_have_had_no_work_yet_do_not_either(tmp_path: Path) -> None:
    process = begun(LEAGUE, tmp_path, "*")  # its lock
    wait_for(lambda: bool(workers(process.pid)))
    process.kill()
    process.wait(timeout=60)
    wait_for(lambda: not members(process.pid))
    process.communicate()


def test_bug_a_worker_whose_starter_was_dead_before_it_began_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It lived on where nobody had reaped the starter: the dead could still be signalled."""
    monkeypatch.setattr(os, "getppid", lambda: 1)
    monkeypatch.setattr(os, "kill", lambda *_: None)
    monkeypatch.setattr(os, "_exit", sys.exit)
    monkeypatch.setattr(time, "sleep", lambda _: pytest.fail("it waits"))
    with pytest.raises(SystemExit):
        _watch(4711, parent=1)


def test_bug_a_late_signal_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that came when the command was done was raised in Python's own clearing up."""
    handlers: dict[int, object] = {}
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)
    monkeypatch.setattr(sys, "argv", ["coursekit", "--help"])
    main()
    assert handlers == {signal.SIGTERM: signal.SIG_DFL, signal.SIGINT: signal.SIG_DFL}


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


class Interrupted:
    def __del__(self) -> None:
        raise KeyboardInterrupt


def by_a_weak_reference() -> None:
    item = {1}
    _ = weakref.ref(item, interrupt)
    del item


@pytest.mark.parametrize(
    "swallow",
    [by_a_weak_reference, ctypes.CFUNCTYPE(None)(interrupt), Interrupted],
    ids=["weak reference", "ctypes", "finalizer"],
)
def test_bug_a_signal_in_a_callback_is_not_lost(
    swallow: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was printed as "Exception ignored", and the command worked on: so in llvmlite's callbacks
    and in those of weak references."""
    again = threading.Event()
    monkeypatch.setattr(_thread, "interrupt_main", again.set)
    monkeypatch.setattr(sys, "unraisablehook", _raise_again)
    swallow()
    assert again.wait(10)


def test_what_else_a_callback_swallows_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "unraisablehook", _raise_again)
        ctypes.CFUNCTYPE(None)(lambda: 1 // 0)()
    assert "ZeroDivisionError" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "files", "said"),
    [
        pytest.param(TRAIN, "snapshots/000001", "of them; continue with --resume", **TRAINS),
        pytest.param(DATA, "*.npz", "try fewer of them", **MAKES),
        pytest.param(LEAGUE, "*.jsonl", "try fewer of them", id="league"),
    ],
)
def test_bug_the_death_of_a_worker_is_one_line(
    tmp_path: Path, line: str, files: str, said: str
) -> None:
    """It was a traceback of fifty."""
    process = begun(line, tmp_path, files)
    kill(workers(process.pid)[:1])
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    command = f"coursekit {line.split()[0]}"  # a busy machine also says that it compiles
    (told,) = [text for text in errors.splitlines() if text.startswith(command)]
    assert "a worker process was killed" in told
    assert told.endswith(said)
    assert "Traceback" not in errors
    wait_for(lambda: not members(process.pid))
