"""Fast evaluation gives what the plain network gives."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch
from torch import nn

from coursekit.games.env import Env
from coursekit.learning import planes
from coursekit.learning.compiled import Compiled, folded
from coursekit.learning.inference import Evaluator
from coursekit.learning.loading import load_dual_network
from coursekit.learning.networks import DualNetwork, PolicyNetwork, ValueNetwork
from tests.support.playing import MAKERS, play_on


def random_envs(size: int, count: int) -> list[Env]:
    """Positions of random games; size 3 is tic-tac-toe."""
    name = "tictactoe" if size == 3 else f"othello{size}"
    plies = np.random.default_rng(size).integers(size * size - 4, size=2 * count).tolist()
    envs = [play_on(MAKERS[name](), seed, number) for seed, number in enumerate(plies)]
    return [env for env in envs if not env.is_done()][:count]


def bits(envs: list[Env]) -> list[np.ndarray]:
    """Own pieces, the other side's, and legal squares, as the evaluator wants them."""
    squares = [
        sum(1 << action.number for action in env.legal_actions() if not action.is_pass)
        for env in envs
    ]
    own, opp = np.ascontiguousarray(np.array([env.words()[:2] for env in envs]).T)
    return [own, opp, np.array(squares, dtype=np.uint64)]


def lively(network: nn.Module) -> nn.Module:
    """Gives batch norms something to fold, as after some training."""
    torch.manual_seed(1)
    for module in network.modules():
        if isinstance(module, nn.BatchNorm1d | nn.BatchNorm2d):
            nn.init.uniform_(module.weight, 0.5, 1.5)
            nn.init.normal_(module.bias)
            nn.init.normal_(module.running_mean)
            nn.init.uniform_(module.running_var, 0.5, 1.5)
    return network


def actions_of(size: int) -> int:
    return 9 if size == 3 else size * size + 1


@pytest.mark.parametrize("size", [3, 4, 6, 8])
@pytest.mark.parametrize(("channels", "count"), [(1, 9), (8, 1), (16, 40), (24, 9), (48, 9)])
def test_dual_networks_are_evaluated_like_the_plain_modules(
    size: int, channels: int, count: int
) -> None:
    network = lively(DualNetwork(size, actions_of(size), channels, blocks=2)).eval()
    envs = random_envs(size, count)
    with torch.no_grad():
        expected = network(planes(envs, channels=3))
    for wanted, found in zip(expected, Evaluator(network).boards(*bits(envs)), strict=True):
        np.testing.assert_allclose(found, wanted, atol=1e-5)


@pytest.mark.parametrize("tile", [4, 8])
@pytest.mark.parametrize("size", [3, 6])
def test_bug_no_tile_holds_only_the_last_square_again(
    monkeypatch: pytest.MonkeyPatch, size: int, tile: int
) -> None:
    """Where tiles have four rows (without AVX-512), a block was added to its last square twice."""
    monkeypatch.setattr("coursekit.engine.bulk.layers.ROWS", tile)
    network = folded(DualNetwork(size, actions_of(size), 8, blocks=1))
    rows = {int(layer["rows"]) for layer in Compiled(network, size, size)._program.layers}
    assert rows - {0} == {-(-size * size // tile) * tile}


@pytest.mark.parametrize("layers", ["convolutional", "connected"])
def test_single_networks_are_evaluated_like_the_plain_modules(layers: str) -> None:
    envs = random_envs(8, 20)
    for network in (PolicyNetwork(8, 65, layers, dropout=0.5), ValueNetwork(8, layers)):
        lively(network)
        with torch.no_grad():
            expected = network.eval()(planes(envs, channels=3))
        found = Evaluator(network).single(*bits(envs))
        assert found.shape == expected.shape
        np.testing.assert_allclose(found, expected, atol=1e-5)


@pytest.mark.parametrize("layers", ["convolutional", "connected"])
def test_a_position_has_the_same_outputs_in_every_batch(layers: str) -> None:
    evaluator = Evaluator(lively(PolicyNetwork(8, 65, layers, channels=20)))
    boards = bits(random_envs(8, 19))
    together = evaluator.single(*boards)
    for first, last in ((0, 1), (7, 9), (3, 19)):
        alone = evaluator.single(*(part[first:last] for part in boards))
        np.testing.assert_array_equal(alone, together[first:last])


def test_several_threads_may_ask_one_evaluator() -> None:
    evaluator = Evaluator(lively(DualNetwork(8, 65, channels=16, blocks=1)))
    boards = bits(random_envs(8, 40))
    expected, _ = evaluator.boards(*boards)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: evaluator.boards(*boards)[0], range(40)))
    for logits in found:
        np.testing.assert_array_equal(logits, expected)


def test_a_shipped_network_is_evaluated_like_its_plain_module() -> None:
    network, _ = load_dual_network("othello8")
    envs = random_envs(8, 60)
    with torch.no_grad():
        expected = network(planes(envs, channels=3))
    for wanted, found in zip(expected, Evaluator(network).boards(*bits(envs)), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=2e-5)  # logits of up to 25


def test_what_is_learned_later_does_not_change_an_evaluator() -> None:
    network = DualNetwork(4, 17, channels=8, blocks=1)
    boards = bits(random_envs(4, 3))
    evaluator = Evaluator(network)
    before = evaluator.boards(*boards)
    with torch.no_grad():
        for weight in network.parameters():
            weight.add_(1.0)
    for old, new in zip(before, evaluator.boards(*boards), strict=True):
        np.testing.assert_array_equal(old, new)
