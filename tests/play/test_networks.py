"""The exported networks say in the script what they say in the package, and are small enough."""

import numpy as np
import pytest
import torch

from coursekit import othello, tictactoe
from coursekit.games import bank
from coursekit.learning import planes
from coursekit.learning.loading import SHIPPED, load_dual_network, load_q_network
from tests.support.playing import play_on

BANK = bank.unfinished()
BOARDS = {
    **{f"othello{size}": bank.unfinished(size) for size in (4, 6, 8)},
    "tictactoe": [play_on(tictactoe.make(), plies, plies) for plies in range(7)],
}
OTHELLO4 = [play_on(othello.make(4), plies, plies) for plies in range(9)]
BOARDS["othello4"] += [env for env in OTHELLO4 if not env.is_done()]
CLOSE = 1e-3


@pytest.mark.parametrize("game", BOARDS)
def test_alphazeros_network_has_the_packages_outputs(script, networks, game):
    network, _ = load_dual_network(game)
    data = str(networks / f"{game}-alphazero.js")
    for env in BOARDS[game]:
        with torch.no_grad():
            logits, values = network(planes(env, channels=3))
        found = script.at(env, "return dualNetwork(game, networkAt(data))(state)", data=data)
        assert np.allclose(found["logits"], logits[0].numpy(), rtol=0, atol=CLOSE), env
        assert found["value"] == pytest.approx(values[0].item(), abs=CLOSE), env


def test_the_q_network_has_the_packages_outputs(script, networks):
    network, _ = load_q_network()
    data = str(networks / "tictactoe-q.js")
    for env in BOARDS["tictactoe"]:
        with torch.no_grad():
            q = network(planes(env))[0]
        found = script.at(env, "return qNetwork(game, networkAt(data))(state)", data=data)
        assert np.allclose(found, q.numpy(), rtol=0, atol=CLOSE), env


def test_the_networks_of_all_opponents_and_no_others_are_exported_and_small(script, networks):
    code = "return Object.keys(MAKERS).flatMap((game) => opponentsOf(game).map(({ data }) => data))"
    needed = {f"{name}.js" for name in script.run(code) if name}
    sizes = {file.name: file.stat().st_size for file in networks.iterdir()}
    assert needed == set(sizes)
    assert max(sizes.values()) <= 1_500_000, sizes
    games = script.run("return Object.keys(MAKERS)")
    assert {game for game in games if (SHIPPED / game).is_dir()} == set(BOARDS)
