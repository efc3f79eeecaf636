import random as python_random

import numpy as np
import pytest

from coursekit import othello, players, tictactoe
from coursekit.arena import PlayerError, play_game
from tests.support.movers import by_numpy, by_python, first


def global_chance():
    return python_random.getstate(), np.random.get_state()[1].tolist()  # noqa: NPY002


def test_a_game_follows_from_its_seed_and_each_player_moves_its_own_side():
    one = play_game(players.mobility(), players.random(), seed=4)
    assert one.is_done()
    assert one == play_game(players.mobility(), players.random(), seed=4)
    assert one != play_game(players.mobility(), players.random(), seed=5)
    sides = {"one": set(), "two": set()}

    def watch(name):
        return lambda env: (sides[name].add(int(env.player)), first(env))[1]

    play_game(watch("one"), watch("two"), seed=0)
    assert sides == {"one": {1}, "two": {-1}}


def test_a_game_goes_on_from_a_given_position_by_whatever_update_takes_and_leaves_it_alone():
    env = tictactoe.from_moves("a2b1a3c1c3c2")
    played = play_game(lambda env: (1, 1), lambda env: "a1", env)
    assert played.to_moves() == "a2b1a3c1c3c2b2a1"
    assert env == tictactoe.from_moves("a2b1a3c1c3c2")


def test_global_chance_is_seeded_and_given_back_also_by_an_interrupt():
    def interrupted(env):
        raise KeyboardInterrupt

    before = global_chance()
    one = play_game(by_python, by_numpy, seed=7)
    assert global_chance() == before
    with pytest.raises(KeyboardInterrupt):
        play_game(interrupted, first, seed=1)
    assert global_chance() == before
    python_random.random()
    np.random.random()  # noqa: NPY002
    assert play_game(by_python, by_numpy, seed=7) == one


def test_a_player_that_raises_stops_the_game():
    def clumsy(env):
        env.update(env.legal_actions()[0])  # an update that it does not come to undo
        raise ZeroDivisionError("no depth left")

    start = othello.from_moves("f5d6")
    with pytest.raises(PlayerError, match="'clumsy' raised ZeroDivisionError: no depth") as caught:
        play_game(clumsy, first, start, seed=9)
    error = caught.value
    assert isinstance(error.__cause__, ZeroDivisionError)
    assert error.__cause__.__traceback__.tb_next.tb_frame.f_code.co_name == "clumsy"
    assert (error.player, error.seed, error.env) == ("clumsy", 9, start)
    assert "(seed 9), BLACK to move, after f5d6:\nBLACK (X) " in str(error)
    assert str(start) in str(error)


OTHER_SIDE = first(othello.make())


@pytest.mark.parametrize("wrong", ["a1", "pass", "nonsense", (9, 9), None, first, OTHER_SIDE])
def test_a_player_that_returns_no_legal_action_stops_the_game(wrong):
    with pytest.raises(PlayerError, match="the player 'lambda' returned ") as caught:
        play_game(first, lambda env: wrong)
    assert caught.value.__cause__ is not None
    assert len(caught.value.env.history) == 1
    assert str(caught.value).count("a b c d e f g h") == 1, "one board, not two"


@pytest.mark.parametrize(
    "meddle",
    [
        lambda env: env.update(env.legal_actions()[0]),
        lambda env: env.undo(),
        lambda env: env.reset(),
        lambda env: (env.undo(), env.update(env.legal_actions()[-1])),
    ],
    ids=["update", "undo", "reset", "another move"],
)
def test_a_player_that_leaves_the_env_changed_stops_the_game(meddle):
    def careless(env):
        action = env.legal_actions()[0]
        meddle(env)
        return action

    start = othello.from_moves("f5d6c3d3c4")
    with pytest.raises(PlayerError, match="'careless' left the env changed") as caught:
        play_game(first, careless, start)
    assert caught.value.env == start


def test_what_cannot_be_a_player_is_refused():
    with pytest.raises(TypeError, match="player white is 'f5'"):
        play_game(first, "f5")
