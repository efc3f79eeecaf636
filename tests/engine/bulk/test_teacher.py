"""The teacher: the moves of plain minimax and of perfect endgames, in games by the rules."""

import random

import numpy as np
import pytest

from coursekit import othello, players, truth
from coursekit.engine.bulk.teacher import CHOICE, Teacher
from coursekit.games.othello import Othello
from tests.support.exact import near_end

SIZE = 8


def teacher(depth: int = 2, exact: int = 4) -> Teacher:
    board = othello.make(SIZE).bitboards[2]
    return Teacher(board, players.LinearEvaluation().compiled(SIZE), depth, exact)


def games(count: int, *, seed: int = 1, first: int = 0, opening: int = 12) -> np.recarray:
    own, opp = othello.make(SIZE).bitboards[:2]
    return teacher().play(own, opp, seed, first, count, opening)


def squares(bits: int) -> set[int]:
    return {square for square in range(64) if bits >> square & 1}


def in_the_middle(seed: int) -> Othello:
    chance = random.Random(seed)
    env = othello.make(SIZE)
    for _ in range(chance.randrange(4, 40)):
        if not env.is_done():
            env.update(chance.choice(env.legal_actions()))
    return env


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_its_moves_are_all_the_best_of_minimax(depth: int) -> None:
    player, asked = players.minimax(depth), teacher(depth, exact=0)
    several = 0
    for seed in range(30):
        env = in_the_middle(seed)
        if env.legal_actions()[0].index == SIZE * SIZE:
            assert asked.best_moves(*env.bitboards[:2]) == 0
            continue
        info = player.analyse(env)
        best = {a.index for a, value in info.root_values.items() if value == info.value}
        assert squares(asked.best_moves(*env.bitboards[:2])) == best
        several += len(best) > 1
    assert several > 3 or depth > 2


def test_its_endgames_are_perfect() -> None:
    asked = teacher(depth=1, exact=8)
    several = 0
    for seed in range(60):
        env = near_end(SIZE, 8, seed)
        if env.is_done() or env.legal_actions()[0].index == SIZE * SIZE:
            continue
        best = {action.index for action in truth.best_moves(env)}
        assert squares(asked.best_moves(*env.bitboards[:2])) == best
        several += len(best) > 1
    assert several > 5


def test_its_games_are_games_with_their_results() -> None:
    played = games(25, opening=0)
    for number in range(25):
        rows = np.flatnonzero(played.game == number)
        env = othello.make(SIZE)
        movers = []
        for row in rows.tolist():
            while env.legal_actions()[0].index == SIZE * SIZE:
                env.update(env.legal_actions()[0])
            assert env.state[:2] == (int(played.own[row]), int(played.opp[row]))
            assert played.ply[row] == len(env.history)
            assert squares(int(played.best[row])) >= {int(played.move[row])}
            movers.append(env.player)
            env.update(next(a for a in env.legal_actions() if a.index == played.move[row]))
        while not env.is_done():
            env.update(env.legal_actions()[0])
            assert env.history[-1].index == SIZE * SIZE
        results = [env.result() * env.player * mover for mover in movers]
        assert played.result[rows].tolist() == results
    assert set(played.result.tolist()) >= {-1, 1}


def test_games_begin_with_up_to_so_many_random_plies() -> None:
    played = games(400, opening=6)
    first = [int(played.ply[played.game == number].min()) for number in range(400)]
    assert np.bincount(first).size == 7
    assert np.bincount(first).min() > 30  # 57 expected


def test_of_equally_good_moves_each_is_as_likely() -> None:
    own, opp = othello.make(SIZE).bitboards[:2]
    assert len(squares(teacher().best_moves(own, opp))) == 4  # by symmetry
    played = games(1000, opening=0)
    counts = np.unique(played.move[played.ply == 0], return_counts=True)[1]
    assert len(counts) == 4
    assert counts.min() > 190  # 250 expected


def test_a_game_depends_on_its_seed_and_number_alone() -> None:
    together, alone = games(12), games(1, first=7)
    rows = together.game == 7
    for name in CHOICE.names:
        assert np.array_equal(getattr(together, name)[rows], getattr(alone, name))
    assert not np.array_equal(games(1, first=7, seed=2).move, alone.move)
