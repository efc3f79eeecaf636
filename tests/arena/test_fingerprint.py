import functools
import json
import pickle

import numpy as np
import pytest
import torch

from coursekit import Budget, othello, players
from coursekit.arena.fingerprint import player_key
from tests.support.movers import first, last


class Network:
    def __init__(self, weight):
        self.network = torch.nn.Linear(1, 1)
        with torch.no_grad():
            self.network.weight.fill_(weight)
            self.network.bias.fill_(0)

    __call__ = staticmethod(first)


class Versioned:
    def __init__(self, version):
        self.version, self.asked = version, 0

    def __call__(self, env):
        self.asked += 1
        return first(env)


DIFFERENT = [
    players.random(),
    players.minimax(2),
    players.minimax(2, evaluation="mobility"),
    players.alpha_beta(2),
    players.uct(Budget(count=10)),
    players.uct(Budget(count=11)),
    players.uct(Budget(seconds=0.1)),
    players.uct(Budget(count=10), c=0.5),
    players.cell_scores(),
    players.cell_scores(np.eye(8)),
    players.cell_scores(np.fliplr(np.eye(8))),
    players.exact_endgame(players.mobility(), 4),
    players.exact_endgame(players.mobility(), 6),
    first,
    last,
    functools.partial(first),
    functools.partial(last),
    Network(0.5),
    Network(0.25),
    Versioned("a"),
    Versioned("b"),
]


def test_every_setting_counts():
    assert len({player_key(player) for player in DIFFERENT}) == len(DIFFERENT)


@pytest.mark.parametrize("player", DIFFERENT)
def test_playing_and_travelling_change_nothing(player):
    before = player_key(player)
    player(othello.from_moves("f5"))
    assert player_key(player) == before
    assert player_key(pickle.loads(pickle.dumps(player))) == before


def test_a_function_counts_by_its_source():
    space = {}
    code = "def one(env):\n    return env.legal_actions()[{}]\n"
    keys = set()
    for place in ("0", "0", "len(env.history)"):
        exec(code.format(place), space)
        keys.add(player_key(space["one"]))
    assert len(keys) == 2


def test_the_networks_that_play_this_game_count_and_no_others(tmp_path):
    player = players.alphazero(simulations=4)
    player.evaluator.version_for = {"othello8": "a", "othello6": "b"}.get
    assert player_key(player, "othello8") != player_key(player, "othello6")
    for lam in (0.5, 0.25):
        mixed = players.alphago(*folders_with_weights(tmp_path), lam=lam)
        assert player_key(mixed) == player_key(mixed, "othello8")
    before = player_key(mixed)
    (tmp_path / "policy" / "checkpoint.json").write_text('{"files": {"weights": {"sha256": "x"}}}')
    assert player_key(mixed) != before
    assert player_key(players.alphago(*folders_with_weights(tmp_path), lam=0.5)) != before


def folders_with_weights(place):
    for name in ("policy", "value"):
        (place / name).mkdir(exist_ok=True)
        about = {"files": {"weights": {"sha256": name}}}
        (place / name / "checkpoint.json").write_text(json.dumps(about))
    return place / "policy", place / "value"


def test_what_refers_to_itself_has_a_key():
    holder = Network(1.0)
    holder.friend = holder
    assert player_key(holder) != player_key(Versioned("a"))
