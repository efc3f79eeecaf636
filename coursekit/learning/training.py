"""The training loop: log, checkpoints, progress; the same for everything that the course trains."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import torch

from coursekit.learning import checkpoint as checkpoints
from coursekit.learning.checkpoint import Checkpoint
from coursekit.learning.reports import print_line, progress_bar

LOG = "log.jsonl"

Record = dict[str, float]
Report = Callable[[Mapping[str, float]], None]
"""Is given each line of the log; for example :class:`coursekit.learning.reports.LivePlot`."""


class Learner(Protocol):
    """What :func:`train` can train.

    One whose steps are no updates says in an attribute ``unit`` what they are.
    """

    @property
    def kind(self) -> str:
        """What is trained, for checkpoints."""

    @property
    def device(self) -> torch.device:
        """Where the network is computed."""

    @property
    def step(self) -> int:
        """Number of steps so far."""

    @property
    def updates(self) -> int:
        """Number of steps in all."""

    @property
    def finished(self) -> bool:
        """Whether all steps are done."""

    def advance(self) -> None:
        """Makes one step."""

    def record(self) -> Record:
        """Returns the numbers for a line of the log."""

    def checkpoint(self) -> Checkpoint:
        """Returns all that is needed to go on."""


def train(
    learner: Learner,
    folder: Path | str | None = None,
    *,
    log_every: int = 100,
    save_every: int = 500,
    until: int | None = None,
    report: Report | None = print_line,
) -> list[Record]:
    """Trains to the end, or to ``until``; Ctrl-C stops after the step that is under way.

    Args:
        learner: What to train; one that was resumed goes on.
        folder: Where checkpoints and the log (``log.jsonl``, one JSON object a line) are kept;
            nothing is written without it. Whatever stops the training, also Ctrl-C, a good
            checkpoint is there.
        log_every: Steps (updates, or generations) from one line of the log to the next.
        save_every: Steps from one checkpoint to the next; the last step makes one, too.
        until: Number of the step to stop after; the last one if not given.
        report: Is given each line of the log; ``None`` for silence.

    Returns:
        The lines of the log, those before a resumption included when there is a folder.

    Raises:
        KeyboardInterrupt: After Ctrl-C, when the checkpoint is written.

    >>> from coursekit.learning import QConfig, QLearning
    >>> learning = QLearning(QConfig(updates=4, games=8, width=8))
    >>> [line["step"] for line in train(learning, log_every=2, report=None)]
    [2, 4]
    """
    unit = str(getattr(learner, "unit", "update"))
    last = learner.updates if until is None else min(until, learner.updates)
    place = None if folder is None else Path(folder)
    lines = [] if place is None else _log_until(place, learner.step)
    begun = time.perf_counter()
    before = lines[-1]["seconds"] if lines else 0.0
    with (
        _repeatable(learner.device),
        _deferred_interrupt() as interrupted,
        progress_bar(learner.step, last, unit) as advanced,
    ):
        while learner.step < last and not interrupted():
            learner.advance()
            advanced()
            if learner.step % log_every == 0 or learner.finished:
                seconds = round(before + time.perf_counter() - begun, 3)
                lines.append({"step": learner.step, "seconds": seconds, **learner.record()})
                if place is not None:
                    _append(place, lines[-1])
                if report is not None:
                    report(lines[-1])
            at_end = learner.step == last or interrupted()
            if place is not None and (at_end or learner.step % save_every == 0):
                checkpoints.save(place, learner.checkpoint())
        if interrupted() and learner.step < last:
            stopped = f"stopped after {unit} {learner.step} of {learner.updates}"
            raise KeyboardInterrupt(stopped)
    return lines


def _log_until(folder: Path, step: int) -> list[Record]:
    """Returns the lines of a log up to a step, and cuts off what a lost run wrote after it."""
    path = folder / LOG
    if not path.exists():
        return []
    lines = []
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            line: Record = json.loads(text)
        except json.JSONDecodeError:  # the line that a crash cut in two
            break
        if line["step"] > step:
            break
        lines.append(line)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return lines


def _append(folder: Path, line: Record) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOG).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


@contextmanager
def _repeatable(device: torch.device) -> Iterator[None]:
    """Computes with one thread on the processor, and always in the same order.

    Networks as small as these gain nothing from threads, and lose much as soon as another program
    runs; and sums over threads differ in their last bits.
    """
    if device.type != "cpu":
        yield
        return
    deterministic: Any = torch.utils.deterministic
    threads, strict = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    filling = deterministic.fill_uninitialized_memory
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    deterministic.fill_uninitialized_memory = False  # a safeguard that costs time
    try:
        yield
    finally:
        torch.set_num_threads(threads)
        torch.use_deterministic_algorithms(strict)
        deterministic.fill_uninitialized_memory = filling


@contextmanager
def _deferred_interrupt() -> Iterator[Callable[[], bool]]:
    """Yields a function that tells whether Ctrl-C was pressed; a second one stops at once."""
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    pressed = False
    previous: Any = signal.getsignal(signal.SIGINT)

    def remember(number: int, frame: Any) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, previous)

    signal.signal(signal.SIGINT, remember)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, previous)
