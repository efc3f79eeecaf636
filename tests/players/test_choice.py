"""The compiled players make the moves that their definitions, written out in Python, make."""

import pickle

import numpy as np
import pytest

from coursekit import othello, players, tictactoe, ultimate
from coursekit.players import cell_scores, default_table, mobility, most_flips, random


def lesson_cell_scores(env):
    table = default_table(len(env.board))

    def value(env, player):
        return int((table * env.board).sum()) * player

    return best(env, [look(env, action, value) for action in env.legal_actions()])


def lesson_most_flips(env):
    def value(env, player):
        return env.count(player)

    return best(env, [look(env, action, value) for action in env.legal_actions()])


def lesson_mobility(env):
    def value(env, player):
        return -sum(not reply.is_pass for reply in env.legal_actions())

    return best(env, [look(env, action, value) for action in env.legal_actions()])


def look(env, action, value):
    player = int(env.player)
    env.update(action)
    found = value(env, player)
    env.undo()
    return found


def best(env, values):
    actions = [a for a, v in zip(env.legal_actions(), values, strict=True) if v == max(values)]
    return actions[int(env.rng.random() * len(actions))]


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize(
    ("compiled", "plain"),
    [
        (cell_scores(), lesson_cell_scores),
        (most_flips(), lesson_most_flips),
        (mobility(), lesson_mobility),
    ],
    ids=["cell scores", "most flips", "mobility"],
)
def test_compiled_player_moves_as_its_definition(compiled, plain, size):
    for seed in range(6):
        one, two = othello.make(size, seed), othello.make(size, seed)
        while not one.is_done():
            one.update(compiled(one))
            two.update(plain(two))
            assert one.last_action == two.last_action, one


@pytest.mark.parametrize("make", [tictactoe.make, ultimate.make])
def test_mobility_moves_as_its_definition_in_other_games(make):
    one, two = make(seed=5), make(seed=5)
    while not one.is_done():
        one.update(mobility()(one))
        two.update(lesson_mobility(two))
        assert one.history == two.history


def test_mobility_takes_a_won_game_since_it_leaves_no_reply():
    env = tictactoe.from_moves("a1a2b1b2")
    assert mobility()(env).name == "c1"


@pytest.mark.parametrize("player", [cell_scores(), most_flips(), mobility(), random()])
def test_player_passes_where_it_must(player):
    env = othello.from_moves("d3c3b3b2f5a3a1c1")
    assert player(env).is_pass


@pytest.mark.parametrize("player", [cell_scores(), most_flips(), mobility(), random()])
def test_equals_are_drawn_uniformly_and_chance_is_used_once_a_move(player):
    # All four first moves are mirror images of one another.
    env, spent = othello.make(seed=11), np.random.default_rng(11)
    counts = dict.fromkeys(["d3", "c4", "f5", "e6"], 0)
    for _ in range(4000):
        counts[player(env).name] += 1
        spent.random()
    # Each count is binomial(4000, 1/4): standard error 27.4.
    assert all(abs(count - 1000) < 4 * 27.4 for count in counts.values()), counts
    assert env.rng.random() == spent.random()


@pytest.mark.parametrize(
    ("player", "name"),
    [
        (random(), "random"),
        (cell_scores(), "cell scores"),
        (most_flips(), "most flips"),
        (mobility(), "mobility"),
    ],
)
def test_player_has_a_name_and_survives_pickle(player, name):
    assert repr(player) == player.name == players.player_name(player) == name
    again = pickle.loads(pickle.dumps(player))
    one, two = othello.make(seed=2), othello.make(seed=2)
    for _ in range(20):
        one.update(player(one))
        two.update(again(two))
    assert one == two


@pytest.mark.parametrize("player", [cell_scores(), most_flips()])
def test_players_that_count_discs_refuse_other_games(player):
    with pytest.raises(TypeError, match=f"{player.name} counts Othello's discs.*tictactoe"):
        player(tictactoe.make())
