"""The rules behind the tree search are those of ``Env``, and so are the random games."""

import random

import numpy as np
import pytest

from coursekit.engine.rules import games as uct_games
from coursekit.engine.rules import othello as kernels
from coursekit.engine.rules.othello import LANES
from coursekit.games import bank
from coursekit.games.registry import spec
from tests.support.playing import GAMES, MAKERS, play_on

EXPECTED = {  # first player's wins and losses in random games
    "othello8": (0.455, 0.503),
    "othello6": (0.437, 0.506),
    "othello4": (0.352, 0.551),
    "tictactoe": (737 / 1260, 121 / 420),
    "ultimate": (0.411, 0.367),
}


def row_of(env):
    game, words = spec(env.name).kernel, env.words()
    return game, words.reshape(1, -1)


def listed(game, row):
    moves = np.zeros(uct_games.MOST_MOVES, np.uint8)
    return moves[: uct_games.legal_moves(game, row, 0, moves)].tolist()


def results(env, count, seed, first=0):
    """Plays ``count`` random games at once."""
    game, row = row_of(env)
    found = np.full(LANES, 9, np.int64)
    uct_games.playouts(game, np.repeat(row, LANES, axis=0), count, seed, first, found)
    assert (found[count:] == 9).all()
    return found[:count].tolist()


@pytest.mark.parametrize("name", GAMES)
def test_moves_positions_and_results_of_whole_games(name):
    chance = random.Random(name)
    for _ in range(60):
        env = MAKERS[name]()
        game, row = row_of(env)
        while True:
            moves = listed(game, row)
            assert sorted(moves) == [action.number for action in env.legal_actions()]
            assert {env.space.numbered(move) for move in moves} == set(env.legal_actions())
            if env.is_done():
                break
            move = chance.choice(moves)
            uct_games.play(game, row, 0, move)
            env.update(env.space.numbered(move))
            if not env.is_done():
                assert listed(*row_of(env)) == listed(game, row)
        assert uct_games.outcome(game, row, 0) == env.result()


@pytest.mark.parametrize("name", GAMES)
def test_random_games_end_as_often_as_is_known(name):
    wins, losses = EXPECTED[name]
    env = MAKERS[name]()
    found = np.concatenate([results(env, LANES, 3, first) for first in range(0, 64_000, LANES)])
    for share, result in ((wins, 1), (losses, -1)):
        # Five standard errors, and half of the last digit of what is known.
        assert abs((found == result).mean() - share) < 5 * 0.5 / 64_000**0.5 + 0.0005


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("count", [1, 2, 3, 5, 15, 16])
def test_a_random_game_from_a_finished_position_is_its_result(name, count):
    for seed in range(12):
        env = play_on(MAKERS[name](), seed)
        assert results(env, count, seed) == [env.result()] * count


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_does_not_depend_on_those_beside_it(name):
    """Finished games must wait for the others without changing."""
    env = play_on(MAKERS[name](), 3, 4)
    together = results(env, LANES, 11, first=40)
    assert [results(env, 1, 11, first=40 + i)[0] for i in range(LANES)] == together
    assert results(env, 7, 11, first=40) == together[:7]


def test_games_of_different_lengths_side_by_side():
    for name in GAMES:
        envs = [
            play_on(MAKERS[name](), seed, plies) for seed, plies in enumerate([None, *range(15)])
        ]
        game, _ = row_of(envs[0])
        rows = np.stack([row_of(env)[1][0] for env in envs])
        found = np.empty(LANES, np.int64)
        uct_games.playouts(game, rows, LANES, 5, 0, found)
        for lane, env in enumerate(envs):
            assert found[lane] == results(env, LANES, 5)[lane], (name, env)


def test_the_games_of_othello_are_those_of_the_playout_kernel():
    for env in bank.unfinished():  # with positions where all sixteen must pass at once
        own, opp, _ = env.bitboards
        single = [kernels.playout(own, opp, env.bitboards[2], 9, n) for n in range(LANES)]
        assert results(env, LANES, 9) == np.sign(single).tolist(), env


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_ends_with_the_move_that_decides_it(name):
    """A side that has lost must not get a last mark in, nor win with it."""
    decided = 0
    for seed in range(200):
        env = play_on(MAKERS[name](), seed)
        last = env.result()
        env.undo()
        if len(env.legal_actions()) == 1:
            decided += 1
            assert results(env, LANES, seed) == [-last] * LANES
    assert decided
