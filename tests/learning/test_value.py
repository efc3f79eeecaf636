"""Value networks that learn results: errors, whose result it is, going on, and the yardsticks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from coursekit import truth
from coursekit.learning import checkpoint, train
from coursekit.learning.examples import Examples, result_examples, split
from coursekit.learning.supervised import outputs
from coursekit.learning.value import (
    KIND,
    ValueConfig,
    ValueLearning,
    sign_agreement,
    squared_error,
)
from coursekit.learning.yardsticks import (
    error_by_discs,
    exact_results,
    playout_means,
    simple_predictors,
)
from tests.support.othello8 import env_at, teacher_games

CPU = torch.device("cpu")


def learning(**settings: Any) -> ValueLearning:
    small = {"updates": 12, "batch": 16, "layers": "connected", **settings}
    return ValueLearning(ValueConfig(**small), *split(result_examples(teacher_games()), 0.2), CPU)


def late(count: int, empties: int = 6) -> Examples:
    examples = result_examples(teacher_games())
    return examples[examples.discs == 64 - empties][:count]


def test_errors_and_signs_by_hand() -> None:
    values, results = np.array([0.5, -0.5, 1.0]), np.array([1.0, 1.0, 0.0])
    assert squared_error(values, results) == pytest.approx((0.25 + 2.25 + 1) / 3)
    assert sign_agreement(values, results) == 0.5  # the drawn game has no winner to name


def test_results_are_learned_by_heart() -> None:
    examples = result_examples(teacher_games())[::32]
    config = ValueConfig(
        updates=300, batch=64, layers="connected", symmetry=False, dropout=0.0, learning_rate=5e-3
    )
    by_heart = ValueLearning(config, examples, examples, CPU)
    train(by_heart, report=None)
    assert squared_error(outputs(by_heart.network, examples), examples.target) < 0.1


def test_a_lone_colour_wins_whoever_moves() -> None:
    """The value belongs to the side that the planes are seen from."""
    rng = np.random.default_rng(0)
    many = rng.integers(2**64, size=600, dtype=np.uint64) | rng.integers(
        2**64, size=600, dtype=np.uint64
    )
    few = ~many & rng.integers(2**64, size=600, dtype=np.uint64)
    own, opp = np.where(np.arange(600) % 2, [many, few], [few, many])
    results = np.sign(np.bitwise_count(own).astype(np.float32) - np.bitwise_count(opp))
    examples = Examples(own, opp, results, np.arange(600))
    config = ValueConfig(updates=150, batch=64, layers="connected")
    training = ValueLearning(config, *split(examples, 0.3), CPU)
    lines = train(training, report=None)
    assert lines[-1]["sign"] > 0.97


@pytest.mark.parametrize("stop", [1, 7])
def test_a_training_with_dropout_goes_on_bit_for_bit(tmp_path: Path, stop: int) -> None:
    whole = learning()
    assert whole.config.dropout > 0
    lines = train(whole, tmp_path / "whole", log_every=4, report=None)
    train(learning(), tmp_path / "parts", until=stop, log_every=4, report=None)
    saved = checkpoint.load(tmp_path / "parts", KIND)
    parts = ValueLearning.resumed(saved, whole._learned, whole._held_out, CPU)
    again = train(parts, tmp_path / "parts", log_every=4, report=None)
    assert [line["loss"] for line in again] == [line["loss"] for line in lines]
    for name, weights in whole.network.state_dict().items():
        assert torch.equal(weights, parts.network.state_dict()[name])


def test_exact_results_are_the_truth() -> None:
    examples = late(25)
    exact = [
        np.sign(truth.exact_value(env_at(int(own), int(opp))))
        for own, opp in zip(examples.own, examples.opp, strict=True)
    ]
    assert exact_results(examples).tolist() == exact


def test_playouts_from_decided_positions_are_sure_and_have_a_seed() -> None:
    only = Examples(  # one square is left, and nobody can play there: the game is over
        np.array([2**64 - 2], np.uint64), np.zeros(1, np.uint64), np.zeros(1), np.zeros(1, np.int64)
    )
    assert playout_means(only).tolist() == [1.0]
    examples = late(10, empties=30)
    means = playout_means(examples, 200)
    assert (np.abs(means) < 1).any()
    assert np.array_equal(means, playout_means(examples, 200))
    env = env_at(int(examples.own[0]), int(examples.opp[0]))
    own_way = np.mean([env.playout() for _ in range(400)])
    assert own_way == pytest.approx(means[0], abs=0.35)  # four standard errors of a difference


def test_error_by_discs_adds_up() -> None:
    examples = result_examples(teacher_games())
    values = np.linspace(-1, 1, len(examples))
    groups = error_by_discs(values, examples, width=10)
    assert sum(count for _, count, _ in groups) == len(examples)
    total = sum(count * error for _, count, error in groups) / len(examples)
    assert total == pytest.approx(squared_error(values, examples.target))
    assert [first for first, _, _ in groups] == [4, 14, 24, 34, 44, 54]


def test_simple_predictors_are_least_squares() -> None:
    examples = result_examples(teacher_games())
    errors = {
        name: squared_error(predict(examples), examples.target)
        for name, predict in simple_predictors(examples).items()
    }
    assert errors["constant"] == pytest.approx(float(np.var(examples.target)))
    assert errors["linear"] < errors["cell scores"] < errors["constant"]
    assert errors["linear"] < errors["disc difference"] < errors["constant"]
