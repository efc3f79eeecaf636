"""The model of a training on a cluster agrees with a simulation of its messages."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.scale_model import Model, Network, simulate

LAPTOPS = Model(
    positions=8192, play=0.003, learn=2e-5, spread=0.1, weights=3e5, game_bytes=900.0, task=0.001
)
PERFECT = Network()


def simulated(model: Model, workers: int, network: Network = PERFECT) -> float:
    return simulate(model, workers, 60, network, np.random.default_rng(workers))


@pytest.mark.parametrize("workers", [1, 2, 8, 64, 1000])
@pytest.mark.parametrize(
    "changes",
    [{}, {"learn": 1e-3}, {"play": 0.15}, {"bandwidth": 2e6}],
    ids=["games", "slow learner", "long games", "slow wire"],
)
def test_the_model_is_what_a_simulation_finds(changes: dict[str, float], workers: int) -> None:
    model = replace(LAPTOPS, **changes)
    assert simulated(model, workers) == pytest.approx(model.seconds(workers), rel=0.1)


def test_what_is_delayed_and_lost_costs_time_and_no_more() -> None:
    whole = simulated(LAPTOPS, 64)
    slow = simulated(LAPTOPS, 64, Network(delay=0.05))
    faulty = simulated(LAPTOPS, 64, Network(delay=0.05, loss=0.05, patience=2.0))
    assert whole < slow < faulty
    # Of 128 tasks nearly always one waits, and hardly ever longer than three times in a row.
    assert faulty < whole + 3 * 2.0 + 1.0


def test_it_saturates_where_the_learner_is_busy_all_the_time() -> None:
    model = replace(LAPTOPS, learn=3e-4, spread=0.0, task=0.0)
    assert model.saturation() == pytest.approx(10, abs=1)
    assert model.limit(1000) == "learner"
    assert model.seconds(1000) == model.seconds(100)
