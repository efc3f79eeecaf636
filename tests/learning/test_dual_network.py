"""The dual network's shapes, heads and what its losses ask for."""

import numpy as np
import pytest
import torch

from coursekit.learning.alphazero.config import AlphaZeroConfig
from coursekit.learning.alphazero.update import DualUpdate
from coursekit.learning.alphazero.window import Batch
from coursekit.learning.networks import DualNetwork

CPU = torch.device("cpu")


def config(**settings: object) -> AlphaZeroConfig:
    given = {"game": "othello4", "channels": 8, "blocks": 1, "warm_up": 0, "decay": 0}
    return AlphaZeroConfig.from_dict({**given, **settings})


def batch(count: int = 16, seed: int = 0) -> Batch:
    """Made-up positions of 4×4 Othello with their targets."""
    rng = torch.Generator().manual_seed(seed)
    planes = (torch.rand(count, 3, 4, 4, generator=rng) < 0.4).float()
    legal = torch.cat([planes[:, 2].flatten(1) > 0, torch.zeros(count, 1, dtype=torch.bool)], 1)
    legal[:, 16] = ~legal.any(1)
    policy = legal.float() / legal.sum(1, keepdim=True)
    value = torch.randint(-1, 2, (count,), generator=rng).float()
    owners = torch.randint(-1, 2, (count, 16), generator=rng).float()
    return Batch(planes, legal, policy, value, owners)


@pytest.mark.parametrize(("size", "actions"), [(3, 9), (4, 17), (6, 37), (8, 65)])
def test_shapes_and_bounds(size: int, actions: int) -> None:
    network = DualNetwork(size, actions, channels=4, blocks=2)
    with torch.no_grad():
        for weight in network.parameters():
            weight.mul_(50)
    logits, values, owners = network.all_heads(torch.rand(5, 3, size, size))
    assert (logits.shape, values.shape, owners.shape) == ((5, actions), (5,), (5, size * size))
    assert values.abs().max() <= 1
    assert owners.abs().max() <= 1


def test_the_losses_are_those_of_the_formulas() -> None:
    update = DualUpdate(config(), CPU)
    update._coarse = False
    update.network.eval()
    given = batch()
    with torch.no_grad():
        losses = update.losses(given)
        logits, values, owners = update.network.all_heads(given.planes)
    assert not given.legal.all(1).any()  # what is illegal has no part in it
    expected = 0.0
    for row in range(16):
        allowed = given.legal[row]
        logs = torch.log_softmax(logits[row][allowed], 0)
        expected -= float((given.policy[row][allowed] * logs).sum()) / 16
    assert float(losses.policy) == pytest.approx(expected, rel=1e-4)
    assert float(losses.value) == pytest.approx(
        float(((values - given.value) ** 2).mean()), rel=1e-4
    )
    difference = owners - given.ownership
    assert float(losses.ownership) == pytest.approx(float((difference**2).mean()), rel=1e-4)


def test_a_network_learns_a_batch_by_heart() -> None:
    update = DualUpdate(config(channels=16, learning_rate=5e-3, generations=10), CPU)
    given = batch()
    first = update.learn(given, 0)
    for _ in range(150):
        last = update.learn(given, 0)
    uniform = float(-(given.policy * given.policy.clamp_min(1e-9).log()).sum(1).mean())
    assert float(last.policy) < uniform + 0.05 < float(first.policy)
    assert float(last.value) < 0.05
    assert float(last.ownership) < 0.1


def test_the_learning_rate_rises_stays_and_falls() -> None:
    update = DualUpdate(config(warm_up=4, generations=10, decay=4, learning_rate=1.0), CPU)
    rates = []
    for updates, generation in ((0, 0), (1, 0), (3, 0), (9, 5), (9, 6), (9, 8), (9, 10)):
        update.updates = updates
        rates.append(update.learning_rate(generation))
    np.testing.assert_allclose(rates, [0.25, 0.5, 1, 1, 1, 0.5, 0.05])


def test_without_weight_the_ownership_head_learns_nothing() -> None:
    update = DualUpdate(config(ownership=0, weight_decay=0), CPU)
    before = update.network.ownership[0].weight.detach().clone()
    update.learn(batch(), 0)
    assert torch.equal(update.network.ownership[0].weight, before)


@pytest.mark.parametrize("averaging", [0.0, 0.75, 0.998])
def test_the_network_that_plays_is_the_running_mean_from_the_first_update_on(
    averaging: float,
) -> None:
    """Regression: without the warm-in, the first weights stay in a slow mean for long."""
    update = DualUpdate(config(averaging=averaging), CPU)
    name = "policy.4.weight"
    expected = update.mean.state_dict()[name].clone()
    for i in range(40):
        update.learn(batch(seed=i), 0)
        keep = min(averaging, (2 + i) / (11 + i))
        expected = keep * expected + (1 - keep) * update.network.state_dict()[name]
        torch.testing.assert_close(update.mean.state_dict()[name], expected, rtol=1e-4, atol=1e-6)
    newest = torch.allclose(expected, update.network.state_dict()[name], atol=1e-4)
    assert newest == (averaging == 0)
    assert not update.mean.training
