"""The command ``python -m coursekit train``: trainings by name, with a log and checkpoints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from coursekit.learning import checkpoint as checkpoints
from coursekit.learning.checkpoint import CheckpointError
from coursekit.learning.config import QConfig
from coursekit.learning.qlearning import KIND, QLearning
from coursekit.learning.training import train

TRAININGS = {"tictactoe-q": "tictactoe", "othello4-q": "othello4"}
"""The games of Q-learning by the name of the training."""


def run(name: str, seed: int, out: str, settings: Sequence[str], resume: bool) -> int:
    """Trains, and returns the exit status.

    Args:
        name: One of :data:`TRAININGS`.
        seed: Seed of the training.
        out: Folder of the log and the checkpoints.
        settings: Settings that differ from the defaults, each as ``NAME=VALUE``.
        resume: Whether to go on from the folder's checkpoint; its settings hold.
    """
    folder = Path(out)
    try:
        if resume:
            if settings:
                raise ValueError("a training goes on with its own settings: leave --set out")
            learning = QLearning.resumed(checkpoints.load(folder, KIND, TRAININGS[name]))
        elif (folder / checkpoints.FILE).exists():
            raise ValueError(f"{folder} holds a training: add --resume, or name another folder")
        else:
            config = QConfig(game=TRAININGS[name], seed=seed).changed(list(settings))
            if config.game != TRAININGS[name]:
                raise ValueError(f"{name} is a training for {TRAININGS[name]}, not {config.game}")
            learning = QLearning(config)
    except (CheckpointError, ValueError) as error:
        print(f"cannot train: {error}")
        return 1
    try:
        train(learning, folder)
    except KeyboardInterrupt as interrupt:
        print(f"{interrupt}; go on with --resume")
        return 130
    return 0
