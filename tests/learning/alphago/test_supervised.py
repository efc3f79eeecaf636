"""Policy networks that learn moves and value networks that learn results, and their yardsticks."""

from pathlib import Path

import numpy as np
import pytest
import torch

from coursekit import truth
from coursekit.learning import LivePlot, checkpoint, train
from coursekit.learning.alphago.baselines import (
    ceiling,
    error_by_discs,
    exact_results,
    playout_means,
    random_accuracy,
    search_accuracy,
    simple_predictors,
)
from coursekit.learning.alphago.data import PolicyDataConfig
from coursekit.learning.alphago.examples import Examples, move_examples, result_examples, split
from coursekit.learning.alphago.policy import (
    PolicyConfig,
    PolicyLearning,
    accuracy,
    legal_actions,
    legal_only,
)
from coursekit.learning.alphago.supervised import outputs
from coursekit.learning.alphago.value import (
    ValueConfig,
    ValueLearning,
    sign_agreement,
    squared_error,
)
from tests.support import trainings
from tests.support.othello8 import env_at, teacher_games
from tests.support.trainings import CPU
from tests.support.trainings import policy as learning

PASS = 64


def at(own: int, opp: int, move: int = 0) -> Examples:
    boards = (np.array([word], np.uint64) for word in (own, opp))
    return Examples(*boards, np.array([move]), np.zeros(1, np.int64))


START = 0x0000000810000000, 0x0000001008000000  # d3, c4, f5 and e6 are legal: 19, 26, 37, 44


def test_accuracy_by_hand_where_equal_scores_are_decided_by_chance() -> None:
    scores = np.zeros((1, 65))
    scores[0, [19, 26, 37, 44]] = 4, 3, 2, 1
    scores[0, 0] = 9  # a1 is illegal
    for move, top1, top3 in ((19, 1, 1), (26, 0, 1), (37, 0, 1), (44, 0, 0)):
        found = accuracy(scores, at(*START, move))
        assert (found["top1"], found["top3"]) == (top1, top3)
    odds = np.exp([4, 3, 2, 1])
    assert found["validation"] == pytest.approx(-np.log(odds[3] / odds.sum()))
    scores[:] = 0
    equal = {"validation": np.log(4), "top1": 1 / 4, "top3": 3 / 4}
    assert accuracy(scores, at(*START, 26)) == pytest.approx(equal)
    scores[0, 19] = 1
    assert accuracy(scores, at(*START, 26))["top3"] == pytest.approx(2 / 3)


def test_legal_actions_are_those_of_the_env_the_pass_included() -> None:
    examples = move_examples(teacher_games())[::50]
    for own, opp, row in zip(
        examples.own.tolist(), examples.opp.tolist(), legal_actions(examples.legal), strict=True
    ):
        legal = [action.index for action in env_at(own, opp).legal_actions()]
        assert np.flatnonzero(row).tolist() == legal
    assert np.flatnonzero(legal_actions(np.zeros(1, np.uint64))[0]).tolist() == [PASS]
    empty = torch.zeros(1, 3, 8, 8)
    assert torch.isfinite(legal_only(torch.zeros(1, 65), empty))[0].nonzero().tolist() == [[PASS]]


def test_a_few_positions_are_learned_by_heart() -> None:
    examples = move_examples(teacher_games())[:64]
    config = PolicyConfig(updates=300, batch=64, layers="connected", symmetry=False)
    by_heart = PolicyLearning(config, examples, examples, CPU)
    train(by_heart, report=None)
    assert accuracy(outputs(by_heart.network, examples), examples)["top1"] > 0.9


def test_a_convolutional_network_learns() -> None:
    plot = LivePlot()
    settings = {"layers": "convolutional", "channels": 8, "convolutions": 2, "batch": 64}
    lines = train(learning(updates=60, **settings), log_every=20, report=plot.records.append)
    assert lines[-1]["loss"] < lines[0]["loss"]
    assert [axes.get_title() for axes in plot.figure().axes] == ["loss", "validation moves"]
    assert {"validation", "top1", "top3", "epochs"} <= lines[-1].keys()


def test_a_training_is_not_resumed_with_other_examples(tmp_path: Path) -> None:
    train(learning(), tmp_path, until=2, report=None)
    saved = checkpoint.load(tmp_path, PolicyLearning.kind)
    learned, validation = trainings.moves()
    with pytest.raises(ValueError, match="other examples"):
        PolicyLearning.resumed(saved, learned[:-1], validation, CPU)


def test_searches_agree_with_the_player_up_to_itself() -> None:
    """The player searches one ply, so a search of one ply is what it can at best be told from."""
    examples = move_examples(teacher_games())
    early = examples[examples.discs < 56][::20]
    best = search_accuracy(early, 1)["top1"]
    assert best > search_accuracy(early, 2)["top1"] > random_accuracy(early)["top1"]
    assert ceiling(early, PolicyDataConfig(depth=1, exact=4))["top1"] == pytest.approx(best)


def late(count: int, empties: int = 6) -> Examples:
    examples = result_examples(teacher_games())
    return examples[examples.discs == 64 - empties][:count]


def test_errors_and_signs_by_hand() -> None:
    values, results = np.array([0.5, -0.5, 1.0]), np.array([1.0, 1.0, 0.0])
    assert squared_error(values, results) == pytest.approx((0.25 + 2.25 + 1) / 3)
    assert sign_agreement(values, results) == 0.5  # the drawn game has no winner to name
    examples = result_examples(teacher_games())
    values = np.linspace(-1, 1, len(examples))
    groups = error_by_discs(values, examples, width=10)
    assert sum(count for _, count, _ in groups) == len(examples)
    total = sum(count * error for _, count, error in groups) / len(examples)
    assert total == pytest.approx(squared_error(values, examples.target))
    assert [first for first, _, _ in groups] == [4, 14, 24, 34, 44, 54]


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


def test_exact_results_are_the_truth() -> None:
    examples = late(25)
    exact = [
        np.sign(truth.exact_value(env_at(int(own), int(opp))))
        for own, opp in zip(examples.own, examples.opp, strict=True)
    ]
    assert exact_results(examples).tolist() == exact


def test_playouts_from_decided_positions_are_sure_and_have_a_seed() -> None:
    only = at(2**64 - 2, 0)  # one square is left, and nobody can play there: the game is over
    assert playout_means(only).tolist() == [1.0]
    examples = late(10, empties=30)
    means = playout_means(examples, 200)
    assert (np.abs(means) < 1).any()
    assert np.array_equal(means, playout_means(examples, 200))
    env = env_at(int(examples.own[0]), int(examples.opp[0]))
    own_way = np.mean([env.playout() for _ in range(400)])
    assert own_way == pytest.approx(means[0], abs=0.35)  # four standard errors of a difference


def test_simple_predictors_are_least_squares() -> None:
    examples = result_examples(teacher_games())
    errors = {
        name: squared_error(predict(examples), examples.target)
        for name, predict in simple_predictors(examples).items()
    }
    assert errors["constant"] == pytest.approx(float(np.var(examples.target)))
    assert errors["linear"] < errors["cell scores"] < errors["constant"]
    assert errors["linear"] < errors["disc difference"] < errors["constant"]
