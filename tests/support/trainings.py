"""Tiny trainings of every kind, and what it means that two are the same."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import torch

from coursekit.learning import (
    SHIPPED,
    AlphaZero,
    AlphaZeroConfig,
    PolicyConfig,
    PolicyLearning,
    QConfig,
    QLearning,
    Reinforce,
    ReinforceConfig,
    ValueConfig,
    ValueLearning,
    load_policy,
    move_examples,
    result_examples,
    split,
)
from coursekit.learning.alphago.examples import Examples
from coursekit.learning.checkpoint import Checkpoint, load
from coursekit.learning.networks import PolicyNetwork
from coursekit.learning.training import Training
from tests.support.othello8 import teacher_games

CPU = torch.device("cpu")
TINY = {"channels": 4, "blocks": 1, "games": 8, "positions": 96, "batch": 32, "simulations": 4}

_Some = TypeVar("_Some", bound=Training)


def q(**settings: Any) -> QLearning:
    """Returns Q-learning of a few updates."""
    return QLearning(QConfig(**{"updates": 20, "games": 12, "width": 8, **settings}), CPU)


def policy(**settings: Any) -> PolicyLearning:
    """Returns a policy network that learns a quick player's moves."""
    small = {"updates": 12, "batch": 16, "layers": "connected", "dropout": 0.3, **settings}
    return PolicyLearning(PolicyConfig(**small), *moves(), CPU)


def value(**settings: Any) -> ValueLearning:
    """Returns a value network that learns a quick player's results."""
    small = {"updates": 12, "batch": 16, "layers": "connected", **settings}
    return ValueLearning(ValueConfig(**small), *results(), CPU)


def reinforce(**settings: Any) -> Reinforce:
    """Returns a policy network that plays against earlier versions of itself."""
    small = {"updates": 6, "games": 16, "group": 4, "layers": "connected", "pool_every": 2}
    return Reinforce(ReinforceConfig(**{**small, **settings}), start(), CPU)


def alphazero(n_jobs: int = 1, **settings: Any) -> AlphaZero:
    """Returns AlphaZero with a handful of games."""
    given = {"game": "othello6", "generations": 4, "decay": 2, "warm_up": 3, **TINY, **settings}
    return AlphaZero(AlphaZeroConfig.from_dict(given), CPU, n_jobs)


@cache
def moves() -> tuple[Examples, Examples]:
    """Returns what :func:`policy` learns from and is validated by."""
    return split(move_examples(teacher_games()), 0.2)


@cache
def results() -> tuple[Examples, Examples]:
    """Returns what :func:`value` learns from and is validated by."""
    return split(result_examples(teacher_games()), 0.2)


@cache
def start() -> PolicyNetwork:
    """Returns the policy that :func:`reinforce` begins with."""
    return load_policy(SHIPPED / "othello8_policy_connected")[0]


_GIVEN: dict[type[Training], Any] = {PolicyLearning: moves, ValueLearning: results}


def resumed(training: _Some, folder: Path, **changes: Any) -> _Some:
    """Returns a training like the given one that continues from a folder, with other settings."""
    kind = type(training)
    found = load(folder, kind.kind)
    config = kind.settings.from_dict({**found.config, **changes})
    given = _GIVEN[kind]() if kind in _GIVEN else ()
    again: _Some = kind.resumed(found, *given, CPU, config=config)
    return again


def assert_same(one: Training, other: Training) -> None:
    """Compares all that two trainings hold, bit for bit, but for the time that they took."""
    first, second = one.checkpoint(), other.checkpoint()
    assert (first.step, first.finished) == (second.step, second.finished)
    assert first.random == second.random
    tensors, others = tensors_of(first), tensors_of(second)
    assert tensors.keys() == others.keys()
    assert [name for name in tensors if not torch.equal(tensors[name], others[name])] == []


def tensors_of(checkpoint: Checkpoint) -> dict[str, torch.Tensor]:
    """Returns all tensors of a checkpoint, by part and name."""
    parts = {"weights": checkpoint.weights, "state": checkpoint.state, **checkpoint.shards}
    found = {f"{part} {name}": t for part, tensors in parts.items() for name, t in tensors.items()}
    found.pop("state cpu_seconds", None)
    return found


def timeless(lines: list[dict[str, float]]) -> list[Mapping[str, float]]:
    """Returns lines of a log without the time that they took."""
    return [{k: v for k, v in line.items() if "seconds" not in k} for line in lines]
