"""What all trainings share: steps, metrics, exact resumption, and the loop around them."""

from __future__ import annotations

import ctypes
import json
import signal
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import torch

from coursekit import files
from coursekit.learning import checkpoint as checkpoints
from coursekit.learning.checkpoint import (
    Checkpoint,
    Tensors,
    load_optimiser,
    optimiser_state,
    part_of,
    prefixed,
)
from coursekit.learning.config import Config
from coursekit.learning.networks import best_device
from coursekit.learning.reports import in_notebook, print_line
from coursekit.progress import Progress

LOG = "log.jsonl"

# glibc's trim threshold, mmap threshold and top pad, by their numbers in malloc.h. Larger single
# pieces than the second still come from the kernel and go back to it.
_MALLOC_OPTIONS = {-1: 256 << 20, -3: 32 << 20, -2: 64 << 20}

Metrics = dict[str, float]
Report = Callable[[Mapping[str, float]], None]
"""Is given each line of the log; for example :class:`coursekit.learning.reports.LivePlot`."""


class Training(ABC):
    """A training in progress: what all trainings of the course share.

    A subclass says how a step goes (:meth:`_advance`), what the log is told (:meth:`metrics`), and
    what a continuation needs besides weights and settings (:meth:`state_dict`).

    Args:
        config: The settings.
        game: Name of the game.
        steps: Number of steps in all.
        device: Where the network is computed; the GPU when there is one, unless told otherwise.

    Attributes:
        step: Number of steps so far.
        rng: Where chance comes from, in a training that does not derive it from seed and step.
    """

    kind: ClassVar[str]
    """What is trained, for checkpoints."""
    unit: ClassVar[str] = "update"
    """What a step is."""
    settings: ClassVar[type[Config]]
    changeable: ClassVar[tuple[str, ...]] = ()
    """The settings that may change when a training is resumed."""

    config: Config
    network: torch.nn.Module
    """The network that a checkpoint keeps."""
    optimiser: torch.optim.Optimizer
    rng: np.random.Generator | None = None

    def __init__(
        self, config: Config, game: str, steps: int, device: torch.device | None = None
    ) -> None:
        keep_freed_memory()
        self.config = config
        self.game, self.steps = game, steps
        self.device = device or best_device()
        self.step = 0
        self._recent: list[float] = []  # losses or results since the last line of the log

    @property
    def finished(self) -> bool:
        """Whether all steps are done."""
        return self.step >= self.steps

    def advance(self) -> None:
        """Makes one step.

        Raises:
            ValueError: If the training is finished.
        """
        if self.finished:
            raise ValueError(f"the training is finished after {self.steps} {self.unit}s")
        self._advance()
        self.step += 1

    @abstractmethod
    def _advance(self) -> None:
        """Makes step number ``self.step``, counted from 0."""

    @abstractmethod
    def metrics(self) -> Metrics:
        """Returns the numbers for a line of the log; a mean is one since the line before."""

    def _recent_mean(self) -> float:
        """Returns the mean of the losses since it was last asked for, not a number of none."""
        mean = float(np.mean(self._recent)) if self._recent else float("nan")
        self._recent.clear()
        return mean

    # Checkpoints

    def state_dict(self) -> dict[str, torch.Tensor]:
        """Returns what a continuation needs besides weights, settings and :attr:`rng`."""
        recent = {"recent": torch.tensor(self._recent, dtype=torch.float64)}
        return recent | prefixed("optimiser.", optimiser_state(self.optimiser))

    def load_state_dict(self, state: Tensors) -> None:
        """Takes over what :meth:`state_dict` returned; the network has its weights already."""
        self._recent = state["recent"].tolist()
        load_optimiser(self.optimiser, part_of(state, "optimiser."))

    def shards(self) -> Mapping[str, Tensors]:
        """Returns more of the same, by names: what never changes under its name."""
        return {}

    def load_shards(self, shards: Mapping[str, Tensors]) -> None:  # noqa: B027
        """Takes over what :meth:`shards` returned."""

    def snapshot(self) -> Checkpoint:
        """Returns all that is needed to use the network as it is now, but not to continue."""
        weights = {name: tensor.clone() for name, tensor in self.network.state_dict().items()}
        return Checkpoint(self.kind, self.game, self.step, True, self.config.to_dict(), weights)

    def checkpoint(self) -> Checkpoint:
        """Returns all that is needed to use the network, or to continue exactly."""
        if self.finished:
            return self.snapshot()
        return replace(
            self.snapshot(),
            finished=False,
            random={} if self.rng is None else dict(self.rng.bit_generator.state),
            state=self.state_dict(),
            shards=self.shards(),
        )

    @classmethod
    def resumed(
        cls, checkpoint: Checkpoint, *args: Any, config: Config | None = None, **kwargs: Any
    ) -> Self:
        """Returns a training that continues exactly where the checkpoint was made.

        On the processor, with the same versions, it ends with the same bits as if it had never
        been interrupted.

        Args:
            checkpoint: What :func:`coursekit.learning.checkpoint.load` returned.
            args: What a new training is given after its settings.
            config: Changed settings, see :attr:`changeable`; those of the checkpoint if not given.
            kwargs: As ``args``, by name.

        Raises:
            ValueError: If the training is finished, a setting cannot change any more, or the
                checkpoint does not fit together.
        """
        if checkpoint.finished:
            raise ValueError(f"the training is finished after {checkpoint.step} {cls.unit}s")
        before = cls.settings.from_dict(checkpoint.config)
        training = cls(config or before, *args, **kwargs)
        training._check_changes(before, checkpoint.step)
        try:
            training.network.load_state_dict(dict(checkpoint.weights))
            training.load_state_dict(checkpoint.state)
            training.load_shards(checkpoint.shards)
            if training.rng is not None:
                training.rng.bit_generator.state = checkpoint.random
        except (KeyError, RuntimeError, TypeError) as error:
            raise ValueError(f"the checkpoint does not fit its own settings: {error}") from error
        training.step = checkpoint.step
        return training

    def _check_changes(self, before: Config, step: int) -> None:
        old, new = before.to_dict(), self.config.to_dict()
        for name in old:
            if name not in self.changeable and old[name] != new[name]:
                can = f"only {', '.join(self.changeable)} can" if self.changeable else "none can"
                raise ValueError(
                    f"{name} was {old[name]!r} and cannot become {new[name]!r} in a training that "
                    f"is resumed; {can} change"
                )
        if self.steps <= step:
            raise ValueError(f"{self.unit}s is {self.steps}, but {step} are done already")


def descend(optimiser: torch.optim.Optimizer, loss: torch.Tensor, learning_rate: float) -> None:
    """Makes one update of the weights down the gradient of a loss."""
    for group in optimiser.param_groups:
        group["lr"] = learning_rate
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    optimiser.step()


def train(
    training: Training,
    folder: Path | str | None = None,
    *,
    log_every: int = 100,
    save_every: int = 500,
    until: int | None = None,
    report: Report | None = print_line,
) -> list[Metrics]:
    """Trains to the end, or to ``until``; Ctrl-C stops after the step that is under way.

    So does SIGTERM, by which systems end programs.

    Args:
        training: What to train; one that was resumed goes on.
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
    last = training.steps if until is None else min(until, training.steps)
    place = None if folder is None else Path(folder)
    if place is not None:  # only now: a folder that is removed later is not to be made again
        place.mkdir(parents=True, exist_ok=True)
    lines = [] if place is None else _log_until(place, training.step)
    begun = time.perf_counter()
    before = lines[-1]["seconds"] if lines else 0.0
    with (
        _repeatable(training.device),
        _deferred_interrupt() as interrupted,
        # Elsewhere the lines of the log must do.
        Progress("training", last - training.step, training.unit)
        if in_notebook()
        else nullcontext() as bar,
    ):
        while training.step < last and not interrupted():
            training.advance()
            if bar is not None:
                bar.advance(1)
            if training.step % log_every == 0 or training.finished:
                seconds = round(before + time.perf_counter() - begun, 3)
                lines.append({"step": training.step, "seconds": seconds, **training.metrics()})
                if place is not None:
                    _append(place, lines[-1])
                if report is not None:
                    report(lines[-1])
            at_end = training.step == last or interrupted()
            if place is not None and (at_end or training.step % save_every == 0):
                checkpoints.save(place, training.checkpoint())
        if interrupted() and training.step < last:
            raise KeyboardInterrupt(
                f"stopped after {training.unit} {training.step} of {training.steps}"
            )
    return lines


def _log_until(folder: Path, step: int) -> list[Metrics]:
    """Returns the lines of a log up to a step, and cuts off what a lost run wrote after it."""
    path = folder / LOG
    if not path.exists():
        return []
    data = path.read_bytes()
    found: list[Metrics] = files.json_lines(path, data, ValueError, ("step", "seconds"))
    lines = [line for line in found if line["step"] <= step]
    kept = "".join(json.dumps(line) + "\n" for line in lines).encode()
    if kept != data:
        files.replace(path, kept)
    return lines


def _append(folder: Path, line: Metrics) -> None:
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
    """Yields a function that tells whether Ctrl-C was pressed; a second one stops at once.

    The signal by which systems end programs (SIGTERM) counts as Ctrl-C.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    pressed = False
    previous: dict[int, Any] = {
        number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)
    }

    def restore() -> None:
        for number, handler in previous.items():
            signal.signal(number, handler)

    def remember(number: int, frame: Any) -> None:
        nonlocal pressed
        pressed = True
        restore()

    for number in previous:
        signal.signal(number, remember)
    try:
        yield lambda: pressed
    finally:
        restore()


@cache
def keep_freed_memory() -> bool:
    """Makes this process keep freed memory for its next allocations, 256 MB at most.

    A small network on a large batch allocates a megabyte a layer and frees it at once. By default
    glibc gives such memory back to the kernel each time, and the page faults cost: an update of 3
    blocks of 32 channels on 1,024 boards took 225 ms, and 190 when the memory was kept.

    Returns:
        Whether it could: only glibc, the C library of most Linux systems, has the setting.
    """
    if not sys.platform.startswith("linux"):
        return False
    with suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL("libc.so.6").mallopt
        return all(mallopt(option, size) == 1 for option, size in _MALLOC_OPTIONS.items())
    return False
