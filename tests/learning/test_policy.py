"""Policy networks that learn a player's moves: accuracy, symmetry, going on, what is shipped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from coursekit.learning import LivePlot, checkpoint, train
from coursekit.learning.data import PolicyDataConfig
from coursekit.learning.examples import Examples, move_examples, split, word_planes
from coursekit.learning.policy import (
    KIND,
    PolicyConfig,
    PolicyLearning,
    accuracy,
    legal_actions,
    legal_only,
)
from coursekit.learning.supervised import outputs
from coursekit.learning.symmetry import transform_indices, transform_planes
from coursekit.learning.yardsticks import ceiling, random_accuracy, search_accuracy
from tests.support.othello8 import env_at, teacher_games

CPU = torch.device("cpu")
PASS = 64


def learning(**settings: Any) -> PolicyLearning:
    small = {"updates": 12, "batch": 16, "layers": "connected", "dropout": 0.3, **settings}
    return PolicyLearning(PolicyConfig(**small), *split(move_examples(teacher_games()), 0.2), CPU)


def at(own: int, opp: int, move: int) -> Examples:
    return Examples(*(np.array([word], np.uint64) for word in (own, opp)), np.array([move]), _GAME)


_GAME = np.zeros(1, np.int64)
START = 0x0000000810000000, 0x0000001008000000  # d3, c4, f5 and e6 are legal: 19, 26, 37, 44


def test_accuracy_by_hand() -> None:
    scores = np.zeros((1, 65))
    scores[0, [19, 26, 37, 44]] = 4, 3, 2, 1
    scores[0, 0] = 9  # a1 is illegal
    for move, top1, top3 in ((19, 1, 1), (26, 0, 1), (37, 0, 1), (44, 0, 0)):
        found = accuracy(scores, at(*START, move))
        assert (found["top1"], found["top3"]) == (top1, top3)
    odds = np.exp([4, 3, 2, 1])
    assert found["held_out"] == pytest.approx(-np.log(odds[3] / odds.sum()))


def test_equal_scores_are_decided_by_chance() -> None:
    assert accuracy(np.zeros((1, 65)), at(*START, 26)) == pytest.approx(
        {"held_out": np.log(4), "top1": 1 / 4, "top3": 3 / 4}
    )
    scores = np.zeros((1, 65))
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


def test_a_turned_board_has_turned_moves_and_the_same_loss() -> None:
    examples = move_examples(teacher_games())[:40]
    planes = word_planes(examples.own, examples.opp, examples.legal)
    moves = torch.from_numpy(examples.target)
    for symmetry in range(8):
        turned = transform_planes(planes, symmetry)
        places = transform_indices(moves, symmetry, 65)
        assert turned[:, 2].flatten(1).gather(1, places[:, None]).all()


def test_a_few_positions_are_learned_by_heart() -> None:
    examples = move_examples(teacher_games())[:64]
    config = PolicyConfig(updates=300, batch=64, layers="connected", symmetry=False)
    by_heart = PolicyLearning(config, examples, examples, CPU)
    train(by_heart, report=None)
    assert accuracy(outputs(by_heart.network, examples), examples)["top1"] > 0.9


def test_a_convolutional_network_learns() -> None:
    lines = train(
        learning(layers="convolutional", channels=8, convolutions=2, updates=60, batch=64),
        log_every=20,
        report=None,
    )
    assert lines[-1]["loss"] < lines[0]["loss"]
    assert {"held_out", "top1", "top3", "epochs"} <= lines[-1].keys()


@pytest.mark.parametrize("stop", [1, 5, 11])
def test_a_training_goes_on_bit_for_bit(tmp_path: Path, stop: int) -> None:
    whole = learning()
    lines = train(whole, tmp_path / "whole", log_every=3, report=None)
    train(learning(), tmp_path / "parts", until=stop, log_every=3, report=None)
    parts = PolicyLearning.resumed(
        checkpoint.load(tmp_path / "parts", KIND), whole._learned, whole._held_out, CPU
    )
    assert parts.step == stop
    again = train(parts, tmp_path / "parts", log_every=3, report=None)
    assert [line["loss"] for line in again] == [line["loss"] for line in lines]
    for name, weights in whole.network.state_dict().items():
        assert torch.equal(weights, parts.network.state_dict()[name])


def test_a_training_does_not_go_on_with_other_examples(tmp_path: Path) -> None:
    begun = learning()
    train(begun, tmp_path, until=2, report=None)
    saved = checkpoint.load(tmp_path, KIND)
    with pytest.raises(ValueError, match="other examples"):
        PolicyLearning.resumed(saved, begun._learned[:-1], begun._held_out, CPU)


def test_settings_that_cannot_be_meant_are_refused() -> None:
    for settings, message in (
        ({"layers": "dense"}, "'convolutional' or 'connected'"),
        ({"dropout": 1.0}, "below 1"),
        ({"batch": 0}, "batch is from 1 up"),
    ):
        with pytest.raises(ValueError, match=message):
            PolicyConfig(**settings)  # type: ignore[arg-type]


def test_searches_agree_with_the_player_up_to_itself() -> None:
    """The player searches one ply, so a search of one ply is what it can at best be told from."""
    examples = move_examples(teacher_games())
    early = examples[examples.discs < 56][::20]
    best = search_accuracy(early, 1)["top1"]
    assert best > search_accuracy(early, 2)["top1"] > random_accuracy(early)["top1"]
    assert ceiling(early, PolicyDataConfig(depth=1, exact=4))["top1"] == pytest.approx(best)


def test_the_live_plot_shows_what_the_log_has() -> None:
    plot = LivePlot()
    train(learning(updates=4), log_every=2, report=plot.records.append)
    titles = [axes.get_title() for axes in plot.figure().axes]
    assert titles == ["loss", "held-out moves"]
