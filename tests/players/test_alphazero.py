"""The players with networks: the same search for one position and for many, and what they tell."""

import pytest
import torch

from coursekit import Budget, othello, tictactoe, ultimate
from coursekit.arena.fingerprint import player_key
from coursekit.engine.mcts.forest import PuctConfig
from coursekit.games import bank
from coursekit.learning.networks import DualNetwork, PolicyNetwork, ValueNetwork
from coursekit.players import alphago, alphazero
from tests.support.playing import WIPE_OUT, play_on


def dual(size=8, seed=0):
    torch.manual_seed(seed)
    actions = 9 if size == 3 else size * size + 1
    return DualNetwork(size, actions, channels=8, blocks=1)


def policy_and_value(seed=0):
    torch.manual_seed(seed)
    return PolicyNetwork(8, 65, channels=8), ValueNetwork(8, channels=8)


MAKERS = {
    "alphazero": lambda **how: alphazero(dual(), **(how or {"simulations": 20})),
    "alphago": lambda **how: alphago(*policy_and_value(), **(how or {"simulations": 20})),
}


@pytest.mark.parametrize("name", MAKERS)
def test_it_plays_legal_moves_and_tells_what_it_saw(name):
    player = MAKERS[name]()
    env = bank.position("middle game")
    action = player(env)
    info = player.info
    assert [move.action for move in info.moves] == env.legal_actions()
    assert sum(info.visits.values()) == info.simulations == 20
    assert sum(info.priors.values()) == pytest.approx(1, abs=1e-5)
    assert all(-1 <= value <= 1 for value in info.root_values.values())
    assert info.visits[action] == max(info.visits.values()) == info.table["visits"].iloc[0]
    assert info.variation[0] == action
    for move in info.variation:
        env.update(move)


@pytest.mark.parametrize("name", MAKERS)
def test_many_positions_at_once_give_the_moves_of_each_alone(name):
    player = MAKERS[name]()
    envs = [play_on(othello.make(8, seed), seed, 8 + seed) for seed in range(12)]
    for seed, env in enumerate(envs):
        env.seed(seed)
    together = player.choose_all(envs)
    alone = []
    for seed, env in enumerate(envs):
        env.seed(seed)
        alone.append(player(env))
    assert together == alone


@pytest.mark.parametrize(("name", "draws_chance"), [("alphazero", False), ("alphago", True)])
def test_a_search_follows_from_its_position_and_playouts_from_the_seed(name, draws_chance):
    player = MAKERS[name]()
    infos = []
    for seed in (1, 1, 2):
        player(othello.make(seed=seed))
        infos.append(player.info)
    assert infos[0] == infos[1]
    assert (infos[0] != infos[2]) == draws_chance


def test_lambda_mixes_the_values_of_network_and_playout():
    """With one simulation a move's value is that of its leaf."""
    values = {}
    for lam in (0, 0.25, 1):
        player = alphago(*policy_and_value(), simulations=1, lam=lam)
        player(othello.make(seed=3))
        (values[lam],) = player.info.root_values.values()
    assert values[1] in (-1, 0, 1)
    assert values[0.25] == pytest.approx(0.75 * values[0] + 0.25 * values[1], abs=1e-6)


def test_without_a_value_network_playouts_alone_decide():
    policy, _ = policy_and_value()
    player = alphago(policy, "no such folder", 10, lam=1)
    assert player(othello.make()) in othello.make().legal_actions()


def test_a_wipe_out_is_seen_at_once_and_a_move_that_allows_it_avoided():
    """Whatever the network says: a lost move is not played while another is not known to lose."""
    env = othello.from_moves(WIPE_OUT[:-2])
    player = alphazero(dual(), 1)
    assert player(env).name == WIPE_OUT[-2:]
    assert player.info.proven
    assert player.info.value == 1
    env = othello.from_moves(WIPE_OUT[:-4])
    assert alphazero(dual(), 200)(env).name != WIPE_OUT[-4:-2]


@pytest.mark.parametrize(("size", "simulations"), [(4, 8), (6, 8), (3, 1000)])
def test_smaller_boards_are_played_to_the_end(size, simulations):
    player = alphazero(dual(size), simulations)
    env = tictactoe.make() if size == 3 else othello.make(size)
    while not env.is_done():
        env.update(player(env))
    assert size > 3 or env.is_draw()


@pytest.mark.parametrize("simulations", [0, -1, 1.5, "100", True, 10**9])
def test_a_wrong_number_of_simulations_is_refused(simulations):
    with pytest.raises(ValueError, match="from 1 to 100,000"):
        alphazero(dual(), simulations)


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_budget_of_simulations_is_their_number(make):
    one, other = make(budget=Budget(count=30)), make(simulations=30)
    assert (one.name, one(othello.make(seed=1))) == (other.name, other(othello.make(seed=1)))
    assert one.info == other.info
    assert player_key(one, "othello8") == player_key(other, "othello8")


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_budget_of_seconds_ends_a_search(make):
    player = make(budget=Budget(seconds=0.05))
    assert player.name.endswith(", 0.05 s")
    env = bank.position("middle game")
    assert player(env) in env.legal_actions()
    assert player.info.simulations >= 1
    assert player.info.seconds >= 0.05 or player.info.proven
    assert sum(player.info.visits.values()) == player.info.simulations
    assert player.choose_all([env, env])[1] in env.legal_actions()
    assert make(budget=Budget(seconds=1e-9)).analyse(env).simulations == 1


def test_a_player_with_a_time_does_not_think_about_its_only_move():
    player = alphazero(dual(), budget=Budget(seconds=60))
    assert player(bank.position("forced pass")).is_pass
    assert player.info.simulations <= 1


def test_a_budget_that_cannot_be_kept_is_refused():
    with pytest.raises(TypeError, match="Budget"):
        alphazero(dual(), budget=100)
    with pytest.raises(ValueError, match="from 1 to 100,000"):
        alphazero(dual(), budget=Budget(count=10**9))
    with pytest.raises(ValueError, match="takes no seconds"):
        alphazero(dual(), config=PuctConfig(gumbel=True), budget=Budget(seconds=1))


@pytest.mark.parametrize("name", ["checkpoint", "policy", "value"])
def test_a_number_where_a_folder_is_expected_is_refused_at_once(name):
    """Regression: players.alphazero(1000) failed at its first move."""
    make = alphazero if name == "checkpoint" else alphago
    with pytest.raises(TypeError, match=f"{name} is the folder .* not 1000; .* simulations="):
        make(**{name: 1000})


def test_what_cannot_be_searched_is_refused():
    for lam in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="from 0 to 1"):
            alphago(lam=lam)
    player = alphazero(dual(), 4)
    with pytest.raises(ValueError, match="othello4 and othello8"):
        player.choose_all([othello.make(), othello.make(4)])
    with pytest.raises(TypeError, match="othello8"):
        MAKERS["alphago"]()(othello.make(6))
    with pytest.raises(TypeError, match="8×8"):
        player(othello.make(6))
    with pytest.raises(TypeError, match="ultimate"):
        alphazero(dual(), 4)(ultimate.make())
    assert player.choose_all([]) == []
