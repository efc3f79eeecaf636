"""Rates measured side by side: each program in a process of its own, in turns, on one core.

A workload is a function that does a piece of work and returns how many units it did. A contestant
serves its workloads to the run that started it (:func:`serve`); the run asks for them round by
round, A B C A B C …, so that whatever else the machine does falls on all of them alike.

Standard library only: the contestants import it under their own Python.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

Workload = Callable[[], float]

REPOSITORY = Path(__file__).resolve().parent.parent
ONE_THREAD = {
    **dict.fromkeys(
        ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"
    ),
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}
NO_PEERS = (
    "The peers are not measured: there is no Python in {folder}. To make it:\n"
    "  python -m venv {folder}\n"
    "  {python} -m pip install -r benchmarks/requirements-peers.txt"
)


@dataclass(frozen=True)
class Settings:
    """How long and against whom a benchmark measures.

    Attributes:
        rounds: How often each workload is measured.
        seconds: Processor seconds of one measurement.
        peers: The Python of the peers' environment; ``None`` leaves the peers out.
        quick: Whether this is a smoke run, whose numbers mean little.
        only: The part of the benchmark to measure; ``None`` for all of it.
    """

    rounds: int
    seconds: float
    peers: Path | None
    quick: bool
    only: str | None = None


def peers_python(folder: Path) -> Path | None:
    """Returns the Python of the peers' environment, or says how to make it and returns ``None``."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if python.exists():
        return python.absolute()
    print(NO_PEERS.format(folder=folder, python=python), file=sys.stderr)
    return None


def rate(workload: Workload, seconds: float) -> float:
    """Returns units per second of processor time, over at least ``seconds`` of it.

    Processor time, not the clock: it stands still while another program has the core.
    """
    units = 0.0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        units += workload()
    return units / spent


def serve(workloads: Mapping[str, Workload]) -> None:
    """Measures workloads as the run that started this process asks for them, line by line."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what a library prints must not mix with answers
    for line in sys.stdin:
        name, seconds = json.loads(line)
        print(json.dumps(rate(workloads[name], seconds)), file=answers, flush=True)


def bind_to_one_core(process: int, core: int = 0) -> None:
    """Lets a process run on one core only, where the system can; 0 is this process.

    Args:
        process: Its number.
        core: Which core, counted from the last.
    """
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0), reverse=True)
        os.sched_setaffinity(process, {cores[core % len(cores)]})


class Contestant:
    """A process that serves workloads; it ends with the ``with`` block.

    Args:
        python: The Python to run it with.
        module: The module that calls :func:`serve`.
        core: The core that it runs on, counted from the last.
    """

    def __init__(self, python: Path, module: str, core: int = 0) -> None:
        self.module = module
        self._process = subprocess.Popen(
            [python, "-m", module],
            cwd=REPOSITORY,
            env={**os.environ, **ONE_THREAD},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        bind_to_one_core(self._process.pid, core)

    def rate(self, workload: str, seconds: float) -> float:
        """Returns the workload's units per second.

        Raises:
            RuntimeError: If the process has failed; it has printed why.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            print(json.dumps([workload, seconds]), file=self._process.stdin, flush=True)
        except BrokenPipeError:
            answer = ""
        else:
            answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"{self.module} ended while it measured {workload!r} (see above)")
        return float(json.loads(answer))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: Any) -> None:
        with suppress(BrokenPipeError), self._process:  # closes its input, at which it ends
            pass


@dataclass(frozen=True)
class Rates:
    """The rates of one workload, one for each round."""

    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median over the rounds."""
        return statistics.median(self.rounds)

    def over(self, other: Rates) -> tuple[float, float, float]:
        """Returns the ratio of the medians, and the smallest and largest ratio within a round."""
        ratios = [a / b for a, b in zip(self.rounds, other.rounds, strict=True)]
        return self.median / other.median, min(ratios), max(ratios)


def measure(tasks: Sequence[tuple[Contestant, str]], settings: Settings) -> list[Rates]:
    """Returns the rates of each task, measured in turns.

    Args:
        tasks: Contestants with the name of a workload.
        settings: How long to measure. A warm-up comes first: it compiles what must be compiled.
    """
    for contestant, workload in tasks:
        contestant.rate(workload, settings.seconds / 4)
    rounds = []
    for number in range(1, settings.rounds + 1):
        print(f"round {number} of {settings.rounds}", file=sys.stderr)
        rounds.append([contestant.rate(name, settings.seconds) for contestant, name in tasks])
    return [Rates(rates) for rates in zip(*rounds, strict=True)]
