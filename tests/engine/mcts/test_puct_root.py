"""The root of a search: noise, sequential halving, completed Q-values."""

import numpy as np
import pytest

from coursekit import othello
from coursekit.engine.mcts.forest import PuctConfig
from coursekit.games import bank
from tests.support import puct

MIDDLE = bank.position("middle game")
LEGAL = [action.index for action in MIDDLE.legal_actions()]


def constant(value=0.0):
    """Returns an evaluator that values every position alike, and likes moves by their index."""

    def evaluate(own, opp, actions):
        logits = np.tile(np.arange(actions, dtype=np.float32) * 0.05, (len(own), 1))
        return logits, np.full(len(own), value, np.float32)

    return evaluate


def priors():
    weights = np.exp(0.05 * np.array(LEGAL))
    return weights / weights.sum()


def test_actions_are_halved_as_often_as_the_schedule_of_mctx_says():
    assert len(LEGAL) >= 8
    for simulations, expected in (
        (16, [4, 4, 2, 2, 1, 1, 1, 1]),
        (8, [1] * 8),
        (5, [1] * 5),
        (32, [8, 8, 3, 3, 1, 1, 1, 1]),
    ):
        config = PuctConfig(simulations, gumbel=True, max_considered_actions=8, solver=False)
        _, found = puct.grown([MIDDLE], config, constant())
        visits = sorted(found.visits[0][LEGAL].tolist(), reverse=True)
        assert sum(visits) == simulations
        if simulations != 32:
            assert visits[: len(expected)] == expected
            # Without noise the likeliest moves are considered.
            assert set(np.flatnonzero(found.visits[0])) == set(sorted(LEGAL)[-len(expected) :])


def test_gumbel_noise_draws_actions_by_their_probabilities():
    config = PuctConfig(1, gumbel=True, max_considered_actions=1, solver=False)
    _, found = puct.grown([MIDDLE] * 10_000, config, constant(), noise=1.0)
    shares = np.bincount(found.chosen, minlength=65)[LEGAL] / 10_000
    np.testing.assert_allclose(shares, priors(), atol=0.02)


@pytest.mark.parametrize("gumbel", [True, False])
def test_without_noise_the_seed_does_not_matter(gumbel):
    _, found = puct.grown([MIDDLE] * 5, PuctConfig(40, gumbel=gumbel), noise=0.0)
    assert (found.visits == found.visits[0]).all()
    assert (found.policy == found.policy[0]).all()


def test_the_policy_of_a_gumbel_root_is_that_of_the_completed_q_values():
    config = PuctConfig(24, gumbel=True, solver=False, c_visit=30.0, c_scale=0.2)
    forest, found = puct.grown([MIDDLE], config, noise=1.0)
    words = forest._arrays.roots
    logits, values = puct.noise(words[:, 0], words[:, 1], 65)
    logits, visits, q = logits[0][LEGAL], found.visits[0][LEGAL], found.q[0][LEGAL]
    probabilities = np.exp(logits) / np.exp(logits).sum()
    seen = visits > 0
    assert 0 < seen.sum() < len(LEGAL)
    mean = (probabilities[seen] * q[seen]).sum() / probabilities[seen].sum()
    mixed = (values[0] + visits.sum() * mean) / (1 + visits.sum())
    completed = np.where(seen, q, mixed)
    scores = logits + (30.0 + visits.max()) * 0.2 * completed
    expected = np.exp(scores - scores.max())
    np.testing.assert_allclose(found.policy[0][LEGAL], expected / expected.sum(), atol=1e-5)


def test_without_gumbel_the_policy_is_the_share_of_visits():
    _, found = puct.grown([MIDDLE], PuctConfig(50, solver=False))
    np.testing.assert_allclose(found.policy[0], found.visits[0] / 50, atol=1e-6)
    assert found.chosen[0] == found.visits[0].argmax()


def test_of_moves_visited_alike_the_better_is_played_then_the_first():
    start = othello.make()  # four moves that are symmetrical to each other

    def evaluate(own, opp, actions):
        values = np.full(len(own), 0.5, np.float32)
        values[(own | opp) & np.uint64(1 << 26) != 0] = -0.5  # c4 is good for who plays it
        return np.zeros((len(own), actions), np.float32), values

    def indifferent(own, opp, actions):
        return np.zeros((len(own), actions), np.float32), np.zeros(len(own), np.float32)

    config = PuctConfig(4, c=100.0, fpu_reduction=None, solver=False)
    _, found = puct.grown([start], config, evaluate)
    assert sorted(found.visits[0].tolist(), reverse=True)[:5] == [1, 1, 1, 1, 0]
    assert found.chosen[0] == 26
    _, found = puct.grown([start], config, indifferent)
    assert found.visits[0].max() == 1
    assert found.chosen[0] == np.flatnonzero(found.visits[0])[0]
