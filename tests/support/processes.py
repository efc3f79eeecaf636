"""The processes of a command: which live, and which of them do its work."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress

import psutil


def members(session: int) -> list[int]:
    """Returns the processes of a session that live."""
    found = []
    for pid in psutil.pids():
        with suppress(ProcessLookupError, psutil.NoSuchProcess):  # it has ended meanwhile
            if os.getsid(pid) == session and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
                found.append(pid)
    return found


def workers(pid: int) -> list[int]:
    """Returns the workers, of joblib or of Dask, that a process has started."""
    found = []
    with suppress(psutil.NoSuchProcess):
        for child in psutil.Process(pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                line = " ".join(child.cmdline())
                if "spawn_main" in line or "LokyProcess" in line:
                    found.append(child.pid)
    return found


def kill(pids: list[int]) -> None:
    """Kills processes, at least those that still live."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def wait_for(fact: Callable[[], bool], seconds: float = 60) -> None:
    """Waits until something is so, and fails if it takes too long."""
    deadline = time.monotonic() + seconds
    while not fact():
        assert time.monotonic() < deadline
        time.sleep(0.05)
