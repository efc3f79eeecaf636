"""The trainings of AlphaGo's way on 8×8 Othello, as ``python -m coursekit train`` names them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from coursekit.learning import policy, reinforce, value
from coursekit.learning.checkpoint import load
from coursekit.learning.data import load as load_data
from coursekit.learning.examples import Examples, move_examples, result_examples, split
from coursekit.learning.loading import load_policy
from coursekit.learning.policy import PolicyConfig, PolicyLearning
from coursekit.learning.reinforce import Reinforce, ReinforceConfig
from coursekit.learning.supervised import layers_of
from coursekit.learning.value import ValueConfig, ValueLearning

POLICY, IMPROVED, VALUE = "othello8-policy", "othello8-improved", "othello8-value"
TRAININGS = (POLICY, IMPROVED, VALUE)
INTERVALS = {POLICY: (500, 1000), IMPROVED: (20, 20), VALUE: (500, 1000)}
"""Updates from one line of the log to the next, and from one checkpoint to the next."""

HELD_OUT = 0.05
"""Share of the games that nothing is learned from."""

Learning: TypeAlias = PolicyLearning | Reinforce | ValueLearning


def begun(training: str, seed: int, data: Path | None, settings: Sequence[str]) -> Learning:
    """Returns a new training.

    Args:
        training: One of :data:`TRAININGS`.
        seed: Seed of the training.
        data: Folder of policy or value data; for :data:`IMPROVED` the checkpoint of the policy to
            improve, by default the shipped one.
        settings: Settings that differ from the defaults, each as ``NAME=VALUE``.

    Raises:
        ValueError: If the data is missing or damaged, or a setting cannot be meant.
    """
    if training == POLICY:
        return PolicyLearning(PolicyConfig(seed=seed).changed(list(settings)), *_moves(data))
    if training == VALUE:
        return ValueLearning(ValueConfig(seed=seed).changed(list(settings)), *_results(data))
    start, checkpoint = load_policy(data)
    layers = layers_of(checkpoint.config).to_dict()
    config = ReinforceConfig(seed=seed, **layers).changed(list(settings))
    return Reinforce(config, start)


def resumed(training: str, folder: Path, data: Path | None) -> Learning:
    """Returns a training that goes on from a folder's checkpoint.

    Args:
        training: One of :data:`TRAININGS`.
        folder: Where the checkpoint is.
        data: Folder of the data that the training was begun with; :data:`IMPROVED` needs none.

    Raises:
        ValueError: If the checkpoint or the data cannot be used.
    """
    if training == IMPROVED:
        return Reinforce.resumed(load(folder, reinforce.KIND))
    if training == POLICY:
        return PolicyLearning.resumed(load(folder, policy.KIND), *_moves(data))
    return ValueLearning.resumed(load(folder, value.KIND), *_results(data))


def _moves(data: Path | None) -> tuple[Examples, Examples]:
    return _examples(data, "policy", move_examples)


def _results(data: Path | None) -> tuple[Examples, Examples]:
    return _examples(data, "value", result_examples)


def _examples(
    data: Path | None, kind: str, read: Callable[..., Examples]
) -> tuple[Examples, Examples]:
    if data is None:
        raise ValueError(
            f"there is nothing to learn from: name the folder of {kind} data with --data; "
            f"python -m coursekit data {kind} makes it"
        )
    return split(read(load_data(data)), HELD_OUT)
