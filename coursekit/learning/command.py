"""The command ``python -m coursekit train``: trainings by name, with a log and checkpoints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from coursekit.learning import checkpoint as checkpoints
from coursekit.learning import othello8
from coursekit.learning.alphazero import KIND as ALPHAZERO
from coursekit.learning.alphazero import AlphaZero
from coursekit.learning.alphazero_config import SIZES, AlphaZeroConfig, preset
from coursekit.learning.checkpoint import CheckpointError
from coursekit.learning.config import QConfig
from coursekit.learning.qlearning import KIND, QLearning
from coursekit.learning.reports import print_line
from coursekit.learning.training import train

Q_TRAININGS = {"tictactoe-q": "tictactoe", "othello4-q": "othello4"}
"""The games of Q-learning by the name of the training; AlphaZero's are named like the game."""

SNAPSHOTS = "snapshots"
"""The folder, in that of a training, of its networks at earlier moments."""


@dataclass(frozen=True)
class Asked:
    """What the command was asked for.

    Attributes:
        training: A game, one of :data:`Q_TRAININGS`, or one of AlphaGo's way.
        out: Folder of the log and the checkpoints.
        seed: Seed of the training.
        preset: The recipe of an AlphaZero training; ``None`` for ``"laptop"``.
        settings: Settings that differ from it, each as ``NAME=VALUE``.
        resume: Whether to go on from the folder's checkpoint.
        workers: Processes that play in an AlphaZero training.
        data: What a training of AlphaGo's way learns from.
        after: Folder of an unfinished AlphaZero training whose window a new one begins with.
        until: Number of the update or generation to stop after, with a checkpoint to go on from.
    """

    training: str
    out: str
    seed: int = 0
    preset: str | None = None
    settings: Sequence[str] = ()
    resume: bool = False
    workers: int = -1
    data: str | None = None
    after: str | None = None
    until: int | None = None


def run(asked: Asked) -> int:
    """Trains, and returns the exit status."""
    folder = Path(asked.out)
    try:
        if not asked.resume and (folder / checkpoints.FILE).exists():
            raise ValueError(f"{folder} holds a training: add --resume, or name another folder")
        if asked.resume and asked.preset is not None:
            raise ValueError("a training goes on with its own settings: leave --preset out")
        learning = _learning(asked)
    except (CheckpointError, ValueError) as error:
        print(f"cannot train: {error}")
        return 1
    try:
        if isinstance(learning, AlphaZero):
            report = _Snapshots(learning, folder)
            train(learning, folder, log_every=1, save_every=1, until=asked.until, report=report)
        else:
            log_every, save_every = othello8.INTERVALS.get(asked.training, (100, 500))
            train(learning, folder, log_every=log_every, save_every=save_every, until=asked.until)
    except KeyboardInterrupt as interrupt:
        print(f"{interrupt}; go on with --resume")
        return 130
    except OSError as error:
        print(f"stopped: {error.filename or folder}: {error.strerror}; go on with --resume")
        return 1
    return 0


def _learning(asked: Asked) -> AlphaZero | QLearning | othello8.Learning:
    """Returns the training, a new one or one that goes on."""
    if asked.training in othello8.TRAININGS:
        return _othello8(asked)
    if asked.data is not None:
        raise ValueError(f"{asked.training} learns from its own games alone: leave --data out")
    return _alphazero(asked) if asked.training in SIZES else _q_learning(asked)


def _othello8(asked: Asked) -> othello8.Learning:
    data = None if asked.data is None else Path(asked.data)
    if asked.preset is not None:
        raise ValueError(f"{asked.training} has one recipe: leave --preset out")
    if not asked.resume:
        return othello8.begun(asked.training, asked.seed, data, asked.settings)
    if asked.settings:
        raise ValueError("a training goes on with its own settings: leave --set out")
    return othello8.resumed(asked.training, Path(asked.out), data)


def _alphazero(asked: Asked) -> AlphaZero:
    if not asked.resume:
        config = preset(asked.preset or "laptop", asked.training, asked.seed)
        config = config.changed(list(asked.settings))
        if config.game != asked.training:
            raise ValueError(f"this is a training for {asked.training}, not {config.game}")
        learning = AlphaZero(config, n_jobs=asked.workers)
        if asked.after is not None:
            learning.succeed(checkpoints.load(Path(asked.after), ALPHAZERO, asked.training))
        return learning
    if asked.after is not None:
        raise ValueError("a training that goes on has a window of its own: leave --after out")
    checkpoint = checkpoints.load(Path(asked.out), ALPHAZERO, asked.training)
    config = AlphaZeroConfig.from_dict(checkpoint.config).changed(list(asked.settings))
    return AlphaZero.resumed(checkpoint, config, n_jobs=asked.workers)


def _q_learning(asked: Asked) -> QLearning:
    game = Q_TRAININGS[asked.training]
    if asked.resume:
        if asked.settings:
            raise ValueError("a training goes on with its own settings: leave --set out")
        return QLearning.resumed(checkpoints.load(Path(asked.out), KIND, game))
    if asked.preset is not None:
        raise ValueError("Q-learning has one recipe: leave --preset out")
    config = QConfig(game=game, seed=asked.seed).changed(list(asked.settings))
    if config.game != game:
        raise ValueError(f"{asked.training} is a training for {game}, not {config.game}")
    return QLearning(config)


class _Snapshots:
    """Prints each line of the log, and keeps the networks of some generations.

    They are 1, 2, 3, 4, 6, 8, 12 and so on: a curve of strength against training time.
    """

    def __init__(self, learning: AlphaZero, folder: Path) -> None:
        self._learning, self._folder = learning, folder / SNAPSHOTS

    def __call__(self, record: Mapping[str, float]) -> None:
        print_line(record)
        step = self._learning.step
        highest = 1 << (step.bit_length() - 1)
        if step in (highest, highest + highest // 2):
            checkpoints.save(self._folder / f"{step:06}", self._learning.snapshot())
