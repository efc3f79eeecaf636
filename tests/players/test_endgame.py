"""The player that finishes exactly."""

import pickle

import pytest

from coursekit import Env, players, tictactoe, truth
from coursekit.players import exact_endgame, most_flips
from tests.support.exact import near_end
from tests.support.playing import play_on


def refuses(env: Env) -> str:
    raise AssertionError("asked in the endgame")


def test_the_end_is_played_perfectly_by_the_first_best_move() -> None:
    for endgame in truth.endgames():
        state = endgame.env.rng.bit_generator.state
        move = exact_endgame(refuses, 10)(endgame.env)
        assert endgame.env.rng.bit_generator.state == state
        assert move is truth.best_moves(endgame.env)[0]
        assert endgame.scores[move] == endgame.value


def test_before_the_end_the_other_player_plays() -> None:
    player = exact_endgame(lambda env: "the other's move", empties=8)
    for empties, own in ((9, False), (8, True)):
        env = near_end(8, empties, 1)
        assert int((env.board == 0).sum()) == empties
        assert (player(env) != "the other's move") == own


def test_it_says_what_it_is_and_travels_to_other_processes() -> None:
    player = exact_endgame(most_flips(), empties=12)
    assert repr(player) == player.name == "most flips, exact from 12 empty squares"
    again = pickle.loads(pickle.dumps(player))
    assert repr(again) == repr(player)
    env = near_end(8, 10, 3)
    assert again(env) is player(env)


def test_small_games_are_finished_too() -> None:
    player = exact_endgame(players.random(), empties=9)
    for seed in range(10):
        env = tictactoe.make(seed)
        while not env.is_done():
            env.update(player(env) if env.player > 0 else players.random()(env))
        assert not env.is_lose(1)
    env = play_on(tictactoe.make(), 1, 2)
    assert player(env) is truth.best_moves(env)[0]


def test_impossible_numbers_of_empty_squares_and_what_is_no_player_are_refused() -> None:
    for empties in (-1, 23, 60):
        with pytest.raises(ValueError, match=f"from 0 to 22 empty squares, not from {empties}"):
            exact_endgame(most_flips(), empties)
    with pytest.raises(TypeError, match="a player is a callable that is given an env, not 'bob'"):
        exact_endgame("bob")  # type: ignore[arg-type]
