"""The dual network's shapes, heads and what its losses ask for."""

import numpy as np
import pytest
import torch

from coursekit.learning.alphazero_config import AlphaZeroConfig
from coursekit.learning.alphazero_update import DualUpdate
from coursekit.learning.networks import DualNetwork
from coursekit.learning.window import Batch

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
def test_shapes(size: int, actions: int) -> None:
    logits, values, owners = DualNetwork(size, actions, channels=4, blocks=2).all_heads(
        torch.zeros(5, 3, size, size)
    )
    assert (logits.shape, values.shape, owners.shape) == ((5, actions), (5,), (5, size * size))


def test_values_and_owners_are_between_minus_one_and_one() -> None:
    network = DualNetwork(4, 17, channels=4, blocks=1).eval()
    with torch.no_grad():
        for weight in network.parameters():
            weight.mul_(50)
        _, values, owners = network.all_heads(batch().planes)
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


def test_illegal_actions_do_not_change_the_policy_loss() -> None:
    update = DualUpdate(config(), CPU)
    update._coarse = False
    update.network.eval()
    given = batch()
    free = ~given.legal.any(0)
    assert free.any()
    with torch.no_grad():
        before = update.losses(given).policy
        update.network.policy[-1].bias[free] += 7.0
        assert float(update.losses(given).policy) == pytest.approx(float(before), rel=1e-5)


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


def test_the_network_that_plays_is_the_running_mean() -> None:
    update = DualUpdate(config(averaging=0.75), CPU)
    name = "policy.4.weight"
    expected = update.mean.state_dict()[name].clone()
    for i in range(40):
        update.learn(batch(seed=i), 0)
        keep = min(0.75, (2 + i) / (11 + i))
        expected = keep * expected + (1 - keep) * update.network.state_dict()[name]
    assert not torch.allclose(expected, update.network.state_dict()[name], atol=1e-4)
    torch.testing.assert_close(update.mean.state_dict()[name], expected, rtol=1e-4, atol=1e-6)
    assert not update.mean.training


def test_without_averaging_the_newest_weights_play() -> None:
    update = DualUpdate(config(averaging=0), CPU)
    for i in range(3):
        update.learn(batch(seed=i), 0)
    newest = update.network.state_dict()
    for name, tensor in update.mean.state_dict().items():
        assert torch.equal(tensor, newest[name])
