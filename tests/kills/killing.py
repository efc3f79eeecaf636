"""One trial: a command is stopped, continued, and compared with one that nobody stopped."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.kills.commands import Command, finished, left, prepared
from tests.kills.crashing import CRASHED
from tests.support.dask_cluster import DaskCluster
from tests.support.processes import kill, members, wait_for, workers

ROOT = Path(__file__).resolve().parents[2]
QUIET = os.environ | {"TQDM_DISABLE": "1"}
SIGNALS = {
    "kill": signal.SIGKILL,
    "SIGTERM": signal.SIGTERM,
    "Ctrl-C": signal.SIGINT,
}
"""How a process is ended from outside."""


class Failed(Exception):
    """Something was lost, doubled or left over."""


@dataclass
class Whole:
    """What a command leaves that nobody stops."""

    files: dict[str, Any]
    seconds: float
    changes: int
    made: Path | None


@dataclass
class Trials:
    """Tries commands in a folder of its own.

    Args:
        place: Where; each trial removes what it made, unless it fails.
        cluster: Whose workers work, in place of this machine's.
    """

    place: Path
    cluster: DaskCluster | None = None
    _known: dict[str, Whole] = field(default_factory=dict)

    def whole(self, command: Command) -> Whole:
        """Runs a command to its end, once."""
        if command.name not in self._known:
            made = self.place / f"{command.name}-made" if command.made else None
            if made is not None:
                _run(command.made.replace("FOLDER", str(made)).split())
            folder = self.place / f"{command.name}-whole"
            prepared(command, folder, made)
            began = time.monotonic()
            words = command.first(folder, self._address)
            said = _run(words, "tests.kills.crashing", str(folder), "0")
            changes = int(said.rstrip().splitlines()[-1].split()[0])
            spent = time.monotonic() - began
            self._known[command.name] = Whole(left(folder), spent, changes, made)
        return self._known[command.name]

    def ways(self, command: Command) -> list[str]:
        """Returns how a command can be stopped."""
        more = ["worker", "scheduler"] if self.cluster else ["worker"]
        return ["crash", *SIGNALS, *(more if command.jobs else [])]

    def attempt(self, command: Command, way: str, seed: int) -> str:
        """Stops a command in one way, continues it, and compares.

        Returns:
            When it was stopped.

        Raises:
            Failed: If anything was lost, doubled or left over; its folder stays.
        """
        whole, chance = self.whole(command), random.Random(seed)
        folder = self.place / f"{command.name}-{way}-{seed}"
        prepared(command, folder, whole.made)
        words = command.first(folder, self._address)
        if way == "crash":
            at = chance.randint(1, whole.changes)
            process = _begun(words, "tests.kills.crashing", str(folder), str(at))
            moment = f"at change {at} of {whole.changes}"
        else:
            process = _begun(words)
            wait = chance.uniform(0.2, 1) * whole.seconds
            moment = f"after {wait:.2f} of {whole.seconds:.2f} s"
            _wait(process, wait)
            self._stop(process, way)
        _, errors = process.communicate(timeout=120)
        status, kept = process.returncode, finished(folder)
        _check(status in _EXPECTED[way], f"status {status}: {errors[-2000:]}")
        _check("Traceback" not in errors, errors[-2000:])
        _all_gone(process.pid)
        _run(command.again(folder, self._address), good="is finished after")
        lost = kept - finished(folder)
        _check(not lost, f"lost: {lost}")
        found = left(folder)
        wrong = [name for name in found | whole.files if found.get(name) != whole.files.get(name)]
        _check(not wrong, f"other contents: {wrong}")
        shutil.rmtree(folder)
        return moment

    @property
    def _address(self) -> str:
        return self.cluster.address if self.cluster else ""

    def _stop(self, process: subprocess.Popen[str], way: str) -> None:
        if way in SIGNALS:
            process.send_signal(SIGNALS[way])
        elif way == "scheduler":
            assert self.cluster is not None
            self.cluster.kill_scheduler()
            self.cluster.kill_workers()  # they leave when it has gone
            self.cluster.start_scheduler()
            for _ in range(2):
                self.cluster.start_worker()
        else:
            pids = [worker.pid for worker in self.cluster.workers] if self.cluster else []
            working = [worker for pid in pids or [process.pid] for worker in workers(pid)]
            kill(working[:1])


# A command that ends before its signal comes ends well; one whose worker dies may say so.
_EXPECTED = {
    "crash": {0, CRASHED},
    "kill": {0, -signal.SIGKILL},
    "SIGTERM": {0, 130, -signal.SIGTERM, -signal.SIGINT},  # the last in the middle of an import
    "Ctrl-C": {0, 130, -signal.SIGINT},
    "worker": {0, 2},
    "scheduler": {0},
}


def _check(fact: bool, said: str) -> None:
    if not fact:
        raise Failed(said)


def _begun(words: list[str], *runner: str) -> subprocess.Popen[str]:
    """Begins a command in a session of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", *(runner or ("coursekit",)), *words],
        cwd=ROOT,
        env=QUIET,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def _run(words: list[str], *runner: str, good: str = "") -> str:
    """Runs a command to its good end, and returns what it says on stderr.

    Args:
        good: What it may say if it refuses to do anything.
    """
    process = _begun(words, *runner)
    _, errors = process.communicate(timeout=300)
    if process.returncode != 0 and not (good and good in errors):
        raise Failed(f"{' '.join(words)} ends with status {process.returncode}: {errors[-2000:]}")
    _all_gone(process.pid)
    return errors


def _wait(process: subprocess.Popen[str], seconds: float) -> None:
    """Waits, but not longer than a process lives."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)


def _all_gone(session: int) -> None:
    """Waits until no process of a session is left."""
    try:
        wait_for(lambda: not members(session), 30)
    except AssertionError:
        raise Failed(f"processes are left: {members(session)}") from None
