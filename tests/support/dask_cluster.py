"""A Dask cluster of processes on this machine, started as a user starts one, and killed at will."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class DaskCluster:
    """A scheduler and its workers, each in a process group of its own.

    Args:
        failures: Workers that a task may end before Dask gives it up.
    """

    def __init__(self, failures: int = 3) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self._port}"
        self._environment = os.environ | {
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(failures),
        }
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def start_scheduler(self) -> None:
        """Starts the scheduler, at the same address each time."""
        here = ["--host", "127.0.0.1", "--port", str(self._port)]
        self.scheduler = self._started("scheduler", *here, "--no-dashboard", "--no-show")

    def start_worker(self, path: Path = ROOT) -> None:
        """Starts a worker with one thread, and the nanny that starts it again when it dies.

        Args:
            path: Where it finds the course, or a ``sitecustomize.py``.
        """
        one = ["--nthreads", "1", "--memory-limit", "0", "--no-dashboard"]
        self._environment["PYTHONPATH"] = str(path)
        self.workers.append(self._started("worker", self.address, *one))

    def kill_scheduler(self) -> None:
        """Ends the scheduler as a power cut would."""
        assert self.scheduler is not None
        _kill(self.scheduler)

    def kill_workers(self) -> None:
        """Ends all workers and their nannies."""
        for worker in self.workers:
            _kill(worker)
        self.workers.clear()

    def _started(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words],
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def dask_cluster(workers: int, failures: int = 3) -> Iterator[DaskCluster]:
    """Starts a cluster, and ends it with the block."""
    cluster = DaskCluster(failures)
    cluster.start_scheduler()
    try:
        for _ in range(workers):
            cluster.start_worker()
        yield cluster
    finally:
        cluster.kill_workers()
        cluster.kill_scheduler()
